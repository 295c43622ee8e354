/** The Vite plugin that leaves out of i18next what nothing here asks it for: 2 KB less to load, packed, before the first page. */

import type { Plugin } from 'vite';

/**
 * Its classes that are made whether they are used or not: one asks a server for texts, which src/i18n/language.ts brings as
 * modules; another writes numbers and dates inside of a text, and no text has such a place (tests/unit/i18n-texts.test.ts);
 * the last tells developers what it says in its debug mode alone, but for errors.
 */
const UNUSED = {
  Connector: 'class Connector extends EventEmitter { state = {}; }',
  Formatter: 'class Formatter { format(value) { return value; } }',
  Logger:
    'class Logger { init() {} log() {} warn() {} deprecate() {} once() {} error(...args) { console.error(...args); } create() { return this; } clone() { return this; } }',
};

export function smallTranslation(): Plugin {
  return {
    name: 'wapsi:small-translation',
    apply: 'build',
    transform: {
      filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
      handler(source) {
        let code = source;
        for (const [name, small] of Object.entries(UNUSED)) {
          const whole = new RegExp(`^class ${name} [\\s\\S]*?^\\}$`, 'm');
          if (!whole.test(code)) throw new Error(`i18next has no class ${name} any more`);
          code = code.replace(whole, small);
        }
        return { code, map: null };
      },
    },
  };
}
