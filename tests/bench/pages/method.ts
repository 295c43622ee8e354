/** A way to get from a camera frame to a face's descriptor, in a page of its own that the bench drives. */

import { version } from '@tensorflow/tfjs-backend-wasm/dist/version.js';

/** Milliseconds a stage; nothing when no face was found. */
export type Stages = Record<string, number>;

export interface Method {
  /** What computes it. */
  backend: string;
  run(frame: ImageBitmap): Promise<Stages | undefined>;
}

export interface MethodPage {
  /** Ready when the method's models are. */
  method: Promise<Method>;
}

export function expose(method: Promise<Method>): void {
  Object.assign(globalThis, { method } satisfies MethodPage);
}

/** For methods that want a canvas; drawing on it is not their time. */
export function drawer(): (frame: ImageBitmap) => HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (frame) => {
    canvas.width = frame.width;
    canvas.height = frame.height;
    context?.drawImage(frame, 0, 0);
    return canvas;
  };
}

/** Where the bench serves the binaries of TensorFlow.js. */
export const WASM_PATH = '/peers/wasm/';

/** The part of TensorFlow.js a rival has inside that the bench needs. */
export interface Tensorflow {
  version: Record<string, string>;
  getBackend(): string;
}

/**
 * The backend a rival runs on, once it does: their fastest where the graphics are computed on the CPU, as here.
 *
 * Rivals carry TensorFlow.js inside, but not its binaries: those come from a package that must be of the same version.
 */
export function wasmBackend(tf: Tensorflow): string {
  const inside = tf.version['tfjs-backend-wasm'];
  if (inside !== version) throw new Error(`the rival has tfjs-backend-wasm ${inside} inside, installed is ${version}`);
  if (tf.getBackend() !== 'wasm') throw new Error(`the rival runs on ${tf.getBackend()} in place of WebAssembly`);
  return tf.getBackend();
}
