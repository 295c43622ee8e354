/** A poster as a picture, drawn on this device: it needs no network, and is the same on paper and in a chat. */

import { qrPath } from '../../../ui/qr-code.tsx';
import { type Poster, textOf } from './poster.ts';

/** As wide as a chat shows a picture without making it smaller. */
export const PICTURE_WIDTH = 1080;
const MARGIN = 64;
const INNER = PICTURE_WIDTH - 2 * MARGIN;
const PHOTO_HEIGHT = 640;
const QR = 240;
const MOST_LINES = 6;
const QUALITY = 0.92;

/** Paper is white in every theme. */
const PAPER = '#fff';
const INK = '#14172b';
const QUIET = '#565c78';
const BANDS = { lost: '#b01c1c', found: '#046a4a' } as const;

const FAMILIES = '"Wapsi Gurmukhi", "Wapsi Devanagari", "Noto Sans", system-ui, sans-serif';
/** Fetched by a page only in its own language; a canvas waits for none of them by itself. */
const LETTERS = [
  { family: '"Wapsi Gurmukhi"', written: /[\u0a00-\u0a7f]/ },
  { family: '"Wapsi Devanagari"', written: /[\u0900-\u097f]/ },
] as const;
const WEIGHTS = [400, 700] as const;
/** The marks above and below Gurmukhi and Devanagari letters need this much. */
const LINE = 1.4;
/** From the top of a line to what its letters stand on. */
const BASE = 1.08;

interface Style {
  size: number;
  weight?: (typeof WEIGHTS)[number];
  colour?: string;
  mostLines?: number;
}

/** A part of the sheet: how high it is, and how it is drawn once it is known where. */
interface Block {
  height: number;
  draw(top: number): void;
}

/** A JPEG, {@link PICTURE_WIDTH} wide and as high as it has to be; undefined where the browser draws none. */
export async function drawPoster(poster: Poster, photo: ImageBitmap | undefined): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return undefined;
  await bringLetters(textOf(poster));
  const blocks = blocksOf(poster, photo, context);
  canvas.width = PICTURE_WIDTH;
  canvas.height = Math.ceil(blocks.reduce((sum, { height }) => sum + height, 0));
  context.fillStyle = PAPER;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let top = 0;
  for (const { height, draw } of blocks) {
    draw(top);
    top += height;
  }
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY);
  });
}

/** Without them the letters of the phone stand in. */
async function bringLetters(text: string): Promise<void> {
  const wanted = LETTERS.filter(({ written }) => written.test(text)).flatMap(({ family }) =>
    WEIGHTS.map((weight) => `${weight} 40px ${family}`),
  );
  await Promise.all(wanted.map((font) => document.fonts.load(font).catch(console.warn)));
}

function blocksOf(poster: Poster, photo: ImageBitmap | undefined, context: CanvasRenderingContext2D): Block[] {
  const centred = (words: string, style: Style): Block => written(context, words, style, INNER, 'center');
  const [name = '', ...otherNames] = poster.names;
  return [
    band(context, poster),
    ...(photo ? [gap(40), picture(context, photo)] : []),
    gap(32),
    centred(name, { size: 72, weight: 700, mostLines: 3 }),
    ...otherNames.map((other) => centred(other, { size: 48, weight: 700, mostLines: 2 })),
    ...poster.rows.flatMap(({ label, value }) => [
      gap(16),
      centred(label, { size: 34, colour: QUIET }),
      centred(value, { size: 42, weight: 700, mostLines: 3 }),
    ]),
    ...(poster.description ? [gap(24), centred(poster.description, { size: 36, mostLines: MOST_LINES })] : []),
    ...(poster.reward ? [gap(24), centred(poster.reward, { size: 52, weight: 700 })] : []),
    ...(poster.phone
      ? [
          gap(24),
          centred(poster.phone.label, { size: 36, colour: QUIET }),
          centred(poster.phone.number, { size: 84, weight: 700 }),
        ]
      : []),
    gap(32),
    foot(context, poster),
    gap(24),
    ...poster.help.map((line) => centred(line, { size: 34, weight: 700 })),
    gap(40),
  ];
}

const gap = (height: number): Block => ({ height, draw: () => undefined });

/** What it is about, white on the colour of it. */
function band(context: CanvasRenderingContext2D, { heads, tone }: Poster): Block {
  const lines = heads.map((head, i) =>
    written(context, head, { size: i === 0 ? 112 : 76, weight: 700, colour: PAPER }, INNER, 'center'),
  );
  const height = lines.reduce((sum, line) => sum + line.height, 32);
  return {
    height,
    draw(top) {
      context.fillStyle = BANDS[tone];
      context.fillRect(0, top, PICTURE_WIDTH, height);
      let at = top + 16;
      for (const line of lines) {
        line.draw(at);
        at += line.height;
      }
    },
  };
}

/** All of the photo, in its own shape. */
function picture(context: CanvasRenderingContext2D, photo: ImageBitmap): Block {
  const scale = Math.min(INNER / photo.width, PHOTO_HEIGHT / photo.height);
  const [width, height] = [photo.width * scale, photo.height * scale];
  context.imageSmoothingQuality = 'high';
  return { height, draw: (top) => context.drawImage(photo, (PICTURE_WIDTH - width) / 2, top, width, height) };
}

/** The code, and beside it what it is for and where it leads. */
function foot(context: CanvasRenderingContext2D, { scan, address }: Poster): Block {
  const left = MARGIN + QR + 32;
  const width = PICTURE_WIDTH - MARGIN - left;
  const lines = [
    ...scan.map((words) => written(context, words, { size: 34 }, width, 'left', left)),
    written(context, address, { size: 30, weight: 700 }, width, 'left', left),
  ];
  const words = lines.reduce((sum, line) => sum + line.height, 0);
  const height = Math.max(QR, words) + 32;
  return {
    height,
    draw(top) {
      context.fillStyle = INK;
      context.fillRect(MARGIN, top, INNER, 3);
      const { size, path } = qrPath(address);
      context.save();
      context.translate(MARGIN, top + 32);
      context.scale(QR / size, QR / size);
      context.fillStyle = '#000';
      context.fill(new Path2D(path));
      context.restore();
      let at = top + 32 + Math.max(0, (QR - words) / 2);
      for (const line of lines) {
        line.draw(at);
        at += line.height;
      }
    },
  };
}

/** Words, broken where they must be, with "…" where there is no room for more. */
function written(
  context: CanvasRenderingContext2D,
  words: string,
  { size, weight = 400, colour = INK, mostLines = 4 }: Style,
  width: number,
  align: 'left' | 'center',
  left = MARGIN,
): Block {
  const font = `${weight} ${size}px ${FAMILIES}`;
  context.font = font;
  const lines = broken(words, mostLines, (text) => context.measureText(text).width <= width);
  const line = size * LINE;
  return {
    height: lines.length * line,
    draw(top) {
      context.font = font;
      context.fillStyle = colour;
      context.textAlign = align;
      context.textBaseline = 'alphabetic';
      const at = align === 'center' ? left + width / 2 : left;
      for (const [i, text] of lines.entries()) context.fillText(text, at, top + i * line + size * BASE);
    },
  };
}

/** Where a letter with its marks ends: a vowel is never torn off its consonant. */
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Text in lines that fit; a word longer than a line is broken between its letters. */
export function broken(text: string, mostLines: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const { segment } of letters.segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines);
  let last = [...letters.segment(kept.pop() ?? '')].map(({ segment }) => segment);
  while (last.length > 0 && !fits(`${last.join('').trimEnd()}…`)) last = last.slice(0, -1);
  return [...kept, `${last.join('').trimEnd()}…`];
}
