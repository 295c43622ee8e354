/** The map packs that the operator has put into DATA_DIR/maps: read, hashed and cut once for each change of a file. */

import { createHash } from 'node:crypto';
import { type FileHandle, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PMTiles, type Source } from 'pmtiles';
import { describeMap, type MapPack } from '../../contract/map.ts';
import { cutIntoParts } from '../../contract/map-parts.ts';
import { readAt, withFile } from '../files/read-at.ts';

export interface MapShelf {
  packs(): Promise<readonly MapPack[]>;
  /** A part of a pack, from the byte `from` on; undefined when no pack has it (any more). */
  part(sha256: string, from: number): Promise<Uint8Array | undefined>;
}

interface Shelved {
  /** Of the file as it was read. */
  mtimeMs: number;
  size: number;
  /** Absent for a file that is no pack of pictures. */
  pack?: MapPack;
  places: ReadonlyMap<string, { offset: number; bytes: number }>;
}

/** `warn` is told of each file that cannot be offered, once. */
export function openMapShelf(dir: string, warn: (line: string) => void): MapShelf {
  const shelf = new Map<string, Shelved>();
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const names = (await readdir(dir).catch(notThere)).filter((name) => name.endsWith('.pmtiles'));
    for (const name of shelf.keys()) if (!names.includes(name)) shelf.delete(name);
    for (const name of names) {
      const { mtimeMs, size } = await stat(join(dir, name));
      const known = shelf.get(name);
      if (known?.mtimeMs === mtimeMs && known.size === size) continue;
      const read = await readPack(dir, name, { mtimeMs, size });
      if (!read.pack) warn(`${join(dir, name)} is not a whole PMTiles file of pictures; it is not offered`);
      shelf.set(name, read);
    }
  }
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  return {
    async packs() {
      await lookOnce();
      return [...shelf.values()].flatMap(({ pack }) => pack ?? []);
    },
    async part(sha256, from) {
      if (shelf.size === 0) await lookOnce();
      for (const [name, { places, mtimeMs, size }] of shelf) {
        const place = places.get(sha256);
        if (!place || from >= place.bytes) continue;
        const now = await stat(join(dir, name)).catch(notThere);
        // Another file by now; what it has is in the list that is asked for next.
        if (Array.isArray(now) || now.mtimeMs !== mtimeMs || now.size !== size) continue;
        return withFile(join(dir, name), (file) => readAt(file, place.offset + from, place.bytes - from));
      }
      return undefined;
    },
  };
}

async function readPack(dir: string, name: string, { mtimeMs, size }: { mtimeMs: number; size: number }) {
  return withFile(join(dir, name), async (file): Promise<Shelved> => {
    const none = { mtimeMs, size, places: new Map() };
    const described = await describe(file, name, size);
    if (!described) return none;
    const places = new Map<string, { offset: number; bytes: number }>();
    const parts: { sha256: string; bytes: number }[] = [];
    let offset = 0;
    for await (const bytes of cutIntoParts(size, (at, length) => readAt(file, at, length))) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      parts.push({ sha256, bytes: bytes.length });
      places.set(sha256, { offset, bytes: bytes.length });
      offset += bytes.length;
    }
    const madeAt = new Date(mtimeMs).toISOString();
    const version = createHash('sha256').update(parts.map(({ sha256 }) => sha256).join());
    const pack = { ...described, madeAt, file: { sha256: version.digest('hex'), bytes: size, parts } };
    return { mtimeMs, size, pack, places };
  });
}

/** Undefined for another kind of file, and for one that is still being copied. */
async function describe(file: FileHandle, name: string, size: number) {
  const source: Source = {
    getKey: () => name,
    getBytes: async (offset, length) => {
      const bytes = await readAt(file, offset, Math.min(length, size - offset));
      return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer };
    },
  };
  try {
    const reader = new PMTiles(source);
    const header = await reader.getHeader();
    if (size < header.tileDataOffset + (header.tileDataLength ?? 0)) return undefined;
    return describeMap(name, header, await reader.getMetadata());
  } catch {
    return undefined; // the reader throws plain errors of many kinds at bytes that it does not know
  }
}

function notThere(error: unknown): [] {
  if ((error as { code?: unknown }).code === 'ENOENT') return []; // no folder, no packs
  throw error;
}
