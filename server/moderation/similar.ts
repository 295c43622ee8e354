/** Other reports that may be about the same person or thing, for a moderator to lay side by side. It decides nothing. */

import { sql } from 'kysely';
import type { Band } from '../../contract/face.ts';
import { decide } from '../../match/decide.ts';
import { bonesOf, soundsOf } from '../../match/names.ts';
import type { Db } from '../db/schema.ts';
import type { FaceIndex } from '../face/index.ts';
import { placeNamed } from '../notices/region.ts';
import { type ReportRow, templatesOf } from '../reports/read.ts';
import { wordsOf } from '../reports/search.ts';
import { type Told, wholeOf } from '../reports/told.ts';

/** What two reports are compared by. */
export interface Traits {
  subject: 'person' | 'item';
  /** Words by their sound, so that two spellings and two scripts are one. */
  words: ReadonlySet<string>;
  place: string | undefined;
  ages: { min: number; max: number } | undefined;
  category: string | null;
  serial: string | null;
}

export const SHOWN = 5;
const LEAST = 0.4;
const WEIGHTS = { serial: 1, likely: 1, possible: 0.5, words: 0.6, place: 0.2, kind: 0.2 } as const;
/** A word that many reports have says little: so many shared ones count as all. */
const ENOUGH_WORDS = 4;
/** People guess an age so far wrong. */
const AGE_SLACK = 3;
const LEAST_LETTERS = 3;

/** How alike two reports are, 0 and up; below {@link LEAST} is not shown. `face`: what their faces say. */
export function likeness(a: Traits, b: Traits, face: Band | 'none' = 'none'): number {
  const agesMeet = a.ages && b.ages && a.ages.min - AGE_SLACK <= b.ages.max && b.ages.min - AGE_SLACK <= a.ages.max;
  const sameKind = a.subject === 'item' ? a.category === b.category : agesMeet;
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const enough = Math.max(1, Math.min(ENOUGH_WORDS, a.words.size, b.words.size));
  return (
    (a.serial !== null && a.serial === b.serial ? WEIGHTS.serial : 0) +
    (face === 'none' ? 0 : WEIGHTS[face]) +
    WEIGHTS.words * Math.min(1, shared / enough) +
    (a.place !== undefined && a.place === b.place ? WEIGHTS.place : 0) +
    (sameKind ? WEIGHTS.kind : 0)
  );
}

type Compared = Pick<ReportRow, 'subject' | 'age_min' | 'age_max' | 'category'> &
  Pick<Told, 'title' | 'description' | 'name' | 'cloth_color' | 'colour' | 'region' | 'serial_hash'>;

export function traitsOf(row: Compared): Traits {
  const text = [row.title, row.name, row.description, row.cloth_color, row.colour].filter(Boolean).join(' ');
  const sounds = wordsOf(text).flatMap((word) => bonesOf(soundsOf(word)));
  return {
    subject: row.subject,
    words: new Set(sounds.filter((sound) => sound.length >= LEAST_LETTERS)),
    place: row.region ? placeNamed(row.region).toLowerCase() : undefined,
    ages: row.age_min === null ? undefined : { min: row.age_min, max: row.age_max ?? row.age_min },
    category: row.category,
    serial: row.serial_hash,
  };
}

/** At most so many reports are compared with one, the latest first; those with a face like it besides. */
const COMPARED = 500;
/** In these words the indexes `report_open` and `report_open_by_category` have it. */
const IS_OPEN = sql<boolean>`status in ('pending_review', 'published', 'appealed') and not kept_scan`;

/** The ids of the reports most like this one, best first. */
export async function findSimilar(db: Db, row: ReportRow, faces: FaceIndex): Promise<string[]> {
  const mine = traitsOf(wholeOf(row));
  const bands = await facesLike(db, row, faces);
  const open = db
    .selectFrom('report')
    .select(['id', 'subject', 'title', 'description', 'name', 'cloth_color', 'colour', 'region'])
    .select(['age_min', 'age_max', 'category', 'serial_hash'])
    .where('id', '<>', row.id)
    .where('subject', '=', row.subject)
    .where(IS_OPEN);
  const alike = bands.size > 0 ? await open.where('id', 'in', [...bands.keys()]).execute() : [];
  // Each by an index of its own: asked for as one, they are found by reading all reports.
  const { serial } = mine;
  const ofSerial = serial === null ? [] : await open.where('serial_hash', '=', serial).limit(COMPARED).execute();
  const latest = await open
    .$if(row.subject === 'item', (query) => query.where('category', '=', row.category))
    .orderBy('created_at', 'desc')
    .limit(COMPARED)
    .execute();
  const others = new Map([...latest, ...ofSerial, ...alike].map((other) => [other.id, other]));
  return [...others.values()]
    .map((other) => ({ id: other.id, score: likeness(mine, traitsOf(other), bands.get(other.id)) }))
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ id }) => id);
}

/** Reports whose face is near, however long ago they were posted. */
async function facesLike(db: Db, row: ReportRow, faces: FaceIndex): Promise<Map<string, Band>> {
  const bands = new Map<string, Band>();
  const codes = (await templatesOf(db, [row.id])).get(row.id) ?? [];
  for (const code of codes) {
    const { hits } = await faces.search(code, SHOWN + 1, 'all');
    for (const { id, score } of hits) {
      const band = decide(score, { youngest: row.age_min ?? undefined });
      if (id !== row.id && band !== 'none' && bands.get(id) !== 'likely') bands.set(id, band);
    }
  }
  return bands;
}
