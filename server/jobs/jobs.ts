/**
 * Work that a write leaves for later: it is stored in the write's own transaction, and done after it at least once.
 *
 * Each server process takes jobs by itself; a job is held by one of them for a while and is free again when that one
 * died. No transaction is open while a handler runs, so a slow mail server holds up nothing but its own job.
 */

import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/**
 * Do one job. Throwing has it done again later; a job whose subject is gone is simply done. What it leaves for later is
 * `patient` where it is.
 */
export type JobHandler = (payload: unknown, job?: { patient: boolean }) => Promise<void>;

export interface JobOptions {
  onError(error: unknown, kind: string): void;
  /** Kinds that come back by themselves, with the milliseconds between two runs. */
  every?: Readonly<Record<string, number>>;
}

export interface Jobs {
  /** Look for work now: somebody may have added some. */
  wake(): void;
  /** Until nothing that is due is left. */
  idle(): Promise<void>;
  /** Take no more, and wait for what is under way. */
  stop(): Promise<void>;
}

/** Other processes add jobs too, and some are for later. */
const LOOK_EVERY_MS = 5000;
const AT_ONCE = 4;
/** What goes to the many who follow lets all else go first: one lane is never theirs, however slow a push service is. */
const PATIENT_AT_ONCE = AT_ONCE - 1;
const HELD_S = 300;
/** From 10 s, doubled each time: the last try is about six hours after the first. */
const MAX_TRIES = 12;
const FIRST_DELAY_S = 10;

/**
 * Store a job; it runs after the transaction it is stored in, from `runAt` on. `patient` is one of thousands, of what nobody has
 * to act on: all others go first (decision 107).
 */
export const addJob = (tx: Db, kind: string, payload: object, runAt?: Date, patient = false): Promise<void> =>
  addJobs(tx, kind, [payload], runAt, patient);

/** Several of one kind, in one statement. */
export async function addJobs(
  tx: Db,
  kind: string,
  payloads: readonly object[],
  runAt?: Date,
  patient = false,
): Promise<void> {
  const rest = { kind, patient, held_until: null, ...(runAt ? { run_at: runAt } : {}) };
  await tx
    .insertInto('job')
    .values(payloads.map((payload) => ({ ...rest, payload: JSON.stringify(payload) })))
    .execute();
}

export function startJobs(
  db: Db,
  handlers: Readonly<Record<string, JobHandler>>,
  { onError, every = {} }: JobOptions,
): Jobs {
  const kinds = Object.keys(handlers);
  let stopped = false;
  /** Each takes one job after the other; one that takes long keeps its own lane busy, and no other. */
  const lanes = new Set<Promise<void>>();
  /** Patient ones under way, or just being looked for. */
  let patient = 0;
  /** A lane is about to learn whether there is any work: nobody else need ask. */
  let looking = false;
  /** Somebody woke us while we were looking: what they added may have been missed. */
  let again = false;

  async function run(job: TakenJob): Promise<void> {
    try {
      await handlers[job.kind]?.(job.payload, job);
      await finish(db, job, every[job.kind]);
    } catch (error) {
      onError(error, job.kind);
      if (job.tries >= MAX_TRIES) await finish(db, job, every[job.kind]);
      else await putBack(db, job);
    } finally {
      if (job.patient) patient--;
    }
  }

  /** The first of the patient ones while none of them is under way, so that they come forward too; else of all others first. */
  async function takeNext(): Promise<TakenJob | undefined> {
    return patient === 0
      ? ((await takePatient()) ?? (await takeJob(db, kinds, false)))
      : ((await takeJob(db, kinds, false)) ?? (await takePatient()));
  }

  async function takePatient(): Promise<TakenJob | undefined> {
    if (patient >= PATIENT_AT_ONCE) return undefined;
    patient++;
    let job: TakenJob | undefined;
    try {
      job = await takeJob(db, kinds, true);
    } finally {
      if (!job) patient--;
    }
    return job;
  }

  async function workOff(): Promise<void> {
    const first = await takeNext().finally(() => {
      looking = false;
    });
    if (first || again) wake(); // beside this lane, as long as there is more
    for (let job = first; job; job = stopped ? undefined : await takeNext()) await run(job);
  }

  function wake(): void {
    again = looking || lanes.size >= AT_ONCE;
    if (stopped || again) return;
    looking = true;
    const lane = workOff()
      .catch((error: unknown) => onError(error, 'jobs'))
      .finally(() => {
        lanes.delete(lane);
        if (again) wake();
      });
    lanes.add(lane);
  }

  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  const planned = plan(db, Object.keys(every)).catch((error: unknown) => onError(error, 'jobs'));
  void planned.then(wake);

  return {
    wake,
    async idle() {
      await planned;
      wake();
      while (lanes.size > 0) await Promise.all(lanes);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await planned;
      await Promise.all(lanes);
    },
  };
}

interface TakenJob {
  id: string;
  kind: string;
  payload: unknown;
  patient: boolean;
  tries: number;
}

/** Hold the oldest such job that is due. One statement: nobody else can hold it too, and nothing stays locked. */
async function takeJob(db: Db, kinds: readonly string[], patient: boolean): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    update job set held_until = clock_timestamp() + make_interval(secs => ${HELD_S}), tries = tries + 1
    where id = (
      select id from job
      where patient = ${patient} and run_at <= statement_timestamp() and (held_until is null or held_until < clock_timestamp())
        and kind = any(${[...kinds]}::text[])
      order by run_at, id limit 1 for update skip locked)
    returning id::text as id, kind, payload, patient, tries`.execute(db);
  return rows[0];
}

async function finish(db: Db, { id }: TakenJob, againInMs: number | undefined): Promise<void> {
  if (againInMs === undefined) await db.deleteFrom('job').where('id', '=', id).execute();
  else await delay(db, id, againInMs / 1000, 0);
}

const putBack = (db: Db, { id, tries }: TakenJob): Promise<void> =>
  delay(db, id, FIRST_DELAY_S * 2 ** (tries - 1), tries);

async function delay(db: Db, id: string, seconds: number, tries: number): Promise<void> {
  await sql`
    update job set held_until = null, tries = ${tries}, run_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id}::bigint`.execute(db);
}

/** See that each kind that comes back stands in the table once. */
async function plan(db: Db, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    await sql`
      insert into job (kind, payload) select ${kind}, '{}'
      where not exists (select 1 from job where kind = ${kind})`.execute(db);
  }
}
