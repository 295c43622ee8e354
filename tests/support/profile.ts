/** What a browser's profile folder holds, byte for byte, as somebody would find it who takes the disk out. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Which of the profile's files hold each of the words, as UTF-8 or as UTF-16 in either order. */
export async function findInProfile(profile: string, words: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = Object.fromEntries(words.map((word) => [word, []]));
  for await (const { path, bytes } of filesOf(profile))
    for (const word of words) if (spellings(word).some((spelling) => bytes.includes(spelling))) found[word]?.push(path);
  return found;
}

/** Which of the profile's files hold any piece of these bytes, however they are cut: no picture has such a run twice. */
export async function findBytesInProfile(profile: string, wanted: Buffer): Promise<string[]> {
  const pieces = Array.from({ length: Math.floor(wanted.length / PIECE_BYTES) }, (_, i) =>
    wanted.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES),
  ).filter((piece) => new Set(piece).size > PIECE_BYTES / 4);
  if (pieces.length < 8) throw new Error('Too little to be found by');
  const found: string[] = [];
  for await (const { path, bytes } of filesOf(profile))
    if (pieces.some((piece) => bytes.includes(piece))) found.push(path);
  return found;
}

/** Each of the files below a folder as a text in which what a pattern names is found, however its letters are written. */
export async function* textsOf(folder: string): AsyncGenerator<{ path: string; text: string }> {
  for await (const { path, bytes } of filesOf(folder)) yield { path, text: asText(bytes) };
}

/** Without its zeros a text of two bytes a letter reads as one of one byte. */
export const asText = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');

const PIECE_BYTES = 64;

/** Without what a browser that still runs removes meanwhile. */
async function* filesOf(folder: string): AsyncGenerator<{ path: string; bytes: Buffer }> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(ifThere([]))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield { path, bytes: await readFile(path).catch(ifThere(Buffer.alloc(0))) };
  }
}

const ifThere =
  <T>(nothing: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return nothing;
    throw error;
  };

const spellings = (word: string): Buffer[] => {
  const little = Buffer.from(word, 'utf16le');
  return [Buffer.from(word, 'utf8'), little, Buffer.from(little).swap16()];
};
