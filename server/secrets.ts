/**
 * Secrets that lie beside the database, a file each in `DATA_DIR/keys`: what was keyed with one says nothing to whoever has a
 * copy of the database alone. Server processes that share a database share this folder too, as they share the files.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SECRET_BYTES = 32;

/** The secret of this name, drawn when it is asked for first. @throws when the file holds something else */
export async function readSecretFile(dataDir: string, name: string): Promise<Buffer> {
  const dir = join(dataDir, 'keys');
  const path = join(dir, name);
  const known = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!known) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await drawSecret(dir, path);
    return readSecretFile(dataDir, name); // another process may have been first
  }
  if (known.length !== SECRET_BYTES) throw new Error(`${path} is not a secret of ${SECRET_BYTES} bytes`);
  return known;
}

/** Whole and on disk before it has its name: half a secret is worse than none. */
async function drawSecret(dir: string, path: string): Promise<void> {
  const draft = join(dir, randomUUID());
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(SECRET_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const folder = await open(dir, 'r');
  await folder.sync();
  await folder.close();
}
