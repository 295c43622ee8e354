/**
 * What found no room in the database: its words are held in the reserve until there is room, or the server has them. The
 * rows are those of the database, without files; each keeps its opId, so that sending it from there and from the
 * database is one write.
 */

import { create } from 'zustand';
import { AppError } from '../../../contract/errors.ts';
import { tellOnDevice } from '../../platform/device-notes.ts';
import { changeReserve, readReserve } from '../../platform/reserve.ts';
import type { LocalDb } from '../db.ts';
import type { Photo } from '../files.ts';
import { readAgain } from '../read-again.ts';
import { filesToSend, type Held, isReport, isTheirs, type Made, type OwnReport, textStep } from '../rows.ts';
import { draftOf, writeDraft } from './drafts.ts';
import { type FormerHeld, heldOf } from './former.ts';
import { findOwnReport, waitingRows } from './made.ts';

/** What the reserve holds, as this window last read or wrote it. */
export const useHeld = create<{ rows: readonly Held[] }>(() => ({ rows: [] }));

/** Written below, or by a former version. */
const read = (text: string): Held[] => (text === '' ? [] : (JSON.parse(text) as (Held | FormerHeld)[]).map(heldOf));

export async function heldRows(): Promise<Held[]> {
  const rows = read(await readReserve());
  if (rows.length + useHeld.getState().rows.length > 0) useHeld.setState({ rows });
  return rows;
}

async function change(to: (rows: Held[]) => Held[]): Promise<void> {
  await changeReserve((text) => {
    const rows = to(read(text));
    return rows.length === 0 ? '' : JSON.stringify(rows);
  });
  await heldRows();
  readAgain();
}

/** Change those that are meant; where there is none, nothing is asked of the disk. */
export async function changeHeld(isMeant: (row: Held) => boolean, how: (row: Held) => void): Promise<void> {
  if (!(await heldRows()).some(isMeant)) return;
  await change((rows) => {
    for (const row of rows) if (isMeant(row)) how(row);
    return rows;
  });
}

/**
 * Hold the words of what finds no room, and say which files are not with them.
 * @throws AppError no-space when the reserve has no room for them either, or when nothing is left without the file
 */
export async function hold<Row extends Held>(row: Row, files: Files = NO_FILES): Promise<Row> {
  const words = await holdWhole(withoutFiles(row));
  tellOnDevice({ kind: 'held', label: row.label });
  tellLeftOut(row.label, files, NO_FILES);
  return words;
}

/** The same with its files, which are in the database. */
export async function holdWhole<Row extends Held>(row: Row): Promise<Row> {
  await change((rows) => (rows.some(({ opId }) => opId === row.opId) ? rows : [...rows, row])); // never over another
  return row;
}

function withoutFiles<Row extends Held>(row: Row): Row {
  const files = new Set(filesToSend(row));
  const stays = (value: unknown) => typeof value !== 'string' || !files.has(value);
  const input = Object.entries(row.input).map(([name, value]) => {
    if (!stays(value)) throw new AppError('no-space', 'It is nothing but its photo');
    return [name, Array.isArray(value) ? value.filter(stays) : value];
  });
  const words = Object.fromEntries(input) as Row['input'];
  const named = isReport(row) ? { photos: row.photos.filter(stays), videos: row.videos.filter(stays) } : { files: [] };
  return { ...row, ...named, input: words, steps: [textStep(words)] };
}

/** Name the files that did not find room. */
export function tellLeftOut(label: string, all: Files, fitting: Files): void {
  const numbers = (kind: keyof Files) => all[kind].flatMap((file, i) => (fitting[kind].includes(file) ? [] : [i + 1]));
  const [photos, videos] = [numbers('photos'), numbers('videos')];
  if (photos.length + videos.length > 0) tellOnDevice({ kind: 'left-out', label, photos, videos });
}

export interface Files {
  photos: readonly Photo[];
  videos: readonly Photo[];
}
export const NO_FILES: Files = { photos: [], videos: [] };

/** All that waits: in the database, and in the reserve as this window knows it. */
export const unsentRows = async (db: LocalDb): Promise<Made[]> => [
  ...(await waitingRows(db)),
  ...useHeld.getState().rows,
];

/**
 * Put a report that the server refused back into its form, to be mended and sent as a new write of the same report, or of
 * another where one of that id is in the database. Answers the draft's id.
 * @throws AppError no-space, or the database's own words for it, when there is no room for the form; it is still held
 */
export async function mendHeld(db: LocalDb, report: OwnReport, now: number): Promise<string> {
  const id = (await findOwnReport(db, report.entityId)) ? crypto.randomUUID() : report.entityId;
  await writeDraft(db, { ...draftOf(report), id, opId: crypto.randomUUID(), updatedAt: now });
  await release(report.opId);
  return id;
}

/** It is in the database now, with the server, or given up by the user's own hand. */
export const release = (opId: string): Promise<void> => change((all) => all.filter((row) => row.opId !== opId));

/** Their owner leaves, and wants none of their words to stay. */
export const releaseTheirs = (account: string | undefined): Promise<void> =>
  change((all) => all.filter((row) => !isTheirs(row, account)));
