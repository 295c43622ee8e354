/** Reports as they are read: rows with their photos, for the projection, and their templates, for the matcher. */

import { type SqlBool, sql } from 'kysely';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';

/** A report with its photos, ready for the projection. */
export type ReportRow = Awaited<ReturnType<typeof findReports>>[number];

const PERSON_COLUMNS = ['name', 'age_min', 'age_max', 'cloth_color', 'condition'] as const;
const ITEM_COLUMNS = ['category', 'colour', 'item_status'] as const;

/** Its owner has closed the account (server/users/closing.ts): until it is back, nobody sees it and nobody decides on it. */
export const IS_CLOSED = sql<SqlBool>`exists (
  select 1 from app_user u where u.id = report.owner_id and u.closed_at is not null)`;

/** The reports with these ids, in no order; missing ones are left out. */
export async function findReports(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('report')
    .select(['id', 'owner_id', 'type', 'status', 'subject', 'title', 'description', 'region', 'reward_rupees'])
    .select(['time_of_loss_time', 'phone', 'public_photo', 'public_phone', 'number', 'created_at', 'ever_public'])
    .select(['posting_role', 'lat', 'lng', 'address', 'serial_hash', 'expires_at', 'hidden_at'])
    .select(['district', 'former_districts'])
    .select(sql<string | null>`(select u.name from app_user u where u.id = report.owner_id)`.as('owner_name'))
    .select(IS_CLOSED.as('closed'))
    .select(sql<string | null>`to_char(time_of_loss_date, 'YYYY-MM-DD')`.as('time_of_loss_date'))
    .select([...PERSON_COLUMNS, ...ITEM_COLUMNS])
    .select(
      sql<string>`coalesce((select xid::text || '.' || seq from change where feed = 'reports' and change.id = report.id), '0')`.as(
        'rev',
      ),
    )
    .select(
      sql<boolean>`exists (
        select 1 from history h
        where h.report_id = report.id and h.to_status = 'published' and (h.actor like 'moderator:%' or h.actor like 'admin:%')
          and not exists (
            select 1 from history later
            where later.report_id = report.id and later.to_status = 'pending_review' and later.at > h.at))`.as(
        'reviewed',
      ),
    )
    .select(
      sql<
        string[]
      >`array(select sha256 from report_file f where f.report_id = report.id and f.purpose = 'photo' order by f.position)`.as(
        'photos',
      ),
    )
    .select(
      sql<
        string[]
      >`array(select sha256 from report_file f where f.report_id = report.id and f.purpose = 'video' order by f.position)`.as(
        'videos',
      ),
    )
    .select(sql<string[]>`array(select sha256 from report_file f where f.report_id = report.id)`.as('files'))
    .where('id', 'in', [...ids])
    .execute();
}

/** The same, by id. */
export async function reportsById(db: Db, ids: readonly string[]): Promise<Map<string, ReportRow>> {
  return new Map((await findReports(db, ids)).map((row) => [row.id, row]));
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return (await findReports(db, [id]))[0];
}

/** The templates of these reports that the running pipeline can compare. */
export async function templatesOf(db: Db, ids: readonly string[]): Promise<Map<string, Uint8Array[]>> {
  const codes = new Map<string, Uint8Array[]>();
  if (ids.length === 0) return codes;
  const rows = await db
    .selectFrom('template')
    .select(['report_id', 'code'])
    .where('report_id', 'in', [...ids])
    .where('version', '=', TEMPLATE_VERSION)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { report_id, code } of rows) codes.set(report_id, [...(codes.get(report_id) ?? []), new Uint8Array(code)]);
  return codes;
}
