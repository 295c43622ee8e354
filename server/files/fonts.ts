/**
 * The letters of drawn cards: those of the app, which a server has in no other place. They come as WOFF; what draws texts
 * (Pango) takes them unwrapped alone, so that is done once and kept beside the files.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** As Pango names them, the first that has a letter draws it. */
export const CARD_FONT = 'Noto Sans Gurmukhi, Noto Sans Devanagari';
const PACKED = ['gurmukhi-latin', 'gurmukhi-latin-ext', 'gurmukhi-gurmukhi', 'devanagari-devanagari'].flatMap((of) =>
  [400, 700].map((weight) => {
    const [script = ''] = of.split('-');
    return `@fontsource/noto-sans-${script}/files/noto-sans-${of}-${weight}-normal.woff`;
  }),
);

/** Where they lie in `dir`, unwrapped. */
export async function cardFonts(dir: string): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    PACKED.map(async (name) => {
      const path = join(dir, basename(name).replace('.woff', '.ttf'));
      if (await stat(path).catch(() => undefined)) return path;
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, unwrapped(await readFile(resolve(name))));
      await rename(draft, path); // whole, or not there
      return path;
    }),
  );
}

/** Sizes of WOFF 1.0 (W3C): its header, a line of its directory; of an SFNT likewise. */
const [WOFF_HEAD, WOFF_LINE, HEAD, LINE] = [44, 20, 12, 16];

/** The SFNT that is in a WOFF: the same tables, inflated, behind a directory of their new places. */
function unwrapped(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(HEAD + LINE * count);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  const fields = [count, LINE * 2 ** power, power, LINE * (count - 2 ** power)];
  for (const [i, field] of fields.entries()) head.writeUInt16BE(field, 4 + 2 * i);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let i = 0; i < count; i++) {
    const line = WOFF_HEAD + WOFF_LINE * i;
    const [from, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(line + field)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes;
    const to = HEAD + LINE * i;
    woff.copy(head, to, line, line + 4); // its name
    woff.copy(head, to + 4, line + 16, line + 20); // its sum
    head.writeUInt32BE(at, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    at += length + padding.length;
  }
  return Buffer.concat(parts);
}
