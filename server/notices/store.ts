/** Notices and follows as their reader may see them. */

import { type SqlBool, sql } from 'kysely';
import type * as z from 'zod/mini';
import { alertWords, type Follow, type Notice } from '../../contract/notice.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { OWNER_READS } from '../notes/readers.ts';
import { projectReport, sightOf } from '../reports/projection.ts';
import { reportsById } from '../reports/read.ts';

const PAGE = 50;

/** That there is a note is told its owner only while there is one that they may read. */
const IS_FOR_READER = sql<SqlBool>`(notice.kind <> 'note-added' or exists (
  select 1 from note n join report r on r.id = n.report_id
  where r.id = notice.report_id and r.owner_id = notice.user_id and ${OWNER_READS}))`;

/** The latest, or those before a moment; a title is there as far as the reader may know it. */
export async function readNotices(db: Db, reader: SignedIn, before: string | undefined): Promise<Notice[]> {
  let query = db.selectFrom('notice').selectAll().where('user_id', '=', reader.userId).where(IS_FOR_READER);
  if (before) query = query.where('created_at', '<', new Date(before));
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(PAGE).execute();
  const { titleOf, isGuarded } = await knownOf(db, reader, rows);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    read: row.read_at !== null,
    ...(row.report_id === null ? {} : { reportId: row.report_id }),
    ...(row.claim_id === null ? {} : { claimId: row.claim_id }),
    ...(row.conversation_id === null ? {} : { conversationId: row.conversation_id }),
    ...(row.detail === null || (isGuarded(row.report_id) && !alertWords(row.kind, row.detail))
      ? {}
      : { detail: row.detail }),
    ...titleOf(row.report_id),
  }));
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(IS_FOR_READER)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function readFollows(db: Db, reader: SignedIn): Promise<z.infer<typeof Follow>[]> {
  const rows = await db
    .selectFrom('follow')
    .select(['id', 'report_id', 'region', 'created_at'])
    .where('user_id', '=', reader.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const { titleOf } = await knownOf(db, reader, rows);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    ...(row.report_id === null ? {} : { reportId: row.report_id }),
    ...(row.region === null ? {} : { region: row.region }),
    ...titleOf(row.report_id),
  }));
}

/** The reader's follow of one report or region. */
export async function findFollow(
  db: Db,
  reader: SignedIn,
  target: { report_id: string | null; region: string | null },
): Promise<z.infer<typeof Follow> | undefined> {
  const follows = await readFollows(db, reader);
  return follows.find(
    ({ reportId, region }) =>
      reportId === (target.report_id ?? undefined) && region?.toLowerCase() === target.region?.toLowerCase(),
  );
}

/** What the reader may know of the reports that these are about. */
async function knownOf(db: Db, reader: SignedIn, rows: readonly { report_id: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ report_id }) => report_id ?? []))];
  const reports = await reportsById(db, ids);
  const find = (id: string | null) => (id === null ? undefined : reports.get(id));
  return {
    titleOf(id: string | null): { title?: string } {
      const report = find(id);
      const title = report && projectReport(report, reader)?.title;
      return title === undefined ? {} : { title };
    },
    isGuarded(id: string | null): boolean {
      const report = find(id);
      return report !== undefined && sightOf(report, reader) === 'guarded';
    },
  };
}
