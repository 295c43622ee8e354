/**
 * Finds faces as the face worker of a device does, with the two models of the same landmarker (models/build/convert-tflite.ts):
 * one says where faces are, the other where their 478 points are.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { FACE_CONFIDENCE } from '../../contract/limits.ts';
import type { Mesh } from '../../match/mesh.ts';
import { findFaces, MAX_FACES, STILL_CONFIDENCE } from '../../match/stills.ts';
import { DETECTOR_SIZE, type Detection, readDetections } from './detections.ts';
import { drawOnGrey, look, type Picture, type Place, type Window } from './picture.ts';

export interface FaceFinder {
  /** The faces a person could mean, the largest first. `small`: those of people further away too. */
  find(picture: Picture, small: boolean): Promise<readonly Mesh[]>;
}

const MESH_SIZE = 256;
/** x, y and depth each. */
const MESH_VALUES = 3;
/** How much more than the detector's box the mesh needs to see. */
const AIR = 1.5;

/** `folder` is where `models/build` puts what the server alone runs. */
export async function openFinder(folder: string): Promise<FaceFinder> {
  env.wasm.numThreads = 1; // more hang in Node
  const open = async (file: string) =>
    InferenceSession.create(await readFile(join(folder, file)), { executionProviders: ['wasm'] });
  const detector = await open('face_detector.onnx');
  const mesher = await open('face_landmarks_detector.onnx');

  async function facesOn(picture: Picture): Promise<Mesh[]> {
    const square = Math.max(picture.width, picture.height);
    const window = { x: picture.width / 2, y: picture.height / 2, width: square, height: square, angle: 0 };
    const seen = look(picture, window, DETECTOR_SIZE, 'black').map((value) => value / 127.5 - 1);
    const [boxes, scores] = await run(detector, seen, DETECTOR_SIZE);
    const found = readDetections(boxes, scores, STILL_CONFIDENCE).slice(0, MAX_FACES);
    const meshes: Mesh[] = [];
    for (const detection of found) {
      const { mesh, sure } = await meshIn(picture, windowOf(detection, window));
      if (1 / (1 + Math.exp(-sure)) < FACE_CONFIDENCE) continue;
      meshes.push(mesh);
    }
    return meshes;
  }

  async function meshIn(picture: Picture, window: Window): Promise<{ mesh: Mesh; sure: number }> {
    const seen = look(picture, window, MESH_SIZE, 'stretched').map((value) => value / 255);
    const [points, presence] = await run(mesher, seen, MESH_SIZE);
    const [cos, sin] = [Math.cos(window.angle), Math.sin(window.angle)];
    const mesh = new Float32Array((2 * points.length) / MESH_VALUES);
    for (let i = 0; i < mesh.length / 2; i++) {
      const u = (Number(points[MESH_VALUES * i]) / MESH_SIZE - 0.5) * window.width;
      const v = (Number(points[MESH_VALUES * i + 1]) / MESH_SIZE - 0.5) * window.height;
      mesh[2 * i] = (window.x + cos * u - sin * v) / picture.width;
      mesh[2 * i + 1] = (window.y + sin * u + cos * v) / picture.height;
    }
    return { mesh, sure: Number(presence[0]) };
  }

  return {
    find(picture, small) {
      const finder = {
        whole: () => facesOn(picture),
        view: (width: number, height: number, place: Place) => facesOn(drawOnGrey(picture, width, height, place)),
      };
      return findFaces(finder, picture, small);
    },
  };
}

/** The first two answers of a model to a square picture. */
async function run(model: InferenceSession, seen: Float32Array, size: number): Promise<[Float32Array, Float32Array]> {
  const [input = ''] = model.inputNames;
  const answers = await model.run({ [input]: new Tensor('float32', seen, [1, 3, size, size]) });
  const [first, second] = model.outputNames.map((name) => answers[name]?.data);
  if (!(first instanceof Float32Array && second instanceof Float32Array))
    throw new Error('a model of the face finder answered in another form');
  return [first, second];
}

/** Around a face, with air about it and upright by its eyes. `square` is what the detector looked at. */
export function windowOf({ box, points }: Detection, square: Window): Window {
  const [left, top, right, bottom] = box;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points;
  return {
    x: square.x + ((left + right) / 2 - 0.5) * square.width,
    y: square.y + ((top + bottom) / 2 - 0.5) * square.height,
    width: AIR * (right - left) * square.width,
    height: AIR * (bottom - top) * square.height,
    angle: Math.atan2(y1 - y0, x1 - x0),
  };
}
