/** Notes on a report as they are written and read, and what a confirmed one changes. */

import { type Selectable, sql } from 'kysely';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { addNote, answerNote, Note, tellSighting } from '../../contract/note.ts';
import { LINK_STEPS, PersonCondition } from '../../contract/report.ts';
import { type Caller, PERMISSIONS } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import { maskedName } from '../auth/masked-name.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { mayActNow } from '../auth/standing.ts';
import type { Db, NoteTable } from '../db/schema.ts';
import { isRecordOnDesk } from '../duty/on-duty.ts';
import { endSighting, openDuty, reopenSighting } from '../duty/open.ts';
import { attach, attachmentsOf } from '../files/attachments.ts';
import { signsOf } from '../messages/signs.ts';
import { warnOf } from '../messages/warnings.ts';
import { tell } from '../notices/tell.ts';
import { hasOpened, openedBy } from '../reports/opened.ts';
import { isPublic, isSheltered, sightOf } from '../reports/projection.ts';
import { findJudged, type Judged } from '../reports/read.ts';
import {
  actorOf,
  type Condition,
  isOwner,
  isVeiled,
  mayChangeCondition,
  mayMakeKnown,
  OPEN,
} from '../reports/rules.ts';
import { changeSubject } from '../reports/store.ts';
import { placeColumns } from '../reports/upload.ts';
import { mayAnswer, statusFor, teamReads } from './readers.ts';
import { isForOffice, tellOfNotes } from './release.ts';

/**
 * Store a note, and tell the owner when it is one for them; of a guarded record, and of where a missing person was seen, it
 * goes to the duty desk. Somebody who was guarded from the public may be seen all the same; to whom the report is guarded,
 * nothing that is answered says what sort of report it is or how it stands.
 */
export async function insertNote(
  tx: Db,
  id: string,
  caller: Caller,
  input: ParsedInputOf<typeof addNote>,
): Promise<void> {
  const [report] = await findJudged(tx, [input.reportId]);
  const sight = report ? sightOf(report, caller) : 'none';
  if (!report || sight === 'none') throw new AppError('not-found', 'There is no such report');
  const isGuarded = sight === 'guarded';
  // To whom it is guarded it is so whatever became of it; who sees more of it may have met them before it was published.
  const isLookedFor = isGuarded || (sight === 'field' && OPEN.includes(report.status));
  if (report.status !== 'published' && !isLookedFor) throw new AppError('conflict', `The report is ${report.status}`);
  const isPersonal = input.kind === 'self' || input.condition !== undefined;
  if (report.subject === 'item' && isPersonal && !isGuarded)
    throw new AppError('bad-input', 'A thing is not a person', { fields: { kind: 'of a person' } });
  const author = caller.kind === 'user' ? caller.userId : null;
  const isReleased = !isVeiled(report) && !(await isForOffice(tx, report, author));
  const inserted = await tx
    .insertInto('note')
    .values({
      ...{ id, report_id: report.id, author_id: author, kind: input.kind },
      released_at: isReleased ? new Date() : null,
      text: input.text,
      condition: (report.subject === 'person' && input.condition) || null,
      region: input.region || null,
      ...placeColumns(input.place),
      seen_at: input.seenAt ? new Date(input.seenAt) : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new AppError('conflict', 'A note with this id exists');
  await attach(tx, 'note', id, input.photos ?? []);
  // "I am this person" cheats nobody: reviewers alone read it, and how to reach them belongs in it.
  if (author && input.kind !== 'self')
    await warnOf(tx, { author_id: author, note_id: id }, input.text, input.region, input.place?.address);
  await tellOfNotes(tx, report.id);
  const isSeen = input.kind === 'sighting' && report.subject === 'person' && report.type === 'lost';
  if ((isSheltered(report) || isSeen) && !isOwner(report, caller)) {
    const duty = { kind: 'sighting', noteId: id, isOfTheirs: input.kind === 'self' } as const;
    await openDuty(tx, { ...duty, reportId: report.id, but: author ?? undefined });
  }
}

/**
 * Store where somebody was seen, in nobody's name: whoever is signed in here is not asked.
 * @throws AppError not-found, conflict: as for a note; bad-input: a thing is asked for by its owner, who answers accounts
 */
export async function insertSighting(
  tx: Db,
  id: string,
  { reportId, ...input }: ParsedInputOf<typeof tellSighting>,
): Promise<void> {
  await insertNote(tx, id, NOBODY, { ...input, reportId, kind: 'sighting', condition: 'seen' });
}

const NOBODY: Caller = { kind: 'anonymous', key: 'nobody' };

/** Those notes of a report that this caller may read, newest first. */
export async function notesOn(db: Db, reportId: string, caller: SignedIn): Promise<Note[]> {
  const [report] = await findJudged(db, [reportId]);
  const isOpen = (await openedBy(db, caller, [reportId])).has(reportId);
  const isShown = report !== undefined && sightOf(report, caller) !== 'none';
  const all = await noteRows(db)
    .where('note.report_id', '=', reportId)
    .$if(!isShown && !isOpen, (notes) => notes.where('note.author_id', '=', caller.userId)) // of others nothing is opened
    .execute();
  const rows = all.filter((row) => report && reads(report, row, caller, isOpen));
  if (!report || !(isShown || rows.length > 0)) throw new AppError('not-found', 'There is no such report');
  return viewNotes(db, report, rows, caller);
}

/** One note, for its writer and for who has just answered it, and so has read it. */
export async function noteFor(db: Db, id: string, caller: SignedIn): Promise<Note> {
  const row = await noteRows(db).where('note.id', '=', id).executeTakeFirst();
  const [report] = row ? await findJudged(db, [row.report_id]) : [];
  if (!row || !report || !reads(report, row, caller, true)) throw new AppError('not-found', 'There is no such note');
  const [note] = await viewNotes(db, report, [row], caller);
  if (!note) throw new Error('a row makes a note');
  return note;
}

/** Who may see the photos of a note. */
export async function seesNote(db: Db, id: string, caller: Caller): Promise<boolean> {
  const row = await noteRows(db).where('note.id', '=', id).executeTakeFirst();
  return row !== undefined && mayRead(db, row, caller);
}

async function mayRead(db: Db, row: NoteRow, caller: Caller): Promise<boolean> {
  const [report] = await findJudged(db, [row.report_id]);
  if (!report) return false;
  return reads(report, row, caller, (await openedBy(db, caller, [report.id])).has(report.id));
}

/** Whether they read it now: their own always, by their office while they have the record open. */
const reads = (report: Judged, note: NoteRow, caller: Caller, isOpen: boolean): boolean =>
  (caller.kind === 'user' && note.author_id === caller.userId) ||
  (teamReads(report, note, caller) ? isOpen : mayAnswer(report, note, caller));

/**
 * Confirm or dismiss an open note, or take that back ({@link takeBack}). What a confirmed one says of the person holds if it is
 * the newest word, as far as its writer is one to say it (`mayMakeKnown`); but the word of the person themselves changes nothing
 * that their reporter could see, and of who must not be found nothing does. Who posted the report hears once what another has
 * confirmed.
 * @throws AppError not-found: it is not theirs to answer; conflict: it is answered, or not read yet
 */
export async function decideNote(
  tx: Db,
  id: string,
  caller: SignedIn,
  answer: ParsedInputOf<typeof answerNote>['answer'],
): Promise<void> {
  const note = await tx.selectFrom('note').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const [report] = note ? await findJudged(tx, [note.report_id]) : [];
  if (!note || !report || !(await answers(tx, report, note, caller)))
    throw new AppError('not-found', 'There is no such note');
  if (answer === 'reopen') return takeBack(tx, note, report, caller);
  if (note.status !== 'open') throw new AppError('conflict', `The note is ${note.status}`);
  const saidAt = wordOf(note);
  const isShown = answer === 'confirm' && note.kind !== 'self' && note.condition !== null && !isVeiled(report);
  const isNews = isShown && saidAt > (await newestWord(tx, report));
  const isReleased = answer === 'confirm' && note.released_at === null && !isVeiled(report);
  const decided = {
    status: answer === 'confirm' ? 'confirmed' : 'dismissed',
    released_at: isReleased ? new Date() : note.released_at,
  } as const;
  await tx.updateTable('note').set(decided).where('id', '=', id).execute();
  let isOwnerTold = isOwner(report, caller);
  // Who posted it as cover would silence the desk.
  if (!isOwner(report, caller)) {
    isOwnerTold = await tellOfNotes(tx, report.id);
    await endSighting(tx, id, caller.userId);
    await writeAudit(tx, caller, `note-${answer}`, report.id);
  }
  const known = report.condition ?? 'missing';
  const to = isNews && note.condition ? mayMakeKnown(note.condition, known, await speaksFor(tx, report, note)) : known;
  if (mayChangeCondition(known, to)) {
    await changeSubject(tx, report.id, to, `${actorOf(caller, report)}${BY_NOTE}`);
    // The words are theirs to read or not (readers.ts): how the person is known they read in either case.
    if (report.owner_id && !isOwnerTold)
      await tell(tx, { userId: report.owner_id, kind: 'report-changed', reportId: report.id, detail: to });
  }
  if (answer === 'confirm' && note.author_id && note.author_id !== caller.userId && isPublic(report))
    await tell(tx, { userId: note.author_id, kind: 'note-confirmed', reportId: report.id });
}

/** Whether the caller may take back how the note was answered: by their office, and never of their own word. */
const mayReopen = (
  report: Judged,
  note: Parameters<typeof teamReads>[1] & Pick<Selectable<NoteTable>, 'status' | 'author_id'>,
  caller: Caller,
): boolean =>
  note.status !== 'open' &&
  teamReads(report, note, caller) &&
  !(caller.kind === 'user' && note.author_id === caller.userId);

/**
 * An answer is taken back: the note waits on the desk again. What was released by it is no more for who posted the report,
 * unless they were told of it; and the person is known as before it where nothing else that was confirmed or changed speaks
 * for how they are. Of who must not be found nothing changes.
 */
async function takeBack(tx: Db, note: Selectable<NoteTable>, report: Judged, caller: SignedIn): Promise<void> {
  if (!mayReopen(report, note, caller)) throw new AppError('conflict', `The note is ${note.status}`);
  const isUntold = note.told_at === null && (await isForOffice(tx, report, note.author_id));
  await tx
    .updateTable('note')
    .set({ status: 'open', ...(isUntold ? { released_at: null } : {}) })
    .where('id', '=', note.id)
    .execute();
  await reopenSighting(tx, note.id, caller.userId);
  await writeAudit(tx, caller, 'note-reopen', report.id);
  if (note.status !== 'confirmed' || note.condition === null || note.kind === 'self' || isVeiled(report)) return;
  const before = await beforeNotes(tx, report);
  if (before === undefined) return;
  await changeSubject(tx, report.id, before, `${actorOf(caller, report)}${BY_NOTE}`);
  if (report.owner_id)
    await tell(tx, { userId: report.owner_id, kind: 'report-changed', reportId: report.id, detail: before });
}

/**
 * How the person was known before a note made it so that nobody has confirmed any more; undefined where another word stands.
 * What officers have decided on a pair since says nothing of that.
 */
async function beforeNotes(tx: Db, report: Judged): Promise<Condition | undefined> {
  const other = await tx
    .selectFrom('note')
    .select('id')
    .where('report_id', '=', report.id)
    .where('status', '=', 'confirmed')
    .where('condition', 'is not', null)
    .where('kind', '<>', 'self')
    .executeTakeFirst();
  if (other) return undefined;
  const last = await tx
    .selectFrom('history')
    .select(['actor', 'from_status'])
    .where('report_id', '=', report.id)
    .where('what', '=', 'subject')
    .where('to_status', 'not in', [...LINK_STEPS])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.actor.endsWith(BY_NOTE) ? PersonCondition.safeParse(last.from_status).data : undefined;
}

/**
 * Who answers as their office has opened the record since it was told, or must do so first: nobody throws away what they have
 * not read, nor reads it by answering. It is theirs in their place of duty, and where the record was raised to their desk.
 */
async function answers(
  tx: Db,
  report: Judged,
  note: Parameters<typeof mayAnswer>[1] & { created_at: Date },
  caller: SignedIn,
): Promise<boolean> {
  if (!teamReads(report, note, caller)) return mayAnswer(report, note, caller);
  const isTheirs = mayAnswer(report, note, caller) || (await isRecordOnDesk(tx, report.id, caller));
  if (isTheirs && !(await hasOpened(tx, caller, report.id, note.created_at)))
    throw new AppError('conflict', 'Open the record and read it first');
  return isTheirs;
}

/**
 * Whether its writer is the family or an officer, who may say more of the person than where they were seen. Whoever has left
 * their office or was suspended since speaks as anybody.
 */
async function speaksFor(tx: Db, report: Judged, { author_id }: { author_id: string | null }): Promise<boolean> {
  if (author_id === null) return false;
  if (author_id === report.owner_id) return true;
  const officer = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', author_id)
    .where('role', 'in', [...PERMISSIONS.protect])
    .where(mayActNow())
    .executeTakeFirst();
  return officer !== undefined;
}

/** Ends the actor of a change that a note made: its time is the note's. */
const BY_NOTE = ':note';

/** The moment a note speaks of; nobody was seen after it was told. */
const wordOf = ({ seen_at, created_at }: { seen_at: Date | null; created_at: Date }): number =>
  Math.min(seen_at?.getTime() ?? Infinity, created_at.getTime());

/** The moment of what is known of the person now: the newest confirmed note, or a change without one. */
async function newestWord(tx: Db, report: Judged): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(least(seen_at, created_at)) from note
       where report_id = ${report.id} and status = 'confirmed' and condition is not null and kind <> 'self'),
      (select max(at) from history
       where report_id = ${report.id} and what = 'subject' and actor not like ${`%${BY_NOTE}`}
         and to_status <> all(${[...LINK_STEPS]}::text[]))) as at`.execute(tx);
  return rows[0]?.at?.getTime() ?? -Infinity;
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number];

const noteRows = (db: Db) =>
  db
    .selectFrom('note')
    .leftJoin('app_user', 'app_user.id', 'note.author_id')
    .selectAll('note')
    .select('app_user.name as author_name')
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id');

/** As it was written down of it ({@link insertNote}), and of one that nobody signed too. */
function signsIn({ kind, text, region, address }: NoteRow): Pick<Note, 'signs'> {
  const signs = kind === 'self' ? [] : signsOf(text, region, address);
  return signs.length > 0 ? { signs } : {};
}

async function viewNotes(db: Db, report: Judged, rows: readonly NoteRow[], caller: SignedIn): Promise<Note[]> {
  const photos = await attachmentsOf(
    db,
    'note',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    reportId: row.report_id,
    kind: row.kind,
    text: row.text,
    status: statusFor(report, row, caller),
    ...(row.condition ? { condition: row.condition } : {}),
    ...(row.region ? { region: row.region } : {}),
    ...(row.lat !== null && row.lng !== null
      ? { place: { lat: row.lat, lng: row.lng, ...(row.address ? { address: row.address } : {}) } }
      : {}),
    ...(row.seen_at ? { seenAt: row.seen_at.toISOString() } : {}),
    photos: photos.get(row.id) ?? [],
    ...signsIn(row),
    ...(mayReopen(report, row, caller) ? { mayReopen: true as const } : {}),
    mine: row.author_id === caller.userId,
    ...(row.author_name ? { by: maskedName(row.author_name) } : {}),
    createdAt: row.created_at.toISOString(),
  }));
}
