/** Photos that come inside of a call. */

import type { Db } from '../db/schema.ts';
import { traceFile } from '../suppression/list.ts';
import { removeUnnamed } from './jobs.ts';
import type { FileStore, Traced } from './store.ts';

/**
 * Keep the photos, drawn anew, before `write` names them; those that it then does not name go again. The
 * write holds each of them (`holdFile`) where it names it.
 */
export async function keeping<T>(
  db: Db,
  files: FileStore,
  photos: readonly Uint8Array[],
  write: (hashes: readonly string[]) => Promise<T>,
): Promise<T> {
  const kept = new Map<string, Uint8Array>();
  const traced: Traced = (sha256, look) => traceFile(db, sha256, look);
  try {
    for (const bytes of photos) kept.set(await files.put(bytes, traced), bytes);
    return await write([...kept.keys()]);
  } finally {
    for (const sha256 of await removeUnnamed(db, files, [...kept.keys()])) {
      // The same bytes, of another record, may have been removed just before they were named here.
      const bytes = kept.get(sha256);
      if (bytes && !(await files.state(sha256)).complete) await files.put(bytes, traced);
    }
  }
}
