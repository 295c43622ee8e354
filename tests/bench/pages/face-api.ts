/** @vladmandic/face-api: detector, 68 landmarks, descriptor. `?detector=tiny` or `ssd`. */

import * as faceApi from '@vladmandic/face-api';
import { bestBackend, drawer, expose, type Method } from './method.ts';

/** The part of TensorFlow.js that is inside the package; its types leave it out. */
interface Tensorflow {
  setWasmPaths(folder: string): void;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  getBackend(): string;
}

expose(start(new URLSearchParams(location.search).get('detector') === 'tiny'));

async function start(tiny: boolean): Promise<Method> {
  const tf = faceApi.tf as unknown as Tensorflow;
  await tf.setBackend(await bestBackend(tf.setWasmPaths));
  await tf.ready();
  const detector = tiny ? faceApi.nets.tinyFaceDetector : faceApi.nets.ssdMobilenetv1;
  for (const net of [detector, faceApi.nets.faceLandmark68Net, faceApi.nets.faceRecognitionNet])
    await net.loadFromUri('/peers/face-api');
  const options = tiny ? new faceApi.TinyFaceDetectorOptions() : new faceApi.SsdMobilenetv1Options();
  const draw = drawer();
  return {
    backend: tf.getBackend(),
    run: async (frame) => {
      const canvas = draw(frame);
      const start = performance.now();
      const face = await faceApi.detectSingleFace(canvas, options).withFaceLandmarks().withFaceDescriptor();
      return face && { sum: performance.now() - start };
    },
  };
}
