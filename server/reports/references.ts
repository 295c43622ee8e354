/** Templates with all that decides who may compare them: one join for many, where whole reports would take many each. */

import { type SqlBool, sql } from 'kysely';
import type { ReportStatus, ReportType } from '../../contract/report.ts';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import type { FeedEnd } from '../db/change.ts';
import { withSettings } from '../db/plan.ts';
import type { Db } from '../db/schema.ts';
import { OFFICE_ONLY } from './read.ts';

/** A template, and the report it stands for. */
export interface Reference {
  template: string;
  id: string;
  type: ReportType;
  status: ReportStatus;
  subject: 'person' | 'item';
  age_min: number | null;
  district: string | null;
  compare_face: boolean;
  carry_face: boolean;
  guardian: boolean;
  kept_scan: boolean;
  hidden_at: Date | null;
  hidden_for: string | null;
  created_at: Date;
  owner_id: string | null;
  /** Its owner has closed the account. */
  closed: boolean;
  /** Whether it leads nobody but who searches by their office to the report: {@link OFFICE_ONLY}. */
  office_only: boolean;
  code: Uint8Array;
}

const PAGE = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * All templates of the running pipeline whose reports stood in the feed of references at `end`, in pages. A report that
 * came later is left out, though it can be read: who goes on from `end` is told no more of one that has come and gone.
 */
export async function* readReferences(db: Db, end: FeedEnd): AsyncGenerator<Reference[]> {
  for (let after = FIRST; ; ) {
    const rows = await withSettings(db, BY_KEYS, (tx) => readPage(tx, end, after));
    yield rows.filter((row) => row.usable && isWhole(row));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.template;
  }
}

/** A page costs what its rows cost: the planner would rather read all reports once for each page. */
const BY_KEYS = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' };

async function readPage(tx: Db, end: FeedEnd, after: string): Promise<(Reference & { usable: boolean })[]> {
  const { rows } = await sql<Reference & { usable: boolean }>`
    with page as materialized (
      select id, report_id, sha256, version, code, unproven from template where id > ${after}::uuid order by id limit ${PAGE})
    select ${COLUMNS}, (${CURRENT} and (c.first_xid, c.first_seq) <= (${end.xid}::xid8, ${end.seq}::bigint)) is true as usable
    from page t ${JOINED} left join change c on c.feed = 'references' and c.id = t.report_id
    order by t.id`.execute(tx);
  return rows;
}

/** Those of these reports, by report. */
export async function referencesOf(db: Db, ids: readonly string[]): Promise<Map<string, Reference[]>> {
  const { rows } = await sql<Reference>`
    select ${COLUMNS} from template t ${JOINED} where t.report_id = any(${[...ids]}::uuid[]) and ${CURRENT}`.execute(
    db,
  );
  return byReport(rows.filter(isWhole));
}

/** Those of the people of these districts. */
export async function referencesIn(db: Db, districts: readonly string[]): Promise<Map<string, Reference[]>> {
  const { rows } = await sql<Reference>`
    select ${COLUMNS} from template t ${JOINED}
    where r.subject = 'person' and r.district = any(${[...districts]}::text[]) and ${CURRENT} order by t.id`.execute(
    db,
  );
  return byReport(rows);
}

export function byReport(rows: readonly Reference[]): Map<string, Reference[]> {
  const reports = new Map<string, Reference[]>();
  for (const row of rows) {
    const known = reports.get(row.id);
    if (known) known.push(row);
    else reports.set(row.id, [row]);
  }
  return reports;
}

const COLUMNS =
  sql.raw(`t.id as template, t.code, (${OFFICE_ONLY}) as office_only, r.id, r.type, r.status, r.subject, r.age_min, r.district, r.compare_face, r.carry_face, r.guardian, r.kept_scan,
  r.hidden_at, r.hidden_for, r.created_at, r.owner_id, u.closed_at is not null as closed`);
const JOINED = sql.raw('join report r on r.id = t.report_id left join app_user u on u.id = r.owner_id');
/** Of the running pipeline, and like nothing that the team took down before a reviewer has looked: suppression/hold.ts. */
const CURRENT = sql<SqlBool>`t.version = ${sql.lit(TEMPLATE_VERSION)} and not exists (
  select from seen_before s where s.report_id = t.report_id and s.name in (t.sha256, t.id::text)
    and s.looked_at is null and not s.by_maker)`;
/** A code of another length is none that can be compared, and one whose key is gone has none. */
const isWhole = ({ code }: Reference): boolean => code.length === DIMS;
