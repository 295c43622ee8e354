/** The Vite plugin that cuts a language's texts into parts, so that the first page does not wait for the words of all. */

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Which sections of a language's texts are in which part, or which texts of a section. `first`: what the build draws,
 * the headings that stand before their page has come (src/app/first-look.tsx), and what is shown when a page cannot be
 * loaded. `long`: reading matter of single pages. `desks`: of pages for who is signed in, and for who decides. All others
 * are in `rest`, which every page but the first waits for. tests/unit/text-parts.test.ts holds each page to its parts.
 */
const PARTS: Record<string, readonly string[]> = {
  first: [
    ...['app', 'nav', 'home', 'common', 'failure', 'install', 'emergency', 'footer'],
    ...['browse.peopleTitle', 'browse.peopleSub', 'browse.itemsTitle', 'browse.itemsSub'],
    ...[
      'scan.title',
      'scan.instruction',
      'form.headLost',
      'form.headFound',
      'form.lead',
      'outbox.title',
      'outbox.emptyText',
      'outbox.copyText',
    ],
    ...['form.lostName', 'form.lostAge', 'form.foundName', 'form.foundAge', 'form.phone', 'form.phoneHint'],
    ...['post.title', 'post.lead'],
    ...['auth.login', 'auth.loginSub', 'auth.again', 'auth.registerTitle', 'auth.registerSub'],
  ],
  long: ['about', 'faqs', 'contact', 'privacy', 'terms', 'news', 'resources'],
  desks: [
    ...['moderation', 'duty', 'people', 'profile', 'sessions', 'myData', 'objection', 'handOver'],
    ...['claim', 'chat', 'inbox', 'stop', 'mine'],
  ],
  rest: [
    ...['moderation.tab', 'moderation.logHint', 'moderation.reasonNeeded', 'duty.title'],
    // Why two records may be one, and what was decided on them, is read on a record's page too, and taken back there.
    ...['apart', 'faces', 'says', 'what', 'verdict', 'kind', 'record', 'meanwhile', 'meanwhileText', 'understood'].map(
      (one) => `duty.${one}`,
    ),
    ...['decide', 'decideTitle', 'decideText', 'decideWhy', 'decideHint'].map((one) => `duty.${one}`),
    ...['handOver.other', 'handOver.give', 'handOver.take'],
  ],
};

const ASKED = /^(.+\/src\/i18n\/[a-z]{2}\.json)\?(first|rest|long|desks)$/;

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

export function cut(texts: Record<string, Record<string, unknown>>, part: string): Record<string, unknown> {
  const partOf = (name: string) => Object.entries(PARTS).find(([, its]) => its.includes(name))?.[0];
  const sections = Object.entries(texts).map(([section, its]) => {
    const whole = partOf(section) ?? 'rest';
    const own = Object.entries(its).filter(([key]) => (partOf(`${section}.${key}`) ?? whole) === part);
    return [section, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(sections.filter(([, its]) => Object.keys(its).length > 0));
}
