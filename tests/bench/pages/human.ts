/** @vladmandic/human: face detector, mesh and description, each run on each frame; all else is off. */

import { Human } from '@vladmandic/human';
import { bestBackend, drawer, expose, type Method } from './method.ts';

expose(start());

const OFF = { enabled: false };

async function start(): Promise<Method> {
  const wasmPath = '/peers/wasm/';
  const human = new Human({
    backend: await bestBackend(() => undefined),
    wasmPath,
    modelBasePath: '/peers/human/',
    cacheModels: false,
    cacheSensitivity: 0, // no answer from the frame before
    warmup: 'none',
    filter: OFF,
    gesture: OFF,
    body: OFF,
    hand: OFF,
    object: OFF,
    segmentation: OFF,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 1, skipFrames: 0, skipTime: 0 },
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
    backend: human.tf.getBackend(),
    run: async (frame) => {
      const canvas = draw(frame);
      const start = performance.now();
      const { face } = await human.detect(canvas);
      return face[0]?.embedding && { sum: performance.now() - start };
    },
  };
}
