/** A database of so many people who are looked for, with what candidates are found by: written by itself, not by posts. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { encodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { blinded, keysOfPerson } from '../../server/candidates/keys.ts';
import type { Db } from '../../server/db/schema.ts';
import { keyed } from '../../server/db/sealing.ts';
import { seeded } from './faults.ts';
import { faceOf } from './made-faces.ts';
import { makePeople } from './made-people.ts';

const AT_ONCE = 2500;
const FACES_AT_ONCE = 500;
/** Two pictures of one face differ by this, and are still that face by far. */
const PICTURE_NOISE = 0.4;
const DAY_MS = 86_400_000;

/**
 * Answers the ids, in the order of the days. `withFaces`: those that have one get a template, sealed as any; the two of a
 * pair are pictures of one face.
 */
export async function seedPeople(
  db: Db,
  records: number,
  seed: number,
  { withFaces = false }: { withFaces?: boolean } = {},
): Promise<string[]> {
  const people = makePeople({ records, pairs: records / 20, told: 'details' }, seeded(seed));
  const rows = people
    .map(({ side, facts, name, place, district, pair, hasFace }, n) => {
      const { kept } = keysOfPerson(facts, place, district);
      const region = place ? `${place.name}, ${place.state}` : null;
      const { ageMin = null, ageMax = null, sex = null, at } = facts;
      const face = withFaces && hasFace ? { of: pair ?? records + n, picture: n } : undefined;
      return { id: randomUUID(), side, name: name ?? null, region, district, ageMin, ageMax, sex, at, kept, n, face };
    })
    .sort((a, b) => a.at - b.at);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const page = rows.slice(from, from + AT_ONCE);
    const of = <Key extends keyof (typeof page)[number]>(key: Key) => page.map((row) => row[key]);
    const days = page.map(({ at }) => new Date(at).toISOString().slice(0, 10));
    await sql`
      insert into report (id, posting_role, type, status, subject, title, name, region, district, age_min, age_max, sex,
        condition, number, time_of_loss_date, search)
      select id, case when side = 'lost' then 'victim' else 'founder' end, side, 'published', 'person', 'A person', name,
        region, district, age_min, age_max, sex, case when side = 'lost' then 'missing' else 'found' end, 'W-' || n, day::date, 'x'
      from unnest(${of('id')}::uuid[], ${of('side')}::text[], ${of('name')}::text[], ${of('region')}::text[],
        ${of('district')}::text[], ${of('ageMin')}::int[], ${of('ageMax')}::int[], ${of('sex')}::text[], ${of('n')}::int[],
        ${days}::text[]) as made(id, side, name, region, district, age_min, age_max, sex, n, day)`.execute(db);
    const keys = page.flatMap(({ id, side, at, kept }) => kept.map((key) => ({ id, side, at, key })));
    const blind = keyed<string[]>((key) =>
      blinded(
        keys.map((one) => one.key),
        key,
      ),
    );
    await sql`
      insert into candidate_key (report_id, key, side, day)
      select * from unnest(${keys.map(({ id }) => id)}::uuid[], ${blind}::bigint[], ${keys.map(({ side }) => side)}::text[],
        ${keys.map(({ at }) => Math.floor(at / DAY_MS))}::int[])`.execute(db);
  }
  await seedFaces(db, rows);
  await sql`analyze report`.execute(db);
  await sql`analyze candidate_key`.execute(db);
  return rows.map(({ id }) => id);
}

interface Faced {
  id: string;
  /** Whose face it is, and which picture of it. */
  face: { of: number; picture: number } | undefined;
}

const pictureOf = ({ of, picture }: NonNullable<Faced['face']>): number[] => {
  const random = seeded(picture + 1);
  return faceOf(of).map((value) => value + (random() - 0.5) * PICTURE_NOISE);
};

/** Families agree that their face is compared, or nobody's is. */
async function seedFaces(db: Db, rows: readonly Faced[]): Promise<void> {
  const faced = rows.flatMap(({ id, face }) => (face ? [{ id, face }] : []));
  for (let from = 0; from < faced.length; from += FACES_AT_ONCE) {
    const page = faced.slice(from, from + FACES_AT_ONCE);
    const templates = page.map(({ id, face }) => ({
      ...{ id: randomUUID(), report_id: id, sha256: null, version: TEMPLATE_VERSION },
      code: encodeTemplate(pictureOf(face)),
    }));
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('template').values(templates).execute();
      const ids = page.map(({ id }) => id);
      await tx.updateTable('report').set({ compare_face: true, guardian: true }).where('id', 'in', ids).execute();
    });
  }
}
