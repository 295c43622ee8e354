/**
 * Whether what was kept on this device is still here.
 *
 * The browsers evict a site's database, files and caches together but leave its small storage for settings; so a mark
 * and the last counts stand in both. A mark without its database tells of a loss. Who clears the database on purpose
 * takes the mark away first.
 */

import { liveQuery } from 'dexie';
import { readMark, writeMark } from '../platform/device-mark.ts';
import { tellOnDevice } from '../platform/device-notes.ts';
import type { LocalDb } from '../store/db.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { type UnsentCount, watchUnsent } from '../store/own/unsent-count.ts';

/** Compare the mark with the database, tell of a loss, and keep the counts from now on. */
export async function watchDeviceMark(db: LocalDb, now: () => number): Promise<void> {
  const before = readMark();
  const id = await readMeta(db, 'device');
  const mine = id ?? crypto.randomUUID();
  if (id === undefined) {
    if (before && before.unsent + before.drafts > 0) tellOnDevice({ kind: 'cleared', ...before });
    await writeMeta(db, 'device', mine);
  }
  let unsent: UnsentCount | undefined;
  let drafts: number | undefined;
  const keep = (): void => {
    if (unsent && drafts !== undefined)
      writeMark({ id: mine, unsent: unsent.waiting + unsent.refused, drafts, seenAt: now() });
  };
  watchUnsent(db, (count) => {
    unsent = count;
    keep();
  });
  liveQuery(() => db.draft.count()).subscribe((count) => {
    drafts = count;
    keep();
  });
}
