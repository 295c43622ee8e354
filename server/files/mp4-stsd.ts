/** How a track of an MP4 is coded: the settings of its codec stay, names and all that cameras add become free space. */

import { type Box, boxesIn, broken } from './mp4-boxes.ts';

/** How phones and cameras code pictures, and sound. */
const PICTURES = new Set([
  ...['avc1', 'avc3', 'hvc1', 'hev1', 'dvh1', 'dvhe', 'vvc1', 'av01', 'vp08', 'vp09', 'mp4v', 's263', 'h263', 'jpeg'],
  ...['mjpa', 'apcn', 'apch'],
]);
const SOUNDS = new Set([
  'mp4a',
  'samr',
  'sawb',
  'Opus',
  'fLaC',
  'ac-3',
  'ec-3',
  'alac',
  'lpcm',
  'sowt',
  'twos',
  'ulaw',
  'alaw',
]);
/** Settings of codecs, colours and shapes; those within QuickTime's `wave` too. */
const SETTINGS = new Set([
  ...[
    'avcC',
    'hvcC',
    'vvcC',
    'av1C',
    'vpcC',
    'dvcC',
    'dvvC',
    'esds',
    'd263',
    'damr',
    'dOps',
    'dfLa',
    'dac3',
    'dec3',
    'alac',
  ],
  ...['colr', 'pasp', 'clap', 'fiel', 'gama', 'btrt', 'clli', 'mdcv', 'chan', 'chnl', 'samr'],
  ...['wave', 'frma', 'mp4a', '\0\0\0\0'],
]);
/** Of an entry, behind the header of its box, before its own boxes. */
const PICTURE_BYTES = 78;
/** By the version that the entry says: QuickTime's have more. */
const SOUND_BYTES = [28, 44, 64];
/** Where in a picture's entry the name of the coder stands: a word of 32 bytes. */
const CODER_NAME = [42, 74] as const;
const COUNT_BYTES = 8;

export function cleanSampleEntries(stsd: Box, blank: (box: Box) => void): void {
  const { file, body, end } = stsd;
  for (const entry of boxesIn(file, body + COUNT_BYTES, end)) {
    const isPicture = PICTURES.has(entry.type);
    const fixed = isPicture ? PICTURE_BYTES : soundBytes(entry);
    if (entry.end < entry.body + fixed) throw broken('a sample entry is cut');
    if (isPicture) file.fill(0, entry.body + CODER_NAME[0], entry.body + CODER_NAME[1]);
    keepSettings(boxesIn(file, entry.body + fixed, entry.end), blank);
  }
}

function soundBytes({ file, body, end, type }: Box): number {
  if (!SOUNDS.has(type)) throw broken(`a track is coded as ${type}`);
  if (end < body + 10) throw broken('a sample entry is cut');
  const bytes = SOUND_BYTES[file.readUInt16BE(body + 8)];
  if (bytes === undefined) throw broken('a sample entry is of an unknown version');
  return bytes;
}

function keepSettings(boxes: readonly Box[], blank: (box: Box) => void): void {
  for (const box of boxes) {
    if (!SETTINGS.has(box.type)) blank(box);
    else if (box.type === 'wave') keepSettings(boxesIn(box.file, box.body, box.end), blank);
  }
}
