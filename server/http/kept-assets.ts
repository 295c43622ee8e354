/**
 * Assets of former builds: an app that is still open asks for them, for as long as 30 days after a newer build took over.
 *
 * The folder is filled from the build that runs now, so it has each build's files when the next one starts, wherever
 * that was built. A file counts as replaced from the first start without it.
 */

import { copyFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_MS = 30 * 24 * 3_600_000;
/** The names of the build that ran last, beside the folder. */
const lastOf = (keptDir: string): string => `${keptDir}-last.json`;

/** Bring the folder up to date; answers it. */
export async function keepAssets(assetsDir: string, keptDir: string, now: number): Promise<string> {
  await mkdir(keptDir, { recursive: true });
  const current = new Set(await namesIn(assetsDir));
  const last = new Set(await readLast(keptDir));
  for (const name of await namesIn(keptDir)) {
    if (current.has(name)) continue;
    const path = join(keptDir, name);
    if (last.has(name)) await utimes(path, now / 1000, now / 1000);
    else if ((await stat(path)).mtimeMs < now - KEPT_MS) await rm(path);
  }
  for (const name of current) {
    // Its name is the hash of what is in it; a copy that was cut off is made again.
    const [from, to] = [join(assetsDir, name), join(keptDir, name)];
    if ((await sizeOf(to)) !== (await sizeOf(from))) await copyFile(from, to);
  }
  await writeFile(lastOf(keptDir), JSON.stringify([...current]));
  return keptDir;
}

/** No folder, no names: a server without a built app serves the API alone. */
async function namesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size;

async function readLast(keptDir: string): Promise<string[]> {
  const text = await readFile(lastOf(keptDir), 'utf8').catch(() => '[]');
  try {
    return JSON.parse(text) as string[]; // written above
  } catch {
    return []; // cut off while it was written: its files count as old from their own dates
  }
}
