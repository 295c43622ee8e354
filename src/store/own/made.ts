/** What was made on this device: how it is kept, found and changed, whatever it is. */

import type { LocalDb } from '../db.ts';
import { eachOnce, keepFiles, type Photo } from '../files.ts';
import { SCHEMA } from '../newer-rows.ts';
import {
  fileStep,
  isReport,
  isScan,
  isWrite,
  type Made,
  type OwnReport,
  type OwnScan,
  type OwnWrite,
  RANK,
  REPORTS,
  textStep,
  WAITS,
} from '../rows.ts';

/** Each kind without what the device adds when it keeps it. */
export type New<M extends Made> = M extends Made ? Omit<M, 'order' | 'steps' | 'waits' | 'author' | 'schema'> : never;

/** As it lies on a shelf: in the name of who is signed in, with all that is to be sent of it. */
export function rowOf<M extends Made>(
  db: LocalDb,
  made: New<M>,
  photos: readonly Photo[] = [],
  videos: readonly Photo[] = [],
): M {
  const author = db.signedIn();
  const steps = [
    textStep(made.input),
    ...photos.map(({ sha256, blob }) => fileStep(sha256, blob.size, RANK.photo)),
    ...videos.map(({ sha256, blob }) => fileStep(sha256, blob.size, RANK.video)),
  ];
  const row = { ...made, ...(author ? { author } : {}), order: made.createdAt, steps, waits: WAITS, schema: SCHEMA };
  return row as unknown as M; // `New` is `M` without these
}

/**
 * Put it behind all that waits, with its files; inside the transaction of `made` and `file`. A report that was
 * mended stands before what was made about it meanwhile.
 */
export async function addMade<M extends Made>(db: LocalDb, row: M, files: readonly Photo[] = []): Promise<M> {
  const behind = isReport(row) ? await madeAbout(db, row.entityId) : [];
  const last = (await waitingRows(db)).at(-1)?.order ?? 0;
  const order = Math.min(Math.max(row.order, last + 1), ...behind.map((one) => one.order - 1));
  const made = { ...row, order };
  await db.made.add(made);
  await keepFiles(db, eachOnce(files), row.createdAt);
  return made;
}

/** All that waits, in the order in which it was made. */
export async function waitingRows(db: LocalDb): Promise<Made[]> {
  const rows = await db.made.where('waits').equals(WAITS).toArray();
  return rows.sort((a, b) => a.order - b.order);
}

/** All about one entity. */
export const madeAbout = (db: LocalDb, entityId: string): Promise<Made[]> =>
  db.made.where('entityId').equals(entityId).toArray();

export const ownReports = async (db: LocalDb): Promise<OwnReport[]> =>
  (await db.made.where('endpoint').anyOf(REPORTS).toArray()).filter(isReport);

export const findOwnReport = async (db: LocalDb, id: string): Promise<OwnReport | undefined> =>
  (await madeAbout(db, id)).find(isReport);

/** By the number that its receipt gave it. */
export const findOwnByNumber = async (db: LocalDb, number: string): Promise<OwnReport | undefined> =>
  (await ownReports(db)).find(({ receipt }) => receipt?.number === number);

/** Answers whether there is one. */
export async function changeReport(db: LocalDb, id: string, how: (report: OwnReport) => void): Promise<boolean> {
  const change = (row: Made) => void (isReport(row) && how(row));
  return (await db.made.where('entityId').equals(id).filter(isReport).modify(change)) > 0;
}

/** Of all reports those that are meant. */
export async function changeReports(
  db: LocalDb,
  isMeant: (report: OwnReport) => boolean,
  how: (report: OwnReport) => void,
): Promise<void> {
  const change = (row: Made) => void (isReport(row) && how(row));
  const reports = db.made.where('endpoint').anyOf(REPORTS);
  await reports.filter((row) => isReport(row) && isMeant(row)).modify(change);
}

export const ownScans = async (db: LocalDb): Promise<OwnScan[]> =>
  (await db.made.where('endpoint').equals('compareFace').toArray()).filter(isScan);

/** Of all scans those that are meant. */
export async function changeScans(
  db: LocalDb,
  isMeant: (scan: OwnScan) => boolean,
  how: (scan: OwnScan) => void,
): Promise<void> {
  const change = (row: Made) => void (isScan(row) && how(row));
  const scans = db.made.where('endpoint').equals('compareFace');
  await scans.filter((row) => isScan(row) && isMeant(row)).modify(change);
}

export async function findWrite(db: LocalDb, opId: string): Promise<OwnWrite | undefined> {
  const row = await db.made.get(opId);
  return row && isWrite(row) ? row : undefined;
}
