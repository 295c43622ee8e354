/** The Vite plugin that cuts a language's texts into parts, so that the first page does not wait for the words of all. */

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Which sections of a language's texts are in which part. `first`: what the build draws, and what is shown when a
 * page cannot be loaded. `long`: reading matter of single pages. All others are in `rest`.
 */
const PARTS: Record<string, readonly string[]> = {
  first: ['app', 'nav', 'home', 'common', 'failure', 'install', 'emergency', 'footer'],
  long: ['about', 'faqs', 'contact', 'privacy', 'terms', 'news', 'resources'],
};

const ASKED = /^(.+\/src\/i18n\/[a-z]{2}\.json)\?(first|long|rest)$/;

/** `import('./en.json?first')` has the sections of that part only. */
export function cutTexts(): Plugin {
  return {
    name: 'wapsi:texts',
    enforce: 'pre',
    async load(id) {
      const [, file, part] = ASKED.exec(id) ?? [];
      if (file === undefined || part === undefined) return undefined;
      this.addWatchFile(file);
      const texts = cut(JSON.parse(await readFile(file, 'utf8')), part);
      return { code: `export const texts = ${JSON.stringify(texts)}`, moduleType: 'js', map: null };
    },
  };
}

export function cut(texts: Record<string, unknown>, part: string): Record<string, unknown> {
  const isIn = (section: string) =>
    (Object.entries(PARTS).find(([, its]) => its.includes(section))?.[0] ?? 'rest') === part;
  return Object.fromEntries(Object.entries(texts).filter(([section]) => isIn(section)));
}
