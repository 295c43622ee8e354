/** Makes templates on the server as the face worker does on a device, for photos whose five points are known. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import sharp from 'sharp';
import { FacePackIndex } from '../../contract/face-models.ts';
import { FACE_SIZE } from '../../contract/limits.ts';
import { type Point, similarity, toTensor } from '../../match/align.ts';

export interface FaceEmbedder {
  /** The embedding of an upright face of {@link FACE_SIZE} squared, RGBA; of no set length. */
  embedAligned(rgba: Uint8ClampedArray): Promise<Float32Array>;
}

/** `modelsDir` is the folder that `models/build` fills. Undefined when it was built without the face models. */
export async function openEmbedder(modelsDir: string): Promise<FaceEmbedder | undefined> {
  const index = FacePackIndex.parse(JSON.parse(await readFile(join(modelsDir, 'index.json'), 'utf8')));
  if (!index.available) return undefined;
  const parts = index.files.sface.parts.map(({ sha256 }) => readFile(join(modelsDir, 'parts', sha256)));
  const model = Buffer.concat(await Promise.all(parts));
  env.wasm.numThreads = 1; // more hang in Node
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'] });
  return {
    embedAligned: async (rgba) => {
      const data = new Tensor('float32', toTensor(rgba), [1, 3, FACE_SIZE, FACE_SIZE]);
      const { fc1 } = await session.run({ data });
      if (!(fc1?.data instanceof Float32Array)) throw new Error('the face model answered in another form');
      return fc1.data;
    },
  };
}

/**
 * The upright face of a photo. `points`: eyes, nose, corners of the mouth, image-left first, in pixels of the photo.
 * Each pixel is the mean of as many samples as it covers pixels of the photo, which is what a canvas comes close to.
 */
export async function alignPhoto(photo: Uint8Array, points: readonly Point[]): Promise<Uint8ClampedArray> {
  const { data, info } = await sharp(photo).autoOrient().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [a, b, tx, ty] = similarity(points);
  const square = a * a + b * b;
  const samples = Math.max(1, Math.ceil(1 / Math.sqrt(square)));
  const face = new Uint8ClampedArray(FACE_SIZE * FACE_SIZE * 4);
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < FACE_SIZE * FACE_SIZE; i++) {
    sum.fill(0);
    for (let s = 0; s < samples * samples; s++) {
      const u = (i % FACE_SIZE) + ((s % samples) + 0.5) / samples - tx;
      const v = Math.floor(i / FACE_SIZE) + (Math.floor(s / samples) + 0.5) / samples - ty;
      addPixel(sum, { data, ...info }, (a * u + b * v) / square - 0.5, (a * v - b * u) / square - 0.5);
    }
    for (let c = 0; c < 4; c++) face[4 * i + c] = Math.round((sum[c] ?? 0) / (samples * samples));
  }
  return face;
}

/** Adds the colour between the four pixels around a place; outside of the photo it is transparent black. */
function addPixel(
  sum: number[],
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  x: number,
  y: number,
): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  for (let corner = 0; corner < 4; corner++) {
    const [px, py] = [left + (corner & 1), top + (corner >> 1)];
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const weight = (1 - Math.abs(x - px)) * (1 - Math.abs(y - py));
    for (let c = 0; c < 4; c++) sum[c] = (sum[c] ?? 0) + weight * (data[4 * (py * width + px) + c] ?? 0);
  }
}
