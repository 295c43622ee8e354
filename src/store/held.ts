/**
 * Reports whose words found no room in the database: held in the reserve until there is room, or the server has them.
 * Each keeps its opId, so that sending it from there and from the outbox is one write.
 */

import { changeReserve, readReserve } from '../platform/reserve.ts';
import { type Author, isTheirs, type LocalDb, type OwnReport } from './db.ts';
import { type NewItem, type NewReport, saveItem, saveReport } from './reports.ts';

/** How a report is made of those files that fit. */
export type Making<Files> =
  | { call: 'uploadLostFoundPerson'; make: (files: Files) => NewReport }
  | { call: 'createReport'; make: (files: Files) => NewItem };

/** Without its files: the reserve is for words. */
export type HeldReport = { author?: Author } & (
  | { call: 'uploadLostFoundPerson'; report: NewReport }
  | { call: 'createReport'; report: NewItem }
);

export const saveBy = (db: LocalDb, { call, report }: HeldReport): Promise<OwnReport> =>
  call === 'createReport' ? saveItem(db, report) : saveReport(db, report);

const read = (text: string): HeldReport[] => (text === '' ? [] : (JSON.parse(text) as HeldReport[])); // written below

export const heldReports = async (): Promise<HeldReport[]> => read(await readReserve());

/** @throws AppError no-space when the reserve has no room for it either */
export async function hold(db: LocalDb, held: HeldReport): Promise<OwnReport> {
  const author = db.signedIn();
  const row = { ...held, ...(author ? { author } : {}) };
  const { id, opId, label, values, now } = held.report;
  await changeReserve((text) => JSON.stringify([...read(text).filter((other) => other.report.opId !== opId), row]));
  const type = held.call === 'createReport' ? held.report.upload.reportType : held.report.upload.type;
  return { id, opId, type, label, values, photos: [], videos: [], createdAt: now, ...(author ? { author } : {}) };
}

/** It is in the database now, or with the server. */
export const release = (opId: string): Promise<void> => giveUp(({ report }) => report.opId === opId);

/** Their owner leaves, and wants none of their words to stay. */
export const releaseTheirs = (account: string | undefined): Promise<void> => giveUp((one) => isTheirs(one, account));

const giveUp = (isOver: (one: HeldReport) => boolean): Promise<void> =>
  changeReserve((text) => {
    const left = read(text).filter((one) => !isOver(one));
    return left.length === 0 ? '' : JSON.stringify(left);
  });
