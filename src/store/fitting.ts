/** Saving a report on a full device: its words always, and of its files those that fit. */

import { tellOnDevice } from '../platform/device-notes.ts';
import { isNoRoom } from '../platform/no-room.ts';
import { keepStorage } from '../platform/persist.ts';
import { withRoom } from '../platform/room.ts';
import type { LocalDb, OwnReport } from './db.ts';
import { keepFile, type Photo } from './files.ts';
import { writeMeta } from './meta.ts';

export interface Files {
  photos: readonly Photo[];
  videos: readonly Photo[];
}

/**
 * Save a report with as many of its files as there is room for: the largest that is not on the device yet is left out
 * first, and the user is told which. From then on the browser is asked to keep what is here.
 */
export async function saveWhatFits(
  db: LocalDb,
  files: Files,
  save: (files: Files) => Promise<OwnReport>,
): Promise<OwnReport> {
  const kept = new Set(await db.file.toCollection().primaryKeys());
  const bySize = [...files.photos, ...files.videos]
    .filter(({ sha256 }) => !kept.has(sha256))
    .sort((a, b) => a.blob.size - b.blob.size);
  for (const left: Photo[] = []; ; ) {
    const stays = (file: Photo) => !left.includes(file);
    const fitting = { photos: files.photos.filter(stays), videos: files.videos.filter(stays) };
    try {
      const report = await withRoom(() => save(fitting));
      const numbersIn = (all: readonly Photo[]) => all.flatMap((file, i) => (stays(file) ? [] : [i + 1]));
      const { photos, videos } = files;
      if (left.length > 0)
        tellOnDevice({
          ...{ kind: 'left-out', label: report.label },
          ...{ photos: numbersIn(photos), videos: numbersIn(videos) },
        });
      void askToKeep(db);
      return report;
    } catch (error) {
      const next = bySize.pop();
      if (!isNoRoom(error) || !next) throw error;
      left.push(next);
    }
  }
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
