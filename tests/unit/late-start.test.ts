/** A start that waits for the device's memory: another window holds the database, or one of its tables. */

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { goRound, LATE_MS, openPatiently, watchTables } from '../../src/app/late-start.ts';
import { useDeviceNotes } from '../../src/platform/device-notes.ts';
import { LocalDb } from '../../src/store/db.ts';
import { readMeta } from '../../src/store/meta.ts';
import { ownReports } from '../../src/store/own/made.ts';
import { newReport } from '../support/client.ts';
import { saveReport } from '../support/made.ts';

const told = () => useDeviceNotes.getState().notes.map(({ kind }) => kind);

/** A window of an older version, which never gives its database up by itself. */
async function openOldWindow(): Promise<IDBDatabase> {
  const request = indexedDB.open('wapsi', 10);
  request.onupgradeneeded = () => request.result.createObjectStore('meta');
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  return request.result;
}

/** A page that was put away while it wrote: its transaction goes on for ever. Answers how to end it. */
async function holdMeta(): Promise<() => void> {
  const request = indexedDB.open('wapsi');
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  const transaction = request.result.transaction('meta', 'readwrite');
  const store = transaction.objectStore('meta');
  const goOn = (): void => {
    store.count().onsuccess = goOn;
  };
  goOn();
  return () => {
    transaction.abort();
    request.result.close();
  };
}

describe('a start', () => {
  let db: LocalDb;
  afterEach(async () => {
    vi.useRealTimers();
    await db.delete();
    useDeviceNotes.setState({ notes: [] });
  });

  it('that an old window keeps from the database says within 2 s what to do, and goes on by itself (fault 46)', async () => {
    const old = await openOldWindow();
    db = new LocalDb();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opening = openPatiently(db);
    let saved = false;
    const saving = saveReport(db, newReport()).then(() => {
      saved = true;
    });
    await expect.poll(told, { timeout: 2000 }).toEqual(['blocked']);
    await vi.advanceTimersByTimeAsync(LATE_MS);
    expect(told()).toEqual(['blocked']); // one word for one thing
    expect(saved).toBe(false); // nothing is called saved before it is
    old.close();
    await opening;
    await saving;
    expect(told()).toEqual([]);
    expect((await ownReports(db)).length).toBe(1);
  });

  it('whose table does not answer in 5 s says so, goes round, and takes the word back when it does (fault 46)', async () => {
    db = new LocalDb();
    await openPatiently(db);
    const letGo = await holdMeta();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const round = goRound(readMeta(db, 'device'));
    const watching = watchTables(db);
    await vi.advanceTimersByTimeAsync(LATE_MS - 1);
    expect(told()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await round).toBe(false);
    expect(told()).toEqual(['no-answer']);
    expect((await ownReports(db)).length).toBe(0); // what can be read is read
    letGo();
    await watching;
    await expect.poll(told).toEqual([]);
  });

  it('that finds every table answering says nothing', async () => {
    db = new LocalDb();
    await openPatiently(db);
    await watchTables(db);
    expect(await goRound(Promise.resolve())).toBe(true);
    expect(told()).toEqual([]);
  });
});
