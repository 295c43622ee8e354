/** @vladmandic/human: the face followed from frame to frame, as ours is; mesh and description of each frame; no more. */

import { Human } from '@vladmandic/human';
import { drawer, expose, type Method, WASM_PATH, wasmBackend } from './method.ts';

const OFF = { enabled: false };

expose(start());

async function start(): Promise<Method> {
  const human = new Human({
    backend: 'wasm',
    wasmPath: WASM_PATH,
    modelBasePath: '/peers/human/',
    cacheModels: false,
    cacheSensitivity: 0, // no frame is taken for the one before it
    warmup: 'none',
    filter: OFF,
    gesture: OFF,
    body: OFF,
    hand: OFF,
    object: OFF,
    segmentation: OFF,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 1 },
      mesh: { enabled: true },
      iris: OFF,
      emotion: OFF,
      antispoof: OFF,
      liveness: OFF,
      description: { enabled: true, skipFrames: 0, skipTime: 0 },
    },
  });
  await human.load();
  const draw = drawer();
  return {
    backend: wasmBackend(human.tf),
    run: async (frame) => {
      const canvas = draw(frame);
      const start = performance.now();
      const { face } = await human.detect(canvas);
      return face[0]?.embedding && { sum: performance.now() - start };
    },
  };
}
