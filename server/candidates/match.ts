/** What a report may be one with, and how well: the records that share something with it, compared. */

import type { Band } from '../../contract/face.ts';
import { mayBeChild } from '../../contract/person.ts';
import { type AgeGroup, decideFor } from '../../match/decide.ts';
import { type Fit, groupOf, linkPeople, linkThings } from '../../match/linkage.ts';
import { compareTemplates, withFused } from '../../match/template.ts';
import { distanceKm } from '../../reference/places.ts';
import type { Db } from '../db/schema.ts';
import type { FaceIndex } from '../face/index.ts';
import { templatesOf } from '../reports/read.ts';
import { findByFace, findByKeys } from './blocks.ts';
import {
  type Compared,
  isSought,
  mayCompareFace,
  personFacts,
  placeOf,
  readCompared,
  thingFacts,
  timeOf,
} from './facts.ts';

export interface Match extends Fit {
  lost: Compared;
  found: Compared;
}

/** The best first, without those that do not fit. `known`: whom it was a candidate with before. */
export async function matchesFor(db: Db, faces: FaceIndex, row: Compared, known: readonly string[]): Promise<Match[]> {
  if (!isSought(row) || row.linked) return [];
  const own = row.subject === 'person' ? ((await templatesOf(db, [row.id])).get(row.id) ?? []) : [];
  const ids = new Set([...(await findByKeys(db, row)), ...(await findByFace(faces, row, withFused(own))), ...known]);
  const others = (await readCompared(db, [...ids])).filter((other) => mayBeOne(row, other));
  const codesOf = await codesFor(db, row, own, others);
  return others
    .map((other) => {
      const [lost, found] = row.type === 'lost' ? [row, other] : [other, row];
      return { lost, found, ...fitOf(lost, found, codesOf) };
    })
    .filter(({ band }) => band !== 'none')
    .sort((a, b) => b.bits - a.bits);
}

export interface Likeness extends Fit {
  other: Compared;
}

/**
 * Which reports of its own side likely tell of the same person, the likeliest first. Whoever was confirmed to be found may be
 * among them: then another family waits for what this one was told. Of the two the one that tells of the earlier day stands
 * where the missing side stands else, so that the days between and the years that somebody has grown count the same way.
 */
export async function likenessesOf(db: Db, faces: FaceIndex, row: Compared): Promise<Likeness[]> {
  if (row.subject !== 'person' || row.kept_scan || !isSought(row)) return [];
  const own = (await templatesOf(db, [row.id])).get(row.id) ?? [];
  const byFace = await findByFace(faces, row, withFused(own), row.type);
  const ids = new Set([...(await findByKeys(db, row, row.type)), ...byFace]);
  ids.delete(row.id);
  const others = (await readCompared(db, [...ids])).filter(
    (other) => other.subject === 'person' && other.type === row.type && !other.kept_scan && isSought(other),
  );
  const codesOf = await codesFor(db, row, own, others);
  return others
    .map((other) => {
      const [first, later] = timeOf(row) <= timeOf(other) ? [row, other] : [other, row];
      return { other, ...fitOf(first, later, codesOf) };
    })
    .filter(({ band }) => band === 'likely')
    .sort((a, b) => b.bits - a.bits);
}

/** The templates by which those may be compared, of the others only where there is something to compare them with. */
async function codesFor(
  db: Db,
  row: Compared,
  own: Uint8Array[],
  others: readonly Compared[],
): Promise<(of: Compared) => Uint8Array[]> {
  const ids = own.length > 0 ? others.map(({ id }) => id) : [];
  const codes = new Map([...(await templatesOf(db, ids)), [row.id, own]]);
  return (of) => (mayCompareFace(of) ? (codes.get(of.id) ?? []) : []);
}

/** Whose record is one with another already is not offered a third. One's own things are not lost and found. */
const mayBeOne = (row: Compared, other: Compared): boolean =>
  other.subject === row.subject &&
  other.type !== row.type &&
  isSought(other) &&
  !other.linked &&
  (row.subject === 'person' || row.owner_id === null || row.owner_id !== other.owner_id);

function fitOf(lost: Compared, found: Compared, codesOf: (row: Compared) => Uint8Array[]): Fit {
  const [a, b] = [placeOf(lost), placeOf(found)];
  const km = a && b && distanceKm(a, b);
  if (lost.subject === 'item') return linkThings(thingFacts(lost), thingFacts(found), { km });
  const [one, other] = [personFacts(lost), personFacts(found)];
  const face = faceBand(codesOf(lost), codesOf(found), groupOf(one, other));
  const fit = linkPeople(one, other, { km, face });
  if (!found.kept_scan) return fit;
  // Of a scan nothing is known but the face: a day and a place join it with nobody.
  if (face === undefined || face === 'none') return { ...fit, band: 'none' };
  // Whoever scanned a child was told that the police hears of it: a day and a place make it neither more nor less.
  return mayBeChild(lost.age_min ?? undefined) ? { ...fit, band: 'possible' } : fit;
}

/** By the two photos, or directions between photos, that are most alike. */
function faceBand(a: readonly Uint8Array[], b: readonly Uint8Array[], group: AgeGroup): Band | 'none' | undefined {
  const [ones, others] = [withFused(a), withFused(b)];
  const scores = ones.flatMap((one) => others.map((other) => compareTemplates(one, other)));
  return scores.length === 0 ? undefined : decideFor(Math.max(...scores), group);
}
