/** Makes templates on the server as the face worker does on a device, for photos whose five points are known. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { FacePackIndex } from '../../contract/face-models.ts';
import { FACE_SIZE } from '../../contract/limits.ts';
import { type Point, similarity, toTensor } from '../../match/align.ts';
import { type Picture, redraw } from './picture.ts';

export interface FaceEmbedder {
  /** The embedding of an upright face of {@link FACE_SIZE} squared, RGBA; of no set length. */
  embedAligned(rgba: Uint8ClampedArray): Promise<Float32Array>;
}

/** Whether there is something to open in that folder. */
export async function hasModels(modelsDir: string): Promise<boolean> {
  try {
    return (await readIndex(modelsDir)).available;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false; // it was not built at all
    throw error;
  }
}

const readIndex = async (modelsDir: string): Promise<FacePackIndex> =>
  FacePackIndex.parse(JSON.parse(await readFile(join(modelsDir, 'index.json'), 'utf8')));

/** `modelsDir` is the folder that `models/build` fills. Undefined when it was built without the face models. */
export async function openEmbedder(modelsDir: string): Promise<FaceEmbedder | undefined> {
  const index = await readIndex(modelsDir);
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
 * The upright face of a picture, RGBA of {@link FACE_SIZE} squared. `points`: eyes, nose, corners of the mouth, image-left
 * first, in pixels of the picture.
 */
export function alignFace(picture: Picture, points: readonly Point[]): Uint8ClampedArray {
  const [a, b, tx, ty] = similarity(points);
  const square = a * a + b * b;
  return redraw(picture, FACE_SIZE, {
    step: 1 / Math.sqrt(square),
    from: (x, y) => [(a * (x - tx) + b * (y - ty)) / square, (a * (y - ty) - b * (x - tx)) / square],
  });
}
