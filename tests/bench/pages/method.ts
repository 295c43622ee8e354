/** A way to get from a camera frame to a face's descriptor, in a page of its own that the bench drives. */

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

/** The backend of the rivals: their fastest where it is installed, else the fastest of those they carry inside. */
export async function bestBackend(setWasmPaths: (folder: string) => unknown): Promise<'wasm' | 'webgl'> {
  const folder = '/peers/wasm/';
  const { ok } = await fetch(`${folder}tfjs-backend-wasm-simd.wasm`, { method: 'HEAD' });
  if (!ok) return 'webgl';
  setWasmPaths(folder);
  return 'wasm';
}
