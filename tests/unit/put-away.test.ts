/** A page that is left in the middle of its work: what the next page finds, and the page itself when it is back. */

import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { createStore, get, set } from 'idb-keyval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakOffWhenLeft } from '../../src/platform/put-away.ts';
import { atOnce } from '../../src/store/at-once.ts';
import { LocalDb } from '../../src/store/db.ts';
import { readMeta, writeMeta } from '../../src/store/meta.ts';
import { readAgain } from '../../src/store/read-again.ts';

/** The next page's own ways to the same databases. */
const factory = { open: IDBFactory.prototype.open };
const database = { transaction: IDBDatabase.prototype.transaction };

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What the next page reads, waiting for whatever holds the store. */
async function nextPageReads(name: string, store: string, key: string): Promise<unknown> {
  const db = await asked(factory.open.call(indexedDB, name));
  const value = await asked(database.transaction.call(db, store, 'readwrite').objectStore(store).get(key));
  db.close();
  return value;
}

describe('a page that is left while it writes', () => {
  const page = new EventTarget();
  let db: LocalDb;
  beforeAll(async () => {
    breakOffWhenLeft({ factory: IDBFactory.prototype, database: IDBDatabase.prototype, page });
    db = new LocalDb();
    await writeMeta(db, 'device', 'before');
  });
  afterAll(() => db.close());

  /** In one transaction, and never done with it: a page that is stopped hears of no answer. */
  const beginWhatNeverEnds = () =>
    atOnce(db, 'rw', [db.meta, db.made], async (db) => {
      await writeMeta(db, 'device', 'half');
      for (;;) await db.made.count();
    });
  const leave = () => page.dispatchEvent(new Event('pagehide'));

  it('holds no store against the next page, and undoes what it had not ended (fault 2)', async () => {
    const work = beginWhatNeverEnds();
    const end = expect(work).rejects.toMatchObject({ name: 'AbortError' });
    await asked(factory.open.call(indexedDB, 'wapsi')).then((other) => other.close());
    leave();
    expect(await nextPageReads('wapsi', 'meta', 'device')).toBe('before');
    await end;
  });

  it('leaves no other database held either', async () => {
    const reads = createStore('wapsi-reads', 'read');
    await set('a', 1, reads);
    const busy = reads('readwrite', (store) => {
      const again = (): void => {
        store.get('a').onsuccess = again;
      };
      again();
      return store.transaction;
    });
    const { onabort } = await busy;
    expect(onabort).toBeNull();
    leave();
    expect(await nextPageReads('wapsi-reads', 'read', 'a')).toBe(1);
    expect(await get('a', reads)).toBe(1);
  });

  it('what it begins after that is done once it is back', async () => {
    leave();
    await writeMeta(db, 'device', 'typed while it went');
    expect(await nextPageReads('wapsi', 'meta', 'device')).toBe('typed while it went');
  });

  it('stands in the way of no newer version, which opens at once (fault 27)', async () => {
    await db.meta.count();
    leave();
    const newer = factory.open.call(indexedDB, 'wapsi', 10_000);
    const opened = await asked(newer);
    opened.close();
    await asked(indexedDB.deleteDatabase('wapsi'));
  });

  it('tells its lists again when it is back, also those that were being read', async () => {
    const seen: (string | undefined)[] = [];
    await writeMeta(db, 'device', 'one');
    let readings = 0;
    const read = () =>
      atOnce(db, 'r', [db.meta], async (db) => {
        await db.meta.count();
        if (readings++ === 0) leave();
        return readMeta(db, 'device');
      });
    const watching = liveQuery(read).subscribe((value) => void seen.push(value));
    await expect.poll(() => readings).toBe(1);
    readAgain();
    await expect.poll(() => seen.at(-1)).toBe('one');
    await writeMeta(db, 'device', 'two');
    await expect.poll(() => seen.at(-1)).toBe('two');
    watching.unsubscribe();
  });

  it('complains of nothing that it broke off, of all else as ever, and of everything once it is back', () => {
    const isHeard = (name: string): boolean => {
      const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), {
        reason: Object.assign(new Error('x'), { name }),
      });
      return page.dispatchEvent(event);
    };
    const back = () => page.dispatchEvent(new Event('pageshow'));
    const heard = () => ['DatabaseClosedError', 'AbortError', 'TypeError'].map(isHeard);
    back();
    expect(heard()).toEqual([true, true, true]);
    leave();
    expect(heard()).toEqual([false, false, true]);
    back();
    expect(heard()).toEqual([true, true, true]);
  });
});
