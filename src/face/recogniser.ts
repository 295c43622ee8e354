/** The page's handle on the face worker: started when first needed, ended when idle, started anew after a crash. */

import { AppError } from '../../contract/errors.ts';
import { connect, type Remote, transfer } from '../platform/rpc.ts';
import type { Recogniser } from './protocol.ts';

/** A worker holds about 200 MB of memory; a phone needs that for other things when nobody scans. */
const IDLE_MS = 60_000;
/** While the user chooses among several faces, the worker holds the frame they are on. */
const CHOICE_MS = 600_000;

/**
 * One worker at a time. A crash fails the calls under way with `worker-lost`; the next call starts a new worker,
 * which knows the gallery again but not the frames of the scan. A bitmap given to `frame` is moved, not copied.
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
  const run = async <T>(call: (worker: Recogniser) => Promise<T>): Promise<T> => {
    worker ??= start();
    const mine = worker;
    clearTimeout(idle);
    underWay++;
    try {
      return await call(mine);
    } catch (error) {
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
    load: () => run((on) => on.load()),
    startScan: () => run((on) => on.startScan()),
    frame: (image, timeMs) => run((on) => on.frame(transfer(image, [image]), timeMs)),
    identify: (limit, face) =>
      run(async (on) => {
        const answer = await on.identify(limit, face);
        keepMs = answer.kind === 'several-faces' ? CHOICE_MS : IDLE_MS;
        return answer;
      }),
    enrol: (photo, face) => run((on) => on.enrol(photo, face)),
    gallery: () => run((on) => on.gallery()),
    replaceGallery: (pack) => run((on) => on.replaceGallery(pack)),
    applyReferences: (page) => run((on) => on.applyReferences(page)),
    clearGallery: () => run((on) => on.clearGallery()),
    end,
  };
}

function startWorker(): Remote<Recogniser> {
  return connect<Recogniser>(
    new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name: 'face' }),
  );
}
