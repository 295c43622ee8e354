/** Reports as they are compared with each other: what was said of a person or a thing, made comparable. It never leaves the server. */

import { type SqlBool, sql } from 'kysely';
import { mayBeChild } from '../../contract/person.ts';
import type { PersonFacts, ThingFacts } from '../../match/linkage.ts';
import { type NameWord, nameWords } from '../../match/names.ts';
import type { Db } from '../db/schema.ts';
import { coloursIn, tellingWords } from '../items/words.ts';
import { detailsFor } from '../reports/person-details.ts';
import { IS_CLOSED } from '../reports/read.ts';
import { pointOf } from '../reports/region.ts';
import { isVeiled } from '../reports/rules.ts';

export type Compared = Awaited<ReturnType<typeof readCompared>>[number];

/** Those of these reports that are there, with no more than they are compared by. */
export const readCompared = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('report')
    .select(['id', 'owner_id', 'type', 'status', 'subject', 'hidden_at', 'hidden_for', 'district', 'created_at'])
    .select(['age_min', 'age_max', 'condition', 'category', 'item_status', 'compare_face', 'guardian', 'kept_scan'])
    .select([
      'title',
      'description',
      'name',
      'sex',
      'details',
      'cloth_color',
      'colour',
      'region',
      'lat',
      'lng',
      'serial_hash',
    ])
    .select(IS_CLOSED.as('closed'))
    .select(
      sql<SqlBool>`exists (select from candidate c
        where c.link is not null and (c.found_id = report.id or (c.lost_id = report.id
            and not exists (select from report f where f.id = c.found_id and f.kept_scan)))
          and not exists (select from reunion r
            where r.lost_id = c.lost_id and r.found_id = c.found_id and r.doubted_at is not null))`.as('linked'),
    )
    .select(sql<string | null>`to_char(time_of_loss_date, 'YYYY-MM-DD')`.as('time_of_loss_date'))
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();

/**
 * Whether it may still come together with another. A person whom only officers see, or whose report waits for review, is: the
 * candidate is for officers too. Who must not be found is not, nor is what has ended. Of things both owners are told, so both
 * reports are out.
 */
export function isSought(row: Compared): boolean {
  if (row.closed || isVeiled(row)) return false;
  if (row.subject === 'item') {
    const state = row.item_status;
    const isOut = row.status === 'published' && row.hidden_at === null;
    return isOut && (row.type === 'lost' ? state === 'lost' : state === 'found' || state === 'claimed');
  }
  const isOpen = row.status === 'pending_review' || row.status === 'published' || row.status === 'appealed';
  return isOpen && row.condition !== 'safe' && (row.type === 'found' || row.condition !== 'found');
}

/**
 * Whether its face may be compared by the server of itself. Whoever reports a missing person agrees to that, of a child as a
 * guardian; without it officers compare it one at a time, with a reason. For who was found nobody can agree, and nobody but
 * those on duty reads what comes of it (docs/decisions/088).
 */
export const mayCompareFace = ({
  compare_face,
  guardian,
  type,
  age_min,
}: Pick<Compared, 'compare_face' | 'guardian' | 'type' | 'age_min'>): boolean =>
  type === 'found' || (compare_face && (guardian || !mayBeChild(age_min ?? undefined)));

/** When it happened, in milliseconds: a day without a time is its noon in India. */
export const timeOf = ({ time_of_loss_date: day, created_at }: Compared): number =>
  day ? Date.parse(`${day}T12:00:00+05:30`) : created_at.getTime();

export const placeOf = (row: Compared) => pointOf(row);

export function personFacts(row: Compared): PersonFacts {
  const { details = {} } = detailsFor(row, 'full');
  return {
    sex: details.sex,
    ageMin: row.age_min ?? undefined,
    ageMax: row.age_max ?? undefined,
    names: [row.name, details.nickname].flatMap((name) => (name ? wordsIn(name) : [])),
    relative: details.relative && { kind: details.relative.kind, words: nameWords(details.relative.name) },
    languages: details.languages ?? [],
    heightCm: details.heightCm,
    clothing: coloursIn(row.cloth_color ?? ''),
    marks: tellingWords(details.marks ?? ''),
    at: timeOf(row),
  };
}

const wordsIn = (name: string): NameWord[][] => [nameWords(name)].filter((words) => words.length > 0);

export function thingFacts(row: Compared): ThingFacts {
  const text = `${row.title ?? ''} ${row.description ?? ''}`;
  const colours = coloursIn(row.colour ?? '');
  return {
    category: row.category ?? 'Other',
    colours: row.colour ? colours : coloursIn(text),
    words: tellingWords(text),
    serial: row.serial_hash ?? undefined,
    at: timeOf(row),
  };
}
