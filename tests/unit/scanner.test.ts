/** What comes of a scan after the face was found: what this phone keeps of it, and what it asks. */

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { GUARDED_VIEW } from '../../contract/report.ts';
import { createScanner, type Scanner } from '../../src/features/scan/scanner.ts';
import { givesRoom, useStorageState } from '../../src/platform/room.ts';
import type { Services } from '../../src/services.ts';
import type { LocalDb } from '../../src/store/db.ts';
import { ownScans } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { scannedIn } from '../../src/store/own/scans.ts';
import { syncStatus } from '../../src/sync/status.ts';
import { newProfile, openLocalDb } from '../support/client.ts';

const PLACE = { lat: 30.901, lng: 75.8573 };
const FACE = { kind: 'searched', descriptor: [1, 2], model: 'm', photo: new Blob(['f']), searched: 3, candidates: [] };
const GUARDED = {
  found: true,
  candidates: [{ band: 'possible', data: GUARDED_VIEW }],
  searched: 4,
  receipt: { opId: 'o', receivedAt: '2026-11-21T10:00:00Z' },
};

let db: LocalDb;
/** What the server says, and what the device says of where it is. */
let answer: () => Promise<unknown>;
let position: Promise<typeof PLACE>;

beforeEach(() => {
  db = openLocalDb(newProfile());
  syncStatus.set({ link: 'online' });
  position = Promise.resolve(PLACE);
  vi.stubGlobal('navigator', {
    permissions: { query: async () => ({ state: 'granted' }) },
    geolocation: {
      getCurrentPosition: (done: (found: object) => void) =>
        void position.then(({ lat, lng }) => done({ coords: { latitude: lat, longitude: lng } })),
    },
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

/** A scanner before which a face was chosen; whoever ends it has looked for it. */
function scanFace() {
  const services = { db, api: { call: () => answer() }, face: { identify: async () => FACE } };
  const scanner = createScanner(services as unknown as Services); // nothing else of them is asked after the face was found
  scanner.store.setState({ kind: 'choosing', faces: [] }, true);
  return { scanner, searched: scanner.choose(0) };
}

const kept = async () => (await ownScans(db))[0];
const keptPlace = async () => (await kept())?.place;

describe('the place of a scan', () => {
  it('is kept where the server could not be asked and the queue asks later', async () => {
    answer = () => Promise.reject(new AppError('network', 'no'));
    await scanFace().searched;
    await expect.poll(keptPlace).toEqual(PLACE);
  });

  it('is kept where the server takes longer than anybody waits', async () => {
    answer = () => new Promise(() => {});
    void scanFace();
    await expect.poll(keptPlace).toEqual(PLACE);
  });

  it('is kept where the answer comes before the device has said where it is, and somebody guarded is in question', async () => {
    let say: (place: typeof PLACE) => void = () => undefined;
    position = new Promise((resolve) => {
      say = resolve;
    });
    answer = async () => GUARDED;
    await scanFace().searched;
    expect((await kept())?.answer?.candidates).toHaveLength(1);
    say(PLACE);
    await expect.poll(keptPlace).toEqual(PLACE);
    expect(scannedIn((await kept()) as never)).toBeDefined();
  });

  it('is asked of no device that was not allowed to say it', async () => {
    Object.assign(navigator, { permissions: { query: async () => ({ state: 'prompt' }) } });
    answer = async () => GUARDED;
    await scanFace().searched;
    expect(await keptPlace()).toBeUndefined();
  });
});

describe('a scan on a full phone', () => {
  /** The database takes no row that is larger than this phone has room for. */
  const fill = (room: 'for no row' | 'for no picture') =>
    db.made.hook('creating', (_key: unknown, row) => {
      if (room === 'for no row' || ('thumb' in row && row.thumb)) throw new DOMException('full', 'QuotaExceededError');
    });
  const outcome = ({ store }: Scanner) => {
    const scan = store.getState();
    return scan.kind === 'answered' ? scan.outcome : undefined;
  };

  beforeEach(() => {
    vi.stubGlobal('caches', { delete: async () => false });
    useStorageState.setState({ state: 'fine' });
  });

  it('is kept once something has made way', async () => {
    let isFull = true;
    db.made.hook('creating', () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    });
    const takeBack = givesRoom('packs', async () => {
      isFull = false;
    });
    onTestFinished(takeBack);
    answer = () => Promise.reject(new AppError('network', 'no'));
    const { scanner, searched } = scanFace();
    await searched;
    expect(outcome(scanner)).toMatchObject({ check: 'queued', isKept: true });
    expect((await kept())?.thumb).toBeDefined();
  });

  it('is kept without its picture where there is no room for that', async () => {
    fill('for no picture');
    answer = () => Promise.reject(new AppError('network', 'no'));
    const { scanner, searched } = scanFace();
    await searched;
    expect(outcome(scanner)).toMatchObject({ check: 'queued', isKept: true });
    expect([await kept(), (await queue(db)).length]).toEqual([
      expect.not.objectContaining({ thumb: expect.anything() }),
      1,
    ]);
  });

  it('shows what was found and asks the server all the same, and says that it was not kept', async () => {
    fill('for no row');
    answer = async () => GUARDED;
    const { scanner, searched } = scanFace();
    await searched;
    expect(outcome(scanner)).toMatchObject({ check: 'confirmed', isKept: false, matches: [{ view: GUARDED_VIEW }] });
    expect(await kept()).toBeUndefined();
  });

  it('says that nobody asks later where the server could not be asked, with and without a network', async () => {
    fill('for no row');
    answer = () => Promise.reject(new AppError('too-many', 'no', { retryAfterMs: 1000 }));
    for (const link of ['online', 'offline'] as const) {
      syncStatus.set({ link });
      const { scanner, searched } = scanFace();
      await searched;
      expect(outcome(scanner)).toMatchObject({ check: 'queued', isKept: false });
      expect(outcome(scanner)?.askAgainAt).toBeUndefined();
    }
  });
});

describe('what is said of one of several', () => {
  const X = { band: 'likely', data: { ...GUARDED_VIEW, id: 'x', _id: 'x', contact: 'relay' } };
  const inQuestion = async () => (await kept())?.answer?.candidates.map(({ data }) => data.id);

  beforeEach(() => {
    answer = async () => ({ ...GUARDED, candidates: [X, ...GUARDED.candidates] });
  });

  it('on the page of the scan leaves the question about somebody guarded, and their face, as they are', async () => {
    const { scanner, searched } = scanFace();
    await searched;
    scanner.accept('x');
    scanner.told();
    await expect.poll(inQuestion).toEqual([GUARDED_VIEW.id]);
    expect(scannedIn((await kept()) as never)).toBeDefined();
  });

  it('a no to each of them forgets the scan, and not before', async () => {
    const { scanner, searched } = scanFace();
    await searched;
    scanner.notThem('x');
    await expect.poll(inQuestion).toEqual([GUARDED_VIEW.id]);
    scanner.notThem(GUARDED_VIEW.id);
    await expect.poll(kept).toBeUndefined();
  });
});
