/** Which files of this device something still needs. */

import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { filesToSend, hasWords, isReport } from '../rows.ts';
import { filesOfDrafts } from './drafts.ts';

/** A correction that nobody went on with for so long is given up, once its report has arrived or is gone. */
const CORRECTION_MS = 7 * 86_400_000;
/** A file that nothing names may belong to a form whose draft is not written yet. */
const GRACE_MS = 600_000;

/**
 * Forget the drafts whose report or write is saved, and the files that no draft, no op and no report still on its way
 * needs. Those of a report that might have to be sent again (Note: Put back) stay where there is room for them.
 */
export async function dropUnusedFiles(db: LocalDb, now: number, isFull = false): Promise<void> {
  await atOnce(db, 'rw', [db.file, db.draft, db.made], async (db) => {
    const made = await db.made.toArray();
    await db.draft.bulkDelete(made.filter(isReport).map(({ entityId }) => entityId));
    const written = new Set(made.map(({ opId }) => opId));
    await db.draft.filter(({ form, opId }) => form === 'unsent' && written.has(opId)).delete();
    const correctable = new Set(made.filter(isReport).flatMap((row) => (row.receipt ? [] : row.entityId)));
    await db.draft
      .filter(
        ({ corrects = '', updatedAt }) =>
          corrects !== '' && !correctable.has(corrects) && updatedAt < now - CORRECTION_MS,
      )
      .delete();
    const used = new Set(await filesOfDrafts(db));
    for (const row of made) {
      for (const name of filesToSend(row)) used.add(name);
      if (isReport(row) && (!row.complete || (hasWords(row) && !isFull)))
        for (const name of [...row.photos, ...row.videos]) used.add(name);
    }
    const old = db.file.filter(({ sha256, createdAt }) => !used.has(sha256) && createdAt < now - GRACE_MS);
    await db.file.bulkDelete(await old.primaryKeys());
  });
}
