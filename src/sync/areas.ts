/** The photos of the areas that a device keeps: fetched one by one, so that a cut loses at most one. */

import { AppError } from '../../contract/errors.ts';
import { getFile } from '../../contract/file.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb } from '../store/db.ts';
import { wasLately } from '../store/lately.ts';
import { readMeta } from '../store/meta.ts';
import { areaIsWhole, expireAreas, keepAreaPhoto, missingPhotos, PHOTO_BYTES } from '../store/others/areas.ts';
import type { KeptArea } from '../store/rows.ts';

/** Where nobody looks on and could stop it. */
const CALL_MS = 30_000;
/** Looked at again after so long, by itself. */
const AGAIN_MS = 600_000;
/** Photos in one run by itself: reports to send must not wait behind hundreds of photos. */
const PHOTOS_A_RUN = 50;

export interface AreaDeps {
  readonly db: LocalDb;
  readonly api: Api;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Bytes, as far as they are known before the photos are here. */
  readonly onProgress?: (done: number, total: number) => void;
}

const loadPlaces = () => import('../../reference/places.ts');

/**
 * Fetch what an area lacks, as the reports stand on this device now.
 * @throws AppError network, server, not-our-server, no-space, cancelled
 */
export async function fillArea(area: KeptArea, deps: AreaDeps, limit = Number.POSITIVE_INFINITY): Promise<void> {
  const { db, api, now, signal, onProgress } = deps;
  const visit = await readMeta(db, 'visit');
  const missing = await missingPhotos(db, area, await loadPlaces());
  const turn = missing.slice(0, limit);
  const tell = (done: number) => onProgress?.(done * PHOTO_BYTES, turn.length * PHOTO_BYTES);
  tell(0);
  for (const [i, sha256] of turn.entries()) {
    const input = { sha256, size: 'thumb' as const };
    try {
      const blob = await api.bytes(getFile, input, signal ?? AbortSignal.timeout(CALL_MS));
      await keepAreaPhoto(db, area.id, sha256, blob, now(), visit);
    } catch (error) {
      // Not for this viewer, or gone since: an empty one says so, and is forgotten with its report.
      if (!(error instanceof AppError) || error.next !== 'refuse') throw error;
      await keepAreaPhoto(db, area.id, sha256, new Blob([]), now(), visit);
    }
    tell(i + 1);
  }
  if (turn.length === missing.length) await areaIsWhole(db, area.id);
}

/** After a pull: forget what has expired, and bring the areas up to date a little further. */
export async function followAreas(deps: AreaDeps): Promise<void> {
  const { db, now } = deps;
  await expireAreas(db, now());
  for (const area of await db.area.toArray()) {
    if (wasLately(area.checkedAt ?? 0, AGAIN_MS, now()) && area.expiresAt > now()) continue;
    await fillArea(area, deps, PHOTOS_A_RUN);
  }
}
