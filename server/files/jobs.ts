/** Files that nobody needs any more, uploads that were never finished, and bytes that the disk has changed. */

import * as z from 'zod/mini';
import { AppError } from '../../contract/errors.ts';
import { Sha256 } from '../../contract/primitives.ts';
import { setMeta } from '../db/meta.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { keysOf } from '../db/sealing.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { forgetTrace, traceFile } from '../suppression/list.ts';
import { forgottenOf, holdFile, keptOf, unnamedOf } from './rights.ts';
import type { FileStore } from './store.ts';

const Removal = z.object({ hashes: z.array(Sha256) });
/** A look at so many files, every ten minutes: 100,000 files in two weeks, for a second or two an hour. */
const LOOKED_AT = 50;
const CURSOR = 'files-looked-at';

/** Remove of the files what no record has a right to (any more). Answers those whose bytes stay. */
export async function removeUnnamed(db: Db, files: FileStore, hashes: readonly string[]): Promise<string[]> {
  const named: string[] = [];
  for (const sha256 of hashes) {
    const kept = await transact(db, async (tx) => {
      await holdFile(tx, sha256); // whoever names it now does so before the look, or after the bytes are gone
      const stays = await keptOf(tx, sha256);
      await files.keepOnly(sha256, stays);
      if (stays.whole) return stays;
      await tx.deleteFrom('file').where('sha256', '=', sha256).execute();
      await keysOf(db).erase([sha256]); // what backups hold of it
      await forgetTrace(tx, sha256);
      await scrubSoon(tx); // the one of the erasure may have been before
      return stays;
    });
    if (kept.whole) named.push(sha256);
  }
  return named;
}

export const removeFiles =
  (db: Db, files: FileStore): JobHandler =>
  async (payload) => {
    await removeUnnamed(db, files, Removal.parse(payload).hashes);
  };

/**
 * Forget uploads whose next piece did not come for a week, what is too much, and what no record names any more: a process
 * that was killed while a piece came cannot see that its report was erased meanwhile.
 */
export const sweepUploads =
  (db: Db, files: FileStore, ...others: readonly Pick<FileStore, 'sweep'>[]): JobHandler =>
  async () => {
    for (const folder of [files, ...others]) await folder.sweep(Date.now());
    await removeUnnamed(db, files, await unnamedOf(db, await files.unfinished()));
    await removeForgotten(db, files, Date.now());
  };

/** What is kept before a record names it is named at once: what nobody names after this was left by a stop. */
const NAMED_WITHIN_MS = 3_600_000;

/** Remove what a process that was killed has kept for a record that was never written, and what a removal has not got to. */
async function removeForgotten(db: Db, files: FileStore, now: number): Promise<void> {
  for (const sha256 of await forgottenOf(db)) {
    const since = await files.keptSince(sha256); // undefined of one whose word is here a moment ahead of its bytes
    if (since !== undefined && since < now - NAMED_WITHIN_MS) await removeUnnamed(db, files, [sha256]);
  }
}

/**
 * Look at the next few files that records show: bytes that are no longer what they were count as missing, and what was kept
 * as it came, by a version of before, is made anew.
 */
export const lookAtFiles =
  (db: Db, files: FileStore): JobHandler =>
  async () => {
    const last = await db.selectFrom('meta').select('value').where('key', '=', CURSOR).executeTakeFirst();
    const brought = (table: 'report_file' | 'attachment') =>
      db
        .selectFrom(table)
        .select('sha256')
        .where('brought_at', 'is not', null)
        .where('sha256', '>', last?.value ?? '');
    const page = await brought('report_file').union(brought('attachment')).orderBy('sha256').limit(LOOKED_AT).execute();
    for (const { sha256 } of page) {
      const found = await files.verify(sha256);
      if (!found?.sound) continue;
      if (found.asItCame && (await renew(db, files, sha256))) continue;
      await traceOlder(db, files, sha256);
      await noteOlder(db, sha256, found.bytes);
    }
    await setMeta(db, CURSOR, page.length < LOOKED_AT ? '' : (page.at(-1)?.sha256 ?? ''));
  };

/** Of what was kept before its length was written down. */
const noteOlder = (db: Db, sha256: string, bytes: number): Promise<void> =>
  transact(db, async (tx) => {
    await holdFile(tx, sha256);
    if (!(await keptOf(tx, sha256)).whole) return; // erased since it was read
    await tx
      .insertInto('file')
      .values({ sha256, bytes, complete: true, mime: null })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute();
  });

/** Of what was kept before there were traces. */
async function traceOlder(db: Db, files: FileStore, sha256: string): Promise<void> {
  const known = await db.selectFrom('file_trace').select('sha256').where('sha256', '=', sha256).executeTakeFirst();
  if (known) return;
  const look = await files.look(sha256);
  await transact(db, async (tx) => {
    await holdFile(tx, sha256);
    if ((await keptOf(tx, sha256)).whole) await traceFile(tx, sha256, look);
  });
}

/**
 * Make a file anew that lies here as it came, with all that its camera put in. False for a video that is built in a way that
 * is not understood: it stays, for those who see the whole report, rather than that the last of it is lost.
 */
async function renew(db: Db, files: FileStore, sha256: string): Promise<boolean> {
  const whole = await files.renew(sha256).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-readable') return undefined;
    throw error;
  });
  if (!whole) return false;
  // Without a row any length is right: whatever stops us in between, the file does not count as missing.
  await db.deleteFrom('file').where('sha256', '=', sha256).execute();
  await transact(db, async (tx) => {
    await holdFile(tx, sha256);
    if (!(await keptOf(tx, sha256)).whole) return; // erased meanwhile
    await whole.place();
    await traceFile(tx, sha256, whole.look);
    await tx
      .insertInto('file')
      .values({ sha256, bytes: whole.bytes, complete: true, mime: null })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ bytes: whole.bytes }))
      .execute();
  });
  return true;
}
