/** The faces of sightings as officers' searches and desks read them (enrol-sightings.ts). */

import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';
import { OPEN } from '../reports/rules.ts';

/** A face of a sighting, with what it takes to say how it stands to its record. */
export interface FaceOfSighting {
  note_id: string;
  report_id: string;
  looks_like: string | null;
  code: Uint8Array;
}

/** More faces of sightings than so many are not searched: the newest. */
const MOST_SEARCHED = 5000;

/** The newest faces of sightings on people who are looked for; of who is veiled none. */
export async function searchedSightings(db: Db): Promise<FaceOfSighting[]> {
  return whole(await readFaces(db).orderBy('sighting_face.created_at', 'desc').limit(MOST_SEARCHED).execute());
}

/** Those of these notes. */
export async function facesOfNotes(db: Db, noteIds: readonly string[]): Promise<FaceOfSighting[]> {
  if (noteIds.length === 0) return [];
  return whole(
    await readFaces(db)
      .where('note_id', 'in', [...noteIds])
      .execute(),
  );
}

const readFaces = (db: Db) =>
  db
    .selectFrom('sighting_face')
    .innerJoin('report', 'report.id', 'sighting_face.report_id')
    .select(['note_id', 'report_id', 'looks_like', 'code'])
    .where('version', '=', TEMPLATE_VERSION)
    .where('report.status', 'in', OPEN);

/** One whose key is gone has no code. */
const whole = (rows: readonly FaceOfSighting[]): FaceOfSighting[] =>
  rows.filter(({ code }) => code.length === DIMS).map((row) => ({ ...row, code: new Uint8Array(row.code) }));
