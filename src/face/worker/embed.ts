/** From an aligned face to its embedding: SFace on ONNX Runtime, in this worker's own thread. */

import loaderUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import type { InferenceSession } from 'onnxruntime-web/wasm';
import { FACE_SIZE } from '../../../contract/limits.ts';
import { toTensor } from '../../../match/align.ts';
import type { Crop } from './align.ts';

export interface Embedder {
  embed(crop: Crop): Promise<Float32Array>;
}

export async function startEmbedder(wasm: Uint8Array<ArrayBuffer>, model: Uint8Array): Promise<Embedder> {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm');
  env.wasm.wasmBinary = wasm.buffer;
  env.wasm.wasmPaths = { mjs: new URL(loaderUrl, import.meta.url).href };
  env.wasm.numThreads = 1; // more need cross-origin isolation, and hang without it
  const session: InferenceSession = await InferenceSession.create(model, { executionProviders: ['wasm'] });
  return {
    embed: async (crop) => {
      const data = new Tensor('float32', toTensor(crop), [1, 3, FACE_SIZE, FACE_SIZE]);
      const { fc1 } = await session.run({ data });
      if (!(fc1?.data instanceof Float32Array)) throw new Error('the face model answered in another form');
      return fc1.data;
    },
  };
}
