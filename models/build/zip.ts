/** Reads and writes zip files whose entries are stored, not compressed: the form of a MediaPipe task bundle. */

import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** MediaPipe maps the models in place, so that their data must start at a multiple of this. */
const ALIGN = 16;
/** 1980-01-01, the first day zip knows: the same bytes at every build. */
const DATE = 0x21;

export interface Entry {
  readonly name: string;
  readonly data: Uint8Array;
}

export function readZip(zip: Uint8Array): Entry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error('not a zip file');
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('damaged zip directory');
    if (view.getUint16(at + 10, true) !== 0) throw new Error('a zip entry is compressed');
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = zip.subarray(start, start + size);
    if (data.length !== size || crc32(data) !== view.getUint32(at + 16, true))
      throw new Error(`damaged zip entry ${name}`);
    entries.push({ name, data });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

export function writeZip(entries: readonly Entry[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, data } of entries) {
    const nameBytes = Buffer.from(name);
    const extra = Buffer.alloc(((ALIGN - ((at + 30 + nameBytes.length + 4) % ALIGN)) % ALIGN) + 4);
    extra.writeUInt16LE(extra.length - 4, 2);
    const facts = Buffer.alloc(26); // what both headers say, from "version needed" on
    facts.writeUInt16LE(10, 0);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    facts.writeUInt16LE(extra.length, 24);
    pieces.push(uint32(LOCAL), facts, nameBytes, extra, Buffer.from(data));
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const centralFacts = Buffer.from(facts);
    centralFacts.writeUInt16LE(0, 24);
    directory.push(uint32(CENTRAL), Buffer.from([10, 0]), centralFacts, tail, nameBytes);
    at += 30 + nameBytes.length + extra.length + data.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...pieces, listing, uint32(END), end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
