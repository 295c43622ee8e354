/** The Vite plugin that leaves out of i18next what nothing here asks it for: 3 KB less to load, packed, before the first page. */

import type { Plugin } from 'vite';

/**
 * Its classes that are made whether they are used or not: one asks a server for texts, which src/i18n/language.ts brings as
 * modules; another writes numbers and dates inside of a text, and no text has such a place (tests/unit/i18n-texts.test.ts);
 * one tells developers what it says in its debug mode alone, but for errors; the last takes codes of languages apart, and
 * ours have neither a script nor a region.
 */
const CLASSES = {
  Connector: 'class Connector extends EventEmitter { state = {}; }',
  Formatter: 'class Formatter { format(value) { return value; } }',
  Logger:
    'class Logger { init() {} log() {} warn() {} deprecate() {} once() {} error(...args) { console.error(...args); } create() { return this; } clone() { return this; } }',
  LanguageUtil: `class LanguageUtil {
    constructor(options) { this.options = options; }
    clearCache() {}
    getLanguagePartFromCode(code) { return code; }
    isSupportedCode() { return true; }
    getBestMatchFromCodes(codes) { return codes?.[0] ?? null; }
    getFallbackCodes(fallbacks) { return fallbacks ? [].concat(fallbacks) : []; }
    toResolveHierarchy(code, fallback) {
      const others = this.getFallbackCodes((fallback === false ? [] : fallback) || this.options.fallbackLng);
      return [...new Set([code, ...others].filter(Boolean))];
    }
  }`,
};
/** No text is inside of another (tests/unit/i18n-texts.test.ts). */
const METHODS = { nest: '  nest(text) { return text; }' };

export function smallTranslation(): Plugin {
  return {
    name: 'wapsi:small-translation',
    apply: 'build',
    transform: {
      filter: { id: /\/i18next\/dist\/esm\/i18next\.js$/ },
      handler(source) {
        let code = source;
        const put = (what: string, whole: RegExp, small: string): void => {
          if (!whole.test(code)) throw new Error(`i18next has no ${what} any more`);
          code = code.replace(whole, () => small);
        };
        for (const [name, small] of Object.entries(CLASSES))
          put(`class ${name}`, new RegExp(`^class ${name} [\\s\\S]*?^\\}$`, 'm'), small);
        for (const [name, small] of Object.entries(METHODS))
          put(`method ${name}`, new RegExp(`^ {2}${name}\\([\\s\\S]*?^ {2}\\}$`, 'm'), small);
        return { code, map: null };
      },
    },
  };
}
