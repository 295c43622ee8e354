/**
 * What is like something that was taken down waits for a reviewer: a report, hidden from all but moderators if it was not its
 * maker who took that down; and a photo of a note or message, which is not shown.
 */

import { sql } from 'kysely';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { AttachmentKind, Db } from '../db/schema.ts';
import { releaseNotes } from '../notes/release.ts';
import { held } from '../reports/held.ts';
import { isVeiled } from '../reports/rules.ts';
import { announceToOthers, changeStatus, SHOWN } from '../reports/store.ts';
import { faceTakenDown, lookTakenDown, photoTakenDown, type TakenBy, type TakenDown } from './list.ts';
import type { What } from './marks.ts';

interface Found {
  /** The hash of a photo, or the id of a template. */
  name: string;
  what: What;
  takenDown: TakenDown;
}

/** Look at photos whose bytes have come with this report. */
export async function holdPhotos(tx: Db, reportId: string, hashes: readonly string[]): Promise<void> {
  for (const sha256 of hashes) await hold(tx, reportId, await photosFound(tx, [sha256]), sha256);
}

/** The same of a small picture of a photo that is still to come. */
export async function holdPicture(tx: Db, reportId: string, name: string, look: string | undefined): Promise<void> {
  const takenDown = await lookTakenDown(tx, look);
  if (takenDown !== undefined) await hold(tx, reportId, [{ name, what: 'photo', takenDown }], name);
}

/** The same of its faces. */
export async function holdFaces(tx: Db, reportId: string, templates: readonly PhotoFace[]): Promise<void> {
  for (const face of templates) await hold(tx, reportId, await facesFound(tx, [face]), face.sha256 ?? undefined);
}

/**
 * The same of all that a report shows which the public sees again: the like of it may have been taken down meanwhile. By
 * whatever makes a report public again, after it has.
 */
export async function holdAgain(tx: Db, reportId: string): Promise<void> {
  const shown = await tx
    .selectFrom('report')
    .select('id')
    .where('id', '=', reportId)
    .where('status', '=', 'published')
    .where('hidden_at', 'is', null) // its owner must not tell by its review that somebody is protected
    .executeTakeFirst();
  if (shown) await hold(tx, reportId, await allFound(tx, reportId));
}

/** A reviewer shows again what the team had taken down: what it shows is on the list by that, and does not wait for it. */
export async function passAgain(tx: Db, reportId: string): Promise<void> {
  await remember(tx, reportId, await allFound(tx, reportId), new Date());
}

interface Face {
  id: string;
  code: Uint8Array;
}
interface PhotoFace extends Face {
  sha256: string | null;
}

async function photosFound(tx: Db, hashes: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of hashes) {
    const takenDown = await photoTakenDown(tx, name);
    if (takenDown !== undefined) found.push({ name, what: 'photo', takenDown });
  }
  return found;
}

async function facesFound(tx: Db, faces: readonly Face[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { id, code } of faces) {
    const takenDown = await faceTakenDown(tx, code);
    if (takenDown !== undefined) found.push({ name: id, what: 'face', takenDown });
  }
  return found;
}

async function allFound(tx: Db, reportId: string): Promise<Found[]> {
  const photos = await tx
    .selectFrom('report_file')
    .select('sha256')
    .where('report_id', '=', reportId)
    .where('purpose', '=', 'photo')
    .execute();
  const faces = await tx
    .selectFrom('template')
    .select(['id', 'code'])
    .where('report_id', '=', reportId)
    .where('version', '=', TEMPLATE_VERSION)
    .execute();
  const hashes = photos.map(({ sha256 }) => sha256);
  return [...(await photosFound(tx, hashes)), ...(await facesFound(tx, faces))];
}

/** What of it was not known yet of this report. */
async function remember(
  tx: Db,
  reportId: string,
  found: readonly Found[],
  lookedAt?: Date,
): Promise<{ by_maker: boolean }[]> {
  if (found.length === 0) return [];
  return tx
    .insertInto('seen_before')
    .values(
      found.map(({ name, what, takenDown: { at, by } }) => ({
        ...{ report_id: reportId, name, what },
        ...{ taken_down: at, by_maker: by === 'maker', looked_at: lookedAt ?? null, at: sql<Date>`clock_timestamp()` },
      })),
    )
    .onConflict((conflict) => conflict.columns(['report_id', 'name']).doNothing())
    .returning('by_maker')
    .execute();
}

/**
 * What a reviewer has looked at once does not wait again. Of a report that was approved `photo` alone waits for another look, as
 * any that comes late: whoever posted it could tell by a report that goes back to review, or is seen no more, that what they
 * have just sent is on the list.
 */
async function hold(tx: Db, reportId: string, found: readonly Found[], photo?: string): Promise<void> {
  const news = await remember(tx, reportId, found);
  if (news.length === 0) return;
  const row = await held(tx, reportId);
  if (!row) return;
  if (photo !== undefined && row.status === 'published' && row.reviewed) {
    await waitForLook(tx, reportId, photo, found);
    return announceToOthers(tx, reportId);
  }
  // A maker may have been a stranger, or the grandfather who saw that the mother has posted: her child is looked for.
  if (!isVeiled(row) && news.some(({ by_maker }) => !by_maker))
    await tx
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'seen-before' })
      .where('id', '=', reportId)
      .execute();
  // As any change of its maker's is: nothing tells them of the list, nor that somebody is on it since they are protected.
  const maker = row.owner_id === null ? 'anonymous' : `owner:${row.owner_id}`;
  if (row.status === 'published' && row.hidden_for !== 'protected')
    await changeStatus(tx, reportId, 'pending_review', maker);
  else await announceToOthers(tx, reportId);
}

/**
 * Where its owner has just said whose face it is, that waits already, whoever it is of, and the photo stays: were it gone, they
 * could ask by each face on it who is on the list.
 */
const waitForLook = (tx: Db, reportId: string, photo: string, found: readonly Found[]): Promise<unknown> =>
  tx
    .updateTable('report_file')
    .set({ unseen_at: new Date() })
    .where('report_id', '=', reportId)
    .where('sha256', '=', photo)
    .where('unseen_at', 'is', null)
    .$if(
      found.every(({ what }) => what === 'face'),
      (query) => query.where('face_unseen_at', 'is', null),
    )
    .execute();

/** Look at a photo that has come with a note, a claim or a message. */
export async function holdAttachment(tx: Db, kind: AttachmentKind, ownerId: string, sha256: string): Promise<void> {
  const takenDown = await photoTakenDown(tx, sha256);
  if (takenDown === undefined) return;
  await tx
    .updateTable('attachment')
    .set({ taken_down: takenDown.at })
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('taken_down', 'is', null)
    .execute();
}

/** By whom it was taken down what a report shows the like of, and the latest day of that, of what nobody has looked at yet. */
export async function seenBefore(db: Db, reportId: string): Promise<Record<TakenBy, Partial<Record<What, string>>>> {
  const rows = await db
    .selectFrom('seen_before')
    .select(['what', 'by_maker', sql<string>`max(taken_down)::text`.as('taken_down')])
    .where('report_id', '=', reportId)
    .where('looked_at', 'is', null)
    .groupBy(['what', 'by_maker'])
    .execute();
  const by = (maker: boolean) =>
    Object.fromEntries(
      rows.flatMap(({ what, by_maker, taken_down }) => (by_maker === maker ? [[what, taken_down]] : [])),
    );
  return { maker: by(true), team: by(false) };
}

/** Whether it waits for a reviewer because something like it was taken down, by whomever. */
export async function isHeld(db: Db, reportId: string): Promise<boolean> {
  const { maker, team } = await seenBefore(db, reportId);
  return Object.keys({ ...maker, ...team }).length > 0;
}

/** A reviewer has looked: it waits no more for what it is like. Whether it was hidden for that. */
export async function release(tx: Db, reportId: string): Promise<boolean> {
  await tx
    .updateTable('seen_before')
    .set({ looked_at: new Date() })
    .where('report_id', '=', reportId)
    .where('looked_at', 'is', null)
    .execute();
  const shown = await tx
    .updateTable('report')
    .set(SHOWN)
    .where('id', '=', reportId)
    .where('hidden_for', '=', 'seen-before')
    .returning('id')
    .executeTakeFirst();
  await releaseNotes(tx, reportId);
  return shown !== undefined;
}
