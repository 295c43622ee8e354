/** The page's handle on the face worker: when one is started, kept and ended. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { Identification, Recogniser } from '../../src/face/protocol.ts';
import { openRecogniser } from '../../src/face/recogniser.ts';
import type { Remote } from '../../src/platform/rpc.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A place where workers start; each answers as its `plan` says. */
function workers(plan: { load?: () => Promise<{ searched: number }>; identify?: () => Promise<Identification> } = {}) {
  const log = { started: 0, ended: 0 };
  const info = { people: 0, templates: 0, cursor: '', model: 'm' };
  const start = (): Remote<Recogniser> => {
    log.started++;
    return {
      load: plan.load ?? (async () => ({ searched: 0 })),
      startScan: async () => {},
      frame: async () => ({ landmarks: undefined, box: undefined, hint: 'no-face', captured: false }),
      identify: plan.identify ?? (async () => ({ kind: 'no-capture' })),
      enrol: async () => ({ kind: 'no-face' }),
      gallery: async () => info,
      replaceGallery: async () => info,
      applyReferences: async () => info,
      clearGallery: async () => {},
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

test('a call under way keeps the worker, however long it takes', async () => {
  const { log, recogniser } = workers({ load: () => new Promise((resolve) => setTimeout(resolve, 300_000)) });
  const load = recogniser.load();
  await recogniser.gallery();
  await vi.advanceTimersByTimeAsync(299_000);
  expect(log.ended).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  await load;
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
