/** After a downgrade: what a newer version wrote is read, and never put back into our shape. */

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { LocalDb } from '../../src/store/db.ts';
import { countNewerRows, SCHEMA } from '../../src/store/newer-rows.ts';
import { latestDraft, writeDraft } from '../../src/store/own/drafts.ts';
import { nextOp } from '../../src/store/own/outbox.ts';
import { addPlain } from '../support/made.ts';

const NEWER = { schema: SCHEMA + 1 };
const DRAFT = { id: 'a', opId: 'o', values: { name: 'Gulab' }, photos: [], videos: [], updatedAt: 1 };

let db: LocalDb;
afterEach(() => db.delete());

describe('a row of a newer version', () => {
  it('fault 28: keeps the fields and the shape that this version does not know when it is put again', async () => {
    db = new LocalDb(`newer-${crypto.randomUUID()}`);
    const newer = { ...DRAFT, ...NEWER, values: { name: 'Gulab', colour: 'red' }, pages: [1, 2] };
    await db.draft.put(newer);
    await writeDraft(db, { ...DRAFT, values: { name: 'Gulab Kaur' }, updatedAt: 2 });
    const kept = { ...newer, values: { name: 'Gulab Kaur', colour: 'red' }, updatedAt: 2 };
    expect(await db.draft.get('a')).toEqual(kept);
    expect(await countNewerRows(db, SCHEMA)).toBe(1);
    expect(await latestDraft(db)).toBeUndefined();
  });

  it('fault 28: is put as it is when it is of this version', async () => {
    db = new LocalDb(`newer-${crypto.randomUUID()}`);
    await db.draft.put({ ...DRAFT, values: { name: 'Gulab', colour: 'red' } });
    await writeDraft(db, DRAFT);
    expect(await db.draft.get('a')).toEqual({ ...DRAFT, schema: SCHEMA });
    expect(await latestDraft(db)).toBeDefined();
  });

  it('fault 28: is not sent by this version, and the others are', async () => {
    db = new LocalDb(`newer-${crypto.randomUUID()}`);
    await addPlain(db, 'newer', NEWER);
    await addPlain(db, 'ours');
    expect((await nextOp(db, 1, undefined, { account: 'asha' })).op?.opId).toBe('ours');
    expect(await countNewerRows(db, SCHEMA)).toBe(1);
  });
});
