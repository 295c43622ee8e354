/** Which reports a report is worth comparing with: those that share a key with it, and those with a face like it. */

import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { keyed } from '../db/sealing.ts';
import type { FaceIndex } from '../face/index.ts';
import { type Compared, isSought, mayCompareFace, personFacts, placeOf, thingFacts, timeOf } from './facts.ts';
import { blinded, type Keys, keysOfPerson, keysOfThing } from './keys.ts';

/** Of each key so many before and so many after the day. */
export const MOST_OF_KEY = 30;
/** So many are read and compared, those that share most keys first, then those whose day is nearest. */
export const MOST_COMPARED = 300;
const MOST_FACES = 20;
const DAY_MS = 86_400_000;

/** None of a scan that is kept: it is found by its face alone. */
export function keysOf(row: Compared): Keys {
  if (row.kept_scan) return { kept: [], sought: [] };
  if (row.subject === 'person') return keysOfPerson(personFacts(row), placeOf(row), row.district);
  return keysOfThing(thingFacts(row), placeOf(row));
}

const blind = (keys: readonly string[]) => keyed<string[]>((key) => blinded(keys, key));
const dayOf = (row: Compared): number => Math.floor(timeOf(row) / DAY_MS);

/** Keep what a report is found by as it is now; of one that is not sought nothing. */
export async function keepKeys(tx: Db, row: Compared): Promise<void> {
  const kept = isSought(row) ? keysOf(row).kept : [];
  const day = dayOf(row);
  await sql`
    delete from candidate_key where report_id = ${row.id}
      and (day <> ${day} or side <> ${row.type} or key <> all(${blind(kept)}::bigint[]))`.execute(tx);
  if (kept.length === 0) return;
  await sql`
    insert into candidate_key (report_id, key, side, day)
    select ${row.id}, unnest(${blind(kept)}::bigint[]), ${row.type}, ${day}
    on conflict (report_id, key) do nothing`.execute(tx);
}

const otherSide = (type: Compared['type']): Compared['type'] => (type === 'lost' ? 'found' : 'lost');

/** The ids of those on that side that share a key with it. */
export async function findByKeys(db: Db, row: Compared, side = otherSide(row.type)): Promise<string[]> {
  const day = dayOf(row);
  const of = sql`candidate_key where key = sought.key and side = ${side} and report_id <> ${row.id}`;
  const { rows } = await sql<{ id: string }>`
    select near.report_id as id from unnest(${blind(keysOf(row).sought)}::bigint[]) as sought(key) cross join lateral (
      (select report_id, day from ${of} and day >= ${day} order by day limit ${MOST_OF_KEY})
      union all (select report_id, day from ${of} and day < ${day} order by day desc limit ${MOST_OF_KEY})) near
    group by near.report_id order by count(*) desc, min(abs(near.day - ${day})), near.report_id
    limit ${MOST_COMPARED}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those whose faces are most like its own, whatever else is said of them. */
export async function findByFace(
  faces: FaceIndex,
  row: Compared,
  codes: readonly Uint8Array[],
  side = otherSide(row.type),
): Promise<string[]> {
  if (!mayCompareFace(row)) return [];
  const found = new Set<string>();
  const pools = row.type === 'lost' && side === 'found' ? (['all', 'scans'] as const) : (['all'] as const);
  for (const pool of pools)
    for (const code of codes) for (const { id } of (await faces.search(code, MOST_FACES, pool)).hits) found.add(id);
  return [...found];
}
