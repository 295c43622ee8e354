/**
 * An MP4 or QuickTime video, made to hold nothing but its pictures and its sound.
 *
 * A video is a tree of boxes. Those that are needed to play it stay, of a list; every other one, wherever a camera writes
 * its place, its name or its owner (udta, meta, uuid, tracks of coordinates), becomes free space of the same length, so that
 * no offset changes. In the data, what belongs to no kept track is overwritten with zeros. What is not understood is refused.
 * Boxes: ISO/IEC 14496-12, and Apple's QuickTime File Format.
 */

import { MAX_VIDEO_SECONDS } from '../../contract/limits.ts';
import { NotKept } from './kinds.ts';
import { type Box, boxesIn, broken } from './mp4-boxes.ts';
import { type Fragment, fragmentOf, type Range, readDefaults, samplesOf, type TrackDefaults } from './mp4-samples.ts';
import { cleanSampleEntries } from './mp4-stsd.ts';

/** What stays, below each box that is looked into. All others are blanked. */
const INSIDE: Record<string, readonly string[]> = {
  moov: ['mvhd', 'trak', 'mvex'],
  mvex: ['mehd', 'trex'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: ['stsd', 'stts', 'ctts', 'cslg', 'stss', 'stsz', 'stsc', 'stco', 'co64', 'sdtp', 'sgpd', 'sbgp'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sgpd', 'sbgp', 'sdtp'],
};
const AT_TOP = ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx'];
const PLAYED = new Set(['vide', 'soun']);

/** Overwrites `file`. @throws NotKept: of an unknown build, cut, without a picture, or too long */
export function cleanMp4(file: Buffer): void {
  const top = boxesIn(file, 0, file.length);
  const [movie, second] = top.filter(({ type }) => type === 'moov');
  if (!movie || second) throw broken('it has no one description of its tracks');
  const tracks = new Map<number, TrackDefaults>();
  const ranges: Range[] = [];
  const lengths: number[] = [];
  let pictures = 0;

  const parts = childrenOf(movie);
  for (const trak of parts.filter(({ type }) => type === 'trak')) {
    const kind = trackKind(trak);
    if (!PLAYED.has(kind)) {
      blank(trak);
      continue;
    }
    if (kind === 'vide') pictures++;
    lengths.push(...cleanTrack(trak, ranges, tracks));
  }
  if (pictures === 0) throw broken('it has no picture');
  for (const part of parts) {
    if (part.type === 'mvhd') lengths.push(cleanHeader(part, 20));
    if (part.type === 'mvex') for (const trex of childrenOf(part)) readDefaults(trex, tracks);
  }
  const fragments = top.filter(({ type }) => type === 'moof').map((moof) => cleanFragment(moof, tracks));
  ranges.push(...fragments.flatMap((fragment) => fragment.ranges));
  lengths.push(...durations(fragments, tracks));
  const longest = Math.max(...lengths);
  if (!(longest <= MAX_VIDEO_SECONDS)) throw new NotKept('too-long', `it takes ${longest} s`);

  for (const box of top) if (!AT_TOP.includes(box.type)) blank(box);
  blankBetween(
    file,
    top.filter(({ type }) => type === 'mdat'),
    ranges,
  );
}

/** The boxes of one that is looked into; those that are not on its list are blanked, and left out. */
function childrenOf(box: Box): Box[] {
  const stays = INSIDE[box.type] ?? [];
  const all = boxesIn(box.file, box.body, box.end);
  for (const one of all) if (!stays.includes(one.type)) blank(one);
  return all.filter(({ type }) => stays.includes(type));
}

function only(boxes: readonly Box[], type: string): Box {
  const [one, second] = boxes.filter((box) => box.type === type);
  if (!one || second) throw broken(`it has not one ${type}`);
  return one;
}

function trackKind(trak: Box): string {
  const media = only(boxesIn(trak.file, trak.body, trak.end), 'mdia');
  const handler = only(boxesIn(media.file, media.body, media.end), 'hdlr');
  if (handler.end < handler.body + 12) throw broken('a handler is cut');
  return handler.file.toString('latin1', handler.body + 8, handler.body + 12);
}

/** Answers how long it says that it is, in seconds. */
function cleanTrack(trak: Box, ranges: Range[], tracks: Map<number, TrackDefaults>): number[] {
  const parts = childrenOf(trak);
  const id = cleanTrackHeader(only(parts, 'tkhd'));
  for (const edits of parts.filter(({ type }) => type === 'edts')) childrenOf(edits);
  const media = childrenOf(only(parts, 'mdia'));
  const header = only(media, 'mdhd');
  const seconds = cleanHeader(header, 4);
  const scale = timescaleOf(header);
  cleanHandler(only(media, 'hdlr'));
  const information = childrenOf(only(media, 'minf'));
  for (const box of information) {
    if (box.type === 'hdlr') cleanHandler(box);
    if (box.type === 'dinf') for (const references of childrenOf(box)) cleanReferences(references);
  }
  const table = childrenOf(only(information, 'stbl'));
  cleanSampleEntries(only(table, 'stsd'), blank);
  const samples = samplesOf(table);
  ranges.push(...samples.ranges);
  tracks.set(id, { scale, duration: 0, size: 0 });
  return [seconds, samples.duration / scale];
}

const isLong = ({ file, body }: Box): boolean => file[body] === 1;

/** When it was made says where its owner was. */
function blankTimes(box: Box): void {
  box.file.fill(0, box.body + 4, box.body + (isLong(box) ? 20 : 12));
}

/** mvhd or mdhd, with `behind` bytes at least after its duration. Answers the duration in seconds; 0 for one that is not known. */
function cleanHeader(box: Box, behind: number): number {
  const at = box.body + (isLong(box) ? 24 : 16);
  const width = isLong(box) ? 8 : 4;
  if (box.end < at + width + behind) throw broken(`a ${box.type} is cut`);
  blankTimes(box);
  const isUnknown = box.file.subarray(at, at + width).every((byte) => byte === 0xff);
  const ticks = width === 8 ? Number(box.file.readBigUInt64BE(at)) : box.file.readUInt32BE(at);
  return isUnknown ? 0 : ticks / timescaleOf(box);
}

function timescaleOf(box: Box): number {
  const scale = box.file.readUInt32BE(box.body + (isLong(box) ? 20 : 12));
  if (scale === 0) throw broken('a clock stands still');
  return scale;
}

function cleanTrackHeader(box: Box): number {
  if (box.end < box.body + (isLong(box) ? 96 : 84)) throw broken('a tkhd is cut');
  blankTimes(box);
  return box.file.readUInt32BE(box.body + (isLong(box) ? 20 : 12));
}

/** Behind its kind stands a name in words, which some cameras fill. */
function cleanHandler(box: Box): void {
  box.file.fill(0, Math.min(box.end, box.body + 12), box.end);
}

const SELF_CONTAINED = 1;

/** The data is in the file itself: an address of another place is none of a phone's. */
function cleanReferences(box: Box): void {
  for (const entry of boxesIn(box.file, box.body + 8, box.end)) {
    if (entry.end < entry.body + 4 || !(box.file.readUInt32BE(entry.body) & SELF_CONTAINED))
      throw broken('its data is in another file');
    box.file.fill(0, entry.body + 4, entry.end);
  }
}

function cleanFragment(moof: Box, tracks: ReadonlyMap<number, TrackDefaults>): Fragment {
  const parts = childrenOf(moof).filter(({ type }) => type === 'traf');
  return fragmentOf(
    moof,
    parts.flatMap((traf) => {
      const boxes = childrenOf(traf);
      const header = only(boxes, 'tfhd');
      if (header.end < header.body + 8) throw broken('a tfhd is cut');
      const defaults = tracks.get(header.file.readUInt32BE(header.body + 4));
      if (!defaults) {
        blank(traf); // of a track that is not kept
        return [];
      }
      return [{ header, defaults, runs: boxes.filter(({ type }) => type === 'trun') }];
    }),
  );
}

/** Of all fragments together, by track, in seconds. */
function durations(fragments: readonly Fragment[], tracks: ReadonlyMap<number, TrackDefaults>): number[] {
  const ticks = new Map<TrackDefaults, number>();
  for (const { durations: each } of fragments)
    for (const [track, more] of each) ticks.set(track, (ticks.get(track) ?? 0) + more);
  return [...tracks.values()].map((track) => (ticks.get(track) ?? 0) / track.scale);
}

/** Free space of the same length, of zeros. */
function blank(box: Box): void {
  box.file.write('free', box.start + 4, 'latin1');
  box.file.fill(0, box.body, box.end);
}

/** Overwrite of the data what no sample of a kept track is. @throws NotKept for samples outside of it */
function blankBetween(file: Buffer, data: readonly Box[], ranges: readonly Range[]): void {
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  let next = 0;
  for (const { body, end } of [...data].sort((a, b) => a.start - b.start)) {
    let clean = body;
    for (let range = sorted[next]; range && range.start < end; range = sorted[++next]) {
      if (range.start < body || range.end > end) throw broken('its samples are not in its data');
      if (range.start > clean) file.fill(0, clean, range.start);
      clean = Math.max(clean, range.end);
    }
    file.fill(0, clean, end);
  }
  if (next < sorted.length) throw broken('its samples are not in its data');
}
