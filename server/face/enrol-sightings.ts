/**
 * The faces on the photos of sightings, read by the job that reads those of reports (enrol.ts). They are told officers alone,
 * and are never the record's own: a wrong sighting must not change who is found (docs/decisions/093).
 */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { decide } from '../../match/decide.ts';
import { mayCompareFace } from '../candidates/facts.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { logProcessing } from '../processing/log.ts';
import { held } from '../reports/held.ts';
import { reportsById, templatesOf } from '../reports/read.ts';
import { isVeiled } from '../reports/rules.ts';
import { faceTakenDown } from '../suppression/list.ts';
import { type Enrolling, isOf, MAX_TRIES, ModelsGone, stateOf } from './due.ts';
import type { FaceIndex } from './index.ts';
import type { Found } from './look.ts';

export interface DueSighting {
  note_id: string;
  report_id: string;
  sha256: string;
  face_version: string | null;
  face_tries: number;
}

/** Whom it may be else is looked for among so many. */
const HITS = 10;

const IS_SEEN = sql<SqlBool>`f.kind = 'note' and f.brought_at is not null and n.kind = 'sighting'
  and r.subject = 'person' and r.hidden_for is distinct from 'protected'`;
const JOINED = sql.raw('attachment f join note n on n.id = f.owner_id join report r on r.id = n.report_id');

/** What came last is the first, of the first of these ranges that has any. */
export async function nextSighting(
  db: Db,
  ranges: readonly RawBuilder<SqlBool>[],
  tries: RawBuilder<SqlBool>,
): Promise<DueSighting | undefined> {
  for (const range of ranges) {
    const { rows } = await sql<DueSighting>`
      select n.id as note_id, n.report_id, f.sha256, f.face_version, f.face_tries from ${JOINED}
      where ${IS_SEEN} and ${range} and ${tries} order by f.face_version desc, f.brought_at desc limit 1`.execute(db);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/** Those that are still to be looked at again for a new pipeline, `most` at most. */
export async function countOlderSightings(db: Db, version: string, most: number): Promise<number> {
  const { earlier, later } = isOf(version);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${JOINED} where ${IS_SEEN} and (${earlier} or ${later}) limit ${most}) older`.execute(db);
  return rows[0]?.count ?? 0;
}

const photoOf = (tx: Db, { note_id, sha256 }: DueSighting) =>
  tx
    .updateTable('attachment')
    .where('kind', '=', 'note')
    .where('owner_id', '=', note_id)
    .where('sha256', '=', sha256)
    .where('brought_at', 'is not', null);

/** @throws AppError unavailable: it is tried again in a while */
export async function enrolSighting(
  { db, files, embedding, faces }: Enrolling,
  due: DueSighting,
  version: string,
): Promise<void> {
  // Counted before: whatever a photo does to this process, it does so a few times.
  await photoOf(db, due)
    .set({ face_tries: due.face_tries + 1 })
    .execute();
  const photo = due.face_tries < MAX_TRIES ? await files.rendition(due.sha256, 'full') : undefined;
  if (!photo) return write(db, due, { version, found: 'unreadable' });
  const known = (await templatesOf(db, [due.report_id])).get(due.report_id) ?? [];
  const found = await embedding.lookAt(photo, { known });
  if (!found) throw new ModelsGone();
  const looks_like = found.kind === 'face' ? await whoElse(db, faces, due.report_id, found.code) : undefined;
  await write(db, due, { version, found, looks_like });
}

interface Read {
  version: string;
  found: Found | 'unreadable';
  looks_like?: string | undefined;
}

async function write(db: Db, due: DueSighting, { version, found, looks_like = undefined }: Read): Promise<void> {
  const { note_id, report_id, sha256 } = due;
  await transact(db, async (tx) => {
    await held(tx, report_id);
    const looked = await photoOf(tx, due)
      .set({ face: stateOf(found), face_version: version, face_tries: 0 })
      .returning('sha256')
      .executeTakeFirst();
    if (!looked || found === 'unreadable') return; // of what cannot be looked at any more, the former stays
    await tx.deleteFrom('sighting_face').where('note_id', '=', note_id).where('sha256', '=', sha256).execute();
    // Of whomever the team took down nothing is kept that they could be found by.
    if (found.kind !== 'face' || (await faceTakenDown(tx, found.code))?.by === 'team') return;
    const code = Buffer.from(found.code);
    await tx
      .insertInto('sighting_face')
      .values({ note_id, sha256, report_id, version, code, ...(looks_like ? { looks_like } : {}) })
      .execute();
    await logProcessing(tx, { act: 'changed', purpose: 'face', role: 'system', record: report_id });
  });
}

/**
 * The missing person of the same district, other than whom the sighting was told of, whose face it likely is; of those alone
 * whose family agreed that the server compares it, as for candidates.
 */
async function whoElse(db: Db, faces: FaceIndex, reportId: string, code: Uint8Array): Promise<string | undefined> {
  const { hits } = await faces.search(code, HITS, 'all');
  const rows = await reportsById(db, [reportId, ...hits.map(({ id }) => id)]);
  const here = rows.get(reportId)?.district;
  return hits.find(({ id, score }) => {
    const row = rows.get(id);
    if (!row || !here || id === reportId || row.district !== here || row.type !== 'lost' || isVeiled(row)) return false;
    if (!mayCompareFace(row)) return false;
    return decide(score, { youngest: row.age_min ?? undefined }) === 'likely';
  })?.id;
}
