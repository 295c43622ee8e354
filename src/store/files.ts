/** Photos and videos of this device, kept once each by their content, however many drafts and reports name them. */

import type { LocalDb } from './db.ts';

/** A photo made small, or a video as it is, named by its content. */
export interface Photo {
  sha256: string;
  blob: Blob;
}

/** Keep a file as soon as it is chosen, so that saving the form later moves no bytes. */
export async function keepFile(db: LocalDb, { sha256, blob }: Photo, now: number): Promise<void> {
  await db.file.put({ sha256, blob, createdAt: now });
}

/** The same picture chosen twice is one picture. */
export const eachOnce = (files: readonly Photo[]): Photo[] => [
  ...new Map(files.map((file) => [file.sha256, file])).values(),
];

/** Keep those of the files that are not here yet; inside the transaction that names them. */
export async function keepFiles(db: LocalDb, files: readonly Photo[], now: number): Promise<void> {
  const kept = new Set(await db.file.toCollection().primaryKeys());
  const unkept = files.filter(({ sha256 }) => !kept.has(sha256));
  await db.file.bulkPut(unkept.map((file) => ({ ...file, createdAt: now })));
}

/** Those of the files that are here, in the order of their names. */
export async function filesOf(db: LocalDb, hashes: readonly string[]): Promise<Photo[]> {
  const files = await db.file.bulkGet([...hashes]);
  return files.flatMap((file) => (file ? [{ sha256: file.sha256, blob: file.blob }] : []));
}
