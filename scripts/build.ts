/** Build what the server serves: face models, then the app with its prerendered pages, then their compressed twins. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const DIST = 'dist';
const STAMP = join(DIST, 'build.stamp');
/** What the app and its models are made of. */
const SOURCES = [
  'models',
  'src',
  'contract',
  'match',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Build when anything it is made of has changed since the last build; the tools are loaded only then. */
export async function buildAll(log: (line: string) => void): Promise<void> {
  const stamp = await hashOf(SOURCES);
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp) return;
  const { buildModels } = await import('../models/build/main.ts');
  await buildModels(join(DIST, 'models'), log);
  log('Building the app…');
  process.env.NODE_ENV = 'production'; // a test runner sets another, and React would be built for development
  const { build } = await import('vite');
  await build({ logLevel: 'warn' });
  await compress(join(DIST, 'app'));
  await writeFile(STAMP, stamp);
}

async function hashOf(paths: readonly string[]): Promise<string> {
  // A folder of models elsewhere (models/README.md) is another source.
  const hash = createHash('sha256').update(process.env.WAPSI_MODELS ?? '');
  for (const path of paths) {
    for (const file of await filesIn(path)) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<string[]> {
  if (extname(path) !== '') return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.mjs']);

/** A brotli twin beside each text file: compressed once here instead of at every request. */
async function compress(dir: string): Promise<void> {
  for (const file of await filesIn(dir)) {
    if (!COMPRESSED.has(extname(file))) continue;
    const bytes = await readFile(file);
    const packed = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    if (packed.length < bytes.length) await writeFile(`${file}.br`, packed);
  }
}

if (process.argv[1]?.endsWith('build.ts')) await buildAll(console.log);
