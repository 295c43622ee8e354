/** The change rows that devices pull, and the names of the jobs that follow a write here. */

import { sql } from 'kysely';
import { recordChange } from '../db/change.ts';
import type { Db } from '../db/schema.ts';

/** Kinds of jobs; each is handled by jobs.ts of its resource. */
export const MATCH_REPORT = 'match-report';
export const MATCH_ALL = 'match-all';
export const REMOVE_FILES = 'remove-files';

/** Put reports at the end of the feeds, and have them compared with the others. */
export async function recordReport(tx: Db, ...ids: readonly string[]): Promise<void> {
  await recordChange(tx, ids, 'reports', 'references', 'own');
  await matchSoon(tx, ids);
}

/** The same of a report that changed for all but whoever posted it: to them it is as it was. */
export async function recordForOthers(tx: Db, id: string): Promise<void> {
  await recordChange(tx, id, 'reports', 'references');
  await matchSoon(tx, [id]);
}

/**
 * Have these reports compared once this is committed. Of a report that waits for that already nothing more is asked: its job
 * begins with taking the row away, and so reads what was committed before.
 */
export async function matchSoon(tx: Db, ids: readonly string[]): Promise<void> {
  const each = [...new Set(ids)].sort();
  if (each.length === 0) return;
  await sql`
    with due as (
      insert into candidate_due (report_id) select unnest(${each}::uuid[])
      on conflict (report_id) do update set asked_at = now()
      returning report_id, xmax = 0 as is_new)
    insert into job (kind, payload) select ${MATCH_REPORT}, jsonb_build_object('id', report_id) from due where is_new`.execute(
    tx,
  );
}
