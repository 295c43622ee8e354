/** What somebody made on a phone before the server knew them (A6). */

import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { adoptWrites } from '../../src/features/auth/entry.ts';
import { LocalDb } from '../../src/store/db.ts';
import { enqueue, nextOp } from '../../src/store/outbox.ts';

const db = new LocalDb('adopt');
afterEach(() => db.delete());

it('goes out in their name once they have an account, and what others made stays theirs (A6)', async () => {
  const op = (opId: string) => ({
    ...{ opId, entityId: opId, endpoint: 'createReport' as const, input: {}, rank: 0, bytes: 1, createdAt: 0 },
  });
  db.signedIn = () => ({ id: 'here-only', name: 'Asha' });
  await enqueue(db, op('hers'));
  db.signedIn = () => ({ id: 'somebody', name: 'Om' });
  await enqueue(db, op('his'));
  const due = async () => (await nextOp(db, 1, undefined, { account: 'asha' })).op?.opId;
  expect(await due()).toBeUndefined();
  await adoptWrites(db, 'here-only', { id: 'asha', name: 'Asha Devi' });
  expect(await due()).toBe('hers');
  expect((await db.outbox.toArray()).map(({ author }) => author?.id)).toEqual(['asha', 'somebody']);
});
