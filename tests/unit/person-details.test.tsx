/** The details of a person, on the card of a match and elsewhere. */

import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import { needTexts, REST, startTranslation } from '../../src/i18n/language.ts';
import { PersonDetails } from '../../src/ui/person-details.tsx';

beforeAll(async () => {
  await startTranslation('en');
  await needTexts(REST);
});

const BARE: ReportView = {
  id: 'a',
  _id: 'a',
  rev: '1',
  type: 'lost',
  status: 'published',
  photos: [],
  contact: 'relay',
  reviewed: true,
  createdAt: '2026-11-01T00:00:00Z',
  subject: { kind: 'person', condition: 'missing' },
};

function rowsOf(view: ReportView): Record<string, string> {
  const html = renderToStaticMarkup(<PersonDetails view={view} />).replaceAll(/<\/?(span|div)[^>]*>/g, '');
  return Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term, value]) => [term, value]),
  );
}

describe('the details of a person', () => {
  it('are whichever exist, each by its name (R139)', () => {
    const rows = rowsOf({
      ...BARE,
      title: 'Lost at the fair',
      region: 'Moga',
      rewardRupees: 25_000,
      description: 'Hard of hearing',
      timeOfLossDate: '2026-11-01',
      timeOfLossTime: '17:30',
      phoneNumber: '98765 43210',
      subject: { kind: 'person', condition: 'missing', name: 'Gulab', ageMin: 66, ageMax: 76, clothColor: 'Green' },
    });
    expect(rows).toMatchObject({
      Type: 'Lost',
      Title: 'Lost at the fair',
      'Lost Person Name': 'Gulab',
      'Lost Person Age': '66–76',
      'Cloth Color': 'Green',
      Region: 'Moga',
      'Reward Offer': '₹ 25,000',
      'Phone Number': '98765 43210',
      Description: 'Hard of hearing',
      'Time of Loss': expect.stringMatching(/^1 Nov.*5:30 pm$/),
    });
  });

  it('are fewer where less is known or may be shown (R139, A14)', () => {
    expect(rowsOf(BARE)).toEqual({ Type: 'Lost', 'Phone Number': 'Contact through the app' });
  });

  it('speak of a found person where one was found (R139)', () => {
    const rows = rowsOf({
      ...BARE,
      type: 'found',
      subject: { kind: 'person', condition: 'found', name: 'Gulab', ageMin: 9 },
    });
    expect(rows).toMatchObject({ Type: 'Found', 'Found Person Name': 'Gulab', 'Found Person Age': '9' });
  });
});
