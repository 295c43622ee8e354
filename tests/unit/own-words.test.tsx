/** What the author of a write reads of it while it is here, and how a refused note goes back into its form. */

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { useSession } from '../../src/api/session.ts';
import { defaultUser } from '../../src/api/session-user.ts';
import { toEntries } from '../../src/features/outbox/entries.ts';
import { EntryDialog } from '../../src/features/outbox/entry-dialog.tsx';
import { OwnWords } from '../../src/features/outbox/own-words.tsx';
import en from '../../src/i18n/en.json';
import { needTexts, REST, startTranslation } from '../../src/i18n/language.ts';
import { queue, setAside } from '../../src/store/own/outbox.ts';
import { mendWrite } from '../../src/store/own/use-unsent.ts';
import { noteDraft, noteOf, noteTyped } from '../../src/store/own/words.ts';
import { type NewWrite, queueWrite } from '../../src/store/own/writes.ts';
import { type OwnReport, type OwnWrite, textStep, WAITS } from '../../src/store/rows.ts';
import { newProfile, openLocalDb } from '../support/client.ts';

const write = (endpoint: OwnWrite['endpoint'], input: OwnWrite['input'], files: string[] = []): OwnWrite => ({
  ...{ opId: 'o', entityId: 'e', endpoint, input, files, label: 'Asha' },
  ...{ createdAt: 1, order: 1, steps: [] },
});

beforeAll(async () => {
  await startTranslation('en');
  await needTexts(REST);
});

describe('the words of a write', () => {
  const drawn = (of: OwnWrite): string =>
    renderToStaticMarkup(
      <MemoryRouter>
        <OwnWords write={of} />
      </MemoryRouter>,
    );

  it('of a sighting are all that was said: what, where on the map too, and when', () => {
    const said = {
      text: 'On the steps',
      region: 'Ludhiana',
      place: { lat: 30.9, lng: 75.8 },
      seenAt: '2026-11-20T02:45:00Z',
    };
    const html = drawn(write('tellSighting', said));
    for (const part of ['On the steps', 'Ludhiana', '30.9, 75.8', en.note.seenAt, en.outbox.words.copy])
      expect(html).toContain(part);
  });

  it('of a claim are its message and each answer that was given', () => {
    const html = drawn(write('createClaim', { message: 'It is mine', answers: ['A bus pass', '', 'Red'] }, ['f']));
    for (const part of ['It is mine', 'A bus pass', 'Answer 3', 'Red']) expect(html).toContain(part);
    expect(html).not.toContain('Answer 2');
  });

  it('are none of a write that only moves something along, or that was received', () => {
    expect(drawn(write('answerNote', { id: 'n', answer: 'confirm' }))).toBe('');
    expect(drawn(write('addNote', {}, ['f']))).toBe('');
  });
});

describe('a report that was refused (fault 18)', () => {
  const session = useSession.getInitialState(); // what is drawn outside of a browser goes by
  afterEach(() => {
    session.user = undefined;
  });

  const drawnFor = (account: string | undefined, error: ErrorCode): string => {
    session.user = account ? { ...defaultUser('a@example.in'), id: account } : undefined;
    const author = { id: 'asha', name: 'Asha' };
    const report: OwnReport = {
      ...{ opId: 'o', entityId: 'e', endpoint: 'uploadLostFoundPerson', type: 'lost', label: 'Ravi', author },
      ...{
        input: { lostPersonName: 'Ravi' },
        values: {},
        photos: [],
        videos: [],
        createdAt: 1,
        order: 1,
        waits: WAITS,
      },
      steps: [{ ...textStep({}), state: 'refused', error }],
    };
    const { waiting } = toEntries({ made: [report], account }, undefined);
    const [entry = expect.fail('it has no line')] = waiting;
    const none = () => undefined;
    const does = { onClose: none, onAgain: none, onMend: none, onKeep: none, onDrop: none, onNotThem: none };
    return renderToStaticMarkup(
      <MemoryRouter>
        <EntryDialog entry={entry} {...does} />
      </MemoryRouter>,
    );
  };

  it('goes back into its form for who wrote it, and to nobody else, in whose name it would go', () => {
    expect(drawnFor('asha', 'bad-input')).toContain(en.common.mend);
    for (const other of ['bela', undefined]) {
      const html = drawnFor(other, 'bad-input');
      expect(html).not.toContain(en.common.mend);
      expect(html).toContain('It waits for Asha to sign in.');
    }
  });

  it('of an account that is no more goes on with whoever is here', () => {
    expect(drawnFor('bela', 'account-gone')).toContain(en.common.mend);
  });
});

describe('a note that was refused (fault 18)', () => {
  const db = openLocalDb(newProfile());
  afterEach(() => db.delete());

  it('goes back into the form of its report as it was typed, and is not sent as it was any more', async () => {
    const at = new Date('2026-11-20T08:15');
    const input = { id: 'n', reportId: 'r', text: 'On the steps', region: 'Ludhiana', seenAt: at.toISOString() };
    const place = { lat: 30.9, lng: 75.8 };
    const names = { endpoint: 'tellSighting', opId: 'o', id: 'n', label: 'Asha', now: 1 } as const;
    await queueWrite(db, { ...names, input: { ...input, place } } satisfies NewWrite);
    const [op] = await queue(db);
    if (!op) throw new Error('nothing waits');
    await setAside(db, op, new AppError('bad-input', 'no'));
    await mendWrite(db, 'o', { about: noteDraft('r'), values: noteTyped, now: 2 });
    expect((await db.draft.toArray()).map(({ id, values }) => [id, values])).toEqual([
      ['note/r/', { text: 'On the steps', region: 'Ludhiana', seenAt: '2026-11-20T08:15', lat: '30.9', lng: '75.8' }],
    ]);
    expect(await db.made.count()).toBe(0);
  });

  it('has a form there where it is a sighting or something known, and not where somebody said that it is them', () => {
    const told = (kind: string) => noteOf(write('addNote', { reportId: 'r', kind }));
    expect([told('sighting'), told('information'), told('self')]).toEqual([
      { reportId: 'r', isSighting: true },
      { reportId: 'r', isSighting: false },
      undefined,
    ]);
    expect(noteOf(write('sendMessage', { text: 'Is it there?' }))).toBeUndefined();
  });
});
