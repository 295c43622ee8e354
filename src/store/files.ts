/** Photos and videos of this device, kept once each by their content, however many drafts and reports name them. */

import { atOnce } from './at-once.ts';
import type { LocalDb } from './db.ts';

/** A photo made small, or a video as it is, named by its content. */
export interface Photo {
  sha256: string;
  blob: Blob;
}

/** A file that nothing names may belong to a form whose draft is not written yet. */
const GRACE_MS = 600_000;

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

/**
 * Forget the drafts whose report or write is saved, and the files that no draft, no op and no report still on its way
 * needs. Those of a report that might have to be sent again (Note: Put back) stay where there is room for them.
 */
export async function dropUnusedFiles(db: LocalDb, now: number, isFull = false): Promise<void> {
  await atOnce(db, 'rw', [db.file, db.draft, db.report, db.write, db.outbox], async (db) => {
    await db.draft.bulkDelete(await db.report.toCollection().primaryKeys());
    const written = new Set(await db.write.toCollection().primaryKeys());
    await db.draft.filter(({ form, opId }) => form === 'unsent' && written.has(opId)).delete();
    const used = new Set<string>();
    for (const { photos, videos } of await db.draft.toArray())
      for (const name of [...photos, ...videos]) used.add(name);
    for (const { photos, videos, complete, sent } of await db.report.toArray()) {
      if (!complete || (sent && !isFull)) for (const name of [...photos, ...videos]) used.add(name);
    }
    for (const { endpoint, input } of await db.outbox.toArray())
      if (endpoint === 'putFile') used.add((input as { sha256: string }).sha256); // written by the store with each file
    const old = db.file.filter(({ sha256, createdAt }) => !used.has(sha256) && createdAt < now - GRACE_MS);
    await db.file.bulkDelete(await old.primaryKeys());
  });
}
