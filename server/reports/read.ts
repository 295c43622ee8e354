/** Reports as they are read: rows with their photos, for the projection, and their templates, for the matcher. */

import { type SqlBool, sql } from 'kysely';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';
import { TOLD, TOLD_COLUMNS, TOLD_FIELDS, type Told } from './told.ts';

/** A report, ready for the projection: who decides what about it, and under a symbol what it tells. */
export type ReportRow = Facts & { readonly [TOLD]: Told };
/** What is decided by: of nobody a name, a place or a face. */
type Facts = Omit<Awaited<ReturnType<typeof readReports>>[number], keyof Told>;

const FACT_COLUMNS = [
  ...(['id', 'owner_id', 'type', 'status', 'subject', 'public_photo', 'public_phone', 'created_at'] as const),
  ...(['compare_face', 'carry_face', 'guardian', 'kept_scan'] as const),
  ...([
    'ever_public',
    'posting_role',
    'expires_at',
    'asked_at',
    'confirmed_at',
    'hidden_at',
    'hidden_for',
    'district',
    'former_districts',
  ] as const),
  ...(['sex', 'age_min', 'age_max', 'condition', 'category', 'item_status'] as const),
  ...(['case_kind', 'looks_adult', 'erase_at'] as const),
] as const;

/**
 * Its owner has closed the account (server/users/closing.ts): until it is back, nobody sees it and nobody decides on it. Asked of
 * each report by itself, as a value: a condition on whether there is such an account is answered by a walk over all of them.
 */
export const IS_CLOSED = sql<SqlBool>`((select u.closed_at from app_user u where u.id = report.owner_id) is not null)`;

/** Of a file of a report: it came when somebody had looked at the report already, and there is something of it to look at. */
export const IS_UNSEEN = sql<SqlBool>`(unseen_at is not null and arrived_at is not null)`;

/**
 * By what it is decided who may see a report, read without anything that is sealed: of one that is not shown no key is opened,
 * so that it costs what one costs that is not there.
 */
export type Judged = Awaited<ReturnType<typeof findJudged>>[number];

export const findJudged = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('report')
    .select(FACT_COLUMNS)
    .select(IS_CLOSED.as('closed'))
    .where('id', 'in', [...ids])
    .execute();

/** The report with this id if it may be seen, which is judged before any of it is read. */
export async function findIf(db: Db, id: string, may: (report: Judged) => boolean): Promise<ReportRow | undefined> {
  const [judged] = await findJudged(db, [id]);
  if (!judged || !may(judged)) return undefined;
  const row = await findReport(db, id);
  return row && may(row) ? row : undefined; // it may have changed in between
}

/** The reports with these ids, in no order; missing ones are left out. */
export async function findReports(db: Db, ids: readonly string[]): Promise<ReportRow[]> {
  return ids.length === 0 ? [] : (await readReports(db, ids)).map(covered);
}

function covered(row: Awaited<ReturnType<typeof readReports>>[number]): ReportRow {
  const isTold = ([column]: [string, unknown]) => TOLD_FIELDS.has(column);
  const all = Object.entries(row);
  const told = Object.fromEntries(all.filter(isTold)) as unknown as Told;
  const facts = Object.fromEntries(all.filter((entry) => !isTold(entry))) as unknown as Facts;
  return { ...facts, [TOLD]: told };
}

const readReports = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('report')
    .select([...FACT_COLUMNS, ...TOLD_COLUMNS])
    .select(sql<string | null>`(select u.name from app_user u where u.id = report.owner_id)`.as('owner_name'))
    .select(IS_CLOSED.as('closed'))
    .select(sql<string | null>`to_char(time_of_loss_date, 'YYYY-MM-DD')`.as('time_of_loss_date'))
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
      >`array(select sha256 from report_file f where f.report_id = report.id and f.unseen_at is not null)`.as('unseen'),
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

/** The same, by id. */
export async function reportsById(db: Db, ids: readonly string[]): Promise<Map<string, ReportRow>> {
  return new Map((await findReports(db, ids)).map((row) => [row.id, row]));
}

export async function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return (await findReports(db, [id]))[0];
}

/**
 * Of a template `t`: whether it leads nobody but who searches by their office to its report, since it is a device's word that
 * nobody has seen on a photo yet, or of a photo that came after the report was approved (docs/decisions/104, 105).
 */
export const OFFICE_ONLY = `t.unproven or exists (
  select from report_file f where f.report_id = t.report_id and f.sha256 = t.sha256
    and (f.unseen_at is not null or f.face_unseen_at is not null))`;

/** The templates of these reports that the running pipeline can compare; `shared`: those that lead anybody to them. */
export async function templatesOf(
  db: Db,
  ids: readonly string[],
  which: 'all' | 'shared' = 'all',
): Promise<Map<string, Uint8Array[]>> {
  const codes = new Map<string, Uint8Array[]>();
  if (ids.length === 0) return codes;
  const rows = await db
    .selectFrom('template as t')
    .select(['report_id', 'code'])
    .where('report_id', 'in', [...ids])
    .where('version', '=', TEMPLATE_VERSION)
    .$if(which === 'shared', (query) => query.where(sql<SqlBool>`not (${sql.raw(OFFICE_ONLY)})`))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { report_id, code } of rows.filter(({ code }) => code.length === DIMS))
    codes.set(report_id, [...(codes.get(report_id) ?? []), new Uint8Array(code)]);
  return codes;
}
