/** Map packs: regions of map tiles (PMTiles, raster) that a device may take along whole, from our own server. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PartedFile } from './file.ts';
import { Instant, Sha256 } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/** The name of the pack's file without its ending. */
export const MapPackId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/));

const described = {
  id: MapPackId,
  name: z.string().check(z.maxLength(80)),
  /** In Gurmukhi, where the pack names itself so. */
  namePa: z.optional(z.string().check(z.maxLength(80))),
  attribution: z.string().check(z.maxLength(200)),
  /** West, south, east, north, in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  minZoom: z.int(),
  maxZoom: z.int(),
  /** `image/png` and its like: what one tile is. */
  tileType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/avif']),
  /** It draws the borders that the law of India wants; other packs are shown close up only. */
  officialBorders: z.boolean(),
};
export const MapDescription = z.object(described);
export type MapDescription = z.infer<typeof MapDescription>;

/**
 * A pack in one version of it. Parts that two versions share are fetched once. `file.sha256` names the version: it is the
 * hash of the parts' hashes, joined by commas, so that nobody must read a whole file to know it.
 */
export const MapPack = z.object({ ...described, madeAt: Instant, file: PartedFile });
export type MapPack = z.infer<typeof MapPack>;

/** What can be chosen from: all but the parts, of which a pack may have hundreds. */
export const MapOffer = z.object({ ...described, madeAt: Instant, sha256: Sha256, bytes: z.int() });
export type MapOffer = z.infer<typeof MapOffer>;

export const mapPacks = endpoint({
  method: 'GET',
  path: '/maps',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: z.object({ packs: z.array(MapOffer) }),
});

export const mapPack = endpoint({
  method: 'GET',
  path: '/maps/:id',
  access: PERMISSIONS.public,
  input: z.object({ id: MapPackId }),
  output: MapPack,
});

/** One part, from the byte `from` on: a part that was cut goes on where it was. */
export const mapPart = endpoint({
  method: 'GET',
  path: '/maps/parts/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-out',
  input: z.object({ sha256: Sha256, from: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  output: z.unknown(),
});

/** The fields of a PMTiles header that a description is made of. */
interface Header {
  tileType: number;
  minZoom: number;
  maxZoom: number;
  minLon: number;
  minLat: number;
  maxLon: number;
  maxLat: number;
}

/** By the numbers of the PMTiles specification, version 3; 1 is a vector tile, which our maps do not draw. */
const TILE_TYPES: Partial<Record<number, MapDescription['tileType']>> = {
  2: 'image/png',
  3: 'image/jpeg',
  4: 'image/webp',
  5: 'image/avif',
};

const text = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, max) : undefined;

/** What a PMTiles file says of itself; undefined when its tiles are not pictures. */
export function describeMap(fileName: string, header: Header, metadata: unknown): MapDescription | undefined {
  const tileType = TILE_TYPES[header.tileType];
  if (!tileType) return undefined;
  const about = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Record<string, unknown>;
  const id = mapIdOf(fileName);
  const namePa = text(about.name_pa, 80);
  return {
    id,
    tileType,
    name: text(about.name, 80) ?? id,
    ...(namePa === undefined ? {} : { namePa }),
    // Many packs carry a link in their attribution; ours is text.
    attribution: text(String(about.attribution ?? '').replaceAll(/<[^>]*>/g, ''), 200) ?? '',
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    officialBorders: about.official_borders === true,
  };
}

/** "Punjab 2026.pmtiles" is `punjab-2026`. */
export const mapIdOf = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replace(/\.pmtiles$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64) || 'map';
