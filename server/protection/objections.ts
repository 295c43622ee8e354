/**
 * "This is me", "I am safe", "take it down": whoever a report is about stands above whoever posted it. It is hidden first
 * and decided then; see docs/decisions/051.
 */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { OBJECTION_HOURS, OBJECTION_REST_DAYS } from '../../contract/limits.ts';
import type { listObjections, ObjectionOutcome, objectTo } from '../../contract/protection.ts';
import { type Caller, PERMISSIONS } from '../../contract/user.ts';
import { writeAudit, writeListRead } from '../audit/audit.ts';
import { type SignedIn, signedIn } from '../auth/signed-in.ts';
import { eraseKeysSoon } from '../db/erase-keys.ts';
import type { Db } from '../db/schema.ts';
import { isIdle, proofNeeded } from '../http/mount.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { tell, tellTeam } from '../notices/tell.ts';
import { held, heldIf } from '../reports/held.ts';
import { projectReport, sightOf } from '../reports/projection.ts';
import { IS_CLOSED, type ReportRow, reportsById, templatesOf } from '../reports/read.ts';
import { actorOf, isOwner, isPolice, isVeiled, mayChange } from '../reports/rules.ts';
import { changeStatus, changeSubject } from '../reports/store.ts';
import { suppress } from '../suppression/list.ts';
import { stationOf } from './case.ts';
import { showAgain, unveil, veil } from './protect.ts';
import { type Moment, showsPerson } from './selfie.ts';

type Said = Pick<ParsedInputOf<typeof objectTo>, 'id' | 'kind' | 'words' | 'contact' | 'inPerson'> & {
  selfie: readonly Moment[] | undefined;
};
type Proof = 'none' | 'selfie' | 'station';

const TOTAL = sql<number>`(count(*) over ())::int`;
const HOUR_MS = 3_600_000;
const PAGE = 100;

/** The job that shows a report again when nobody has decided in time. */
export const END_HOLD = 'end-hold';
const Hold = z.object({ objectionId: z.uuid() });

/**
 * Take an objection to a report that the caller knows of; until when it is decided.
 * @throws AppError not-found when there is nothing to object to for them, proof-needed for an office that lies idle
 */
export async function takeObjection(tx: Db, caller: Caller, said: Said): Promise<Date> {
  const row = await heldIf(tx, said.id, (report) => !isOwner(report, caller) && sightOf(report, caller) !== 'none');
  // Of a protected person there is no record any more, and of what has ended nothing to take down.
  if (!row) throw new AppError('not-found', 'There is no such report');
  const proof = await proofOf(tx, caller, row, said);
  const dueAt = new Date(Date.now() + OBJECTION_HOURS * HOUR_MS);
  const id = randomUUID();
  const hides =
    proof !== 'none' &&
    isOpen(row) &&
    row.hidden_for !== 'protected' && // what hides it otherwise may end before somebody has decided on this
    (proof === 'station' || !(await hasHidden(tx, row.id)));
  await tx
    .insertInto('objection')
    .values({
      id,
      report_id: row.id,
      kind: said.kind,
      proof,
      words: said.words || null,
      contact: said.contact || null,
      station: proof === 'station' ? await stationOf(tx, signedIn(caller)) : null,
      hid: hides,
      due_at: dueAt,
    })
    .execute();
  if (proof === 'station') await writeAudit(tx, signedIn(caller), 'objection-in-person', row.id);
  if (hides) {
    await veil(tx, row.id, 'objection');
    await addJob(tx, END_HOLD, { objectionId: id } satisfies z.infer<typeof Hold>, dueAt);
  }
  await tellTeam(tx, PERMISSIONS.moderate, { kind: 'objection-made' }, row.owner_id ?? undefined);
  return dueAt;
}

const isOpen = ({ status }: ReportRow): boolean => ['pending_review', 'published', 'appealed'].includes(status);

/** An officer has seen who they are; a selfie counts when it shows the person of the report, before a camera now. */
async function proofOf(tx: Db, caller: Caller, row: ReportRow, { inPerson, selfie }: Said): Promise<Proof> {
  if (inPerson && isIdle(caller)) throw proofNeeded();
  if (inPerson && isPolice(caller)) return 'station';
  if (!selfie) return 'none';
  const codes = (await templatesOf(tx, [row.id])).get(row.id) ?? [];
  return showsPerson(selfie, { codes, youngest: row.age_min ?? undefined }) ? 'selfie' : 'none';
}

/** A selfie is a face before a camera, and may be a picture of one: it hides a report once in a while, whatever became of that. */
async function hasHidden(tx: Db, reportId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom('objection')
    .select('id')
    .where('report_id', '=', reportId)
    .where('hid', '=', true)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(OBJECTION_REST_DAYS)})`)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** What waits for a moderator, the one that is due first first; never one to their own report. */
export async function readObjections(db: Db, caller: SignedIn): Promise<OutputOf<typeof listObjections>> {
  await writeListRead(db, caller, 'objections-read');
  const waiting = await db
    .selectFrom('objection')
    .innerJoin('report', 'report.id', 'objection.report_id')
    .selectAll('objection')
    .select(TOTAL.as('total'))
    .where('decided_at', 'is', null)
    .where(sql<boolean>`not ${IS_CLOSED} and report.owner_id is distinct from ${caller.userId}::uuid`)
    .orderBy('due_at')
    .orderBy('objection.id')
    .limit(PAGE)
    .execute();
  const rows = await reportsById(db, [...new Set(waiting.map(({ report_id }) => report_id))]);
  const data = waiting.flatMap(({ report_id, created_at, due_at, id, kind, proof, hid, words, contact, station }) => {
    const row = rows.get(report_id);
    const report = row && projectReport(row, caller);
    if (!report) return [];
    const said = { ...(words ? { words } : {}), ...(contact ? { contact } : {}), ...(station ? { station } : {}) };
    const when = { createdAt: created_at.toISOString(), dueAt: due_at.toISOString() };
    return [{ id, kind, proof, ...said, holds: holdsNow({ hid, due_at }, row), ...when, report }];
  });
  return { data, total: waiting[0]?.total ?? 0 };
}

const holdsNow = ({ hid, due_at }: { hid: boolean; due_at: Date }, { hidden_for }: ReportRow): boolean =>
  hid && hidden_for === 'objection' && due_at.getTime() > Date.now();

type Outcome = z.infer<typeof ObjectionOutcome>;

/** Decide on all that wait to the same report: they are about one person. */
export async function decideOn(tx: Db, by: SignedIn, id: string, outcome: Outcome, reason: string): Promise<void> {
  const found = await tx.selectFrom('objection').select('report_id').where('id', '=', id).executeTakeFirst();
  const row = found && (await held(tx, found.report_id));
  if (!row || isOwner(row, by)) throw new AppError('not-found', 'There is no such objection');
  const decided = await tx
    .updateTable('objection')
    .set({ decided_at: new Date(), outcome, words: null, contact: null }) // read, and needed no more
    .where('report_id', '=', row.id)
    .where('decided_at', 'is', null)
    .returning('id')
    .execute();
  if (!decided.some((one) => one.id === id)) throw new AppError('conflict', 'Somebody has decided on it');
  await eraseKeysSoon(tx, { ids: decided.map((one) => one.id) });
  await OUTCOMES[outcome](tx, row, actorOf(by, row), reason);
  await writeAudit(tx, by, `objection-${outcome}`, row.id, reason);
}

const OUTCOMES: Record<Outcome, (tx: Db, row: ReportRow, actor: string, reason: string) => Promise<void>> = {
  /** The search ends. The family reads "safe": where they are, and that they wrote, is nobody's to know. */
  async safe(tx, row, actor) {
    await end(tx, row, actor, async () => {
      if (row.condition !== 'safe') await changeSubject(tx, row.id, 'safe', actor);
    });
    if (row.owner_id) await tell(tx, { userId: row.owner_id, kind: 'person-safe', reportId: row.id });
  },
  async removed(tx, row, actor, reason) {
    await end(tx, row, actor);
    if (row.owner_id)
      await tell(tx, { userId: row.owner_id, kind: 'report-removed', reportId: row.id, detail: reason });
  },
  async protected(tx, row) {
    await veil(tx, row.id, 'protected');
  },
  async refused(tx, row) {
    if (row.hidden_for === 'objection') await showAgain(tx, row.id);
  },
};

/** It is no more looked for, and shown to nobody. */
async function end(tx: Db, row: ReportRow, actor: string, first?: () => Promise<void>): Promise<void> {
  if (isVeiled(row)) await unveil(tx, row.id);
  await first?.();
  if (mayChange(row.status, 'withdrawn')) await changeStatus(tx, row.id, 'withdrawn', actor);
  else await suppress(tx, [row.id]);
}

/** Show again what nobody has decided on in time, unless another holds it still; it stays in the list of what waits. */
export const endHold =
  (db: Db): JobHandler =>
  async (payload) => {
    const { objectionId } = Hold.parse(payload);
    await db.transaction().execute(async (tx) => {
      const objection = await tx.selectFrom('objection').selectAll().where('id', '=', objectionId).executeTakeFirst();
      if (!objection || objection.decided_at) return; // what hides it since is a later one
      const row = await held(tx, objection.report_id);
      if (row?.hidden_for !== 'objection' || (await isHeldLonger(tx, objection))) return;
      await showAgain(tx, row.id);
      await tellTeam(tx, PERMISSIONS.moderate, { kind: 'objection-made' }, row.owner_id ?? undefined);
    });
  };

/** Whether another that nobody has decided on hides the same report past this one: each has its own hours. */
async function isHeldLonger(tx: Db, { report_id, due_at }: { report_id: string; due_at: Date }): Promise<boolean> {
  const later = await tx
    .selectFrom('objection')
    .select('id')
    .where('report_id', '=', report_id)
    .where('hid', '=', true)
    .where('decided_at', 'is', null)
    .where('due_at', '>', due_at)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
