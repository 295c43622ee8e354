/** Where the points of a face are: MediaPipe's Face Landmarker, on bytes handed to it, without a request of its own. */

import { AppError } from '../../../contract/errors.ts';
import { FACE_CONFIDENCE } from '../../../contract/limits.ts';
import type { Mesh } from '../../../match/mesh.ts';
import { MAX_FACES, STILL_CONFIDENCE } from '../../../match/stills.ts';

export type Picture = ImageBitmap | OffscreenCanvas;

const MODES = {
  VIDEO: { runningMode: 'VIDEO', numFaces: 1, minFaceDetectionConfidence: FACE_CONFIDENCE },
  IMAGE: { runningMode: 'IMAGE', numFaces: MAX_FACES, minFaceDetectionConfidence: STILL_CONFIDENCE },
} as const;

export interface Landmarker {
  /** The one face of a camera frame, followed from frame to frame. */
  follow(frame: Picture, timeMs: number): Promise<Mesh | undefined>;
  /** The faces of a still picture. */
  find(picture: Picture): Promise<Mesh[]>;
}

/** The loader script looks for these names. */
interface LoaderScope {
  ModuleFactory?: unknown;
  Module?: { wasmBinary: Uint8Array; print: () => void; printErr: (line: string) => void };
  custom_dbg?: (line: string) => void;
}

/**
 * Note: One landmarker. A second one in the same worker throws, so one serves both modes and changes between them.
 * @throws AppError no-webgl: it prepares its images in WebGL, also when it computes on the CPU
 */
export async function startLandmarker(wasm: Uint8Array, model: Uint8Array): Promise<Landmarker> {
  if (!new OffscreenCanvas(1, 1).getContext('webgl2')) throw new AppError('no-webgl', 'the face finder needs WebGL');
  const [{ FaceLandmarker }, { default: loader }] = await Promise.all([
    import('@mediapipe/tasks-vision'),
    import('@mediapipe/tasks-vision/vision_wasm_module_internal.js'),
  ]);
  const scope = globalThis as LoaderScope;
  scope.ModuleFactory = loader;
  scope.Module = { wasmBinary: wasm, print: () => {}, printErr: sayIfError };
  scope.custom_dbg = sayIfError;
  const landmarker = await FaceLandmarker.createFromOptions(
    { wasmLoaderPath: '', wasmBinaryPath: '' },
    {
      baseOptions: { modelAssetBuffer: model, delegate: 'CPU' },
      ...MODES.VIDEO,
      minFacePresenceConfidence: FACE_CONFIDENCE,
      minTrackingConfidence: FACE_CONFIDENCE,
    },
  );
  let mode: keyof typeof MODES = 'VIDEO';
  let isSeen: boolean | undefined;
  const readable = (picture: Picture): Picture | ImageData => {
    if (picture instanceof OffscreenCanvas) return picture;
    isSeen ??= isSeenByWebGl(picture);
    return isSeen ? picture : pixelsOf(picture);
  };
  let lastMs = 0;
  const change = async (to: typeof mode): Promise<void> => {
    if (mode === to) return;
    await landmarker.setOptions(MODES[to]);
    mode = to;
  };
  return {
    follow: async (frame, timeMs) => {
      await change('VIDEO');
      lastMs = Math.max(lastMs + 1, timeMs); // it refuses a time that does not grow
      const [face] = landmarker.detectForVideo(readable(frame), lastMs).faceLandmarks;
      return face && toMesh(face);
    },
    find: async (picture) => {
      await change('IMAGE');
      return landmarker.detect(readable(picture)).faceLandmarks.map(toMesh);
    },
  };
}

/**
 * Note: Bitmaps from the page. WebKit draws a bitmap that came from another thread, but its WebGL in a worker sees nothing of
 * it, without an error: the face finder then looks at an empty picture, or at the one before. A camera's frame has no
 * transparent pixel, so one shows whether this browser is such a one.
 */
function isSeenByWebGl(picture: ImageBitmap): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) return false;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const pixel = new Uint8Array(4);
  gl.readPixels(picture.width >> 1, picture.height >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return pixel[3] === 255;
}

function pixelsOf(picture: ImageBitmap): ImageData {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, width, height);
}

/** It writes its notices and warnings, several a start, to the same place as its errors. */
function sayIfError(line: string): void {
  if (!/^(INFO:|[IW]\d{4} )/.test(line)) console.error(line);
}

function toMesh(points: readonly { x: number; y: number }[]): Mesh {
  const mesh = new Float32Array(points.length * 2);
  points.forEach(({ x, y }, i) => {
    mesh[2 * i] = x;
    mesh[2 * i + 1] = y;
  });
  return mesh;
}
