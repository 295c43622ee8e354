/** Saving a report on a full device: its words always, and of its files those that fit. */

import { isNoRoom } from '../../platform/no-room.ts';
import { isOutpost } from '../../platform/outpost.ts';
import { keepStorage } from '../../platform/persist.ts';
import { withRoom } from '../../platform/room.ts';
import type { LocalDb } from '../db.ts';
import { keepFile, type Photo } from '../files.ts';
import { writeMeta } from '../meta.ts';
import type { OwnReport } from '../rows.ts';
import { type Files, NO_FILES, tellLeftOut } from './held.ts';
import {
  drawMaker,
  holdReport,
  type Maker,
  type NewItem,
  type NewOwn,
  type NewReport,
  rowOfReport,
  saveOwn,
} from './reports.ts';

/**
 * Save a report with as many of its files as there is room for: the largest that is not on the device yet is left out
 * first, and the user is told which. Words that find no room even alone are held in the reserve, and so is all of a report
 * that is saved in a window whose database a newer version has taken. One that `corrects` another stays in its form instead:
 * the other would go beside it. From then on the browser is asked to keep what is here.
 * @throws AppError no-space, or the database's own words for it, when the reserve is full too
 */
export async function saveWhatFits(db: LocalDb, files: Files, form: Making, corrects?: string): Promise<OwnReport> {
  const maker = await drawMaker(); // however often it is tried, it is one report with one secret
  const made = (fitting: Files) => withMaker(form, fitting, maker);
  try {
    return await saveInDatabase(db, files, made, corrects);
  } catch (error) {
    if (!db.isReplaced || isOutpost() || corrects) throw error;
    // The window that has the database now brings it in; the files are there since they were chosen.
    return holdReport(rowOfReport(db, made(files)));
  }
}

async function saveInDatabase(
  db: LocalDb,
  files: Files,
  made: (fitting: Files) => NewOwn,
  corrects: string | undefined,
): Promise<OwnReport> {
  const kept = new Set(await db.file.toCollection().primaryKeys());
  const bySize = [...files.photos, ...files.videos]
    .filter(({ sha256 }) => !kept.has(sha256))
    .sort((a, b) => a.blob.size - b.blob.size);
  for (const left: Photo[] = []; ; ) {
    const fits = (file: Photo) => !left.includes(file);
    const fitting = { photos: files.photos.filter(fits), videos: files.videos.filter(fits) };
    try {
      const report = await withRoom(() => saveOwn(db, made(fitting), corrects));
      tellLeftOut(report.label, files, fitting);
      void askToKeep(db);
      return report;
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      const next = bySize.pop();
      // The reserve lies in the open: what belongs into a vault stays in its form, and the user is told.
      if (!next && (isOutpost() || corrects)) throw error;
      if (!next) {
        const report = await holdReport(rowOfReport(db, made(NO_FILES)), files);
        await db.draft.delete(report.entityId); // what is in the form is held now; a second report must not come of it
        return report;
      }
      left.push(next);
    }
  }
}

/** How a report is made of those files that fit. */
export type Making =
  | { call: 'uploadLostFoundPerson'; make: (files: Files) => NewReport }
  | { call: 'createReport'; make: (files: Files) => NewItem };

/** The union of what is called and how it is made, one by one. */
const withMaker = (making: Making, files: Files, maker: Maker): NewOwn =>
  making.call === 'createReport'
    ? { call: making.call, report: { ...making.make(files), maker } }
    : { call: making.call, report: { ...making.make(files), maker } };

/** Keep a chosen file if there is room for it. Where there is none it stays with the form, and saving tries again. */
export async function keepFileIfItFits(db: LocalDb, file: Photo, now: number): Promise<void> {
  try {
    await withRoom(() => keepFile(db, file, now));
  } catch (error) {
    if (!isNoRoom(error)) throw error;
  }
}

async function askToKeep(db: LocalDb): Promise<void> {
  try {
    await writeMeta(db, 'persisted', await keepStorage());
  } catch (error) {
    console.warn('It could not be noted whether the browser keeps what is here', error);
  }
}
