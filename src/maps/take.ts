/** Taking a map pack from our server: only the parts that are not here, each checked before it is kept. */

import { AppError } from '../../contract/errors.ts';
import { mapPack, mapPart } from '../../contract/map.ts';
import type { Api } from '../api/client.ts';
import { fetchWholePart } from '../platform/fetch-part.ts';
import { endsIn } from '../platform/in-time.ts';
import { SILENT_MS } from '../platform/pieces.ts';
import type { LocalDb } from '../store/db.ts';
import { changeMaps, mapParts, missingOf, sweepParts } from './kept.ts';

/** Two downloads at once fill a slow link; more only compete. */
const AT_ONCE = 2;

export interface Taking {
  readonly db: LocalDb;
  readonly api: Api;
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
  readonly onProgress?: (receivedBytes: number, totalBytes: number) => void;
}

/**
 * Take the version that the server has now. The one in use stays in use until the new one is whole. Cut at any point, a
 * later call goes on from there; a part that was found broken is one that is missing.
 * @throws AppError network, server, not-found, not-our-server, no-space, cancelled
 */
export async function takeMap(id: string, { db, api, fetch, signal, onProgress }: Taking): Promise<void> {
  const pack = await api.call(mapPack, { id }, { signal: endsIn(SILENT_MS, signal) });
  await changeMaps(async () => {
    const kept = await db.map.get(id);
    await db.map.put({ ...kept, id, next: pack, from: kept?.from ?? 'server', changedAt: Date.now() });
    const parts = await mapParts();
    const missing = missingOf(pack, await parts.sizes());
    let received = pack.file.bytes - missing.reduce((sum, { bytes }) => sum + bytes, 0);
    const count = (bytes: number): void => {
      received += bytes;
      onProgress?.(Math.max(0, Math.min(received, pack.file.bytes)), pack.file.bytes);
    };
    count(0);
    const queue = [...missing];
    const urlOf = (sha256: string, from: number) => api.url(mapPart, { sha256, from });
    const takeTurns = async (): Promise<void> => {
      for (let part = queue.shift(); part; part = queue.shift()) {
        const bytes = await fetchWholePart(part, { fetch, urlOf, onBytes: count, ...(signal ? { signal } : {}) });
        await parts.write(part.sha256, bytes);
      }
    };
    // Both are waited for, so that no download goes on unseen after a failure.
    const turns = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns));
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason;
    if (missingOf(pack, await parts.sizes()).length > 0)
      throw new AppError('no-space', 'parts of the map were not kept');
    await db.map.put({ id, pack, from: 'server', changedAt: Date.now() });
    await sweepParts(db);
  });
}
