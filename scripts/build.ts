/** Build the server, and what it serves: face models, then the app with its prerendered pages, then their compressed twins. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const DIST = 'dist';
/** What the app and its models are made of. */
const APP_SOURCES = [
  'models',
  'src',
  'contract',
  'reference',
  'match',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];
const SERVER_SOURCES = ['server', 'contract', 'reference', 'match', 'scripts/build.ts', 'package-lock.json'];
/** Packages with native code or data of their own beside them; they are loaded from where they are installed. */
const INSTALLED = ['sharp', '@node-rs/argon2', '@electric-sql/pglite', 'onnxruntime-web'];

/** Build what is made of something that has changed since the last build; the tools are loaded only then. */
export async function buildAll(log: (line: string) => void): Promise<void> {
  await buildApp(log);
  await buildServer(log);
}

async function buildApp(log: (line: string) => void): Promise<void> {
  // A folder of models elsewhere (models/README.md) is another source, and the API's host is written into the pages.
  const settings = [process.env.WAPSI_MODELS, process.env.VITE_API_BASE].filter(Boolean).join(' ');
  await unlessBuilt('build.stamp', APP_SOURCES, settings, async () => {
    const { buildModels } = await import('../models/build/main.ts');
    await buildModels(join(DIST, 'models'), log);
    log('Building the app…');
    const { build } = await import('vite');
    await build({ logLevel: 'warn' });
    await rename(join(DIST, 'app/.vite/manifest.json'), join(DIST, 'manifest.json')); // it names our sources: for us, not for all
    await rm(join(DIST, 'app/.vite'), { recursive: true });
    await compress(join(DIST, 'app'));
  });
}

/**
 * One file for the server and its packages, and one for the database's thread: loading hundreds of files, with types to
 * remove, is most of what a server would do until it answers (docs/decisions/023).
 */
export async function buildServer(log: (line: string) => void): Promise<void> {
  await unlessBuilt('server.stamp', SERVER_SOURCES, '', async () => {
    log('Building the server…');
    const { build } = await import('vite');
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true, external: INSTALLED },
      build: {
        ssr: true,
        outDir: join(DIST, 'server'),
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        sourcemap: true,
        rollupOptions: {
          input: {
            main: 'server/main.ts',
            run: 'server/run.ts',
            'embed-thread': 'server/face/embed-thread.ts',
            'pglite-worker': 'server/db/pglite-worker.ts',
            'workshop-process': 'server/files/workshop-process.ts',
          },
          output: {
            entryFileNames: '[name].mjs',
            chunkFileNames: '[name]-[hash].mjs',
            sourcemapExcludeSources: true, // Node reads the whole map at each start, and names lines by it, no more
          },
        },
      },
    });
  });
}

/** The stamp is written when the work is done: one that was broken off is done again. */
async function unlessBuilt(stampName: string, sources: readonly string[], setting: string, work: () => Promise<void>) {
  const path = join(DIST, stampName);
  const stamp = await hashOf(sources, setting);
  if (existsSync(path) && (await readFile(path, 'utf8')) === stamp) return;
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production'; // a test runner sets another, and React would be built for development
  try {
    await work();
  } finally {
    if (before === undefined)
      delete process.env.NODE_ENV; // whoever goes on, as `npm start` does, reads its own setting
    else process.env.NODE_ENV = before;
  }
  await writeFile(path, stamp);
}

async function hashOf(paths: readonly string[], setting: string): Promise<string> {
  const hash = createHash('sha256').update(setting);
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
