/** Files that nobody needs any more: of erased records, and uploads that were never finished. */

import * as z from 'zod/mini';
import { Sha256 } from '../../contract/primitives.ts';
import type { Db } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import type { FileStore } from './store.ts';

const Removal = z.object({ hashes: z.array(Sha256) });

/** Remove those of the files that no record names (any more). */
export async function removeUnnamed(db: Db, files: FileStore, hashes: readonly string[]): Promise<void> {
  for (const sha256 of hashes) if (!(await isNamed(db, sha256))) await files.remove(sha256);
}

export const removeFiles =
  (db: Db, files: FileStore): JobHandler =>
  (payload) =>
    removeUnnamed(db, files, Removal.parse(payload).hashes);

/** Forget uploads whose next piece did not come for a week. */
export const sweepUploads =
  (files: FileStore): JobHandler =>
  async () => {
    await files.sweep(Date.now());
  };

async function isNamed(db: Db, sha256: string): Promise<boolean> {
  const uses = await Promise.all([
    db.selectFrom('report_file').select('sha256').where('sha256', '=', sha256).executeTakeFirst(),
    db.selectFrom('attachment').select('sha256').where('sha256', '=', sha256).executeTakeFirst(),
    db.selectFrom('message').select('photo').where('photo', '=', sha256).executeTakeFirst(),
    db.selectFrom('app_user').select('id').where('avatar_sha256', '=', sha256).executeTakeFirst(),
  ]);
  return uses.some((use) => use !== undefined);
}
