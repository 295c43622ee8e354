/** The page's handle on the face worker: when one is started, kept and ended. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { Recogniser } from '../../src/face/protocol.ts';
import { openRecogniser } from '../../src/face/recogniser.ts';
import type { Remote } from '../../src/platform/rpc.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const after = <T>(milliseconds: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));

/** A place where workers start; each answers as its `plan` says. */
function workers(plan: Partial<Recogniser> = {}) {
  const log = { started: 0, ended: 0 };
  const info = { people: 0, templates: 0, cursor: '', model: 'm' };
  const start = (): Remote<Recogniser> => {
    log.started++;
    return {
      load: async () => ({ searched: 0 }),
      startScan: async () => {},
      frame: async () => ({ landmarks: undefined, box: undefined, hint: 'no-face', captured: false }),
      identify: async () => ({ kind: 'no-capture' }),
      moment: async () => ({ kind: 'none' }),
      enrol: async () => ({ kind: 'no-face' }),
      gallery: async () => info,
      replaceGallery: async () => info,
      applyReferences: async () => info,
      clearGallery: async () => {},
      lend: async () => {},
      isLent: async () => false,
      takeBack: async () => {},
      ...plan,
      end: () => {
        log.ended++;
      },
    };
  };
  return { log, recogniser: openRecogniser(start) };
}

test('no worker is started before the first call, and one serves all calls', async () => {
  const { log, recogniser } = workers();
  expect(log.started).toBe(0);
  await Promise.all([recogniser.load(), recogniser.gallery(), recogniser.startScan()]);
  expect(log).toEqual({ started: 1, ended: 0 });
});

test('a worker that idles for a minute is ended; the next call starts another', async () => {
  const { log, recogniser } = workers();
  await recogniser.load();
  await vi.advanceTimersByTimeAsync(59_000);
  await recogniser.gallery();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(log.ended).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(log.ended).toBe(1);
  await recogniser.gallery();
  expect(log.started).toBe(2);
});

test('a call under way keeps the worker for longer than it may idle', async () => {
  const { log, recogniser } = workers({ enrol: () => after(100_000, { kind: 'no-face' }) });
  const enrol = recogniser.enrol(new Blob());
  await recogniser.gallery();
  await vi.advanceTimersByTimeAsync(99_000);
  expect(log.ended).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  await enrol;
});

const silent = () => new Promise<never>(() => {});
const SILENT = { frame: silent, load: silent, identify: silent, moment: silent, enrol: silent, gallery: silent };

test.each([
  ['a frame', 30_000, (on) => on.frame({} as ImageBitmap, 1)],
  ['the start', 30_000, (on) => on.load()],
  ['a search', 30_000, (on) => on.identify(3)],
  ['a moment of a selfie', 30_000, (on) => on.moment()],
  ['a photo', 120_000, (on) => on.enrol(new Blob())],
  ['the gallery', 120_000, (on) => on.gallery()],
] satisfies [string, number, (on: Recogniser) => Promise<unknown>][])(
  'a worker that keeps silent over %s is lost after %i ms, and the next call gets another',
  async (_, limitMs, call) => {
    const { log, recogniser } = workers(SILENT);
    const answer = expect(call(recogniser)).rejects.toMatchObject({ code: 'worker-lost' });
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(log).toEqual({ started: 1, ended: 0 });
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(log).toEqual({ started: 1, ended: 1 });
    await recogniser.startScan();
    expect(log.started).toBe(2);
  },
);

test('an answer in time is not counted as silence later', async () => {
  const { log, recogniser } = workers({ load: () => after(29_000, { searched: 7 }) });
  const load = recogniser.load();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await load).toEqual({ searched: 7 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(log).toEqual({ started: 1, ended: 0 });
});

test('while the user chooses among several faces, the frame they are on is kept', async () => {
  const { log, recogniser } = workers({ identify: async () => ({ kind: 'several-faces', faces: [] }) });
  await recogniser.identify(3);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(log.ended).toBe(0);
  await vi.advanceTimersByTimeAsync(301_000);
  expect(log.ended).toBe(1);
});

test('after a crash the call fails with worker-lost and the next one gets a new worker', async () => {
  let crashed = false;
  const { log, recogniser } = workers({
    load: async () => {
      if (crashed) return { searched: 7 };
      crashed = true;
      throw new AppError('worker-lost', 'out of memory');
    },
  });
  await expect(recogniser.load()).rejects.toMatchObject({ code: 'worker-lost' });
  expect(log).toEqual({ started: 1, ended: 1 });
  expect(await recogniser.load()).toEqual({ searched: 7 });
  expect(log.started).toBe(2);
});

test('a failure is written to the console and passed on as it is (R352)', async () => {
  const failure = new AppError('models-broken', 'a part is damaged');
  const { recogniser } = workers({
    load: async () => {
      throw failure;
    },
  });
  await expect(recogniser.load()).rejects.toBe(failure);
  expect(console.warn).toHaveBeenCalledWith(expect.any(String), failure);
});

test('another failure does not cost the worker', async () => {
  const { log, recogniser } = workers({
    load: async () => {
      throw new AppError('models-missing', 'not here yet');
    },
  });
  await expect(recogniser.load()).rejects.toMatchObject({ code: 'models-missing' });
  await recogniser.gallery();
  expect(log).toEqual({ started: 1, ended: 0 });
});
