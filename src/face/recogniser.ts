/** The page's handle on the face worker: started when first needed, ended when idle, started anew after it was lost. */

import { AppError } from '../../contract/errors.ts';
import { connect, type Remote, transfer } from '../platform/rpc.ts';
import { startWorker as startScript } from '../platform/scripts.ts';
import type { Recogniser } from './protocol.ts';
import workerUrl from './worker/main.ts?worker&url';

/** A worker holds about 200 MB of memory; a phone needs that for other things when nobody scans. */
const IDLE_MS = 60_000;
/** While the user chooses among several faces, the worker holds the frame they are on. */
const CHOICE_MS = 600_000;

/**
 * A browser short of memory may end a worker without a word: one that has not answered by then is taken for lost. The
 * limits are far above what the work takes, since work that cannot keep to its limit would never get done: on a desktop
 * a frame takes 0.02 s, a start 1 s, a search 0.2 s, a photo looked at piece by piece 2 s. No call downloads anything.
 * A frame may have to wait for the start of the model that compares.
 */
const LIMITS_MS = { scan: 30_000, photo: 120_000, gallery: 120_000 } as const;

/**
 * One worker at a time. A crash, or a silence beyond the limit, fails the calls under way with `worker-lost`; the next
 * call starts a new worker, which knows the gallery again but not the frames of the scan. A bitmap given to `frame` is
 * moved, not copied.
 */
export function openRecogniser(start: () => Remote<Recogniser> = startWorker): Recogniser & { end(): void } {
  let worker: Remote<Recogniser> | undefined;
  let underWay = 0;
  let keepMs = IDLE_MS;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    clearTimeout(idle);
    worker?.end();
    worker = undefined;
  };
  const run = async <T>(work: keyof typeof LIMITS_MS, call: (worker: Recogniser) => Promise<T>): Promise<T> => {
    worker ??= start();
    const mine = worker;
    clearTimeout(idle);
    underWay++;
    try {
      return await within(LIMITS_MS[work], call(mine));
    } catch (error) {
      // Whoever called shows it to the user, in other words; these are for who looks into it (R352).
      console.warn('The face worker failed:', error);
      if (error instanceof AppError && error.code === 'worker-lost') {
        mine.end();
        if (worker === mine) worker = undefined;
      }
      throw error;
    } finally {
      underWay--;
      if (underWay === 0) idle = setTimeout(end, keepMs);
    }
  };
  return {
    load: () => run('scan', (on) => on.load()),
    startScan: () => run('scan', (on) => on.startScan()),
    frame: (image, timeMs) => run('scan', (on) => on.frame(transfer(image, [image]), timeMs)),
    identify: (limit, face) =>
      run('scan', async (on) => {
        const answer = await on.identify(limit, face);
        keepMs = answer.kind === 'several-faces' ? CHOICE_MS : IDLE_MS;
        return answer;
      }),
    moment: () => run('scan', (on) => on.moment()),
    enrol: (photo, face) => run('photo', (on) => on.enrol(photo, face)),
    gallery: () => run('gallery', (on) => on.gallery()),
    replaceGallery: (pack) => run('gallery', (on) => on.replaceGallery(pack)),
    applyReferences: (page) => run('gallery', (on) => on.applyReferences(page)),
    clearGallery: () => run('gallery', (on) => on.clearGallery()),
    lend: (lent) => run('gallery', (on) => on.lend(lent)),
    isLent: (id) => run('gallery', (on) => on.isLent(id)),
    // No worker is started to forget what it does not know.
    takeBack: async () => {
      if (worker) await run('gallery', (on) => on.takeBack());
    },
    end,
  };
}

/** @throws AppError worker-lost */
async function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const lost = () => reject(new AppError('worker-lost', `the worker gave no answer in ${limitMs} ms`));
    timer = setTimeout(lost, limitMs);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function startWorker(): Remote<Recogniser> {
  return connect<Recogniser>(startScript(workerUrl, 'face'));
}
