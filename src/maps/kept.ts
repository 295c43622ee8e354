/** The map packs of this device: which they are, and how much of each is here. */

import type { MapPack } from '../../contract/map.ts';
import { openPartStore, type PartStore } from '../platform/part-store.ts';
import { sha256Of } from '../platform/sha256.ts';
import type { LocalDb } from '../store/db.ts';
import type { KeptMap } from '../store/rows.ts';

let store: Promise<PartStore> | undefined;

/** Where the parts of all packs lie; two packs, or two versions of one, share what is the same. */
export function mapParts(): Promise<PartStore> {
  store ??= openPartStore('map-parts');
  return store;
}

/** One change of packs at a time, in all tabs: what one takes must not be swept away by another. */
export const changeMaps = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks.request('wapsi-maps', work) as Promise<T>;

export interface MapState {
  kept: KeptMap;
  /** The version that is shown, or the first one that is on its way. */
  pack: MapPack;
  /** Of the newest version of it that this device knows. */
  receivedBytes: number;
  totalBytes: number;
}

export const isWhole = ({ receivedBytes, totalBytes }: MapState): boolean => receivedBytes === totalBytes;

/** What of a pack is here, by name and length alone. */
export function missingOf(pack: MapPack, sizes: ReadonlyMap<string, number>): MapPack['file']['parts'] {
  const missing = pack.file.parts.filter(({ sha256, bytes }) => sizes.get(sha256) !== bytes);
  return [...new Map(missing.map((part) => [part.sha256, part])).values()];
}

/** Each pack of this device, by name. */
export async function mapStates(db: LocalDb): Promise<MapState[]> {
  const all = await db.map.toArray();
  if (all.length === 0) return [];
  const sizes = await (await mapParts()).sizes();
  return all
    .flatMap((kept): MapState[] => {
      const newest = kept.next ?? kept.pack;
      const pack = kept.pack ?? kept.next;
      if (!newest || !pack) return [];
      const missing = missingOf(newest, sizes).reduce((sum, { bytes }) => sum + bytes, 0);
      return [{ kept, pack, totalBytes: newest.file.bytes, receivedBytes: newest.file.bytes - missing }];
    })
    .sort((a, b) => a.pack.name.localeCompare(b.pack.name));
}

/**
 * Read every part and throw away those that are not what their name says, so that they count as missing and are fetched
 * again. Answers how many there were.
 */
export async function checkMaps(db: LocalDb): Promise<number> {
  const named = (await db.map.toArray()).flatMap(({ pack, next }) => [pack, next]).filter((pack) => pack !== undefined);
  const parts = await mapParts();
  let broken = 0;
  for (const sha256 of new Set(named.flatMap(({ file }) => file.parts.map((part) => part.sha256)))) {
    const bytes = await parts.read(sha256);
    if (bytes === undefined || bytes.length === 0 || (await sha256Of(bytes)) === sha256) continue;
    await parts.remove([sha256]);
    broken++;
  }
  return broken;
}

/** Forget a pack, for the space it takes. */
export const dropMap = (db: LocalDb, id: string): Promise<void> =>
  changeMaps(async () => {
    await db.map.delete(id);
    await sweepParts(db);
  });

/** Forget all of them, where the device has no room for what cannot be fetched again. */
export const dropMaps = (db: LocalDb): Promise<void> =>
  changeMaps(async () => {
    await db.map.clear();
    await sweepParts(db);
  });

/** Remove the parts that no pack names any more; inside {@link changeMaps}. */
export async function sweepParts(db: LocalDb): Promise<void> {
  const named = new Set(
    (await db.map.toArray()).flatMap(({ pack, next }) =>
      [...(pack?.file.parts ?? []), ...(next?.file.parts ?? [])].map(({ sha256 }) => sha256),
    ),
  );
  const parts = await mapParts();
  await parts.remove([...(await parts.sizes()).keys()].filter((name) => !named.has(name)));
}
