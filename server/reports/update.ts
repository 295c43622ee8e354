/** What its owner changes of a report: words, photos, how long it stays, and where it goes in its life. */

import { type SqlBool, sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import { consentsOf } from '../../contract/consent.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_EXPIRY_DAYS, MAX_IMAGES } from '../../contract/limits.ts';
import { type EditedName, seenOf, type updateReport } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Db, ReportTable } from '../db/schema.ts';
import { keepOnDesk } from '../duty/open.ts';
import { DRAWABLE, keepChosenFaces } from '../face/drawn.ts';
import { enrolSoon } from '../face/enrol-soon.ts';
import { bringPhoto } from '../files/rights.ts';
import { addJob } from '../jobs/jobs.ts';
import { logProcessing } from '../processing/log.ts';
import { tellOfEdit } from '../protection/alert.ts';
import { holdAgain, holdPhotos } from '../suppression/hold.ts';
import { consentColumns, consentsIn } from './agreed.ts';
import { confirmLooking } from './asking.ts';
import { blindWords } from './blind-words.ts';
import { logConsents } from './consent.ts';
import { EDITABLE, EXTENDABLE } from './details.ts';
import { districtOf } from './district.ts';
import { findMade, notTheirs } from './end.ts';
import { attachFiles, filesOf, standsUntil } from './insert.ts';
import { keepNames } from './near-names.ts';
import { detailColumns, publicWordsOf, saysMore } from './person-details.ts';
import { projectReport } from './projection.ts';
import { findReport, type ReportRow } from './read.ts';
import { REMOVE_FILES } from './record.ts';
import { otherNames } from './region.ts';
import { actorOf, isLookedAt, isOwner, isVeiled, needsCase } from './rules.ts';
import { searchText } from './search.ts';
import { announce, changeStatus, changeSubject, keepEnded } from './store.ts';
import { hasEnded } from './strip.ts';
import { type Told, wholeOf } from './told.ts';
import { ageColumns, placeColumns, splitDescription, whenErrors } from './upload.ts';

export type Update = ParsedInputOf<typeof updateReport>;

export interface Change {
  input: Update;
  caller: Caller;
  /** Photos that came inside of the call, kept already. */
  uploaded: readonly string[];
  /** Whether changed words are looked at again before others read them. */
  reviewed: boolean;
}

/** Apply all of a change or nothing of it. What is not the caller's own is not there. */
export async function applyUpdate(tx: Db, { input, caller, uploaded, reviewed }: Change): Promise<void> {
  if (input.secret === undefined) signedIn(caller); // or the phone that made it shows so by its secret
  const before = await findMade(tx, input, caller);
  if (!before) throw notTheirs();
  refuseByStanding(input, caller);
  if (before.kept_scan && input.status !== 'withdrawn')
    throw new AppError('conflict', 'What was kept of a scan is taken back, or stays as it is');
  // By its secret it is its maker's, whoever is signed in there.
  const actor = isOwner(before, caller) ? actorOf(caller, before) : 'anonymous';
  if (input.status === 'published') await publishAgain(tx, before, actor);
  const row = wholeOf((await findReport(tx, input.id)) ?? before);
  refuseClashes(row, input, caller);
  const { isSaid, isShown } = await changeWords(tx, row, input, uploaded);
  // New photos of what somebody has looked at are seen by nobody before another look: it need not be hidden for them.
  const isRead = isSaid || (isShown && !isLookedAt(row));
  await logProcessing(tx, {
    act: 'changed',
    purpose: 'report',
    record: row.id,
    role: 'owner',
    actor: before.owner_id ?? undefined,
  });
  if (input.faces && EDITABLE.includes(row.status)) await keepChosenFaces(tx, row.id, input.faces);
  if (input.consent) await logConsents(tx, row.id, consentsOf(input.consent), input.consent.notice, consentsIn(row));
  if (input.condition) await changeSubject(tx, row.id, input.condition, actor, input.reason);
  if (input.itemStatus) await changeItem(tx, row, input.itemStatus, actor, input.reason);
  if (input.expiresInDays !== undefined) await extend(tx, row, input.expiresInDays, before.expires_at);
  const mustWait = reviewed || (isRead && needsCase((await findReport(tx, row.id)) ?? row));
  if (isRead && mustWait && row.status === 'published') await changeStatus(tx, row.id, 'pending_review', actor);
  if (input.status && input.status !== 'published') await move(tx, row.id, input.status, actor, input.reason);
  if (input.looking) await confirmLooking(tx, row.id);
  if (input.keep) await keepEnded(tx, row.id);
  await holdPhotos(tx, row.id, uploaded);
  if (input.status === 'published') await holdAgain(tx, row.id);
  const after = await findReport(tx, row.id);
  if (!after || isVeiled(after) || hasEnded(after.status)) return;
  await keepOnDesk(tx, after);
  await tellOfEdit(tx, before, after);
}

/** An answer that another device has changed since it was seen is not written over: its owner compares first. */
function refuseClashes(row: Whole, input: Update, caller: Caller): void {
  const view = projectReport(row, caller, 'full');
  if (!view || !input.was) return;
  const fields: Record<string, string> = {};
  for (const [name, now] of Object.entries(seenOf(view))) {
    const was = input.was[name];
    // Photos that were added here and there are all kept (photosOf).
    if (name === 'photos' || was === undefined || was === now) continue;
    const columns = Object.entries(columnsOf(row, { id: input.id, [name]: input[name as EditedName] }));
    if (columns.some(([column, value]) => value !== row[column as keyof Whole])) fields[name] = 'changed';
  }
  if (Object.keys(fields).length > 0)
    throw new AppError('changed-meanwhile', 'Another device has changed this since it was seen', { fields });
}

const columnsOf = (row: Whole, input: Update) => ({ ...factsOf(input), ...textsOf(row, input) });

/** Who may write nothing may still take down what is theirs, and appeal. */
function refuseByStanding({ status }: Update, caller: Caller): void {
  if (caller.kind === 'anonymous' || caller.standing === 'whole') return;
  if (status === 'withdrawn' || (caller.standing === 'suspended' && status === 'appealed')) return;
  if (caller.standing === 'young') throw new AppError('guardian-needed', 'A parent or guardian must agree first');
  throw new AppError('suspended', 'This account is suspended; an appeal can be made');
}

/** An expired report goes up again as it was; nothing else is published by its owner. */
async function publishAgain(tx: Db, row: ReportRow, actor: string): Promise<void> {
  const { id, status } = row;
  if (status !== 'expired') throw new AppError('conflict', `A report that is ${status} is not put up by its owner`);
  await tx
    .updateTable('report')
    .set({ expires_at: standsUntil(row, undefined), expiry_told_at: null })
    .where('id', '=', id)
    .execute();
  await changeStatus(tx, id, 'published', actor);
}

async function move(
  tx: Db,
  id: string,
  to: 'resolved' | 'withdrawn' | 'appealed',
  actor: string,
  reason: string | undefined,
): Promise<void> {
  if (to === 'appealed' && !reason)
    throw new AppError('bad-input', 'An appeal says why', { fields: { reason: 'required' } });
  await changeStatus(tx, id, to, actor, reason);
}

/** While somebody claims it, only the answer to the claim moves an item on. */
async function changeItem(
  tx: Db,
  { id }: ReportRow,
  to: NonNullable<Update['itemStatus']>,
  actor: string,
  reason: string | undefined,
): Promise<void> {
  const open = await tx
    .selectFrom('claim')
    .select('id')
    .where('report_id', '=', id)
    .where('status', 'in', ['submitted', 'asked', 'accepted', 'frozen'])
    .executeTakeFirst();
  if (open) throw new AppError('conflict', 'A claim on it is open');
  await changeSubject(tx, id, to, actor, reason);
}

/**
 * Show it so many days longer than it stood (`before` it was put up again, if it was), never for more than
 * {@link MAX_EXPIRY_DAYS} from now, and never for less than it does. Of whoever is missing there is nothing to make longer: an
 * app of before may still ask.
 */
async function extend(tx: Db, row: ReportRow, days: number, before: Date | null): Promise<void> {
  const { id, status } = row;
  if (!EXTENDABLE.includes(status)) throw new AppError('conflict', `A report that is ${status} is not extended`);
  const now = Date.now();
  const longer = standsUntil(row, days, Math.max(before?.getTime() ?? 0, now));
  const latest = standsUntil(row, MAX_EXPIRY_DAYS, now);
  const end = Math.max(Number(row.expires_at), Math.min(Number(longer), Number(latest)));
  const until = longer && new Date(end);
  await tx
    .updateTable('report')
    .set({ expires_at: until, expiry_told_at: null, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await announce(tx, id);
}

type Columns = Updateable<ReportTable>;
type Whole = ReportRow & Told;

/**
 * Write what is given; whether others now read other words (`isSaid`) or see other photos (`isShown`). Days, places, sums and
 * numbers are no words, and less to see than before is nothing to look at.
 */
async function changeWords(
  tx: Db,
  row: Whole,
  input: Update,
  uploaded: readonly string[],
): Promise<{ isSaid: boolean; isShown: boolean }> {
  const texts = textsOf(row, input);
  const photos = photosOf(row, input, uploaded);
  const changed = columnsOf(row, input);
  if (Object.keys(changed).length === 0 && !photos) return { isSaid: false, isShown: false };
  if (!EDITABLE.includes(row.status))
    throw new AppError('conflict', `The words of a report that is ${row.status} stay as they are`);
  if (Object.keys(changed).length > 0) {
    const search = blindWords(searchOf({ ...row, ...changed }));
    await tx
      .updateTable('report')
      .set({ ...changed, ...placed({ ...row, ...changed }), search, updated_at: sql`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute();
    if (changed.name !== undefined) await keepNames(tx, [{ id: row.id, name: changed.name }]);
  }
  if (photos) await replacePhotos(tx, row, photos, uploaded);
  await announce(tx, row.id);
  const isOther = Object.entries(texts).some(([name, text]) => text !== null && text !== row[name as keyof Whole]);
  const isShown = photos?.some((sha256) => !row.photos.includes(sha256)) ?? false;
  return { isSaid: isOther || saysMore(row, { ...row, ...changed }), isShown };
}

/** Where a report has gone: who saw it where it was is to learn that it is theirs no more. */
function placed(row: Pick<Whole, 'lat' | 'lng' | 'region' | 'district' | 'former_districts'>): Columns {
  const district = districtOf(row);
  const { district: before, former_districts: former } = row;
  if (district === before) return {};
  return { district, ...(before === null ? {} : { former_districts: [...new Set([...former, before])] }) };
}

const searchOf = (row: Pick<Whole, 'number' | 'title' | 'description' | 'region'> & Partial<Whole>): string => {
  const { number, title, description, region, name = null, category = null, colour = null } = row;
  const { cloth_color: clothColor = null, sex = null, details: told = null } = row;
  const details = publicWordsOf({ sex, details: told });
  const words = { number, title, description, region, name, category, colour, clothColor, details };
  return searchText(words, otherNames(region));
};

/** What others read: free texts, and the age, by which it is decided who may read the rest. */
function textsOf(row: Whole, input: Update) {
  const isPerson = row.subject === 'person';
  const fields: Record<string, string> = {};
  for (const field of ['name', 'age', 'clothColor', 'details', 'condition'] as const)
    if (!isPerson && input[field] !== undefined) fields[field] = 'of a person';
  for (const field of ['colour', 'itemStatus'] as const)
    if (isPerson && input[field] !== undefined) fields[field] = 'of an item';
  if (Object.keys(fields).length > 0) throw new AppError('bad-input', 'It is not about that', { fields });
  return given({
    title: input.title,
    description: input.description === undefined ? undefined : splitDescription(input.description).text || null,
    region: orNull(input.region),
    name: orNull(input.name),
    cloth_color: orNull(input.clothColor),
    ...(input.age ? ageColumns(input.age.years, input.age.margin) : {}),
    colour: orNull(input.colour),
  }) satisfies Columns;
}

function factsOf(input: Update) {
  const fields = whenErrors(input);
  if (Object.keys(fields).length > 0) throw new AppError('bad-input', 'The day and the time must exist', { fields });
  const { consent, place, details } = input;
  return given({
    time_of_loss_date: orNull(input.timeOfLossDate),
    time_of_loss_time: orNull(input.timeOfLossTime),
    reward_rupees: input.rewardOffer,
    phone: orNull(input.phoneNumber),
    ...(place ? placeColumns(place) : {}),
    ...(details ? detailColumns(details) : {}),
    ...(consent ? { ...consentColumns(consent), consent_at: new Date() } : {}),
  }) satisfies Columns;
}

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const given = <T extends object>(columns: T): Given<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Given<T>;

/** The whole new list of photos, or undefined when it stays. */
function photosOf(row: Whole, input: Update, uploaded: readonly string[]): string[] | undefined {
  if (input.photos === undefined && uploaded.length === 0) return undefined;
  const photos = [...new Set([...mergedPhotos(row.photos, input), ...uploaded])];
  if (photos.length > MAX_IMAGES) throw tooManyImages();
  return photos;
}

/** What was added and taken away since `was`, done to what is there now. */
function mergedPhotos(now: readonly string[], { photos, was }: Update): readonly string[] {
  if (!photos) return now;
  if (was?.photos === undefined) return photos;
  const before = PhotosSeen.safeParse(parsedJson(was.photos)).data ?? [];
  const addedElsewhere = now.filter((sha256) => !before.includes(sha256));
  const goneElsewhere = before.filter((sha256) => !now.includes(sha256));
  return [...photos.filter((sha256) => !goneElsewhere.includes(sha256)), ...addedElsewhere];
}

const PhotosSeen = z.array(z.string());

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const tooManyImages = (): AppError =>
  new AppError('bad-input', `You can only upload up to ${MAX_IMAGES} images`, { fields: { photos: 'too many' } });

/** A photo that goes takes the templates made of it along. */
async function replacePhotos(
  tx: Db,
  row: Whole,
  photos: readonly string[],
  uploaded: readonly string[],
): Promise<void> {
  const gone = row.photos.filter((sha256) => !photos.includes(sha256));
  const isNew = (sha256: string) => !row.photos.includes(sha256);
  await attachFiles(
    tx,
    filesOf(row.id, 'photo', photos, uploaded).filter(({ sha256 }) => isNew(sha256)),
  );
  if (isLookedAt(row))
    await tx
      .updateTable('report_file')
      .set({ unseen_at: new Date() })
      .where('report_id', '=', row.id)
      .where('purpose', '=', 'photo')
      .where(sql<SqlBool>`sha256 <> all(${[...row.photos]}::text[])`)
      .execute();
  // Of those that stay nothing changes but their place: whether somebody has seen them, and what was read on them.
  await tx
    .updateTable('report_file')
    .set({ position: sql`array_position(${[...photos]}::text[], sha256) - 1` })
    .where('report_id', '=', row.id)
    .where(sql<SqlBool>`sha256 = any(${[...photos]}::text[])`)
    .execute();
  // Whose face it is on a photo of several, the others may tell now; what a reviewer has left is no answer for these.
  const asked = await tx
    .updateTable('report_file')
    .set({ face: null, face_version: null, face_tries: 0, face_left_at: null })
    .where('report_id', '=', row.id)
    .where('face', 'in', DRAWABLE)
    .returning('sha256')
    .execute();
  if (asked.length > 0) await enrolSoon(tx);
  for (const sha256 of uploaded.filter((one) => !isNew(one))) await bringPhoto(tx, row.id, sha256);
  if (gone.length === 0) return;
  await tx.deleteFrom('report_file').where('report_id', '=', row.id).where('sha256', 'in', gone).execute();
  await tx.deleteFrom('template').where('report_id', '=', row.id).where('sha256', 'in', gone).execute();
  await addJob(tx, REMOVE_FILES, { hashes: gone });
}
