/** Forms being filled, each kept through a crash, a kill or an empty battery under the id of the report it will be. */

import { storageState, withRoom } from '../../platform/room.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { SCHEMA } from '../newer-rows.ts';
import { type Draft, hasWords, isItem, type OwnReport } from '../rows.ts';
import { findOwnReport } from './made.ts';
import { openElsewhere } from './open-drafts.ts';

/**
 * Keep what is typed; on a full device what can be fetched again makes way. False when its report or write is saved
 * already, so that a form which wakes late cannot bring back a draft whose name is spent.
 */
export async function writeDraft(db: LocalDb, draft: Draft): Promise<boolean> {
  const write = () =>
    atOnce(db, 'rw', [db.draft, db.made], async (db) => {
      if (await isSpent(db, draft)) return false;
      await db.draft.put({ ...draft, schema: SCHEMA });
      return true;
    });
  // It comes twice a second: once nothing is left to make way, it is not looked for each time.
  return storageState() === 'full' ? write() : withRoom(write);
}

export async function readDraft(db: LocalDb, id: string): Promise<Draft | undefined> {
  const draft = await db.draft.get(id);
  return draft && !(await isSpent(db, draft)) ? draft : undefined;
}

const isSpent = async (db: LocalDb, { id, form, opId }: Draft): Promise<boolean> =>
  (form === 'unsent' ? await db.made.get(opId) : await findOwnReport(db, id)) !== undefined;

export const dropDraft = (db: LocalDb, id: string): Promise<void> => db.draft.delete(id);

/** The photos and videos of all forms that are being filled. */
export const filesOfDrafts = async (db: LocalDb): Promise<string[]> =>
  (await db.draft.toArray()).flatMap(({ photos, videos }) => [...photos, ...videos]);

/** The one of this form that was written last, of those that no other window has open. */
export async function latestDraft(db: LocalDb, form?: Draft['form']): Promise<Draft | undefined> {
  const drafts = await db.draft.orderBy('updatedAt').reverse().toArray();
  const elsewhere = await openElsewhere();
  const isHere = ({ id, schema = 1 }: Draft): boolean => !elsewhere.has(id) && schema <= SCHEMA; // a newer one waits for the newer form
  // One that corrects a report is gone on with from that report alone: another person typed into it would take its place.
  const readable = drafts.filter((draft) => draft.form === form && !draft.corrects && isHere(draft));
  for (const draft of readable) if (!(await isSpent(db, draft))) return draft;
  return undefined;
}

/** The form that a report came from. */
export function draftOf(report: OwnReport): Omit<Draft, 'opId' | 'updatedAt'> {
  const { entityId: id, values, photos, videos, face } = report;
  return {
    id,
    values,
    photos,
    videos,
    ...(isItem(report) ? { form: 'item' } : {}),
    ...(face ? { face } : {}),
    schema: SCHEMA,
  };
}

/** Put a report that the server refused back into a form, to be mended and sent as a new write of the same report. */
export async function mendReport(db: LocalDb, id: string, newOpId: string, now: number): Promise<void> {
  await atOnce(db, 'rw', [db.draft, db.made], async (db) => {
    const report = await findOwnReport(db, id);
    if (!report || report.receipt) return;
    await db.draft.put({ ...draftOf(report), opId: newOpId, updatedAt: now });
    await db.made.delete(report.opId);
  });
}

/**
 * What the form begins with that corrects a report which waits: what was typed before, of what no other window has open, or
 * the report as it is. It goes on waiting, as it is, until the form is saved. Undefined once it has arrived.
 */
export async function correctionOf(db: LocalDb, id: string, now: number): Promise<Draft | undefined> {
  const report = await findOwnReport(db, id);
  if (!report || report.receipt || !hasWords(report)) return undefined;
  const elsewhere = await openElsewhere();
  const kept = await db.draft.filter((draft) => draft.corrects === id && !elsewhere.has(draft.id)).first();
  const names = { id: crypto.randomUUID(), opId: crypto.randomUUID() };
  return kept ?? { ...draftOf(report), ...names, corrects: id, updatedAt: now };
}
