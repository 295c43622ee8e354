/** Whole views of other people's records: each is a row in the log of the one who looks, and lasts as long as that row is young. */

import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { AuditAction, OpenReason } from '../../contract/moderation.ts';
import type { Caller } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { tellOfficers } from '../notices/tell.ts';
import { mayOpen, type Sight, sightOf } from './projection.ts';
import { type Judged, type ReportRow, reportsById } from './read.ts';
import { reviewMarks } from './review-mark.ts';
import { isOfDuty, isOwner, mayProtect } from './rules.ts';

type User = Extract<Caller, { kind: 'user' }>;

/** How long its photos and notes can be read after a record was opened. */
export const VIEW_MS = 15 * 60_000;

/** The acts that open a record: with a reason on its page, or by looking through the queue of posts to review. */
const OPENING = ['record-open', 'record-open-elsewhere', 'record-review'] as const satisfies readonly AuditAction[];

/** Those that open the photos of a record: and the look at a photo without a face, which opens nothing else of it. */
export const OPENING_PHOTOS = [...OPENING, 'photo-review'] as const satisfies readonly AuditAction[];

/** Which of these records (or claims, by another act) the caller has open now. */
export async function openedBy(
  db: Db,
  caller: Caller,
  ids: readonly string[],
  acts: readonly AuditAction[] = OPENING,
): Promise<ReadonlySet<string>> {
  if (!mayProtect(caller) || caller.kind === 'anonymous' || ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('audit')
    .select('subject_id')
    .distinct()
    .where('subject_id', 'in', [...ids])
    .where('actor_id', '=', caller.userId)
    .where('action', 'in', [...acts])
    .where('at', '>', sql<Date>`now() - ${VIEW_MS} * interval '1 millisecond'`)
    .execute();
  return new Set(rows.flatMap(({ subject_id }) => subject_id ?? []));
}

/** Whether the caller had it open then or later, and so may have read what was told of it, whenever their answer comes. */
export async function hasOpened(db: Db, { userId }: User, id: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', id)
    .where('actor_id', '=', userId)
    .where('action', 'in', OPENING)
    .where('at', '>=', new Date(since.getTime() - VIEW_MS))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the caller sees of each of these while some of them are open to them. */
export async function openedSights(db: Db, caller: Caller, rows: readonly Judged[]): Promise<Map<string, Sight>> {
  const opened = await openedBy(
    db,
    caller,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, sightWhile(opened, row, caller)]));
}

/** The same of one of them, by what {@link openedBy} answered. */
export const sightWhile = (opened: ReadonlySet<string>, row: Judged, caller: Caller): Sight =>
  opened.has(row.id) && mayOpen(row, caller) ? 'full' : sightOf(row, caller);

/**
 * Write down that the caller sees the whole of a record, in the transaction that gives it to them; until when it is open.
 * One of another district is opened with words of why, and the officers there are told who did.
 * @throws AppError bad-input without those words
 */
export async function openFor(
  tx: Db,
  caller: User,
  row: ReportRow,
  reason: OpenReason,
  detail: string | undefined,
): Promise<Date> {
  const isElsewhere = !isOfDuty(row, caller) && !isOwner(row, caller);
  if (isElsewhere && !detail)
    throw new AppError('bad-input', 'It is of another district: say why in words', { fields: { detail: 'required' } });
  const action = isElsewhere ? 'record-open-elsewhere' : 'record-open';
  await writeAudit(tx, caller, action, row.id, detail ? `${reason}: ${detail}` : reason);
  if (isElsewhere)
    await tellOfficers(tx, row, { kind: 'opened-elsewhere', detail: await whoIs(tx, caller) }, caller.userId);
  return new Date(Date.now() + VIEW_MS);
}

/** "Harbhajan Singh, Ludhiana City Kotwali": officers answer to each other by name. */
async function whoIs(tx: Db, { userId }: User): Promise<string> {
  const { name, organisation } = await tx
    .selectFrom('app_user')
    .select(['name', 'organisation'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return organisation ? `${name}, ${organisation}` : name;
}

/** A post to look at, and the mark of what is shown of it: none of the caller's own, on which somebody else decides. */
interface ToReview {
  row: ReportRow;
  mark: string | undefined;
}

/**
 * The same for the posts that a moderator is to look at: one row a record and look, however often the queue is read. What its
 * maker has changed since is looked at anew.
 */
export const openForReview = (db: Db, caller: User, ids: readonly string[]): Promise<Map<string, ToReview>> =>
  transact(db, async (tx) => {
    // What its maker is just changing is read once they have.
    if (ids.length > 0)
      await tx
        .selectFrom('report')
        .select('id')
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forShare()
        .execute();
    const rows = await reportsById(tx, ids);
    const others = [...rows.values()].flatMap((row) => (isOwner(row, caller) ? [] : [row.id]));
    const [opened, reviewed] = [await openedBy(tx, caller, others), await reviewedBy(tx, caller, others)];
    for (const id of others)
      if (!opened.has(id) || !reviewed.has(id)) await writeAudit(tx, caller, 'record-review', id, 'review');
    const marks = await reviewMarks(
      tx,
      [...rows.values()].filter((row) => !isOwner(row, caller)),
    );
    return new Map([...rows].map(([id, row]) => [id, { row, mark: marks.get(id) }]));
  });

/** The same of photos that a moderator looks for a face on: of the record they see no more than before. */
export async function openPhotos(tx: Db, caller: User, ids: readonly string[]): Promise<void> {
  const opened = await openedBy(tx, caller, ids, OPENING_PHOTOS);
  for (const id of ids) if (!opened.has(id)) await writeAudit(tx, caller, 'photo-review', id);
}

/** Which of these came to this moderator in the queue as they are now: the log says once who was given what. */
async function reviewedBy(tx: Db, { userId }: User, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('audit')
    .innerJoin('report', 'report.id', 'audit.subject_id')
    .select('report.id')
    .distinct()
    .where('audit.subject_id', 'in', [...ids])
    .where('audit.actor_id', '=', userId)
    .where('audit.action', '=', 'record-review')
    .whereRef('audit.at', '>', 'report.updated_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('report_file')
            .select('report_file.sha256')
            .whereRef('report_file.report_id', '=', 'report.id')
            .whereRef('report_file.arrived_at', '>', 'audit.at'),
        ),
      ),
    )
    // Nor was it told then that the like of it had been taken down.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('seen_before')
            .select('seen_before.name')
            .whereRef('seen_before.report_id', '=', 'report.id')
            .where('seen_before.looked_at', 'is', null)
            .whereRef('seen_before.at', '>', 'audit.at'),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
