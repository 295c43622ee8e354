/**
 * What ends by itself, one rule each: of what, how long, from when, and what is done then. Each does a page in a transaction of
 * its own and answers how much that was; doing it again changes nothing. The table of docs/privacy.md is compared with this one
 * (tests/integration/retention.test.ts).
 */

import { type RawBuilder, sql } from 'kysely';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { pruneAudit } from '../audit/pruning.ts';
import type { Db, Schema } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { eraseConversations } from '../messages/erase.ts';
import { tell } from '../notices/tell.ts';
import { IS_CLOSED } from '../reports/read.ts';
import { eraseReport } from '../reports/store.ts';

export interface Rule {
  kept: keyof typeof KEPT_DAYS;
  table: keyof Schema;
  /** From when. */
  from: string;
  /** Do a page of what is due: what was, or is to be, over before `due`. */
  run(tx: Db, due: Date, page: number): Promise<number>;
}

/** Rows that nothing else hangs on, or only what goes with them. */
const rows =
  (table: keyof Schema, time: string, and: RawBuilder<unknown> = sql``): Rule['run'] =>
  async (tx, due, page) => {
    // By place, because some tables have keys of several columns.
    const gone = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(time)} < ${due} ${and}
        order by ${sql.ref(time)} limit ${page} for update skip locked))`.execute(tx);
    const count = Number(gone.numAffectedRows ?? 0);
    if (count > 0) await scrubSoon(tx);
    return count;
  };

const rule = (kept: Rule['kept'], table: keyof Schema, from: string, run = rows(table, from)): Rule => ({
  kept,
  table,
  from,
  run,
});

/** `kinds`: of the jobs that the running version knows. */
export const rulesOf = (kinds: readonly string[]): readonly Rule[] => [
  rule('scans', 'scan', 'created_at'),
  rule('keptScans', 'report', 'created_at', eraseKeptScans),
  rule('conversations', 'conversation', 'report.ended_at', conversationsOfEnded),
  rule('conversationsAlone', 'conversation', 'updated_at', conversationsAlone),
  rule('endedReportsTold', 'report', 'erase_at', tellOwners),
  rule('endedReports', 'report', 'erase_at', eraseEnded),
  rule('endedReports', 'gone_share', 'at'),
  rule('undecidedObjections', 'objection', 'due_at', forgetWords),
  rule('safety', 'complaint', 'at'),
  rule('safety', 'flag', 'at'),
  rule('safety', 'warning', 'at'),
  rule('safety', 'strike', 'at'),
  rule('notices', 'notice', 'created_at'),
  rule('receipts', 'receipt', 'received_at'),
  rule('suppression', 'suppression', 'at', (tx, due, page) =>
    rows('suppression', 'until')(tx, laterBy(due, 'suppression'), page),
  ),
  rule('unknownJobs', 'job', 'run_at', rows('job', 'run_at', sql`and kind <> all(${[...kinds]}::text[])`)),
  rule('log', 'audit', 'at', pruneAudit),
  rule('log', 'processing', 'at'),
];

const DAY_MS = 86_400_000;

/** Now, where the table itself says when something ends. */
const laterBy = (due: Date, kept: Rule['kept']): Date => new Date(due.getTime() + KEPT_DAYS[kept] * DAY_MS);

/** What waits for a reviewer is not taken from under their eyes. */
const NOBODY_WAITS = sql<boolean>`
  not exists (select 1 from complaint w where w.conversation_id = conversation.id and w.handled_at is null)
  and not exists (select 1 from message m join warning w on w.message_id = m.id
    where m.conversation_id = conversation.id and w.handled_at is null)`;

async function conversationsOfEnded(tx: Db, due: Date, page: number): Promise<number> {
  const over = await tx
    .selectFrom('report')
    .innerJoin('conversation', 'conversation.report_id', 'report.id')
    .select('conversation.id')
    .where('report.ended_at', '<', due)
    .where(NOBODY_WAITS)
    .orderBy('report.ended_at')
    .limit(page)
    .execute();
  return eraseAll(tx, over);
}

async function conversationsAlone(tx: Db, due: Date, page: number): Promise<number> {
  const over = await tx
    .selectFrom('conversation')
    .select('id')
    .where('report_id', 'is', null)
    .where('updated_at', '<', due)
    .where(NOBODY_WAITS)
    .orderBy('updated_at')
    .limit(page)
    .execute();
  return eraseAll(tx, over);
}

async function eraseAll(tx: Db, over: readonly { id: string }[]): Promise<number> {
  await eraseConversations(
    tx,
    over.map(({ id }) => id),
  );
  return over.length;
}

/** Two weeks before, once; where a server was off for long the two weeks begin with the notice. */
async function tellOwners(tx: Db, due: Date, page: number): Promise<number> {
  const now = laterBy(due, 'endedReportsTold');
  const until = laterBy(now, 'endedReportsTold');
  const soon = await tx
    .selectFrom('report')
    .select(['id', 'owner_id'])
    .where('erase_at', '<', until)
    .where('erase_told_at', 'is', null)
    .where('owner_id', 'is not', null)
    .where(({ not }) => not(IS_CLOSED)) // told when it is back
    .orderBy('erase_at')
    .limit(page)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, owner_id } of soon) {
    const told = { erase_told_at: now, erase_at: sql<Date>`greatest(erase_at, ${until}::timestamptz)` };
    await tx.updateTable('report').set(told).where('id', '=', id).execute();
    if (owner_id) await tell(tx, { userId: owner_id, kind: 'report-erasing', reportId: id });
  }
  return soon.length;
}

/** As its owner would, but that nobody took it down: it may be posted again. */
async function eraseEnded(tx: Db, due: Date, page: number): Promise<number> {
  const now = laterBy(due, 'endedReports');
  const over = reports(tx, page)
    .where('erase_at', '<', now)
    .where(({ or, eb }) => or([eb('erase_told_at', 'is not', null), eb('owner_id', 'is', null)]))
    .orderBy('erase_at');
  return eraseReports(tx, over);
}

/** One that an officer has joined with a report ends as that does. */
async function eraseKeptScans(tx: Db, due: Date, page: number): Promise<number> {
  const over = reports(tx, page)
    .where('kept_scan', '=', true)
    .where('created_at', '<', due)
    .where(sql<boolean>`not exists (select from candidate c where c.found_id = report.id and c.link is not null)`)
    .orderBy('created_at');
  return eraseReports(tx, over);
}

/** A page of reports, but for those that somebody is at. */
const reports = (tx: Db, page: number) => tx.selectFrom('report').select('id').limit(page).forUpdate().skipLocked();

async function eraseReports(tx: Db, which: ReturnType<typeof reports>): Promise<number> {
  const over = await which.execute();
  for (const { id } of over) await eraseReport(tx, id);
  return over.length;
}

/** Moderators have seen it overdue for long; that somebody objected stays. */
async function forgetWords(tx: Db, due: Date, page: number): Promise<number> {
  const gone = await tx
    .updateTable('objection')
    .set({ words: null, contact: null })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('objection')
        .select('id')
        .where('decided_at', 'is', null)
        .where(({ or, eb }) => or([eb('words', 'is not', null), eb('contact', 'is not', null)]))
        .where('due_at', '<', due)
        .orderBy('due_at')
        .limit(page),
    )
    .executeTakeFirst();
  const count = Number(gone.numUpdatedRows);
  if (count > 0) await scrubSoon(tx);
  return count;
}
