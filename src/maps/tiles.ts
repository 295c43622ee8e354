/** The tiles of a pack that this device keeps. */

import { EtagMismatch, PMTiles, SharedPromiseCache } from 'pmtiles';
import { AppError } from '../../contract/errors.ts';
import { type MapPack, mapPart } from '../../contract/map.ts';
import type { Api } from '../api/client.ts';
import { fetchWholePart } from '../platform/fetch-part.ts';
import { mapParts } from './kept.ts';
import { KeptSource } from './source.ts';

export type ReadTile = (z: number, x: number, y: number) => Promise<Blob | undefined>;

/** Reads tiles; a tile that the pack does not have, or whose part is broken and cannot be had again now, is undefined. */
export async function openTiles(pack: MapPack, api: Api): Promise<ReadTile> {
  const source = new KeptSource(pack, await mapParts(), (part) =>
    fetchWholePart(part, {
      fetch: (...request) => fetch(...request),
      urlOf: (sha256, from) => api.url(mapPart, { sha256, from }),
    }),
  );
  const archive = new PMTiles(source, new SharedPromiseCache());
  return async (z, x, y) => {
    try {
      const found = await archive.getZxy(z, x, y);
      return found && new Blob([found.data], { type: pack.tileType });
    } catch (error) {
      if (error instanceof AppError || error instanceof EtagMismatch) return undefined;
      throw error;
    }
  };
}
