/**
 * Whose a file is. A hash is a name that anybody may know, so each record that names one stands alone: its naming counts
 * from when its own maker has brought the bytes, and dies with the record. See docs/decisions/026.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import { transact } from '../db/once.ts';
import type { AttachmentKind, Db } from '../db/schema.ts';
import { enrolSoon } from '../face/enrol-soon.ts';
import { held } from '../reports/held.ts';
import { recordForOthers } from '../reports/record.ts';
import { isLookedAt } from '../reports/rules.ts';
import { holdAttachment, holdPhotos } from '../suppression/hold.ts';
import { traceFile } from '../suppression/list.ts';
import { MAKER } from './attachments.ts';
import type { FileKind } from './kinds.ts';
import type { FileStore, Kept, Whole } from './store.ts';

/** One naming of a file by a record. */
interface Reference {
  of: 'report' | AttachmentKind;
  recordId: string;
  kind: FileKind;
  brought: boolean;
}

/** What a caller may bring the bytes of a file for. */
export interface Bringing {
  sha256: string;
  /** Their part of the uploads of this file. */
  by: string;
  references: readonly Reference[];
}

const NOBODY = 'nobody';
const tagOf = (what: 'user' | 'op', id: string): string =>
  `${what}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;

/** Nobody else names this file, or removes it, until the end of the transaction. Held in one order by all: sort first. */
export async function holdFile(tx: Db, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(tx);
}

/**
 * What the caller has named this file in: records of their account, and the report that the write `of` made, whose name
 * only its device knows. Who says neither brings it for a report without an account, the oldest that still waits.
 * @throws AppError not-found: nothing of theirs, whatever others may have named
 */
export async function bringingOf(db: Db, caller: Caller, sha256: string, of: string | undefined): Promise<Bringing> {
  const own = caller.kind === 'user' ? await referencesOf(db, sha256, caller.userId) : [];
  const made = of === undefined ? [] : await referencesBy(db, sha256, of);
  const known = new Set(own.map(({ recordId }) => recordId));
  const references = [...own, ...made.filter(({ recordId }) => !known.has(recordId))];
  if (caller.kind === 'user' && own.length > 0) return { sha256, by: tagOf('user', caller.userId), references };
  if (of !== undefined && made.length > 0) return { sha256, by: tagOf('op', of), references };
  const ownerless = await ownerlessReferences(db, sha256);
  if (ownerless.length === 0) throw new AppError('not-found', 'Nothing of yours names this file');
  const next = ownerless.find(({ brought }) => !brought);
  return { sha256, by: NOBODY, references: next ? [next] : ownerless };
}

const reportReferences = (db: Db, sha256: string) =>
  db
    .selectFrom('report_file')
    .innerJoin('report', 'report.id', 'report_file.report_id')
    .select(['report.id', 'report_file.purpose', 'report_file.brought_at'])
    .where('report_file.sha256', '=', sha256)
    .orderBy('report.created_at')
    .orderBy('report.id');

const fromReport = (row: { id: string; purpose: string; brought_at: Date | null }): Reference => ({
  of: 'report',
  recordId: row.id,
  kind: row.purpose === 'video' ? 'video' : 'photo',
  brought: row.brought_at !== null,
});

async function referencesOf(db: Db, sha256: string, userId: string): Promise<Reference[]> {
  const reports = await reportReferences(db, sha256).where('report.owner_id', '=', userId).execute();
  const attached = await db
    .selectFrom('attachment')
    .select(['kind', 'owner_id', 'brought_at'])
    .where('sha256', '=', sha256)
    .where(
      sql<boolean>`owner_id in (select id from note where author_id = ${userId} union all
        select id from claim where claimant_id = ${userId} union all select id from message where author_id = ${userId})`,
    )
    .execute();
  const fromAttachment = (row: (typeof attached)[number]): Reference => ({
    of: row.kind,
    recordId: row.owner_id,
    kind: 'photo',
    brought: row.brought_at !== null,
  });
  return [...reports.map(fromReport), ...attached.map(fromAttachment)];
}

async function referencesBy(db: Db, sha256: string, opId: string): Promise<Reference[]> {
  const rows = await reportReferences(db, sha256)
    .innerJoin('receipt', 'receipt.number', 'report.number')
    .where('receipt.op_id', '=', opId)
    .execute();
  return rows.map(fromReport);
}

async function ownerlessReferences(db: Db, sha256: string): Promise<Reference[]> {
  return (await reportReferences(db, sha256).where('report.owner_id', 'is', null).execute()).map(fromReport);
}

/** Those of the files whose bytes are here, as long as they were when they came. */
export async function whichAreHere(db: Db, files: FileStore, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('file')
    .select(['sha256', 'bytes'])
    .where('sha256', 'in', [...hashes])
    .execute();
  const lengths = new Map(rows.map(({ sha256, bytes }) => [sha256, bytes]));
  const states = await Promise.all([...new Set(hashes)].map((sha256) => files.state(sha256)));
  const isHere = (state: (typeof states)[number]) =>
    state.complete && state.received === (lengths.get(state.sha256) ?? state.received);
  return new Set(states.filter(isHere).map(({ sha256 }) => sha256));
}

/** The files of a report that whoever made it has yet to bring, or to bring again. */
export async function missingOf(db: Db, files: FileStore, reportId: string): Promise<string[]> {
  const named = await db
    .selectFrom('report_file')
    .select(['sha256', 'brought_at'])
    .where('report_id', '=', reportId)
    .orderBy('position')
    .execute();
  const here = await whichAreHere(
    db,
    files,
    named.flatMap(({ sha256, brought_at }) => (brought_at === null ? [] : [sha256])),
  );
  return named.map(({ sha256 }) => sha256).filter((sha256) => !here.has(sha256));
}

/**
 * Whether all has been brought that the caller named this file for, and is here. What they brought for one of their
 * records they need not bring for the next, as long as the first is there.
 */
export async function isBrought(db: Db, files: FileStore, { sha256, references }: Bringing): Promise<boolean> {
  const brought = references.filter((one) => one.brought);
  if (brought.length === 0) return false;
  const here = (await whichAreHere(db, files, [sha256])).has(sha256);
  if (!here || brought.length === references.length) return here;
  const kinds = new Set(brought.map(({ kind }) => kind));
  const same = references.filter(({ kind }) => kinds.has(kind));
  await transact(db, async (tx) => {
    await holdFile(tx, sha256);
    if ((await markBrought(tx, sha256, brought)) > 0) await markBrought(tx, sha256, same);
  });
  return same.length === references.length;
}

/** The bytes are whole: they get their name, and those records that they were brought for count, both or neither. */
export async function settle(db: Db, files: FileStore, { sha256, references }: Bringing, whole: Whole): Promise<void> {
  const fitting = references.filter(({ kind }) => kind === whole.kind);
  await transact(db, async (tx) => {
    await holdFile(tx, sha256);
    await traceFile(tx, sha256, whole.look);
    const marked = await markBrought(tx, sha256, fitting);
    if (marked === 0) throw new AppError('not-found', 'What named this file has been erased');
    const row = { sha256, bytes: whole.bytes, complete: true, mime: null };
    await tx
      .insertInto('file')
      .values(row)
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ bytes: whole.bytes }))
      .execute();
    await whole.place();
  });
  for (const { of, recordId } of fitting) if (of === 'report') await files.dropThumb(sha256, recordId);
}

/** Whether a record is still there that an upload may go on for: what `keptOf` does not keep, a removal takes. */
export const mayGoOn = async (db: Db, { sha256, by }: Bringing): Promise<boolean> =>
  (await keptOf(db, sha256)).uploaders.includes(by);

const NAMED_BY_NONE = sql`not exists (select 1 from report_file where report_file.sha256 = asked.sha256)
  and not exists (select 1 from attachment where attachment.sha256 = asked.sha256)`;

/** Those of the files that no record names. */
export async function unnamedOf(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const all = sql<{ sha256: string }>`
    select sha256 from unnest(${[...hashes]}::text[]) as asked (sha256) where ${NAMED_BY_NONE}`;
  return (await all.execute(db)).rows.map(({ sha256 }) => sha256);
}

/**
 * Files that were kept by this database's word, and that no record names and no account wears. Of what lies here without a
 * word of it nothing is said: a server that was started on another database by mistake takes no photo away.
 */
export async function forgottenOf(db: Db): Promise<string[]> {
  const all = sql<{ sha256: string }>`
    select sha256 from (select sha256 from file union select sha256 from file_trace) as asked
    where ${NAMED_BY_NONE} and not exists (select 1 from app_user where avatar_sha256 = asked.sha256)`;
  return (await all.execute(db)).rows.map(({ sha256 }) => sha256);
}

/**
 * Of a photo the small picture is here, or the bytes. Whoever has approved the report by then has not seen them: others see
 * them, and are led by the face, once somebody has.
 */
async function arrive(tx: Db, reportId: string, sha256: string): Promise<void> {
  const report = await held(tx, reportId); // nobody approves it meanwhile
  const isLate = report !== undefined && isLookedAt(report);
  const arrived = await tx
    .updateTable('report_file')
    .set({ arrived_at: sql`clock_timestamp()`, ...(isLate ? { unseen_at: new Date() } : {}) })
    .where('report_id', '=', reportId)
    .where('sha256', '=', sha256)
    .where('purpose', '=', 'photo')
    .returning('sha256')
    .executeTakeFirst();
  if (isLate && arrived) await recordForOthers(tx, reportId);
}

/** A small picture of a photo comes ahead of its bytes; false where something of it is here. */
export async function arriveAhead(tx: Db, reportId: string, sha256: string): Promise<boolean> {
  await held(tx, reportId);
  const awaited = await tx
    .selectFrom('report_file')
    .select('sha256')
    .where('report_id', '=', reportId)
    .where('sha256', '=', sha256)
    .where('arrived_at', 'is', null)
    .executeTakeFirst();
  if (awaited) await arrive(tx, reportId, sha256);
  return awaited !== undefined;
}

/** Answers how many of them are still there to be marked; what is like something that was taken down waits from now on. */
async function markBrought(tx: Db, sha256: string, references: readonly Reference[]): Promise<number> {
  const brought_at = new Date();
  let marked = 0;
  for (const { of, recordId } of references) {
    const isMarked =
      of === 'report'
        ? await bringPhoto(tx, recordId, sha256, brought_at)
        : await markAttachment(tx, of, recordId, sha256, brought_at);
    if (isMarked) marked++;
  }
  return marked;
}

/** The bytes of a photo of this report are here; false where it names none such. */
export async function bringPhoto(tx: Db, report_id: string, sha256: string, brought_at = new Date()): Promise<boolean> {
  const file = { report_id, sha256 };
  await held(tx, report_id); // before the photo's own row, as whoever changes the report does
  const before = await tx
    .selectFrom('report_file')
    .select('brought_at')
    .where((where) => where.and(file))
    .executeTakeFirst();
  if (!before) return false;
  await tx
    .updateTable('report_file')
    .set({ brought_at, face_version: null }) // to be looked at, also when it was here and is no longer
    .where((where) => where.and(file))
    .execute();
  await holdPhotos(tx, report_id, [sha256]);
  // Also after its small picture: what that shows is not all, and may be made to pass for another photo.
  if (before.brought_at === null) await arrive(tx, report_id, sha256);
  await enrolSoon(tx);
  return true;
}

async function markAttachment(
  tx: Db,
  kind: AttachmentKind,
  owner_id: string,
  sha256: string,
  brought_at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attachment')
    .set({ brought_at, face_version: null })
    .where((where) => where.and({ kind, owner_id, sha256 }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await holdAttachment(tx, kind, owner_id, sha256);
  if (kind === 'note') await enrolSoon(tx);
  return true;
}

/** What must stay of a file: its bytes while a naming counts, and what belongs to those that still may. */
export async function keptOf(tx: Db, sha256: string): Promise<Kept> {
  const inReports = await tx
    .selectFrom('report_file')
    .innerJoin('report', 'report.id', 'report_file.report_id')
    .leftJoin('receipt', 'receipt.number', 'report.number')
    .select(['report.id', 'report.owner_id', 'receipt.op_id', 'report_file.brought_at'])
    .where('report_file.sha256', '=', sha256)
    .execute();
  const attached = await tx
    .selectFrom('attachment')
    .select('brought_at')
    .select(MAKER.as('maker'))
    .where('sha256', '=', sha256)
    .execute();
  const worn = await tx.selectFrom('app_user').select('id').where('avatar_sha256', '=', sha256).executeTakeFirst();
  const makers = [...inReports.map(({ owner_id }) => owner_id), ...attached.map(({ maker }) => maker)];
  return {
    whole: worn !== undefined || [...inReports, ...attached].some(({ brought_at }) => brought_at !== null),
    uploaders: [
      ...makers.map((id) => (id === null ? NOBODY : tagOf('user', id))),
      ...inReports.flatMap(({ op_id }) => (op_id === null ? [] : [tagOf('op', op_id)])),
    ],
    reports: inReports.map(({ id }) => id),
  };
}
