/** Writes a PMTiles archive (version 3) of pictures: header, one directory, metadata, tiles; the same picture once. */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Compression, type TileType, zxyToTileId } from 'pmtiles';

export interface Tile {
  z: number;
  x: number;
  y: number;
  bytes: Uint8Array;
}

export interface Archive {
  tiles: readonly Tile[];
  tileType: TileType;
  /** West, south, east, north, in degrees. */
  bounds: readonly [number, number, number, number];
  metadata: Record<string, unknown>;
}

const HEADER_BYTES = 127;
/** A reader takes header and directory in one go of this size; a larger archive would need leaf directories. */
const MAX_HEAD_BYTES = 16_384;

interface Entry {
  id: number;
  offset: number;
  length: number;
}

export function writePmtiles({ tiles, tileType, bounds, metadata }: Archive): Uint8Array {
  const inOrder = tiles.map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes })).sort((a, b) => a.id - b.id);
  const places = new Map<string, Omit<Entry, 'id'>>();
  const data: Uint8Array[] = [];
  let end = 0;
  const entries = inOrder.map(({ id, bytes }): Entry => {
    const name = createHash('sha256').update(bytes).digest('base64');
    const known = places.get(name);
    if (known) return { id, ...known };
    const place = { offset: end, length: bytes.length };
    places.set(name, place);
    data.push(bytes);
    end += bytes.length;
    return { id, ...place };
  });
  const directory = gzipSync(directoryOf(entries));
  const about = gzipSync(JSON.stringify(metadata));
  const head = HEADER_BYTES + directory.length;
  if (head > MAX_HEAD_BYTES) throw new RangeError(`${tiles.length} tiles are too many for one directory`);

  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'));
  header.setUint8(7, 3);
  const tileData = head + about.length;
  const sections = [HEADER_BYTES, directory.length, head, about.length, tileData, 0, tileData, end];
  const counts = [entries.length, entries.length, data.length];
  [...sections, ...counts].forEach((value, i) => {
    header.setBigUint64(8 + i * 8, BigInt(value), true);
  });
  const zooms = tiles.map(({ z }) => z);
  const [minZoom, maxZoom] = [Math.min(...zooms), Math.max(...zooms)];
  // Clustered: the tiles lie in the order of the directory.
  [1, Compression.Gzip, Compression.None, tileType, minZoom, maxZoom].forEach((value, i) => {
    header.setUint8(96 + i, value);
  });
  const [west, south, east, north] = bounds;
  const degrees = (at: number, value: number) => header.setInt32(at, Math.round(value * 1e7), true);
  bounds.forEach((value, i) => {
    degrees(102 + i * 4, value);
  });
  header.setUint8(118, minZoom);
  degrees(119, (west + east) / 2);
  degrees(123, (south + north) / 2);
  return new Uint8Array(Buffer.concat([new Uint8Array(header.buffer), directory, about, ...data]));
}

/** Columns of varints: steps of the ids, run lengths, lengths, and offsets where a tile does not follow the one before. */
function directoryOf(entries: readonly Entry[]): Uint8Array {
  const numbers = [entries.length];
  entries.forEach(({ id }, i) => {
    numbers.push(id - (entries[i - 1]?.id ?? 0));
  });
  for (const _ of entries) numbers.push(1);
  for (const { length } of entries) numbers.push(length);
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1];
    numbers.push(before && offset === before.offset + before.length ? 0 : offset + 1);
  });
  return Uint8Array.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}
