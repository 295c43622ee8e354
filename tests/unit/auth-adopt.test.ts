/** What somebody made on a phone before the server knew them (A6). */

import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { LocalDb } from '../../src/store/db.ts';
import { adoptWrites } from '../../src/store/own/adopt.ts';
import { heldRows, hold, useHeld } from '../../src/store/own/held.ts';
import { nextOp, queue } from '../../src/store/own/outbox.ts';
import { rowOfReport } from '../../src/store/own/reports.ts';
import { newReport } from '../support/client.ts';
import { addPlain } from '../support/made.ts';
import { diskWithReserve } from '../support/reserve.ts';

const db = new LocalDb('adopt');
afterEach(async () => {
  useHeld.setState({ rows: [] });
  vi.unstubAllGlobals();
  await db.delete({ disableAutoOpen: false });
});

it('goes out in their name once they have an account, and what others made stays theirs (A6)', async () => {
  db.signedIn = () => ({ id: 'here-only', name: 'Asha' });
  await addPlain(db, 'hers');
  db.signedIn = () => ({ id: 'somebody', name: 'Om' });
  await addPlain(db, 'his');
  const due = async () => (await nextOp(db, 1, undefined, { account: 'asha' })).op?.opId;
  expect(await due()).toBeUndefined();
  await adoptWrites(db, 'here-only', { id: 'asha', name: 'Asha Devi' });
  expect(await due()).toBe('hers');
  expect((await queue(db)).map(({ author }) => author?.id)).toEqual(['asha', 'somebody']);
});

it('has their name in the reserve too, and in what was typed (A6, fault 21)', async () => {
  diskWithReserve();
  db.signedIn = () => ({ id: 'here-only', name: 'Asha' });
  await hold(rowOfReport(db, { call: 'uploadLostFoundPerson', report: newReport() }));
  const draft = { form: 'unsent' as const, opId: 'op', makes: 'note', photos: [], videos: [], updatedAt: 1 };
  for (const [id, text] of [
    ['note/report-1/here-only', 'seen at the station'],
    ['note/report-2/here-only', 'older'],
    ['note/report-2/asha', 'newer'],
    ['note/report-1/somebody', 'his'],
  ] as const)
    await db.draft.put({ ...draft, id, values: { text } });
  await adoptWrites(db, 'here-only', { id: 'asha', name: 'Asha Devi' });
  expect((await heldRows()).map(({ author }) => author)).toEqual([{ id: 'asha', name: 'Asha Devi' }]);
  const texts = new Map((await db.draft.toArray()).map(({ id, values }) => [id, values.text]));
  expect(Object.fromEntries(texts)).toEqual({
    'note/report-1/asha': 'seen at the station',
    'note/report-1/somebody': 'his',
    'note/report-2/asha': 'newer',
    'note/report-2/here-only': 'older',
  });
});
