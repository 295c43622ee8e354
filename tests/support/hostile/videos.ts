/** Videos that attack whoever reads them, or that tell where they were taken, in each of the ways that are known. */

import { box, element, fragmented, longBox, mp4, webm, words } from '../videos.ts';
import { type Hostile, MARK } from './hostile.ts';

const zeros = (length: number): Buffer => Buffer.alloc(length);
const TAGS = 0x1254c367;
const VOID = 0xec;

/** Overwrite the 32 bits that stand so many bytes behind a word: the last such one, for noise may hold it too. */
function patched(bytes: Buffer, word: string, behind: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(value >>> 0, changed.lastIndexOf(word) + behind);
  return changed;
}

const keys = () => {
  const key = box('mdta', 'com.apple.quicktime.location.ISO6709');
  const count = zeros(8);
  count.writeUInt32BE(1, 4);
  const index = box('\0\0\0\x01', box('data', zeros(8), MARK));
  return box('meta', box('hdlr', zeros(8), 'mdta', zeros(12)), box('keys', count, key), box('ilst', index));
};

const nested = (depth: number): Buffer => {
  let bytes = zeros(0);
  for (let i = 0; i < depth; i++) bytes = box('moov', bytes);
  return bytes;
};

export function hostileVideos(): Hostile[] {
  const files: Hostile[] = [];
  const add = (name: string, bytes: Buffer, end: Hostile['end']) => void files.push({ name, bytes, as: 'video', end });

  // Where it was taken.
  const place = box('\xa9xyz', '\0\x1d\x15\xc7', MARK);
  add('MP4 with its place in ©xyz', mp4({ inMovie: [box('udta', place)] }), 'kept');
  add('MP4 with its place in ©xyz of the track', mp4({ inTrack: [box('udta', place)] }), 'kept');
  add('MP4 with its place in loci', mp4({ inMovie: [box('udta', box('loci', zeros(6), MARK))] }), 'kept');
  add('MP4 with its place in the keys of QuickTime', mp4({ inMovie: [keys()], brand: 'qt  ' }), 'kept');
  add('MP4 with its place in the keys of its track', mp4({ inTrack: [keys()] }), 'kept');
  add('MP4 with its place in a meta at the top', mp4({ atTop: [keys()] }), 'kept');
  add('MP4 with its place in XMP', mp4({ atTop: [box('uuid', zeros(16), MARK)] }), 'kept');
  add('MP4 with its place in free space', mp4({ atTop: [box('free', MARK), box('skip', MARK)] }), 'kept');
  add('MP4 with a box of a maker', mp4({ inMovie: [box('sefd', MARK)] }), 'kept');
  add('MP4 with a box behind its end', Buffer.concat([mp4(), box('gps ', MARK)]), 'kept');
  add(
    'MP4 with its place in a track of its own',
    mp4({ beside: { handler: 'meta', samples: Buffer.from(MARK) } }),
    'kept',
  );
  add(
    'MP4 with its place in a track of texts',
    mp4({ beside: { handler: 'text', samples: Buffer.from(MARK) } }),
    'kept',
  );
  add('MP4 with its place between its pictures', mp4({ between: Buffer.from(MARK) }), 'kept');
  add('MP4 with words where names stand', mp4({ name: MARK }), 'kept');
  add(
    'MP4 in fragments with its place',
    fragmented({ inMovie: [box('udta', place)], between: Buffer.from(MARK) }),
    'kept',
  );
  add('MP4 with an archive behind it', Buffer.concat([mp4(), Buffer.from(`PK\x03\x04${MARK}`, 'latin1')]), 'refused');

  // Lengths that lie.
  const whole = mp4();
  for (const share of [0.01, 0.2, 0.6, 0.99])
    add(`MP4 cut at ${share * 100} %`, whole.subarray(0, Math.ceil(whole.length * share)), 'refused');
  for (const [type, size] of Object.entries({ moov: 7, trak: 0xffffffff, mdat: 4, stbl: 3, mdia: 1 }))
    add(`MP4 whose ${type} has ${size} bytes`, patched(whole, type, -4, size), 'refused');
  add('MP4 of 2^63 bytes', Buffer.concat([whole, longBox('mdat', zeros(0), 2n ** 63n - 1n)]), 'refused');
  add('MP4 with a long box shorter than its head', Buffer.concat([whole, longBox('free', zeros(0), 8n)]), 'refused');
  add('MP4 with a long box', mp4({ atTop: [longBox('free', Buffer.from(MARK))] }), 'kept');
  add('MP4 with 2^32 sizes', patched(whole, 'stsz', 12, 0xffffffff), 'refused');
  add('MP4 with 2^32 pictures of one size', patched(patched(whole, 'stsz', 12, 0xffffffff), 'stsz', 8, 1), 'either');
  // One size for all, so that each place may have as many as there are bytes.
  const large = mp4({ bytes: 20_000_000, places: 250 });
  const ofOne = patched(patched(large, 'stsz', 8, 1), 'stsz', 12, 0xffffffff);
  add('MP4 with 2^32 pictures in 250 places', patched(ofOne, 'stsc', 16, 19_999_000), 'either');
  const runs = Array<Buffer>(19_000).fill(box('trun', words(0, 300_000)));
  add('MP4 with 11 billion pictures in 38000 runs', fragmented({ runs }), 'either');
  add('MP4 with 2^32 places', patched(whole, 'stco', 8, 0xffffffff), 'refused');
  add('MP4 with pictures outside of its data', patched(whole, 'stco', 12, 4), 'refused');
  add('MP4 with pictures behind its end', patched(whole, 'stco', 12, 0xfffffff0), 'refused');
  add('MP4 with 2^32 times', patched(whole, 'stts', 8, 0xffffffff), 'refused');
  add('MP4 with its data in another file', patched(whole, 'url ', 4, 0), 'refused');
  add('MP4 of a million boxes', Buffer.concat([whole, ...Array<Buffer>(1_000_000).fill(box('free'))]), 'refused');
  add('MP4 of 50000 tracks', mp4({ inMovie: Array<Buffer>(50_000).fill(box('trak')) }), 'refused');
  add('MP4 of 10000 boxes in one another', Buffer.concat([whole, nested(10_000)]), 'refused');
  add('MP4 with a description that goes to the end', patched(whole, 'moov', -4, 0), 'kept');
  add('MP4 with two descriptions', Buffer.concat([whole, box('moov')]), 'refused');
  add(
    'MP4 with a packed description',
    Buffer.concat([box('ftyp', 'qt  '), box('moov', box('cmov', zeros(50)))]),
    'refused',
  );
  add('MP4 of a head alone', box('ftyp', 'mp42'), 'refused');
  add('MP4 without pictures', Buffer.from(whole.toString('latin1').replace('vide', 'soun'), 'latin1'), 'refused');
  add(
    'MP4 with a coding of its own',
    Buffer.from(whole.toString('latin1').replace('avc1', 'evil'), 'latin1'),
    'refused',
  );
  add('HEIC', Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1'), box('meta', MARK), box('mdat', MARK)]), 'refused');

  // Too long.
  add('MP4 of an hour', mp4({ seconds: 3600 }), 'refused');
  add(
    'MP4 of an hour by its pictures alone',
    patched(patched(mp4({ seconds: 3600 }), 'mvhd', 20, 0), 'mdhd', 20, 0),
    'refused',
  );
  add('MP4 of an hour in fragments', fragmented({ seconds: 3600 }), 'refused');
  add('MP4 whose clock stands still', patched(whole, 'mdhd', 16, 0), 'refused');
  add('MP4 of 49 days', patched(whole, 'mvhd', 20, 0xfffffffe), 'refused');

  const tag = element(TAGS, element(0x7373, Buffer.from(MARK)));
  add('WebM with its place in a tag', webm({ inSegment: [tag] }), 'kept');
  add('WebM with a file within', webm({ inSegment: [element(0x1941a469, Buffer.from(MARK))] }), 'kept');
  add('WebM with chapters', webm({ inSegment: [element(0x1043a770, Buffer.from(MARK))] }), 'kept');
  add('WebM with a title', webm({ inInfo: [element(0x7ba9, Buffer.from(MARK))] }), 'kept');
  add('WebM with words where programs sign', webm({ inInfo: [element(0x5741, Buffer.from(MARK))] }), 'kept');
  add('WebM with empty space that is not', webm({ inSegment: [element(VOID, Buffer.from(MARK))] }), 'kept');
  const texts = element(0xae, [
    element(0xd7, Buffer.from([2])),
    element(0x83, Buffer.from([17])),
    element(0x536e, Buffer.from(MARK)),
  ]);
  const word = element(0xa3, Buffer.from(`\x82\0\0\x80${MARK}`, 'latin1'));
  add('WebM with a track of texts', webm({ inTracks: [texts], inCluster: [word] }), 'kept');
  add('WebM of a browser with a tag', webm({ isLive: true, inCluster: [element(TAGS, Buffer.from(MARK))] }), 'kept');
  add('WebM with a page behind it', Buffer.concat([webm(), Buffer.from(`<script>${MARK}</script>`)]), 'kept');
  add('WebM with a tag without end', webm({ inSegment: [element(TAGS, zeros(0), true)] }), 'refused');
  add(
    'WebM of a million elements',
    webm({ inSegment: Array<Buffer>(1_000_000).fill(Buffer.from([VOID, 0x80])) }),
    'refused',
  );
  add('WebM whose numbers have no length', webm({ inSegment: [zeros(1000)] }), 'refused');
  add('WebM of an hour', webm({ seconds: 3600 }), 'refused');
  add('WebM of an hour by its pictures alone', webm({ seconds: 3600, isLive: true }), 'refused');
  add(
    'WebM without a duration that is a number',
    webm({ inInfo: [element(0x4489, Buffer.from([0x7f, 0xf8, 0, 0, 0, 0, 0, 0]))] }),
    'refused',
  );
  add('WebM by its head, another by its word', webm({ docType: 'evil' }), 'refused');
  const film = webm();
  for (const share of [0.03, 0.3, 0.8])
    add(`WebM cut at ${share * 100} %`, film.subarray(0, Math.ceil(film.length * share)), 'refused');
  add('page', Buffer.from(`<script>${MARK}</script>`), 'refused');
  return files;
}
