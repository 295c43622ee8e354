/** A map pack from a file that somebody handed over, on a stick or a card: the same parts as from the server. */

import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { AppError } from '../../contract/errors.ts';
import { describeMap, type MapDescription, type MapPack } from '../../contract/map.ts';
import { cutIntoParts } from '../../contract/map-parts.ts';
import { sha256Of } from '../platform/sha256.ts';
import type { LocalDb } from '../store/db.ts';
import { changeMaps, mapParts, sweepParts } from './kept.ts';

/**
 * Keep a pack from a file, in place of one of the same name. Cut at any point, the parts that are here stay until the
 * next change of packs, and choosing the file again goes on with the others.
 * @throws AppError not-readable when the file is no whole PMTiles file of pictures; no-space, cancelled
 */
export async function importMap(
  file: File,
  how: { db: LocalDb; signal?: AbortSignal; onProgress?: (doneBytes: number, totalBytes: number) => void },
): Promise<MapDescription> {
  const about = await describe(file);
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
  return changeMaps(async () => {
    const store = await mapParts();
    const sizes = await store.sizes();
    const parts: { sha256: string; bytes: number }[] = [];
    let done = 0;
    for await (const cut of cutIntoParts(file.size, read)) {
      if (how.signal?.aborted) throw new AppError('cancelled', 'the import was stopped');
      const bytes = cut.slice();
      const sha256 = await sha256Of(bytes);
      if (sizes.get(sha256) !== bytes.length) await store.write(sha256, bytes);
      parts.push({ sha256, bytes: bytes.length });
      done += bytes.length;
      how.onProgress?.(done, file.size);
    }
    const madeAt = new Date(file.lastModified).toISOString();
    const sha256 = await sha256Of(new TextEncoder().encode(parts.map((part) => part.sha256).join()));
    const pack: MapPack = { ...about, madeAt, file: { sha256, bytes: file.size, parts } };
    await how.db.map.put({ id: pack.id, pack, from: 'file', changedAt: Date.now() });
    await sweepParts(how.db);
    return about;
  });
}

async function describe(file: File): Promise<MapDescription> {
  const source: Source = {
    getKey: () => file.name,
    getBytes: async (offset, length): Promise<RangeResponse> => ({
      data: await file.slice(offset, offset + length).arrayBuffer(),
    }),
  };
  try {
    const reader = new PMTiles(source);
    const header = await reader.getHeader();
    const whole = file.size >= header.tileDataOffset + (header.tileDataLength ?? 0);
    const about = whole ? describeMap(file.name, header, await reader.getMetadata()) : undefined;
    if (about) return about;
  } catch (cause) {
    throw new AppError('not-readable', 'this file is no map pack', { cause });
  }
  throw new AppError('not-readable', 'this map pack is cut, or its tiles are not pictures');
}
