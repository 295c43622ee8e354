/** @vladmandic/face-api: detector, 68 landmarks, descriptor. The detector is SSD, or with `?tiny=SIZE` the tiny one. */

import * as faceApi from '@vladmandic/face-api';
import { drawer, expose, type Method, type Tensorflow, WASM_PATH, wasmBackend } from './method.ts';

/** The package's types leave it out. */
interface Starter extends Tensorflow {
  setWasmPaths(folder: string): void;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
}

expose(start(new URLSearchParams(location.search).get('tiny')));

async function start(inputSize: string | null): Promise<Method> {
  const tf = faceApi.tf as unknown as Starter;
  tf.setWasmPaths(WASM_PATH);
  await tf.setBackend('wasm');
  await tf.ready();
  const tiny = inputSize !== null;
  const detector = tiny ? faceApi.nets.tinyFaceDetector : faceApi.nets.ssdMobilenetv1;
  for (const net of [detector, faceApi.nets.faceLandmark68Net, faceApi.nets.faceRecognitionNet])
    await net.loadFromUri('/peers/face-api');
  const options = tiny
    ? new faceApi.TinyFaceDetectorOptions({ inputSize: Number(inputSize) })
    : new faceApi.SsdMobilenetv1Options();
  const draw = drawer();
  return {
    backend: wasmBackend(tf),
    run: async (frame) => {
      const canvas = draw(frame);
      const start = performance.now();
      const face = await faceApi.detectSingleFace(canvas, options).withFaceLandmarks().withFaceDescriptor();
      return face && { sum: performance.now() - start };
    },
  };
}
