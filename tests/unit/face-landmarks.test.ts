/** What the finder of landmarks is told to do; how well it does it is seen in a browser. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLandmarker } from '../../src/face/worker/landmarks.ts';

/** The finder itself needs WebGL and its model; here it writes down what it is told. */
const told: { options: object[]; times: number[]; shown: unknown[] } = vi.hoisted(() => ({
  options: [],
  times: [],
  shown: [],
}));
const POINTS = Array.from({ length: 478 }, (_, i) => ({ x: i / 478, y: 1 - i / 478 }));
vi.mock('@mediapipe/tasks-vision', () => ({
  FaceLandmarker: {
    createFromOptions: async (_files: object, options: object) => {
      told.options.push(options);
      return {
        setOptions: async (change: object) => void told.options.push(change),
        detectForVideo: (shown: unknown, timeMs: number) => {
          told.times.push(timeMs);
          told.shown.push(shown);
          return { faceLandmarks: [POINTS] };
        },
        detect: () => ({ faceLandmarks: [POINTS, POINTS] }),
      };
    },
  },
}));
vi.mock('@mediapipe/tasks-vision/vision_wasm_module_internal.js', () => ({ default: () => undefined }));

const frame = {} as ImageBitmap;
const start = () => startLandmarker(new Uint8Array(1), new Uint8Array([7]));

/** What WebGL reads of a bitmap that the page has sent: nothing of it in WebKit. */
let alpha: number;
const PIXELS = { data: [1, 2, 3, 255] };

beforeEach(() => {
  told.options.length = told.times.length = told.shown.length = 0;
  alpha = 255;
  const nothing = () => undefined;
  const gl = {
    ...{ createTexture: nothing, bindTexture: nothing, texImage2D: nothing, getExtension: nothing },
    ...{ bindFramebuffer: nothing, createFramebuffer: nothing, framebufferTexture2D: nothing },
    readPixels: (...[, , , , , , pixel]: [...number[], Uint8Array]) => (pixel as Uint8Array).fill(alpha),
  };
  const plain = { drawImage: nothing, getImageData: () => PIXELS };
  const canvas = { getContext: (kind: string) => (kind === 'webgl2' ? gl : plain) };
  vi.stubGlobal('OffscreenCanvas', function OffscreenCanvas() {
    return canvas;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a camera frame is searched for one face, with a confidence of 0.8 in finding, seeing and following it (R387, R389, R390, A39)', async () => {
  await start();
  expect(told.options).toEqual([
    {
      runningMode: 'VIDEO',
      numFaces: 1,
      minFaceDetectionConfidence: 0.8,
      minFacePresenceConfidence: 0.8,
      minTrackingConfidence: 0.8,
      baseOptions: { modelAssetBuffer: new Uint8Array([7]), delegate: 'CPU' },
    },
  ]);
});

test('the face comes with every refined point, as x and y (R210, R388)', async () => {
  const landmarker = await start();
  const mesh = await landmarker.follow(frame, 5);
  expect(mesh).toHaveLength(2 * 478);
  expect([mesh?.[2], mesh?.[3]]).toEqual([expect.closeTo(1 / 478), expect.closeTo(1 - 1 / 478)]);
});

test('a still picture is searched for several faces, and the next frame for one again', async () => {
  const landmarker = await start();
  expect(await landmarker.find(frame)).toHaveLength(2);
  expect(told.options.at(-1)).toMatchObject({ runningMode: 'IMAGE', numFaces: 4 });
  await landmarker.follow(frame, 5);
  expect(told.options.at(-1)).toMatchObject({ runningMode: 'VIDEO', numFaces: 1, minFaceDetectionConfidence: 0.8 });
});

test('a clock that stands still does not stop the finder, which wants each time to be later', async () => {
  const landmarker = await start();
  for (const timeMs of [5, 5, 4]) await landmarker.follow(frame, timeMs);
  expect(told.times).toEqual([5, 6, 7]);
});

test('without WebGL it says so', async () => {
  vi.stubGlobal('OffscreenCanvas', function OffscreenCanvas() {
    return { getContext: () => null };
  });
  await expect(start()).rejects.toMatchObject({ code: 'no-webgl' });
});

test('a frame of which WebGL sees nothing, as in WebKit, is handed over as pixels, and any other as it is', async () => {
  await (await start()).follow(frame, 5);
  expect(told.shown).toEqual([frame]);
  alpha = 0;
  await (await start()).follow(frame, 5);
  expect(told.shown.at(-1)).toBe(PIXELS);
});
