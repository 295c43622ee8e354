/** What whoever posted a person reads where nobody is found by a photo. */

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import en from '../../src/i18n/en.json';
import { needTexts, REST, startTranslation } from '../../src/i18n/language.ts';
import { FaceMissing } from '../../src/ui/face-missing.tsx';

beforeAll(async () => {
  await startTranslation('en');
  await needTexts(REST);
});

type Of = Pick<ReportView, 'faceless' | 'photos' | 'status' | 'subject'>;
const OPEN: Of = { photos: [], status: 'published', subject: { kind: 'person', condition: 'missing' } };

const drawn = (of: Of): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <FaceMissing
        of={of}
        to="/post-item?edit=1"
        bytes={() => Promise.reject(new Error('asked for no photo'))}
        read={() => Promise.reject(new Error('asked for no photo'))}
        onChosen={() => Promise.reject(new Error('asked for no photo'))}
      />
    </MemoryRouter>,
  );

describe('a person without a face to be found by', () => {
  it('whose open report has no photo is told so, with the way to add one', () => {
    for (const status of ['pending_review', 'published'] as const) {
      const html = drawn({ ...OPEN, status });
      for (const text of [en.owner.face.noPhoto, en.owner.face.add, '/post-item?edit=1']) expect(html).toContain(text);
    }
  });

  it('is asked for no photo where one is there, where the report has ended, or where it is about a thing', () => {
    expect(drawn({ ...OPEN, photos: ['f'.repeat(64)] })).toBe('');
    for (const status of ['resolved', 'withdrawn', 'expired'] as const) expect(drawn({ ...OPEN, status })).toBe('');
    expect(drawn({ ...OPEN, subject: { kind: 'item', category: 'Bags', status: 'lost' } })).toBe('');
  });
});
