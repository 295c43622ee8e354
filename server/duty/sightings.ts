/** How the photos of a sighting stand to those of the record that it was told of, for who has it on their desk (decision 093). */

import type { SightingFace } from '../../contract/duty.ts';
import { decide } from '../../match/decide.ts';
import { compareTemplates, withFused } from '../../match/template.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { mayCompareFace } from '../candidates/facts.ts';
import type { Db } from '../db/schema.ts';
import { type FaceOfSighting, facesOfNotes } from '../face/sighting-faces.ts';
import type { Sight } from '../reports/projection.ts';
import { type ReportRow, reportsById, templatesOf } from '../reports/read.ts';
import { isOfDuty, isOwner, isVeiled, mayModerate, OPEN } from '../reports/rules.ts';

interface Task {
  note_id: string | null;
  report_id: string;
}

interface Desk {
  reports: ReadonlyMap<string, ReportRow>;
  sights: ReadonlyMap<string, Sight>;
}

/** By note; none of one that has no photos. */
export async function sightingsFor(
  db: Db,
  tasks: readonly Task[],
  { reports, sights }: Desk,
  caller: SignedIn,
): Promise<ReadonlyMap<string, SightingFace>> {
  const told = new Map(tasks.flatMap(({ note_id, report_id }) => (note_id === null ? [] : [[note_id, report_id]])));
  const photos = byNote(await photosOf(db, [...told.keys()]));
  const faces = byNote(await facesOfNotes(db, [...photos.keys()]));
  const own = await templatesOf(
    db,
    [...faces.values()].flatMap(([face]) => face?.report_id ?? []),
  );
  const others = await reportsById(
    db,
    [...faces.values()].flat().flatMap(({ looks_like }) => looks_like ?? []),
  );
  const views = new Map<string, SightingFace>();
  for (const [noteId, its] of photos) {
    const row = reports.get(told.get(noteId) ?? '');
    if (!row) continue;
    const seen = faces.get(noteId) ?? [];
    const [other] = seen
      .flatMap(({ looks_like }) => others.get(looks_like ?? '') ?? [])
      .filter(mayLookLike(row, caller));
    views.set(noteId, {
      face: faceOf(row, its, seen, own.get(row.id) ?? []),
      photos:
        sights.get(row.id) === 'full' ? its.flatMap((photo) => (isShown(photo, caller) ? [photo.sha256] : [])) : [],
      ...(other ? { looksLike: other.id } : {}),
    });
  }
  return views;
}

function byNote<Row extends { note_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const notes = new Map<string, Row[]>();
  for (const row of rows) notes.set(row.note_id, [...(notes.get(row.note_id) ?? []), row]);
  return notes;
}

type Photo = Awaited<ReturnType<typeof photosOf>>[number];

async function photosOf(db: Db, noteIds: readonly string[]) {
  if (noteIds.length === 0) return [];
  return db
    .selectFrom('attachment')
    .innerJoin('note', 'note.id', 'attachment.owner_id')
    .select(['note.id as note_id', 'sha256', 'face', 'face_version', 'taken_down', 'looked_at'])
    .where('attachment.kind', '=', 'note')
    .where('note.kind', '=', 'sighting')
    .where('owner_id', 'in', [...noteIds])
    .where('brought_at', 'is not', null)
    .orderBy('attachment.position')
    .execute();
}

/** One that is like something that was taken down is shown to moderators alone, until one has looked. */
const isShown = ({ taken_down, looked_at }: Photo, caller: SignedIn): boolean =>
  taken_down === null || looked_at !== null || mayModerate(caller);

function faceOf(
  row: ReportRow,
  photos: readonly Photo[],
  seen: readonly FaceOfSighting[],
  own: readonly Uint8Array[],
): SightingFace['face'] {
  if (seen.length === 0 && photos.some(({ face_version }) => face_version === null)) return 'waits';
  const known = withFused(own);
  const scores = seen.flatMap(({ code }) => known.map((one) => compareTemplates(one, code)));
  if (scores.length === 0) return 'unclear';
  const band = decide(Math.max(...scores), { youngest: row.age_min ?? undefined });
  // That a blurred face is like nobody's says nothing.
  return band === 'none' && !photos.some(({ face }) => face === 'enrolled') ? 'unclear' : band;
}

/** Still looked for in the same place by who agrees to that, and nobody's own. */
const mayLookLike =
  (row: ReportRow, caller: SignedIn) =>
  (other: ReportRow): boolean =>
    other.type === 'lost' &&
    OPEN.includes(other.status) &&
    !other.closed &&
    !isVeiled(other) &&
    mayCompareFace(other) &&
    other.district === row.district &&
    isOfDuty(other, caller) &&
    !isOwner(other, caller);
