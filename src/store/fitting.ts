/** Saving a report on a full device: its words always, and of its files those that fit. */

import { tellOnDevice } from '../platform/device-notes.ts';
import { isNoRoom } from '../platform/no-room.ts';
import { isOutpost } from '../platform/outpost.ts';
import { keepStorage } from '../platform/persist.ts';
import { withRoom } from '../platform/room.ts';
import type { LocalDb, OwnReport } from './db.ts';
import { keepFile, type Photo } from './files.ts';
import { type HeldReport, hold, type Making, saveBy } from './held.ts';
import { writeMeta } from './meta.ts';
import { drawMaker, type Maker } from './reports.ts';

export interface Files {
  photos: readonly Photo[];
  videos: readonly Photo[];
}

/**
 * Save a report with as many of its files as there is room for: the largest that is not on the device yet is left out
 * first, and the user is told which. Words that find no room even alone are held in the reserve. From then on the browser
 * is asked to keep what is here.
 * @throws AppError no-space, or the database's own words for it, when the reserve is full too
 */
export async function saveWhatFits(db: LocalDb, files: Files, form: Making<Files>): Promise<OwnReport> {
  const making = withMaker(form, await drawMaker());
  const kept = new Set(await db.file.toCollection().primaryKeys());
  const bySize = [...files.photos, ...files.videos]
    .filter(({ sha256 }) => !kept.has(sha256))
    .sort((a, b) => a.blob.size - b.blob.size);
  for (const left: Photo[] = []; ; ) {
    const fits = (file: Photo) => !left.includes(file);
    const fitting = { photos: files.photos.filter(fits), videos: files.videos.filter(fits) };
    try {
      const report = await withRoom(() => saveBy(db, made(making, fitting)));
      if (left.length > 0) tellLeftOut(report, files, fitting);
      void askToKeep(db);
      return report;
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      const next = bySize.pop();
      // The reserve lies in the open: what belongs into a vault stays in its form, and the user is told.
      if (!next && isOutpost()) throw error;
      if (!next) return holdWords(db, files, making);
      left.push(next);
    }
  }
}

async function holdWords(db: LocalDb, files: Files, making: Making<Files>): Promise<OwnReport> {
  const none = { photos: [], videos: [] };
  const report = await hold(db, made(making, none));
  await db.draft.delete(report.id); // what is in the form is held now; a second report must not come of it
  tellOnDevice({ kind: 'held', label: report.label });
  if (files.photos.length + files.videos.length > 0) tellLeftOut(report, files, none);
  return report;
}

/** However often it is tried, and wherever it is kept in the end, it is one report with one secret. */
const withMaker = (form: Making<Files>, maker: Maker): Making<Files> =>
  form.call === 'createReport'
    ? { call: form.call, make: (files) => ({ ...form.make(files), maker }) }
    : { call: form.call, make: (files) => ({ ...form.make(files), maker }) };

/** The union of what is called and how it is made, one by one. */
const made = (making: Making<Files>, files: Files): HeldReport =>
  making.call === 'createReport'
    ? { call: making.call, report: making.make(files) }
    : { call: making.call, report: making.make(files) };

function tellLeftOut({ label }: OwnReport, all: Files, fitting: Files): void {
  const numbers = (kind: keyof Files) => all[kind].flatMap((file, i) => (fitting[kind].includes(file) ? [] : [i + 1]));
  tellOnDevice({ kind: 'left-out', label, photos: numbers('photos'), videos: numbers('videos') });
}

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
