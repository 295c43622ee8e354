/**
 * Makes every photo of a person's report, and of a sighting of one, findable: those whose template no phone has sent, whichever
 * way they came, and after a change of the pipeline all of them anew (docs/decisions/082, 093).
 *
 * Which photos are due stands in their own rows, so a run that was broken off goes on where it was; whoever brings one only
 * says that some have come (enrol-soon.ts).
 */

import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { MOST_LEFT } from '../../contract/moderation.ts';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import { recordChange } from '../db/change.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { logProcessing } from '../processing/log.ts';
import { held } from '../reports/held.ts';
import { matchSoon } from '../reports/record.ts';
import { holdFaces } from '../suppression/hold.ts';
import { type Enrolling, isOf, MAX_TRIES, ModelsGone, stateOf } from './due.ts';
import { countOlderSightings, type DueSighting, enrolSighting, nextSighting } from './enrol-sightings.ts';
import { enrolSoon } from './enrol-soon.ts';
import type { Found, Who } from './look.ts';

/** Less than a job is held (jobs.ts); then it goes on as another job. */
const RUN_MS = 60_000;
/** Of what needs no look, in one statement. */
const SETTLED_AT_ONCE = 1000;
interface Due {
  report_id: string;
  sha256: string;
  face_version: string | null;
  face_tries: number;
}

/** Look at all photos that are due, one after the other. What comes meanwhile is looked at by the run that is under way. */
export function enrolPhotos(enrolling: Enrolling): JobHandler {
  let isRunning = false;
  let again = false;
  return async () => {
    again = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (again) {
        again = false;
        await run(enrolling);
      }
    } finally {
      isRunning = false;
    }
  };
}

async function run(enrolling: Enrolling): Promise<void> {
  const { db, embedding, onProgress, version = TEMPLATE_VERSION } = enrolling;
  if (!(await embedding.isThere())) return; // they wait for a build with the models
  await settleKnown(db, version);
  const until = Date.now() + RUN_MS;
  const failed: Failed = { photos: [], inARow: 0 };
  let due = await nextDue(db, version, failed.photos);
  let done = 0;
  for (; due && Date.now() < until; due = await nextDue(db, version, failed.photos)) {
    try {
      if ('note_id' in due) await enrolSighting(enrolling, due, version);
      else await enrol(enrolling, due, version);
      failed.inARow = 0;
      if (due.face_version !== null) done++;
    } catch (error) {
      failed.photos.push(due.sha256);
      failed.error ??= error;
      if (error instanceof ModelsGone || ++failed.inARow === MOST_IN_A_ROW) throw error;
    }
  }
  if (done > 0) onProgress(done, await countOlder(db, version));
  if (due) await enrolSoon(db);
  else if (failed.error) throw failed.error; // the job is done again in a while, and they are tried again
}

/** What this run could not look at; it goes on with the others. */
interface Failed {
  photos: string[];
  inARow: number;
  error?: unknown;
}

/** It is hardly the photos' own fault: who looks at them has failed. */
const MOST_IN_A_ROW = 3;

/**
 * All that no pipeline has looked at before what is looked at again: that takes hours, and who is new must be found within the
 * minute. Of either what was never tried before what was: a photo that fails, or takes the process down, holds up no other of
 * its sort. Then those of reports first: whom a sighting is like is seen once they can be compared with.
 */
async function nextDue(db: Db, version: string, failed: readonly string[]): Promise<Due | DueSighting | undefined> {
  const { none, earlier, later } = isOf(version);
  const tried = sql<SqlBool>`f.face_tries > 0 and f.sha256 <> all(${[...failed]}::text[])`;
  for (const ranges of [[none], [earlier, later]])
    for (const tries of [NEVER, tried]) {
      const due = (await nextPhoto(db, ranges, tries)) ?? (await nextSighting(db, ranges, tries));
      if (due) return due;
    }
  return undefined;
}
/** The index is walked past those that were tried: they are few, since after {@link MAX_TRIES} they are due no more. */
const NEVER = sql<SqlBool>`f.face_tries = 0`;

const IS_PHOTO = sql<SqlBool>`f.purpose = 'photo' and f.brought_at is not null`;
/**
 * Of who must not be found as of anybody: nothing hidden is compared (index.ts), and whoever posted it is told whether a photo
 * that they add shows a face, as ever.
 */
const IS_PERSON = sql<SqlBool>`r.subject = 'person'`;
/** Photos of things need no look, nor those whose face has been seen on them: by a reviewer, or before they were put in another order. */
async function settleKnown(db: Db, version: string): Promise<void> {
  for (const range of Object.values(isOf(version)))
    for (let more = true; more; ) {
      const { rows } = await sql`
        with due as (
          select f.report_id, f.sha256, r.subject from report_file f join report r on r.id = f.report_id
          where ${IS_PHOTO} and ${range} and (r.subject = 'item' or exists (
            select from template t where t.report_id = f.report_id and t.sha256 = f.sha256 and t.version = ${version} and not t.unproven))
          limit ${SETTLED_AT_ONCE})
        update report_file f set face_version = ${version}, face_tries = 0,
          face = case when due.subject = 'person' then 'enrolled' end
        from due where f.report_id = due.report_id and f.sha256 = due.sha256 returning 1`.execute(db);
      more = rows.length === SETTLED_AT_ONCE;
    }
}

/** What came last is the first, of the first of these ranges that has any. */
async function nextPhoto(
  db: Db,
  ranges: readonly RawBuilder<SqlBool>[],
  tries: RawBuilder<SqlBool>,
): Promise<Due | undefined> {
  for (const range of ranges) {
    const { rows } = await sql<Due>`
      select f.report_id, f.sha256, f.face_version, f.face_tries from report_file f join report r on r.id = f.report_id
      where ${IS_PHOTO} and ${range} and ${IS_PERSON} and ${tries}
      order by f.face_version desc, f.brought_at desc limit 1`.execute(db);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/** Photos that are still to be looked at again for a new pipeline, {@link MOST_LEFT} at most. */
export async function countOlder(db: Db, version = TEMPLATE_VERSION): Promise<number> {
  const { earlier, later } = isOf(version);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from report_file f join report r on r.id = f.report_id
      where ${IS_PHOTO} and ${IS_PERSON} and (${earlier} or ${later}) limit ${MOST_LEFT}) older`.execute(db);
  const count = rows[0]?.count ?? 0;
  return count + (await countOlderSightings(db, version, MOST_LEFT - count));
}

/** @throws AppError unavailable: it is tried again in a while */
async function enrol({ db, files, embedding }: Enrolling, due: Due, version: string): Promise<void> {
  const { report_id: id, sha256, face_tries } = due;
  // Counted before: whatever a photo does to this process, it does so a few times.
  await db
    .updateTable('report_file')
    .set({ face_tries: face_tries + 1 })
    .where('report_id', '=', id)
    .where('sha256', '=', sha256)
    .execute();
  const photo = face_tries < MAX_TRIES ? await files.rendition(sha256, 'full') : undefined;
  if (!photo) return write(db, due, version, 'unreadable');
  const found = await embedding.lookAt(photo, await whoIsMeant(db, due));
  if (!found) throw new ModelsGone();
  await write(db, due, version, found);
}

async function whoIsMeant(db: Db, { report_id, sha256 }: Due): Promise<Who> {
  const faces = await db
    .selectFrom('template')
    .select(['sha256', 'code'])
    .where('report_id', '=', report_id)
    .where('version', '=', TEMPLATE_VERSION)
    .execute();
  const whole = faces.filter(({ code }) => code.length === DIMS); // one whose key is gone has none
  const codesOf = (isMeant: (of: string | null) => boolean) =>
    whole.filter((face) => isMeant(face.sha256)).map(({ code }) => new Uint8Array(code));
  return { known: codesOf((of) => of !== sha256), sent: codesOf((of) => of === sha256)[0] };
}

/**
 * The template with the feed that says so, in the place of what a device has sent, unless photo or report has gone meanwhile,
 * or somebody has shown the face.
 */
async function write(
  db: Db,
  { report_id: id, sha256, face_version: seen, face_tries }: Due,
  version: string,
  found: Found | 'unreadable',
): Promise<void> {
  await transact(db, async (tx) => {
    await held(tx, id);
    const looked = await tx
      .updateTable('report_file')
      .set({ face: stateOf(found), face_version: version, face_tries: 0 })
      .where('report_id', '=', id)
      .where('sha256', '=', sha256)
      .where('brought_at', 'is not', null)
      .where('face_version', 'is not distinct from', seen)
      .where('face_tries', '=', face_tries + 1) // another face was sent of it meanwhile: that one is looked for
      .returning('sha256')
      .executeTakeFirst();
    if (!looked || found === 'unreadable') return; // of what cannot be looked at any more, the former template stays
    const former = await tx
      .deleteFrom('template')
      .where('report_id', '=', id)
      .where('sha256', '=', sha256)
      .returning('id')
      .execute();
    if (found.kind === 'face') {
      await addTemplate(tx, { id, sha256, version, code: found.code });
      await logProcessing(tx, { act: 'changed', purpose: 'face', role: 'system', record: id });
    }
    if (found.kind === 'face' || former.length > 0) {
      await recordChange(tx, id, 'references');
      await matchSoon(tx, [id]);
    }
  });
}

interface NewTemplate {
  id: string;
  sha256: string;
  version: string;
  code: Uint8Array;
  /** A device's word. */
  unproven?: boolean;
}

/** The template of a photo that has none; where its face is like one that was taken down, the report waits for a reviewer. */
export async function addTemplate(
  tx: Db,
  { id: report_id, sha256, version, code, unproven = false }: NewTemplate,
): Promise<void> {
  const template = { id: randomUUID(), code: Buffer.from(code) };
  await tx
    .insertInto('template')
    .values({ ...template, report_id, sha256, version, unproven })
    .execute();
  // A device's word is not on the photo yet: who asks by it whether somebody is on the list is answered nothing.
  if (!unproven) await holdFaces(tx, report_id, [{ ...template, sha256 }]);
}
