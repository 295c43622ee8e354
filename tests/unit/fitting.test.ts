/** Saving a report on a full device: which of its files go with it. */

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useDeviceNotes } from '../../src/platform/device-notes.ts';
import { isNoRoom } from '../../src/platform/no-room.ts';
import { givesRoom, storageState, useStorageState } from '../../src/platform/room.ts';
import { LocalDb } from '../../src/store/db.ts';
import type { Photo } from '../../src/store/files.ts';
import { keepFile } from '../../src/store/files.ts';
import { readMeta } from '../../src/store/meta.ts';
import { writeDraft } from '../../src/store/own/drafts.ts';
import { keepFileIfItFits, saveWhatFits } from '../../src/store/own/fitting.ts';
import { queue } from '../../src/store/own/outbox.ts';
import type { NewReport } from '../../src/store/own/reports.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import type { StoredFile } from '../../src/store/rows.ts';

let db: LocalDb;
let asked: number;

beforeEach(() => {
  vi.stubGlobal('caches', { delete: async () => false });
  asked = 0;
  vi.stubGlobal('navigator', { storage: { persisted: async () => false, persist: async () => ++asked > 0 } });
  useDeviceNotes.setState({ notes: [] });
  useStorageState.setState({ state: 'fine' });
  db = new LocalDb(`fitting-${crypto.randomUUID()}`);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await db.delete();
});

const file = (sha256: string, bytes: number): Photo => ({ sha256, blob: new Blob([new Uint8Array(bytes)]) });

/** From now on the database takes no file above so many bytes. */
const limit = (bytes: number) =>
  db.file.hook('creating', (_key: unknown, { blob }: StoredFile) => {
    if (blob.size > bytes) throw new DOMException('full', 'QuotaExceededError');
  });

const save = (photos: readonly Photo[], videos: readonly Photo[] = []) =>
  saveWhatFits(
    db,
    { photos, videos },
    {
      call: 'uploadLostFoundPerson',
      make: (files): NewReport => ({
        id: 'r',
        opId: 'o',
        label: 'Gulab Kaur',
        values: {},
        now: 1,
        upload: { type: 'lost' } as NewReport['upload'], // its words are not looked at here
        ...files,
      }),
    },
  );

describe('a note, a message, or what is being typed', () => {
  /** The database takes no row of that table until something has made way. */
  const fillUntilGivenUp = (table: 'made' | 'draft', after: 'models' | 'packs') => {
    let isFull = true;
    db.table(table).hook('creating', () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    });
    const takeBack = givesRoom(after, async () => {
      isFull = false;
    });
    onTestFinished(takeBack);
  };

  it('fault 21: finds the room that models and packs give up', async () => {
    fillUntilGivenUp('made', 'models');
    await queueWrite(db, {
      endpoint: 'addNote',
      opId: 'o',
      id: 'n',
      label: 'Keys',
      now: 1,
      input: { id: 'n', reportId: 'r', text: 'Seen at the well' } as never, // its shape is not looked at here
    });
    expect([await db.made.count(), (await queue(db)).length]).toEqual([1, 1]);
    fillUntilGivenUp('draft', 'packs');
    const draft = { id: 'd', opId: 'p', values: { name: 'Gulab' }, photos: [], videos: [], updatedAt: 1 };
    expect(await writeDraft(db, draft)).toBe(true);
    expect(await db.draft.count()).toBe(1);
    expect(storageState()).toBe('low');
  });

  it('fault 21: says that it found none, and is not looked for at each key once the device is full', async () => {
    let asked = 0;
    db.draft.hook('creating', () => {
      asked++;
      throw new DOMException('full', 'QuotaExceededError');
    });
    // Long after anything made way: once more before anything goes, then once for each thing, which is given no time to be counted as free.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    const draft = { id: 'd', opId: 'p', values: {}, photos: [], videos: [], updatedAt: 1 };
    await expect(writeDraft(db, draft)).rejects.toSatisfy(isNoRoom);
    expect([asked, storageState()]).toEqual([6, 'full']);
    await expect(writeDraft(db, draft)).rejects.toSatisfy(isNoRoom);
    expect(asked).toBe(7);
  });
});

describe('a report with files', () => {
  it('is saved whole where there is room, and nothing is told', async () => {
    const { photos, videos } = await save([file('a', 10), file('b', 20)], [file('v', 100)]);
    expect([photos, videos]).toEqual([['a', 'b'], ['v']]);
    expect(useDeviceNotes.getState().notes).toEqual([]);
    expect((await queue(db)).length).toBe(4);
  });

  it('fault 22: asks the browser to keep what is here once there is something, not before', async () => {
    expect(asked).toBe(0);
    await save([]);
    await expect.poll(() => readMeta(db, 'persisted')).toBe(true);
    expect(asked).toBe(1);
  });

  it('fault 21: leaves out the largest that do not fit, with their calls, and names them', async () => {
    limit(15);
    const { photos, videos } = await save([file('a', 10), file('b', 20), file('c', 12)], [file('v', 100)]);
    expect([photos, videos]).toEqual([['a', 'c'], []]);
    const [text, ...files] = await queue(db);
    expect(text?.input).toMatchObject({ photos: ['a', 'c'] });
    expect(files.map(({ opId }) => opId)).toEqual(['r/a', 'r/c']);
    const told = { kind: 'left-out', label: 'Gulab Kaur', photos: [2], videos: [1] };
    expect(useDeviceNotes.getState().notes).toEqual([told]);
  });

  it('fault 21: keeps the files that were on the device already', async () => {
    await keepFile(db, file('big', 1000), 1);
    limit(15);
    const { photos } = await save([file('big', 1000), file('b', 20)]);
    expect(photos).toEqual(['big']);
  });

  it('fault 21: a chosen photo without room stays with the form; any other failure is not hidden', async () => {
    limit(15);
    await keepFileIfItFits(db, file('b', 20), 1);
    expect(await db.file.count()).toBe(0);
    db.close();
    await expect(keepFileIfItFits(db, file('a', 1), 1)).rejects.toThrow();
  });
});
