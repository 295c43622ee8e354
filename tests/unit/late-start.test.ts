/** A start that waits: for the device's memory, which another window holds, or for a service worker that a slow browser puts in charge. */

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Workbox } from 'workbox-window';
import { goRound, LATE_MS, openPatiently, watchTables } from '../../src/app/late-start.ts';
import { hearLateNews, watchForNewer } from '../../src/app/update.ts';
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

describe('a service worker', () => {
  const SCRIPT = 'http://app/sw.js';
  /** Longer than Workbox takes for a worker's own haste (200 ms). */
  const SLOW_MS = 250;
  const newWorker = () => Object.assign(new EventTarget(), { state: 'installing', scriptURL: SCRIPT });
  type Worker = ReturnType<typeof newWorker>;
  /** What the browser knows of the app's workers. */
  const newRegistration = () =>
    Object.assign(new EventTarget(), {
      installing: undefined as Worker | undefined,
      waiting: undefined as Worker | undefined,
      active: undefined as Worker | undefined,
    });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** The app's own listening, on a browser that has no worker yet. */
  async function listenOn(registration: ReturnType<typeof newRegistration>) {
    const own = registration as unknown as ServiceWorkerRegistration; // as far as it is looked at
    const container = Object.assign(new EventTarget(), {
      controller: null,
      register: async () => own,
      getRegistration: async () => own,
    });
    vi.stubGlobal('navigator', { serviceWorker: container });
    vi.stubGlobal('location', new URL('http://app/'));
    vi.stubGlobal('self', globalThis);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const offer = vi.fn();
    const workbox = new Workbox(SCRIPT);
    watchForNewer(workbox, container, offer);
    hearLateNews(own, offer);
    await workbox.register({ immediate: true });
    return offer;
  }

  it('that is told of when it is installed already is no error at a first visit, and offered where it is newer', async () => {
    const registration = newRegistration();
    const offer = await listenOn(registration);
    const thrown = vi.fn();
    process.once('uncaughtException', thrown);
    onTestFinished(() => void process.off('uncaughtException', thrown));
    const first = newWorker();
    registration.waiting = first;
    registration.dispatchEvent(new Event('updatefound'));
    await new Promise((resolve) => setImmediate(resolve));
    expect([thrown.mock.calls, offer.mock.calls]).toEqual([[], []]);
    Object.assign(registration, { active: first, waiting: newWorker() });
    registration.dispatchEvent(new Event('updatefound'));
    expect(offer).toHaveBeenCalled();
  });

  it('that is slow to take charge at a first visit is offered to nobody, and a newer one behind it is', async () => {
    const registration = newRegistration();
    const offer = await listenOn(registration);
    const to = (worker: Worker, state: string) => {
      worker.state = state;
      worker.dispatchEvent(new Event('statechange'));
    };
    async function install(): Promise<Worker> {
      const worker = newWorker();
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      Object.assign(registration, { installing: undefined, waiting: worker });
      to(worker, 'installed');
      await vi.advanceTimersByTimeAsync(SLOW_MS);
      return worker;
    }

    const first = await install();
    expect(offer).not.toHaveBeenCalled();
    Object.assign(registration, { waiting: undefined, active: first });
    to(first, 'activating');
    to(first, 'activated');
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(offer).not.toHaveBeenCalled();
    await install();
    expect(offer).toHaveBeenCalled();
  });
});
