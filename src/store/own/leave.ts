/** Somebody leaves this device: what they wrote and the server does not have is sealed, and the rest of theirs is cleared. */

import type { SealKey } from '../../../contract/envelope.ts';
import { says } from '../../../contract/queued.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { ERASE_DUE } from '../erase.ts';
import { writeMeta } from '../meta.ts';
import { dropAreaPhotos } from '../others/areas.ts';
import { isOnlyHere, isScan, isTheirs, type Made, type OwnReport } from '../rows.ts';
import { filesOfDrafts } from './drafts.ts';
import { isSealable, keepEnvelopes, type SealingSession, sealOps, toRows } from './envelopes.ts';
import { heldRows } from './held.ts';
import { ownReports } from './made.ts';
import { type Op, queue, sendable, stored } from './outbox.ts';

/** What would be lost, or stay readable, if its owner left now. */
export interface Left {
  /** Writes that wait, with their text or the last of their files, and cannot be sealed: no key is known, or no session. */
  unsealed: number;
  /** Reports whose words lie in the reserve, where there is no room to seal them. */
  held: number;
  /** Writes that the server refused: only their author can mend them. */
  refused: number;
  /** Forms that are not finished. */
  drafts: number;
  /** Scans that wait for the server's answer. */
  scans: number;
}

/** `to` or `session` is absent where nothing can be sealed. */
export async function whatIsLeft(
  db: LocalDb,
  account: string | undefined,
  to: SealKey | undefined,
  session: SealingSession | undefined,
): Promise<Left> {
  const ops = (await stored(db)).filter((op) => isTheirs(op, account));
  const waiting = ops.filter(({ state }) => state === 'waiting');
  const unsealed = waiting.filter((op) => says(op.endpoint, 'sealed') && !(to && isSealable(op, session)));
  const texts = unsealed.filter(({ endpoint }) => endpoint !== 'putFile');
  const withText = new Set(texts.map(({ entityId }) => entityId));
  const filesOnly = new Set(unsealed.map(({ entityId }) => entityId).filter((id) => !withText.has(id)));
  return {
    unsealed: texts.length + filesOnly.size,
    held: (await heldRows()).filter((row) => isTheirs(row, account)).length,
    refused: new Set(ops.filter(({ state }) => state === 'refused').map(({ entityId }) => entityId)).size,
    drafts: await db.draft.count(),
    scans: waiting.filter(({ endpoint }) => endpoint === 'compareFace').length,
  };
}

/** What becomes of that. */
export type Fate = 'erase' | 'keep';

/**
 * Seal what waits, and clear what is theirs once that is safe beside the database: a device that is killed meanwhile has
 * both, never neither, and the server takes each once. What others have left here readable is not touched; nor, if it is
 * to be kept, what was counted above. Answers how many texts were sealed.
 */
export async function sealAndClear(
  db: LocalDb,
  account: string | undefined,
  to: SealKey | undefined,
  session: SealingSession | undefined,
  now: number,
  fate: Fate = 'erase',
): Promise<number> {
  const canSeal = (op: Op): boolean => to !== undefined && isSealable(op, session);
  const spared = async (db: LocalDb) => (fate === 'keep' ? staying(db, account, canSeal) : new Set<string>());
  for (;;) {
    const stays = await spared(db);
    const all = (await stored(db)).filter((op) => canSeal(op) && !stays.has(op.entityId));
    const rows = to ? await toRows(await sealOps(db, all, to, session), 'here', now) : [];
    const sealed = new Set(all.map(({ opId }) => opId));
    await keepEnvelopes(db, rows);
    const done = await atOnce(db, 'rw', db.tables, async (db) => {
      const stays = await spared(db);
      const ops = (await stored(db)).filter(({ entityId }) => !stays.has(entityId));
      // Written while the others were being sealed: once more, with it.
      if (ops.some((op) => canSeal(op) && !sealed.has(op.opId))) return false;
      await clearTheirs(db, account, sealed, fate, stays);
      return true;
    });
    if (done) return rows.filter(({ rank }) => rank === 0).length;
  }
}

/**
 * What their writes are about that cannot be sealed, wherever they lie. All that waits about it stays with them: sealed, it
 * would reach the server before what it waits for, and be refused.
 */
async function staying(
  db: LocalDb,
  account: string | undefined,
  canSeal: (op: Op) => boolean,
): Promise<ReadonlySet<string>> {
  const free = new Set((await sendable(db)).map(({ opId }) => opId));
  const goes = (op: Op) => canSeal(op) && !op.inReserve && free.has(op.opId);
  const ops = (await queue(db)).filter((op) => isTheirs(op, account) && !goes(op));
  return new Set(ops.map(({ entityId }) => entityId));
}

/**
 * What was made without an account only this device can take back, by its secret: so much of it stays. Not of what never
 * went anywhere: `sealed` are the ops that did.
 */
async function stubsOf(
  db: LocalDb,
  sealed: ReadonlySet<string>,
  isSpared: (row: Made) => boolean,
): Promise<OwnReport[]> {
  const isNowhere = (report: OwnReport) => !sealed.has(report.opId) && isOnlyHere(report);
  const isStub = (report: OwnReport) =>
    !isSpared(report) && !report.author && report.secret !== undefined && !report.gone && !isNowhere(report);
  return (await ownReports(db)).filter(isStub).map(withoutWords);
}

function withoutWords({ waits: _, content: __, face: ___, ...report }: OwnReport): OwnReport {
  const none = { photos: [], videos: [], values: {}, input: {}, steps: [] };
  return { ...report, ...none, left: true, label: report.receipt?.number ?? '' };
}

async function clearTheirs(
  db: LocalDb,
  account: string | undefined,
  sealed: ReadonlySet<string>,
  fate: Fate,
  stays: ReadonlySet<string>,
): Promise<void> {
  const isSpared = (row: Made) => row.waits !== undefined && stays.has(row.entityId);
  const stubs = await stubsOf(db, sealed, isSpared);
  // What was found by a scan shows others, whoever made it.
  await db.made.filter((row) => (isTheirs(row, account) || (isScan(row) && !row.waits)) && !isSpared(row)).delete();
  await db.made.bulkAdd(stubs);
  if (fate === 'erase') await db.draft.clear();
  await clearPulled(db);
}

/**
 * Their session was ended from another device: this one may be in other hands. What the server has of theirs goes, and
 * what was pulled; what it does not have yet waits here for its author, for nobody is asked, and nothing sealed by a
 * session that has ended is taken.
 */
export const clearReceived = (db: LocalDb, account: string | undefined): Promise<void> =>
  atOnce(db, 'rw', db.tables, async (db) => {
    const isTheirOwn = (row: Made) => row.author !== undefined && isTheirs(row, account);
    await db.made.filter((row) => !row.waits && (isTheirOwn(row) || isScan(row))).delete();
    await clearPulled(db);
  });

/** Records that were pulled show their reader more than others may see. */
async function clearPulled(db: LocalDb): Promise<void> {
  const named = new Set([...(await stored(db)).map(({ sha256 }) => sha256), ...(await filesOfDrafts(db))]);
  await db.file.filter(({ sha256 }) => !named.has(sha256)).delete();
  for (const table of [db.record, db.thumb]) await table.clear();
  await dropAreaPhotos(db);
  await db.meta.bulkDelete(['reportsCursor', 'pulledAt', 'loan', 'loanPack', 'desk']);
  await writeMeta(db, 'visit', crypto.randomUUID());
  await db.meta.put(true, ERASE_DUE);
}
