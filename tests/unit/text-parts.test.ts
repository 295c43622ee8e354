/** A page is shown with all its words: none waits for a part of the texts that nobody asked for. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cut } from '../../scripts/texts.ts';
import en from '../../src/i18n/en.json' with { type: 'json' };

const ROUTES = 'src/app/routes.tsx';
const PARTS = ['first', 'rest', 'long', 'desks'] as const;
type Part = (typeof PARTS)[number];

const named = (texts: object): string[] =>
  Object.entries(texts).flatMap(([section, its]) => Object.keys(its as object).map((key) => `${section}.${key}`));
const PART_OF = new Map(PARTS.flatMap((part) => named(cut(en, part)).map((key) => [key, part] as const)));
const KEY = new RegExp(`['"\`](${Object.keys(en).join('|')})\\.(?:([a-zA-Z0-9_]+)|\\$\\{)`, 'g');

/** The parts that the texts named in a file are in; of a key that is put together, all that it can be. */
function partsNamed(source: string): Map<Part, string> {
  const parts = new Map<Part, string>();
  for (const [, section, key] of source.matchAll(KEY))
    for (const [one, part] of PART_OF)
      if (key === undefined ? one.startsWith(`${section}.`) : one.replace(/_(one|other)$/, '') === `${section}.${key}`)
        parts.set(part, one);
  return parts;
}

/** A file and all that it imports, at once or later, but no page behind the table of pages. */
function closureOf(...files: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || file === ROUTES || !existsSync(file)) return;
    seen.add(file);
    for (const [, to] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g))
      visit(join(dirname(file), to as string));
  };
  files.forEach(visit);
  return seen;
}

const pages = readFileSync(ROUTES, 'utf8')
  .split(/^const /m)
  .flatMap((one) => {
    const to = /import\('([^']+)'\)/.exec(one)?.[1];
    const asked = [...(/texts: \[([A-Z, ]+)\]/.exec(one)?.[1] ?? '').matchAll(/[A-Z]+/g)].map(([name]) =>
      name.toLowerCase(),
    );
    return to === undefined || !one.includes('= page(')
      ? []
      : [{ page: join('src/app', to), asked: ['first', 'rest', ...asked] }];
  });

const lacking = (files: Iterable<string>, asked: readonly string[]): string[] =>
  [...files].flatMap((file) =>
    [...partsNamed(readFileSync(file, 'utf8'))].flatMap(([part, key]) =>
      asked.includes(part) ? [] : [`${file}: ${key}`],
    ),
  );

describe('the texts', () => {
  it('are each in exactly one of the parts they are cut into', () => {
    expect(PARTS.flatMap((part) => named(cut(en, part))).sort()).toEqual(named(en).sort());
    for (const part of PARTS) expect(named(cut(en, part)).length, part).toBeGreaterThan(50);
  });

  it('of every page are in the parts that it waits for', () => {
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter(({ asked }) => asked.includes('desks')).length).toBeGreaterThan(8);
    for (const { page, asked } of pages) {
      const files = closureOf(page);
      expect(files.size, page).toBeGreaterThan(1);
      expect(lacking(files, asked), page).toEqual([]);
    }
  });

  it('of what is around every page are in the first two', () => {
    const files = closureOf('src/main.tsx');
    expect(files).toContain('src/app/prove-dialog.tsx');
    expect(lacking(files, ['first', 'rest'])).toEqual([]);
  });
});
