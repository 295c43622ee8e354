/** The district that a report is of: by its point, else by the town or the district that its region names. */

import { brotliDecompressSync } from 'node:zlib';
import { districtNamed, districts, findDistrict } from '../../reference/districts.ts';
import { PLACES } from '../../reference/places.ts';
import { DISTRICT_CELLS } from './district-cells.ts';
import { cellOf } from './district-grid.ts';
import { pointOf } from './region.ts';
import { NOWHERE } from './rules.ts';

let cells: Uint16Array | undefined;

/** 3 MB, unpacked when first asked for. */
function readCells(): Uint16Array {
  if (cells) return cells;
  const bytes = brotliDecompressSync(Buffer.from(DISTRICT_CELLS, 'base64'));
  cells = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return cells;
}

/** The id of the district at a point; undefined in the sea and abroad. Near a border it may be the next one. */
export function districtAt({ lat, lng }: { lat: number; lng: number }): string | undefined {
  const cell = cellOf(lat, lng);
  const place = cell === undefined ? 0 : (readCells()[cell] ?? 0);
  return districts()[place - 1]?.id;
}

/** The id of the district of a report, or {@link NOWHERE}. */
export function districtOf(row: { lat: number | null; lng: number | null; region: string | null }): string {
  const point = pointOf(row);
  return (point && districtAt(point)) ?? (row.region ? districtNamed(row.region) : undefined) ?? NOWHERE;
}

/** How people name the district that a region is of, as far as its words say which; nothing of where it was on a map. */
export function districtNamesOf(region: string): string[] {
  const own = findDistrict(districtOf({ lat: null, lng: null, region }));
  return own ? [own.name, ...(own.pa ? [own.pa] : []), ...own.hi] : [];
}

/** How people name a district and the towns in it, in small letters. */
export function namesIn(district: string): string[] {
  const towns = PLACES.filter((place) => districtAt(place) === district);
  const own = findDistrict(district);
  return [...new Set([...(own ? [own] : []), ...towns].map(({ name }) => name.toLowerCase()))];
}
