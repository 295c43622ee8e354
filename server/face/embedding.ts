/** Templates of faces and of photos: the models are loaded in a thread for the first, and let go when idle. */

import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../contract/errors.ts';
import { openLane } from '../http/lane.ts';
import { hasModels } from './embed.ts';
import type { Answers, Order } from './embed-thread.ts';
import type { Who } from './look.ts';

export interface Embedding {
  /** Whether this server was built with the face models. */
  isThere(): Promise<boolean>;
  /**
   * The template of each upright face, RGBA; undefined without the models.
   * @throws AppError unavailable: too many wait
   */
  templatesOf(faces: readonly Uint8ClampedArray[]): Promise<Answers['faces']>;
  /**
   * Who is on a photo that was made by us (files/pictures.ts).
   * @throws AppError unavailable: too many wait, or it cannot be looked at
   */
  lookAt(photo: Uint8Array, who: Who): Promise<Answers['photo']>;
  close(): Promise<void>;
}

/** The models take some 150 MB while they are loaded, and a second to load. */
const IDLE_MS = 60_000;
const MAX_WAIT_MS = 20_000;
/** A photo without a face is looked at piece by piece, four times: two seconds on an idle machine. */
const MAX_LOOK_MS = 60_000;
const RETRY_MS = 10_000;
/** Beside the built server the thread is built too; beside its source it has to make TypeScript loadable first. */
const PROGRAM = import.meta.url.endsWith('.ts') ? '../start-beside.mjs' : './embed-thread.mjs';

/** `distDir` is where the server was built: the models are in it. */
export function openEmbedding(distDir: string): Embedding {
  const lane = openLane({ atOnce: 1, waiting: 50, patienceMs: MAX_WAIT_MS });
  const models = join(distDir, 'models');
  const closing = new AbortController();
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
      workerData: models,
      argv: ['face/embed-thread'],
      execArgv: [],
    });
    worker.unref();
    return worker;
  }

  async function ask<K extends Order['kind']>(order: Extract<Order, { kind: K }>, maxMs: number): Promise<Answers[K]> {
    running ??= start();
    running.postMessage(order);
    const signal = AbortSignal.any([AbortSignal.timeout(maxMs), closing.signal]);
    const [answer] = await once(running, 'message', { signal });
    return answer as Answers[K]; // as the thread's own file writes it
  }

  const inTurn = <K extends Order['kind']>(order: Extract<Order, { kind: K }>, maxMs: number): Promise<Answers[K]> =>
    lane(async () => {
      clearTimeout(idle);
      try {
        return await ask(order, maxMs);
      } catch (error) {
        await end(); // whatever state it is in, the next gets another
        throw new AppError('unavailable', 'Faces cannot be looked at now; try again', {
          retryAfterMs: RETRY_MS,
          cause: error,
        });
      } finally {
        idle = setTimeout(() => void end(), IDLE_MS).unref();
      }
    });

  return {
    isThere: () => hasModels(models),
    templatesOf: (faces) => inTurn({ kind: 'faces', faces }, MAX_WAIT_MS),
    lookAt: (photo, who) => inTurn({ kind: 'photo', photo, who }, MAX_LOOK_MS),
    async close() {
      closing.abort();
      await end();
    },
  };
}
