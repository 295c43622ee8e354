/** Ours: the modules of the face worker, in a worker, on the face pack as the app takes it. */

import { takePack } from '../../../src/face/pack.ts';
import { connect, transfer } from '../../../src/platform/rpc.ts';
import { expose, type Method } from './method.ts';
import type { StageTimer } from './ours-worker.ts';

expose(start());

async function start(): Promise<Method> {
  await takePack({ fetch: (...request) => fetch(...request), onProgress: () => {} });
  const worker = connect<StageTimer>(new Worker(new URL('./ours-worker.ts', import.meta.url), { type: 'module' }));
  await worker.load();
  return { backend: 'wasm', run: (frame) => worker.time(transfer(frame, [frame])) };
}
