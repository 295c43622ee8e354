/** The process beside the server in which files are opened (workshop-process.ts): started for the first, ended when idle. */

import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../contract/errors.ts';
import { type LaneLimits, openLane } from '../http/lane.ts';
import { notA } from './kinds.ts';
import type { Answer, Outcome, Task } from './tasks.ts';

/**
 * One file is open at a time: hundreds may be complete in one moment, and what waits is on disk. Who waits for too long is
 * told to come again, and then nothing of it is sent twice.
 */
const ONE: LaneLimits = { atOnce: 1, waiting: 10_000, patienceMs: 20_000 };
/** A task ends itself by its processor time; one that lasts longer waits for a machine that is overwhelmed. */
const MAX_WAIT_MS = 30_000;
const RETRY_MS = 10_000;
const IDLE_MS = 60_000;

/** Without what it says of a file that it refuses, or of a world that fails: those are thrown. */
export type Done = Exclude<Outcome, { kind: 'refused' | 'failed' }>;

export interface Workshop {
  /**
   * Do a task, in its turn.
   * @throws AppError not-readable: the file is none that is kept; unavailable: too many wait
   */
  work(task: Task): Promise<Done>;
}

let running: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
const lane = openLane(ONE);

/** One for all who ask in this process. */
export const workshop: Workshop = {
  work: (task) =>
    lane(async () => {
      clearTimeout(idle);
      try {
        return done(await attempt(task));
      } finally {
        idle = setTimeout(end, IDLE_MS).unref();
      }
    }),
};

/** A process that was killed, by the system for want of memory perhaps, says nothing about the file: once more. */
async function attempt(task: Task): Promise<Outcome> {
  return (await ask(task)) ?? (await ask(task)) ?? { kind: 'refused', why: 'too-costly', of: 'photo', detail: 'died' };
}

function done(outcome: Outcome): Done {
  if (outcome.kind === 'refused') throw notA(outcome.of, new Error(outcome.detail), outcome.why);
  if (outcome.kind === 'failed') throw Object.assign(new Error(outcome.message), { code: outcome.code });
  return outcome;
}

/** Undefined when the process ended without a word. */
function ask(task: Task): Promise<Outcome | undefined> {
  running ??= start();
  const child = running;
  child.ref();
  child.channel?.ref();
  return new Promise<Outcome | undefined>((resolve, reject) => {
    const late = setTimeout(() => {
      end();
      reject(
        new AppError('unavailable', 'The server is busy; nothing was lost, try again', { retryAfterMs: RETRY_MS }),
      );
    }, MAX_WAIT_MS);
    const finish = (answer?: Answer) => {
      clearTimeout(late);
      child.off('message', finish).off('exit', onEnd).off('error', onEnd);
      if (answer?.last) end();
      resolve(answer?.outcome);
    };
    const onEnd = () => {
      if (running === child) running = undefined;
      finish();
    };
    child.on('message', finish).on('exit', onEnd).on('error', onEnd);
    child.send(task, (error) => error && onEnd());
  }).finally(() => {
    child.unref();
    child.channel?.unref();
  });
}

/** Beside the built server the process is built too; beside its source it has to make TypeScript loadable first. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = isSource ? '../start-beside.mjs' : './workshop-process.mjs';

function start(): ChildProcess {
  const child = fork(fileURLToPath(new URL(PROGRAM, import.meta.url)), isSource ? ['files/workshop-process'] : [], {
    env: { NODE_OPTIONS: process.env.NODE_OPTIONS }, // no secret of the server's
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => {
    if (running === child) running = undefined;
  });
  child.on('error', () => undefined); // told to whoever waits for it
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

function end(): void {
  const ending = running;
  running = undefined;
  ending?.kill('SIGKILL');
}
