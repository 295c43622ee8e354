/**
 * A WebM video, made to hold nothing but its pictures and its sound.
 *
 * Its elements are kept of a list; every other one (tags, attachments, chapters, titles, dates, tracks of text) becomes a
 * Void of the same length, so that no place in the file changes. What is not understood is refused.
 * Elements: RFC 8794 (EBML) and RFC 9559 (Matroska).
 */

import { MAX_VIDEO_SECONDS } from '../../contract/limits.ts';
import { NotKept } from './kinds.ts';

/** The elements that are looked into, or told from others; by their number. */
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;
const TIMESTAMP = 0xe7;
const SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const VOID = 0xec;
const DOC_TYPE = 0x4282;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const MUXER = 0x4d80;
const WRITER = 0x5741;

const VIDEO = [0xb0, 0xba, 0x54b0, 0x54ba, 0x54b2, 0x53c0, 0x53b8, 0x9a, 0x9d, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x55b0];
const COLOUR = [0x55b1, 0x55b2, 0x55b3, 0x55b4, 0x55b5, 0x55b6, 0x55b7, 0x55b8, 0x55b9, 0x55ba, 0x55bb, 0x55bc, 0x55bd];
/** What stays, below each element that is looked into. */
const INSIDE: Record<number, readonly number[]> = {
  [EBML]: [0x4286, 0x42f7, 0x42f2, 0x42f3, DOC_TYPE, 0x4287, 0x4285],
  [SEGMENT]: [0x114d9b74, INFO, TRACKS, CLUSTER, 0x1c53bb6b],
  290298740: [0x4dbb],
  19899: [0x53ab, 0x53ac],
  [INFO]: [SCALE, DURATION, MUXER, WRITER],
  [TRACKS]: [TRACK],
  [TRACK]: [
    ...[
      TRACK_NUMBER,
      TRACK_TYPE,
      0x73c5,
      0xb9,
      0x88,
      0x55aa,
      0x9c,
      0x6de7,
      0x23e383,
      0x86,
      0x63a2,
      0xaa,
      0x56aa,
      0x56bb,
    ],
    ...[0xe0, 0xe1],
  ],
  224: VIDEO,
  21936: COLOUR,
  225: [0xb5, 0x78b5, 0x9f, 0x6264],
  [CLUSTER]: [TIMESTAMP, 0xa7, 0xab, SIMPLE_BLOCK, GROUP],
  [GROUP]: [BLOCK, 0x9b, 0xfb, 0x75a2],
  475249515: [0xbb],
  187: [0xb3, 0xb7],
  183: [0xf7, 0xf1, 0xf0, 0xb2, 0x5378],
};
/** Programs sign with their name, and some with more: the words must be there, and may be empty. */
const SIGNED = new Set([MUXER, WRITER]);
const PICTURE = 1;
const SOUND = 2;
const DEFAULT_SCALE_NS = 1_000_000;
const MAX_ELEMENTS = 500_000;

interface Element {
  id: number;
  start: number;
  body: number;
  /** Undefined while its end is told by what follows: as a camera writes that is still filming. */
  end: number | undefined;
}

const broken = (detail: string): NotKept => new NotKept('not-one', detail);

/** Overwrites `file`. @throws NotKept: of an unknown build, cut, without a picture, or too long */
export function cleanWebm(file: Buffer): void {
  new WebmWalk(file).clean();
}

class WebmWalk {
  private readonly file: Buffer;
  private seen = 0;
  private readonly played = new Set<number>();
  private pictures = 0;
  private scaleNs = DEFAULT_SCALE_NS;
  private said = 0;
  private clusterAt = 0;
  private last = 0;

  constructor(file: Buffer) {
    this.file = file;
  }

  clean(): void {
    const head = this.elementAt(0, this.file.length);
    if (head.id !== EBML || head.end === undefined) throw broken('it has no head');
    this.children(head.id, head.body, head.end);
    const segment = this.elementAt(head.end, this.file.length);
    if (segment.id !== SEGMENT) throw broken('it has no segment');
    const end = segment.end ?? this.file.length;
    this.children(SEGMENT, segment.body, end);
    if (end < this.file.length) this.blankRest(end);
    if (this.pictures === 0) throw broken('it has no picture');
    const seconds = (Math.max(this.said, this.last) * this.scaleNs) / 1e9;
    if (!(seconds <= MAX_VIDEO_SECONDS)) throw new NotKept('too-long', `it takes ${seconds} s`);
  }

  /** What stands in `parent`, up to `to`; answers where it ended. */
  private children(parent: number, from: number, to: number, isOpen = false): number {
    const stays = INSIDE[parent] ?? [];
    let at = from;
    while (at < to) {
      const one = this.elementAt(at, to);
      if (isOpen && (INSIDE[SEGMENT] ?? []).includes(one.id)) return at; // the next of those that hold it
      at = this.visit(parent, one, stays.includes(one.id), to);
    }
    return at;
  }

  private visit(parent: number, one: Element, stays: boolean, to: number): number {
    if (one.end === undefined) {
      if (one.id !== CLUSTER || parent !== SEGMENT) throw broken('an element has no end');
      return this.children(CLUSTER, one.body, to, true);
    }
    if (!stays || (one.id === TRACK && !this.isPlayed(one.body, one.end)) || this.isOfAnother(one))
      this.blank(one.start, one.end);
    else if (SIGNED.has(one.id)) this.file.fill(0, one.body, one.end);
    else if (INSIDE[one.id]) this.children(one.id, one.body, one.end);
    else this.read(one, one.end);
    return one.end;
  }

  private read({ id, body }: Element, end: number): void {
    if (id === SCALE) this.scaleNs = this.number(body, end);
    if (id === DURATION) this.said = this.float(body, end);
    if (id === TIMESTAMP) this.clusterAt = this.number(body, end);
    if (id === BLOCK || id === SIMPLE_BLOCK) {
      const { end: at } = this.varint(body, end, true);
      if (at + 3 > end) throw broken('a block is cut');
      this.last = Math.max(this.last, this.clusterAt + this.file.readInt16BE(at));
    }
    if (id === DOC_TYPE && !['webm', 'matroska'].includes(this.file.toString('latin1', body, end)))
      throw broken('it is another kind of file');
  }

  /** Whether it is a track of pictures or sound, whose blocks stay. */
  private isPlayed(from: number, to: number): boolean {
    let [number, kind] = [0, 0];
    for (let at = from; at < to; ) {
      const one = this.elementAt(at, to);
      if (one.end === undefined) throw broken('an element has no end');
      if (one.id === TRACK_NUMBER) number = this.number(one.body, one.end);
      if (one.id === TRACK_TYPE) kind = this.number(one.body, one.end);
      at = one.end;
    }
    if (kind !== PICTURE && kind !== SOUND) return false;
    if (kind === PICTURE) this.pictures++;
    this.played.add(number);
    return true;
  }

  /** A block of a track that is not kept. */
  private isOfAnother({ id, body, end = body }: Element): boolean {
    if (id !== SIMPLE_BLOCK && id !== BLOCK) return false;
    return !this.played.has(this.varint(body, end, true).value);
  }

  private elementAt(start: number, to: number): Element {
    if (++this.seen > MAX_ELEMENTS) throw broken('it has too many elements');
    const name = this.varint(start, to, false);
    if (name.end - start > 4) throw broken('an element has a long name');
    const size = this.varint(name.end, to, true);
    const isUnknown = size.value === 2 ** (7 * (size.end - name.end)) - 1;
    const end = size.end + size.value;
    if (!isUnknown && end > to) throw broken(`an element of ${size.value} bytes does not fit`);
    return { id: name.value, start, body: size.end, end: isUnknown ? undefined : end };
  }

  /** A number that begins with how long it is: so many zeros before the first one, which is left out of lengths. */
  private varint(at: number, to: number, isLength: boolean): { value: number; end: number } {
    const first = at < to ? (this.file[at] ?? 0) : 0;
    const length = Math.clz32(first) - 23;
    if (length > 8 || at + length > to) throw broken('a number is cut');
    let value = isLength ? first & (0xff >> length) : first;
    for (let i = 1; i < length; i++) value = value * 256 + (this.file[at + i] ?? 0);
    return { value, end: at + length };
  }

  private number(from: number, to: number): number {
    if (to - from > 8) throw broken('a number is too long');
    let value = 0;
    for (let at = from; at < to; at++) value = value * 256 + (this.file[at] ?? 0);
    return value;
  }

  private float(from: number, to: number): number {
    if (to - from === 4) return this.file.readFloatBE(from);
    if (to - from === 8) return this.file.readDoubleBE(from);
    throw broken('a duration is no number');
  }

  /** A Void of the same length. */
  private blank(start: number, end: number): void {
    const left = end - start - 2;
    this.file.fill(0, start, end);
    this.file[start] = VOID;
    if (left < 0x7f) this.file[start + 1] = 0x80 | left;
    else {
      const LONG = 8;
      this.file.writeBigUInt64BE((1n << 56n) | BigInt(end - start - 1 - LONG), start + 1);
    }
  }

  /** What stands behind the segment belongs to no video. */
  private blankRest(from: number): void {
    if (this.file.length - from < 2) throw broken('a byte stands behind it');
    this.blank(from, this.file.length);
  }
}
