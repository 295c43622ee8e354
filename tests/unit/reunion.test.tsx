/** What a family reads of somebody who was found, and what they may say to it. */

import type { TFunction } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Reunion } from '../../contract/reunion.ts';
import en from '../../src/i18n/en.json';
import { needTexts, REST, startTranslation } from '../../src/i18n/language.ts';
import { apartText, ReunionSteps, Together } from '../../src/ui/reunion.tsx';

let t: TFunction;
beforeAll(async () => {
  ({ t } = await startTranslation('en'));
  await needTexts(REST);
});

const KNOWN: Reunion = {
  ...{ rev: '1', confirmedAt: '2026-11-20T10:00:00.000Z', together: false, as: 'family' },
  ...{ station: 'Sadar', phone: '0161 2401234' },
};

const drawn = (reunion: Reunion): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ReunionSteps reunion={reunion} heading="h2" />
      <Together reunion={reunion} onChange={() => {}} />
    </MemoryRouter>,
  );
const buttonsOf = (reunion: Reunion): string[] =>
  [...drawn(reunion).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inner]) =>
    (inner ?? '').replaceAll(/<[^>]*>/g, ''),
  );

describe('a reunion', () => {
  it('is said to be none by a family alone, and only until they have said that it is one or none', () => {
    expect(buttonsOf(KNOWN)).toEqual([en.reunion.together, en.reunion.notThem]);
    expect(buttonsOf({ ...KNOWN, doubted: true })).toEqual([en.reunion.together]);
    expect(buttonsOf({ ...KNOWN, together: true })).not.toContain(en.reunion.notThem);
    for (const as of ['finder', 'office'] as const)
      expect(buttonsOf({ ...KNOWN, as })).not.toContain(en.reunion.notThem);
  });

  it('that the family doubts says that an officer looks once more, with the station and its number and without what to do', () => {
    const html = drawn({ ...KNOWN, doubted: true });
    for (const text of [en.reunion.doubted, 'Sadar', 'tel:01612401234']) expect(html).toContain(text);
    for (const text of [en.reunion.lead, en.reunion.bring, en.reunion.alone, en.reunion.noWhere])
      expect(html).not.toContain(text);
    expect(drawn(KNOWN)).toContain(en.reunion.bring);
  });

  it('taken back by a family promises no more than happens: what an officer ended is looked at first', () => {
    expect(apartText(t, 'family')).toBe(en.reunion.apartTextFamily);
    expect(apartText(t, 'office')).toBe(en.reunion.apartText);
  });
});
