/** Notices and follows as their reader may see them. */

import type * as z from 'zod/mini';
import type { Follow, Notice } from '../../contract/notice.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { projectReport } from '../reports/projection.ts';
import { reportsById } from '../reports/read.ts';

const PAGE = 50;

/** The latest, or those before a moment; a title is there as far as the reader may know it. */
export async function readNotices(db: Db, reader: SignedIn, before: string | undefined): Promise<Notice[]> {
  let query = db.selectFrom('notice').selectAll().where('user_id', '=', reader.userId);
  if (before) query = query.where('created_at', '<', new Date(before));
  const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(PAGE).execute();
  const titles = await titlesFor(db, reader, rows);
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.kind, createdAt: row.created_at.toISOString(), read: row.read_at !== null },
    ...(row.report_id === null ? {} : { reportId: row.report_id }),
    ...(row.claim_id === null ? {} : { claimId: row.claim_id }),
    ...(row.conversation_id === null ? {} : { conversationId: row.conversation_id }),
    ...(row.detail === null ? {} : { detail: row.detail }),
    ...titles(row.report_id),
  }));
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
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
  const titles = await titlesFor(db, reader, rows);
  return rows.map((row) => ({
    ...{ id: row.id, createdAt: row.created_at.toISOString() },
    ...(row.report_id === null ? {} : { reportId: row.report_id }),
    ...(row.region === null ? {} : { region: row.region }),
    ...titles(row.report_id),
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
    ({ reportId, region }) => reportId === (target.report_id ?? undefined) && region === (target.region ?? undefined),
  );
}

async function titlesFor(db: Db, reader: SignedIn, rows: readonly { report_id: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ report_id }) => report_id ?? []))];
  const reports = await reportsById(db, ids);
  return (id: string | null): { title?: string } => {
    const report = id === null ? undefined : reports.get(id);
    const title = report && projectReport(report, reader)?.title;
    return title === undefined ? {} : { title };
  };
}
