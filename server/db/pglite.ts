/** PGlite behind pg: starts its worker and gives a pool that speaks to it, so that all other code sees PostgreSQL. */

import { Worker } from 'node:worker_threads';
import { Pool, type PoolConfig } from 'pg';
import { PlanningClient } from './client.ts';
import { lockFolder } from './lock.ts';
import type { FromWorker, ToWorker } from './pglite-protocol.ts';
import { PgliteStream } from './pglite-stream.ts';
import { wayOut } from './whole.ts';

export interface Pglite {
  pool: Pool;
  /** The running worker; one that died is replaced, as a server that crashed recovers at its next start. */
  worker(): Promise<Worker>;
  /** How often the worker forced bytes to the disk since it started. */
  countFsyncs(): Promise<number>;
  /** After the pool has ended. */
  close(): Promise<void>;
}

/** Longer than any queue a laptop should have; past it a caller is told, rather than kept. */
const QUEUE_TIMEOUT_MS = 30_000;

/** No recovery takes so long: a start that does has come to nothing, and somebody must be told. */
const START_LIMIT_MS = 180_000;

/** Open the database in `dir` for this process alone, making it when there is none. */
export async function startPglite(dir: string, config: PoolConfig = {}): Promise<Pglite> {
  const unlock = lockFolder(dir);
  const worker = keepWorker(dir);
  try {
    await worker();
  } catch (error) {
    unlock();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database in ${dir} cannot be opened: ${reason}\n${wayOut(dir)}`, { cause: error });
  }
  const pool = new Pool({
    ...config,
    Client: PlanningClient,
    // PGlite is one session. A second connection would share its transaction.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
    stream: () => new PgliteStream(worker),
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
  });
  return {
    pool,
    worker,
    async countFsyncs() {
      return (await ask(await worker(), { kind: 'count-fsyncs' }, 'fsyncs')).count;
    },
    async close() {
      const last = await worker();
      await ask(last, { kind: 'close' }, 'closed');
      await last.terminate();
      unlock();
    },
  };
}

function keepWorker(dir: string): () => Promise<Worker> {
  let running: Promise<Worker> | undefined;
  const forget = () => {
    running = undefined;
  };
  return () => {
    running ??= startWorker(dir, forget);
    return running;
  };
}

/** Beside the built server the worker is built too; beside its source it has to make TypeScript loadable first. */
const WORKER = import.meta.url.endsWith('.ts') ? '../start-beside.mjs' : './pglite-worker.mjs';

async function startWorker(dir: string, onEnd: () => void): Promise<Worker> {
  const worker = new Worker(new URL(WORKER, import.meta.url), {
    name: 'pglite',
    workerData: dir,
    argv: ['db/pglite-worker'],
    execArgv: [], // of the main thread's own, some are not for workers
  });
  worker.once('exit', onEnd);
  const late = setTimeout(() => void worker.terminate(), START_LIMIT_MS);
  await next(worker, 'ready').finally(() => clearTimeout(late));
  worker.on('error', (error) => console.error('The embedded database stopped and will start again:', error));
  return worker;
}

type Answer<K extends FromWorker['kind']> = Extract<FromWorker, { kind: K }>;

function ask<K extends FromWorker['kind']>(worker: Worker, message: ToWorker, kind: K): Promise<Answer<K>> {
  const answer = next(worker, kind);
  worker.postMessage(message);
  return answer;
}

/** The worker's next message of a kind; rejects when the worker ends first. */
function next<K extends FromWorker['kind']>(worker: Worker, kind: K): Promise<Answer<K>> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const isAnswer = (message: FromWorker): message is Answer<K> => message.kind === kind;
    const onMessage = (message: FromWorker) => {
      if (isAnswer(message)) finish(() => resolve(message));
    };
    const onError = (error: Error) => finish(() => reject(error));
    const onExit = () => finish(() => reject(new Error('The database has stopped.')));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}
