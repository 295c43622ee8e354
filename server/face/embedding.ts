/** Templates of faces that were sent as pixels: the model is loaded in a thread for the first, and let go when idle. */

import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../contract/errors.ts';
import { openLane } from '../http/lane.ts';
import type { Faces, Templates } from './embed-thread.ts';

export interface Embedding {
  /**
   * The template of each upright face.
   * @throws AppError unavailable: too many wait
   */
  templatesOf(faces: Faces): Promise<Templates>;
  close(): Promise<void>;
}

/** The model takes some 100 MB while it is loaded, and half a second to load. */
const IDLE_MS = 60_000;
const MAX_WAIT_MS = 20_000;
const RETRY_MS = 10_000;
/** Beside the built server the thread is built too; beside its source it has to make TypeScript loadable first. */
const PROGRAM = import.meta.url.endsWith('.ts') ? '../start-beside.mjs' : './embed-thread.mjs';

/** `distDir` is where the server was built: the models are in it. */
export function openEmbedding(distDir: string): Embedding {
  const lane = openLane({ atOnce: 1, waiting: 50, patienceMs: MAX_WAIT_MS });
  let running: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const last = running;
    running = undefined;
    await last?.terminate();
  }

  function start(): Worker {
    const worker = new Worker(new URL(PROGRAM, import.meta.url), {
      name: 'faces',
      workerData: join(distDir, 'models'),
      argv: ['face/embed-thread'],
      execArgv: [],
    });
    worker.unref();
    return worker;
  }

  async function ask(faces: Faces): Promise<Templates> {
    running ??= start();
    running.postMessage(faces);
    const [templates] = await once(running, 'message', { signal: AbortSignal.timeout(MAX_WAIT_MS) });
    return templates as Templates; // as the thread's own file writes it
  }

  return {
    templatesOf: (faces) =>
      lane(async () => {
        clearTimeout(idle);
        try {
          return await ask(faces);
        } catch (error) {
          await end(); // whatever state it is in, the next gets another
          throw new AppError('unavailable', 'Faces cannot be looked at now; try again', {
            retryAfterMs: RETRY_MS,
            cause: error,
          });
        } finally {
          idle = setTimeout(() => void end(), IDLE_MS).unref();
        }
      }),
    close: end,
  };
}
