/** What a browser's profile folder holds, byte for byte, as somebody would find it who takes the disk out. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How many of the profile's files hold each of the words, as UTF-8 or as UTF-16 in either order. */
export async function findInProfile(profile: string, words: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = Object.fromEntries(words.map((word) => [word, []]));
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0)); // a browser that still runs removes files
    for (const word of words) if (spellings(word).some((spelling) => bytes.includes(spelling))) found[word]?.push(path);
  }
  return found;
}

const spellings = (word: string): Buffer[] => {
  const little = Buffer.from(word, 'utf16le');
  return [Buffer.from(word, 'utf8'), little, Buffer.from(little).swap16()];
};
