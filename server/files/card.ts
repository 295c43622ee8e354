/**
 * A card, drawn: the picture that a chat shows of a link (server/share). Only in the process beside the server. All that
 * stands on it comes in the task; it is an upright sheet of two columns, the photo and the words.
 */

import sharp, { type OverlayOptions } from 'sharp';
import { CARD_FONT } from './fonts.ts';

export interface Card {
  tone: 'lost' | 'found' | 'quiet';
  /** On the band: what it is about. */
  head: string;
  name: string;
  lines: readonly string[];
  /** At the foot: whom to call. */
  call: string;
}

/** What chats ask for (Open Graph). */
export const CARD = { width: 1200, height: 630 } as const;
const BAND = 120;
const FOOT = 92;
const MARGIN = 44;
const PHOTO = { width: 400, height: CARD.height - BAND - FOOT - 2 * 32 } as const;
const PAPER = '#ffffff';
const INK = '#14172b';
/** As on the poster. */
const TONES = { lost: '#b01c1c', found: '#046a4a', quiet: '#565c78' } as const;
const QUALITY = 82;

/** A JPEG of {@link CARD}; `photo` is drawn whole. */
export async function drawCard(
  { tone, head, name, lines, call }: Card,
  fonts: string[],
  photo?: Buffer,
): Promise<Buffer> {
  await takeFonts(fonts);
  const left = photo ? MARGIN + PHOTO.width + 40 : MARGIN;
  const width = CARD.width - left - MARGIN;
  const top = BAND + 32;
  const most = CARD.height - FOOT - 20 - top;
  const words = [
    `<span size="${sizeOf(name)}" weight="bold" foreground="${INK}">${escaped(name)}</span>`,
    ...lines.map((line) => `<span size="${pixels(38)}" foreground="${INK}">${escaped(line)}</span>`),
  ];
  const parts: OverlayOptions[] = [
    { input: box(CARD.width, BAND, TONES[tone]), left: 0, top: 0 },
    { input: box(CARD.width, FOOT, '#f1f2f7'), left: 0, top: CARD.height - FOOT },
    await written(line(head, 64, PAPER), CARD.width - 2 * MARGIN, BAND, { left: MARGIN, within: [0, BAND] }),
    await written(line(call, 38, INK), CARD.width - 2 * MARGIN, FOOT, {
      left: MARGIN,
      within: [CARD.height - FOOT, FOOT],
    }),
    await written(words.join('\n'), width, most, { left, within: [top, most] }),
    ...(photo ? [await pictured(photo)] : []),
  ];
  const sheet = sharp({ create: { ...CARD, channels: 3, background: PAPER } });
  return sheet.composite(parts).jpeg({ quality: QUALITY }).toBuffer();
}

/** Known to this process once a text has named their file. */
let taken = false;
async function takeFonts(fonts: readonly string[]): Promise<void> {
  if (taken) return;
  for (const fontfile of fonts)
    await sharp({ text: { text: 'a', fontfile } })
      .raw()
      .toBuffer();
  taken = true;
}

/** Pango's unit is a 1024th of a point, and at 72 dots an inch a point is a pixel. */
const pixels = (size: number): number => size * 1024;
/** A long name is written smaller. */
const sizeOf = (name: string): number => pixels(name.length <= 16 ? 80 : name.length <= 40 ? 60 : 44);
const line = (words: string, size: number, colour: string): string =>
  `<span size="${pixels(size)}" weight="bold" foreground="${colour}">${escaped(words)}</span>`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Of what people wrote nothing is markup, and no control character reaches the one who reads it. */
const escaped = (words: string): string =>
  words.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

const box = (width: number, height: number, background: string): OverlayOptions['input'] => ({
  create: { width, height, channels: 3, background },
});

/** Words no wider and no higher than that, in the middle of a stretch of the sheet. */
async function written(
  text: string,
  width: number,
  most: number,
  { left, within: [from, stretch] }: { left: number; within: [top: number, height: number] },
): Promise<OverlayOptions> {
  const drawn = sharp({ text: { text, font: CARD_FONT, width, rgba: true, dpi: 72, wrap: 'word-char', spacing: 8 } });
  const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, most);
  const input =
    height < info.height
      ? await sharp(data)
          .extract({ ...SOURCE, width: info.width, height })
          .toBuffer()
      : data;
  return { input, left, top: from + Math.floor((stretch - height) / 2) };
}
const SOURCE = { left: 0, top: 0 } as const;

async function pictured(photo: Buffer): Promise<OverlayOptions> {
  const { data, info } = await sharp(photo)
    .resize(PHOTO.width, PHOTO.height, { fit: 'inside' })
    .toBuffer({ resolveWithObject: true });
  return {
    input: data,
    left: MARGIN + Math.floor((PHOTO.width - info.width) / 2),
    top: BAND + 32 + Math.floor((PHOTO.height - info.height) / 2),
  };
}
