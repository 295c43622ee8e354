/**
 * Whoever misses somebody is asked: a day, a week and a month after they posted whether there is news, and once a year
 * whether they are still looking. One tap answers. No answer changes nothing: a missing person's report ends by its owner,
 * by a confirmation or by an officer, and never by itself (decision 083).
 */

import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { askAfter, isYearly, OPEN } from './asked.ts';
import { IS_CLOSED } from './read.ts';
import { recordReport } from './record.ts';
import { VEILS } from './rules.ts';

/** Of who must not be found, too: it would tell who posted them if the questions stopped. */
const IS_ASKED_OF = sql<SqlBool>`(hidden_at is null or hidden_for in (${sql.join(VEILS.map((why) => sql.lit(why)))}))`;

/** In one transaction each, so that a failure leaves the others done. */
const AT_ONCE = 200;

/**
 * Ask whom it is time to ask: an owner is told, and who posted without an account reads it by the secret of the report, whose
 * phone asks. Doing it again changes nothing. Of what flags have hidden, which they are told, and of a closed account later.
 */
export async function askOwners(db: Db, now = new Date()): Promise<void> {
  const due = await db
    .selectFrom('report')
    .select('id')
    .where('ask_at', '<=', now)
    .where(({ or, eb }) => or([eb('owner_id', 'is not', null), eb('secret_hash', 'is not', null)]))
    .where('status', 'in', [...OPEN])
    .where(IS_ASKED_OF)
    .where(({ not }) => not(IS_CLOSED))
    .orderBy('ask_at')
    .limit(AT_ONCE)
    .execute();
  for (const { id } of due) await db.transaction().execute((tx) => ask(tx, id, now));
}

async function ask(tx: Db, id: string, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('report')
    .select(['owner_id', 'created_at'])
    .where('id', '=', id)
    .where('ask_at', '<=', now)
    .where('status', 'in', [...OPEN])
    .where(IS_ASKED_OF)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const asked = { asked_at: now, ask_at: askAfter(row.created_at, now) };
  await tx.updateTable('report').set(asked).where('id', '=', id).execute();
  await recordReport(tx, id);
  const kind = isYearly(row.created_at, now) ? 'still-looking' : 'any-news';
  if (row.owner_id) await tell(tx, { userId: row.owner_id, kind, reportId: id });
}

/** "Still missing": they look on. */
export async function confirmLooking(tx: Db, id: string): Promise<void> {
  await tx.updateTable('report').set({ confirmed_at: new Date() }).where('id', '=', id).execute();
  await recordReport(tx, id);
}
