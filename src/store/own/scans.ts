/** Scans made on this device and what the server said of them. */

import * as z from 'zod/mini';
import { KEPT_DAYS } from '../../../contract/kept.ts';
import type { OpenReason } from '../../../contract/moderation.ts';
import { NO_ID } from '../../../contract/report.ts';
import { isNoRoom } from '../../platform/no-room.ts';
import { withRoom } from '../../platform/room.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { isScan, type OwnScan, setSteps } from '../rows.ts';
import { addMade, changeScans, ownScans, rowOf } from './made.ts';
import { changeOps } from './outbox.ts';

export interface NewScan {
  opId: string;
  descriptor: number[];
  model: string;
  thumb?: Blob;
  now: number;
  /** Why an officer searches. */
  reason?: OpenReason;
  detail?: string;
}

export const compareInput = ({ opId, descriptor, model, now, reason, detail }: NewScan) => ({
  opId,
  descriptor,
  model,
  scannedAt: new Date(now).toISOString(),
  ...(reason ? { reason } : {}),
  ...(reason && detail ? { detail } : {}),
});

/**
 * Keep a scan to be checked by the server: on disk before anybody is asked, so that a closed tab loses nothing. While the
 * page itself asks, the queue leaves the call alone until `askAgainAt` (A12, A13: one question, one name). On a full device
 * what can be fetched again makes way, then its picture is left out. Answers whether it is kept: a scan is no words of
 * anybody's, and the reserve is for those.
 */
export async function queueScan(db: LocalDb, scan: NewScan, askAgainAt = 0): Promise<boolean> {
  const { opId, now } = scan;
  const names = { opId, entityId: opId, endpoint: 'compareFace' as const };
  const keep = (picture: Pick<OwnScan, 'thumb'>) => {
    const row = rowOf<OwnScan>(db, { ...names, input: compareInput(scan), createdAt: now, ...picture });
    for (const step of row.steps) step.nextAt = askAgainAt;
    return atOnce(db, 'rw', [db.made, db.file], (db) => addMade(db, row));
  };
  const hasRoom = (kept: Promise<unknown>): Promise<boolean> =>
    kept.then(
      () => true,
      (error: unknown) => {
        if (isNoRoom(error) || db.isReplaced) return false;
        throw error;
      },
    );
  return (await hasRoom(withRoom(() => keep(scan.thumb ? { thumb: scan.thumb } : {})))) || hasRoom(keep({}));
}

/** Nobody on the page waits for the answer any more: the queue asks as soon as it can. */
export const releaseScan = (db: LocalDb, opId: string): Promise<void> =>
  changeOps(db, (op) => op.opId === opId, { nextAt: 0 });

/** The user has said what they think of the answer, or there is nothing to say; nothing of the scan needs to stay. */
export const forgetScan = (db: LocalDb, opId: string): Promise<void> => db.made.delete(opId);

/** Where a scan was made, as long as the police may have to hear it: a device may take longer to say so than the answer does. */
export const scanPlaced = (db: LocalDb, opId: string, place: NonNullable<OwnScan['place']>): Promise<void> =>
  changeScan(db, opId, (scan) => void (Face.safeParse(scan.input).success && Object.assign(scan, { place })));

const Face = z.object({ descriptor: z.array(z.number()), model: z.string() });

/** The scanned face, as long as it may have to go to the police: answered "guarded", and nothing said of it yet. */
export function scannedIn({ input, thumb }: OwnScan): (z.infer<typeof Face> & { photo: Blob }) | undefined {
  const face = Face.safeParse(input).data;
  return face && thumb && { ...face, photo: thumb };
}

/**
 * The server has checked a scan: keep what it said; forget the template, and the picture when nobody was found. Of somebody
 * guarded the template stays until the user has said something, for telling the police needs it. `lookedAt`: the user has
 * the answer on the screen.
 */
export const scanAnswered = (
  db: LocalDb,
  opId: string,
  answer: NonNullable<OwnScan['answer']>,
  lookedAt?: number,
): Promise<void> =>
  changeScan(db, opId, (scan) => {
    const face = answer.candidates.some(isGuarded) ? Face.safeParse(scan.input).data : undefined;
    Object.assign(scan, { answer, input: face ?? {} });
    if (!face) delete scan.place;
    if (lookedAt !== undefined) look(scan, lookedAt);
    if (answer.candidates.length === 0) delete scan.thumb;
    setSteps(scan, []);
  });

/** The picture of a stranger's face stays on no device for good: an answered scan goes when the server forgets it. */
export async function dropOldScans(db: LocalDb, now: number): Promise<void> {
  const last = now - KEPT_DAYS.scans * 86_400_000;
  await db.made.filter((row) => isScan(row) && row.answer !== undefined && row.createdAt < last).delete();
}

/** Whoever looks at a match and says nothing is asked once more, so long after. */
export const ASKS_AGAIN_MS = 86_400_000;

/** The scan has found somebody, and whoever made it is to be asked whether it is them. */
export const isAsking = ({ answer, seen, asksAgainAt }: OwnScan, now: number): boolean =>
  answer !== undefined && answer.candidates.length > 0 && (!seen || (asksAgainAt !== undefined && asksAgainAt <= now));

export const askingScans = async (db: LocalDb, now: number): Promise<OwnScan[]> =>
  (await ownScans(db)).filter((scan) => isAsking(scan, now));

/** The user looks at the answer. A second look is not followed by another question. */
export const scanSeen = (db: LocalDb, opId: string, now: number): Promise<void> =>
  changeScan(db, opId, (scan) => look(scan, now));

function look(scan: OwnScan, now: number): void {
  if (!isAsking(scan, now)) return;
  if (scan.seen) delete scan.asksAgainAt;
  else Object.assign(scan, { seen: true, asksAgainAt: now + ASKS_AGAIN_MS });
}

/** The user has said that it is not this one: the others stay in question until something is said of each of them. */
export const scanSettled = (db: LocalDb, opId: string, candidateId: string): Promise<void> =>
  changeScan(db, opId, (scan) => leave(scan, ({ data }) => data.id !== candidateId));

/** The user has told, of one scan, where they saw the person of this report, or, of somebody guarded, told the police. */
export const scanTold = (db: LocalDb, opId: string, reportId: string): Promise<void> =>
  changeScan(db, opId, (scan) => leave(scan, isOpenBeside(reportId)));

/** The user has said that they saw the person of this report: kept on this phone, and on its way. */
export const scansSettledBy = (db: LocalDb, reportId: string): Promise<void> =>
  changeScans(
    db,
    ({ answer }) => answer?.candidates.some(({ data }) => data.id === reportId) === true,
    (scan) => leave(scan, isOpenBeside(reportId)),
  );

/** Nothing more is asked about it: nothing of it needs to stay. */
export const forgetSettled = async (db: LocalDb, opId: string): Promise<void> =>
  void (await db.made
    .where('opId')
    .equals(opId)
    .filter((row) => isScan(row) && row.seen === true && row.asksAgainAt === undefined)
    .delete());

/**
 * Those of the answer are still in question. With the last of them the question ends; what was found stays to be read. With
 * the last guarded one the face and its place go, which are for the police alone.
 */
function leave(scan: OwnScan, isOpen: (candidate: Candidate) => boolean): void {
  if (!scan.answer) return;
  const left = scan.answer.candidates.filter(isOpen);
  if (!left.some(isGuarded)) {
    scan.input = {};
    delete scan.place;
  }
  if (left.length > 0) return void Object.assign(scan.answer, { candidates: left });
  scan.seen = true;
  delete scan.asksAgainAt;
}

type Candidate = NonNullable<OwnScan['answer']>['candidates'][number];

const isGuarded = ({ data }: Candidate): boolean => data.id === NO_ID;
/**
 * Whoever takes a person for one has said that they are none of the others; somebody guarded may still be, for nobody but
 * the police knows who that is.
 */
const isOpenBeside =
  (reportId: string) =>
  (candidate: Candidate): boolean =>
    isGuarded(candidate) && reportId !== NO_ID;

async function changeScan(db: LocalDb, opId: string, how: (scan: OwnScan) => void): Promise<void> {
  await db.made
    .where('opId')
    .equals(opId)
    .filter(isScan)
    .modify((row) => void (isScan(row) && how(row)));
}
