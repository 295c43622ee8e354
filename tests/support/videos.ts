/** Videos as phones build them, box by box and element by element, with samples of noise. */

import { randomBytes } from 'node:crypto';

export const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4);
  return bytes;
};
export const box = (type: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
/** One whose length is written in 64 bits. */
export const longBox = (type: string, body: Buffer, size = BigInt(body.length + 16)): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(size, 8);
  return Buffer.concat([head, body]);
};

export interface Film {
  /** Of its pictures: noise, never twice the same. */
  bytes?: number;
  seconds?: number;
  /** More boxes, in `moov`, in its track, and at the top. */
  inMovie?: Buffer[];
  inTrack?: Buffer[];
  atTop?: Buffer[];
  /** The samples of a second track of this handler, if there is to be one. */
  beside?: { handler: string; samples: Buffer };
  /** Lies in the data between the samples. */
  between?: Buffer;
  /** What the words in its own boxes say: the name of its handler, and of its coder. */
  name?: string;
  brand?: string;
  /** How often its tables say where its samples lie, each time in the same place. */
  places?: number;
  /** More runs of samples, in each fragment. */
  runs?: Buffer[];
}

const SCALE = 1000;
const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function track(
  id: number,
  handler: string,
  seconds: number,
  at: number,
  size: number,
  { name = '', inTrack = [], places = 1 }: Film,
): Buffer {
  const picture = Buffer.alloc(78);
  picture.writeUInt16BE(1, 6);
  picture.writeUInt16BE(64, 24);
  picture.writeUInt16BE(64, 26);
  picture.write(name.slice(0, 31), 43, 'latin1');
  const entry =
    handler === 'vide' ? box('avc1', picture, box('avcC', words(0x01420014, 0xff000000))) : box('gpmd', words(0, 1));
  const stbl = box(
    'stbl',
    box('stsd', words(0, 1), entry),
    box('stts', words(0, 1, 1, seconds * SCALE)),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, 0, 1, size)),
    box('stco', words(0, places, ...Array<number>(places).fill(at))),
  );
  const minf = box(
    'minf',
    box('vmhd', words(1, 0, 0)),
    box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
    stbl,
  );
  const mdia = box(
    'mdia',
    box('mdhd', words(0, 3_800_000_000, 3_800_000_000, SCALE, seconds * SCALE, 0)),
    box('hdlr', words(0, 0), handler, words(0, 0, 0), `${name}\0`),
    minf,
  );
  const tkhd = box(
    'tkhd',
    words(3, 3_800_000_000, 3_800_000_000, id, 0, seconds * SCALE, 0, 0, 0, 0),
    matrix,
    words(64 << 16, 64 << 16),
  );
  return box('trak', tkhd, mdia, ...(id === 1 ? inTrack : []));
}

/** An MP4: `ftyp`, its data, then `moov`, as phones write it. */
export function mp4(film: Film = {}): Buffer {
  const {
    bytes = 500,
    seconds = 2,
    inMovie = [],
    atTop = [],
    beside,
    between = Buffer.alloc(0),
    brand = 'mp42',
  } = film;
  const head = Buffer.concat([box('ftyp', `${brand}\0\0\0\0mp42isom`), ...atTop]);
  const samples = randomBytes(bytes);
  const at = head.length + 8;
  const data = box('mdat', samples, between, beside?.samples ?? '');
  const other = beside
    ? [track(2, beside.handler, seconds, at + bytes + between.length, beside.samples.length, {})]
    : [];
  const mvhd = box(
    'mvhd',
    words(0, 3_800_000_000, 3_800_000_000, SCALE, seconds * SCALE, 0x10000, 0, 0, 0),
    matrix,
    words(0, 0, 0, 0, 0, 0, 3),
  );
  return Buffer.concat([
    head,
    data,
    box('moov', mvhd, track(1, 'vide', seconds, at, bytes, film), ...other, ...inMovie),
  ]);
}

/** An MP4 in fragments, as a browser records it. */
export function fragmented({ seconds = 2, inMovie = [], between = Buffer.alloc(0), runs = [] }: Film = {}): Buffer {
  const mvhd = box('mvhd', words(0, 0, 0, SCALE, 0, 0x10000, 0, 0, 0), matrix, words(0, 0, 0, 0, 0, 0, 2));
  const movie = box(
    'moov',
    mvhd,
    track(1, 'vide', 0, 0, 0, {}),
    box('mvex', box('trex', words(0, 1, 1, 0, 0, 0))),
    ...inMovie,
  );
  const piece = (seq: number): Buffer => {
    const samples = randomBytes(200);
    const build = (offset: number) =>
      box(
        'moof',
        box('mfhd', words(0, seq)),
        box(
          'traf',
          box('tfhd', words(0x020000, 1)),
          box('tfdt', words(0, 0)),
          box('trun', words(0x301, 2, offset, (seconds * SCALE) / 4, 100, (seconds * SCALE) / 4, 100)),
          ...runs,
        ),
      );
    const moof = build(0);
    return Buffer.concat([build(moof.length + 8), box('mdat', samples, between)]);
  };
  return Buffer.concat([box('ftyp', 'isom\0\0\0\0isommp42'), movie, piece(1), piece(2)]);
}

/** An element of a WebM; its length in 8 bytes, or no length at all. */
export const element = (id: number, body: Buffer | readonly Buffer[], isOpen = false): Buffer => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.concat([...body]);
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  const size = Buffer.alloc(8, 0xff);
  if (!isOpen) size.writeBigUInt64BE((1n << 56n) | BigInt(bytes.length));
  else size[0] = 1;
  return Buffer.concat([name, size, bytes]);
};
const uint = (value: number): Buffer => words(value);
const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

export interface WebmFilm {
  seconds?: number;
  /** More elements, in the segment, in its description, and in its track. */
  inSegment?: Buffer[];
  inInfo?: Buffer[];
  inTracks?: Buffer[];
  inCluster?: Buffer[];
  /** Segment and cluster without their length, as a browser records them, and without a duration. */
  isLive?: boolean;
  docType?: string;
}

export function webm(film: WebmFilm = {}): Buffer {
  const {
    seconds = 2,
    inSegment = [],
    inInfo = [],
    inTracks = [],
    inCluster = [],
    isLive = false,
    docType = 'webm',
  } = film;
  const head = element(0x1a45dfa3, [
    element(0x4286, uint(1)),
    element(0x4282, Buffer.from(docType)),
    element(0x4287, uint(4)),
  ]);
  const info = element(0x1549a966, [
    element(0x2ad7b1, uint(1_000_000)),
    element(0x4d80, Buffer.from('muxer')),
    element(0x5741, Buffer.from('writer')),
    ...(isLive ? [] : [element(0x4489, float(seconds * 1000))]),
    ...inInfo,
  ]);
  const video = element(0xae, [
    element(0xd7, uint(1)),
    element(0x83, uint(1)),
    element(0x86, Buffer.from('V_VP8')),
    element(0xe0, [element(0xb0, uint(64)), element(0xba, uint(64))]),
  ]);
  const block = (track: number) =>
    element(0xa3, Buffer.concat([Buffer.from([0x80 | track, 0, 0, 0x80]), randomBytes(200)]));
  const cluster = (at: number) => element(0x1f43b675, [element(0xe7, uint(at * 1000)), block(1), ...inCluster], isLive);
  const parts = [
    info,
    element(0x1654ae6b, [video, ...inTracks]),
    cluster(0),
    cluster(Math.max(0, seconds - 1)),
    ...inSegment,
  ];
  return Buffer.concat([head, element(0x18538067, parts, isLive)]);
}
