/** What became of a report, for who has the secret that was made with it: without an account, by the phone that posted it. */

import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { LINK_STEPS, type readMine } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { OWNER_READS } from '../notes/readers.ts';
import { makersReunion } from '../reunions/together.ts';
import { consentsIn } from './agreed.ts';
import { askedOf } from './asked.ts';
import { historyOf } from './details.ts';
import { isByMaker, notTheirs } from './end.ts';
import { facelessOf } from './faceless.ts';
import { projectReport } from './projection.ts';
import { findReport } from './read.ts';

/** A phone asks when its owner looks, for each report that was made on it; several may be behind one address. */
const ASKED_AN_HOUR = 600;

/**
 * As its owner would read it. A wrong secret, a report that is not there and one that is an account's are one answer.
 * @throws AppError not-found, too-many
 */
export async function readByMaker(
  db: Db,
  { id, secret }: ParsedInputOf<typeof readMine>,
  caller: Caller,
): Promise<OutputOf<typeof readMine>> {
  await countUse(db, `mine:${caller.key}`, ASKED_AN_HOUR);
  const row = (await isByMaker(db, id, secret)) ? await findReport(db, id) : undefined;
  const data = row && !row.closed ? projectReport(row, caller, 'full') : undefined;
  if (!row || !data) throw notTheirs();
  const { notes } = await toldOf(db, id);
  const reunion = await makersReunion(db, row);
  const told = {
    data: { ...data, consents: consentsIn(row), ...askedOf(row), ...(await facelessOf(db, row)) },
    history: await historyOf(db, row, 'full'),
    notes,
  };
  return reunion ? { ...told, reunion } : told;
}

/**
 * How many words of others its maker may read; and how much others have said of the person so far, also what was dismissed since,
 * or a new word in its place would be none. That somebody may be the one is an officer's to tell, by a reunion.
 */
export async function toldOf(db: Db, id: string): Promise<{ notes: number; told: number }> {
  const { rows } = await sql<{ notes: number; told: number }>`
    select
      (select count(*)::int from note n join report r on r.id = n.report_id
        where r.id = ${id} and n.status <> 'dismissed' and ${OWNER_READS}) as notes,
      (select count(*)::int from note n join report r on r.id = n.report_id where r.id = ${id} and ${OWNER_READS})
      + (select count(*)::int from history
        where report_id = ${id} and what = 'subject' and actor not like 'anonymous%'
          and to_status <> all(${[...LINK_STEPS]}::text[])) as told`.execute(db);
  return rows[0] ?? { notes: 0, told: 0 };
}
