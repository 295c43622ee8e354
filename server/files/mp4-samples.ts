/** Where in an MP4 the samples of a track lie, and how long they take: from its tables, or from its fragments. */

import { type Box, broken } from './mp4-boxes.ts';

/** Bytes of the file, `end` not among them. */
export interface Range {
  start: number;
  end: number;
}

/** What a fragment does not say of its samples, its track does. */
export interface TrackDefaults {
  /** Ticks a second. */
  readonly scale: number;
  /** Of one sample, in ticks. */
  duration: number;
  /** Of one sample, in bytes. */
  size: number;
}

export interface Fragment {
  ranges: Range[];
  /** In ticks. */
  durations: Map<TrackDefaults, number>;
}

/** Ten minutes at 480 pictures a second. */
const MAX_SAMPLES = 300_000;

/** A table of so many columns of 32 bits, behind `before` bytes; its last word before the rows says how many there are. */
function rowsOf(
  { file, body, end, type }: Box,
  columns: number,
  before = 8,
): { count: number; at(row: number, column: number): number } {
  const from = body + before;
  if (end < from) throw broken(`a ${type} is cut`);
  const count = file.readUInt32BE(from - 4);
  if (count > MAX_SAMPLES || from + count * columns * 4 > end) throw broken(`a ${type} of ${count} rows does not fit`);
  return { count, at: (row, column) => file.readUInt32BE(from + (row * columns + column) * 4) };
}

/** By the tables of a track; the durations in its ticks. @throws NotKept */
export function samplesOf(table: readonly Box[]): { ranges: Range[]; duration: number } {
  const find = (...types: string[]) => table.find(({ type }) => types.includes(type));
  const [times, sizes, groups, places] = [find('stts'), find('stsz'), find('stsc'), find('stco', 'co64')];
  if (!times || !sizes || !groups || !places) throw broken('a table of its samples is missing');
  const timed = rowsOf(times, 2);
  let duration = 0;
  for (let row = 0; row < timed.count; row++) duration += timed.at(row, 0) * timed.at(row, 1);
  return { ranges: chunksOf(sizesOf(sizes), groups, places), duration };
}

interface Sizes {
  count: number;
  /** Of the samples from one up to another, in bytes. */
  between(from: number, until: number): number;
}

function sizesOf(box: Box): Sizes {
  const { file, body, end } = box;
  if (end < body + 12) throw broken('a stsz is cut');
  const same = file.readUInt32BE(body + 4);
  if (same === 0) {
    const { count, at } = rowsOf(box, 1, 12);
    const between = (from: number, until: number) => {
      let bytes = 0;
      for (let sample = from; sample < until; sample++) bytes += at(sample, 0);
      return bytes;
    };
    return { count, between };
  }
  // Sound without packing: millions, which are not gone through.
  return { count: file.readUInt32BE(body + 8), between: (from, until) => (until - from) * same };
}

/** Samples lie one behind another in chunks; each row of `stsc` says how many from its chunk on. */
function chunksOf(sizes: Sizes, groups: Box, places: Box): Range[] {
  const { file, body } = places;
  const isWide = places.type === 'co64';
  const { count: chunks } = rowsOf(places, isWide ? 2 : 1);
  const { count: rows, at } = rowsOf(groups, 3);
  const ranges: Range[] = [];
  let sample = 0;
  for (let chunk = 0, row = -1; chunk < chunks; chunk++) {
    while (row + 1 < rows && at(row + 1, 0) <= chunk + 1) row++;
    if (row < 0) throw broken('a chunk has no samples');
    const place = body + 8 + chunk * (isWide ? 8 : 4);
    const start = isWide ? Number(file.readBigUInt64BE(place)) : file.readUInt32BE(place);
    const until = Math.min(sizes.count, sample + at(row, 1));
    const end = start + sizes.between(sample, until);
    sample = until;
    if (end > file.length) throw broken('a chunk ends behind the file');
    if (end > start) ranges.push({ start, end });
  }
  return ranges;
}

/** What the movie says for all fragments of a track; the length of all of them together says nothing that is believed. */
export function readDefaults({ type, file, body, end }: Box, tracks: ReadonlyMap<number, TrackDefaults>): void {
  if (type !== 'trex') return;
  if (end < body + 24) throw broken('a trex is cut');
  const track = tracks.get(file.readUInt32BE(body + 4));
  if (!track) return;
  track.duration = file.readUInt32BE(body + 12);
  track.size = file.readUInt32BE(body + 16);
}

/** One track in a fragment. */
export interface Part {
  header: Box;
  defaults: TrackDefaults;
  runs: readonly Box[];
}

/** Flags of `tfhd`, and of `trun`: which words stand in it. */
const HEADER = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 } as const;
const RUN = { offset: 0x1, first: 0x4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 } as const;
/** The words that a run has of each of its samples. */
const OF_EACH = RUN.duration | RUN.size | RUN.flags | RUN.shift;

/** @throws NotKept */
export function fragmentOf(moof: Box, parts: readonly Part[]): Fragment {
  const fragment: Fragment = { ranges: [], durations: new Map() };
  for (const { header, defaults, runs } of parts) {
    const { base, duration, size } = headerOf(header, defaults, moof.start);
    let next = base;
    for (const run of runs) {
      const words = wordsOf(run);
      const flags = words.flags;
      const count = words.next();
      if (count > MAX_SAMPLES) throw broken('a fragment has too many samples');
      const start = flags & RUN.offset ? base + (words.next() | 0) : next;
      if (flags & RUN.first) words.next();
      let ticks = flags & RUN.duration ? 0 : count * duration;
      let end = flags & RUN.size ? start : start + count * size;
      // Of a run without words nothing is gone through: a file has room for more of them than there is time.
      for (let sample = 0; flags & OF_EACH && sample < count; sample++) {
        if (flags & RUN.duration) ticks += words.next();
        if (flags & RUN.size) end += words.next();
        if (flags & RUN.flags) words.next();
        if (flags & RUN.shift) words.next();
      }
      if (end > start) fragment.ranges.push({ start, end });
      fragment.durations.set(defaults, (fragment.durations.get(defaults) ?? 0) + ticks);
      next = end;
    }
  }
  return fragment;
}

function headerOf(
  header: Box,
  defaults: TrackDefaults,
  start: number,
): { base: number; duration: number; size: number } {
  const words = wordsOf(header);
  words.next(); // the track
  const base = words.flags & HEADER.base ? words.next() * 2 ** 32 + words.next() : start;
  if (words.flags & HEADER.description) words.next();
  const duration = words.flags & HEADER.duration ? words.next() : defaults.duration;
  const size = words.flags & HEADER.size ? words.next() : defaults.size;
  return { base, duration, size };
}

/** The words of 32 bits behind its version and flags, one after another. */
function wordsOf({ file, body, end, type }: Box): { flags: number; next(): number } {
  if (end < body + 4) throw broken(`a ${type} is cut`);
  let at = body + 4;
  return {
    flags: file.readUInt32BE(body) & 0xffffff,
    next() {
      if (at + 4 > end) throw broken(`a ${type} is cut`);
      at += 4;
      return file.readUInt32BE(at - 4);
    },
  };
}
