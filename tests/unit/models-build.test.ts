/** The face pack's build: what goes in is verified, what comes out is always the same. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FACE_FILES, FacePackIndex } from '../../contract/face-models.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { sha256Hex } from '../../models/build/hash.ts';
import { buildModels, defaultPlaces, make } from '../../models/build/main.ts';
import { manifest } from '../../models/build/manifest.ts';
import { packOnnx } from '../../models/build/pack-onnx.ts';
import { PART_BYTES, writeParts } from '../../models/build/parts.ts';
import { bytesField, numberField, readFields, textField, varint, writeFields } from '../../models/build/protobuf.ts';
import { findSource } from '../../models/build/source.ts';
import { readZip, writeZip } from '../../models/build/zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the manifest is of the version that templates carry', () => {
  expect(manifest.templateVersion).toBe(TEMPLATE_VERSION);
});

describe('protobuf', () => {
  test('a message that is read and written comes out as it went in', () => {
    const inner = writeFields([numberField(1, 300), textField(2, 'name')]);
    const message = writeFields([
      numberField(1, 2 ** 40),
      bytesField(7, inner),
      { number: 3, wire: 5, bytes: Uint8Array.of(1, 2, 3, 4) },
      { number: 4, wire: 1, bytes: new Uint8Array(8) },
    ]);
    const fields = readFields(message);
    expect(writeFields(fields)).toEqual(message);
    expect(varint(fields[0]?.bytes ?? new Uint8Array())).toBe(2 ** 40);
  });

  test.each([
    ['cut in a number', [0x08, 0x80]],
    ['a field longer than its message', [0x12, 0x05, 1]],
    ['a wire type that does not exist', [0x0b]],
  ])('%s is refused', (_, bytes) => {
    expect(() => readFields(Uint8Array.from(bytes))).toThrow('not protobuf');
  });
});

describe('the ONNX packer', () => {
  const tensor = (name: string, dims: number[], values: Float32Array): Uint8Array =>
    writeFields([
      ...dims.map((size) => numberField(1, size)),
      numberField(2, 1),
      bytesField(4, new Uint8Array(values.buffer)),
      textField(8, name),
    ]);
  const node = (op: string, input: string, output: string): Uint8Array =>
    writeFields([textField(1, input), textField(2, output), textField(4, op)]);
  const weights = Float32Array.from({ length: 64 * 128 }, (_, i) => Math.sin(i) * (1 + Math.floor(i / 128)));
  const model = writeFields([
    numberField(1, 6),
    bytesField(
      7,
      writeFields([
        bytesField(1, node('Conv', 'weight', 'a')),
        bytesField(1, node('Dropout', 'a', 'b')),
        bytesField(1, node('Relu', 'b', 'c')),
        bytesField(5, tensor('weight', [64, 128], weights)),
        bytesField(5, tensor('bias', [64], new Float32Array(64))),
        bytesField(11, writeFields([textField(1, 'data')])),
        bytesField(11, writeFields([textField(1, 'weight')])),
      ]),
    ),
    bytesField(8, writeFields([numberField(2, 11)])),
  ]);
  const graphOf = (bytes: Uint8Array) =>
    readFields(readFields(bytes).find(({ number }) => number === 7)?.bytes ?? new Uint8Array());
  const textOf = (message: Uint8Array, field: number) =>
    readFields(message)
      .filter(({ number }) => number === field)
      .map(({ bytes }) => new TextDecoder().decode(bytes));

  test('weights become int8 with a scale a channel, off by half a step at most', () => {
    const tensors = graphOf(packOnnx(model)).filter(({ number }) => number === 5);
    const raw = (name: string) => {
      const found = tensors.find(({ bytes }) => textOf(bytes, 8)[0] === name);
      return new Uint8Array(
        readFields(found?.bytes ?? new Uint8Array()).find(({ number }) => number === 9)?.bytes ?? [],
      );
    };
    const codes = new Int8Array(raw('weight_int8').buffer);
    const scales = new Float32Array(raw('weight_scale').buffer);
    expect(codes).toHaveLength(weights.length);
    expect(scales).toHaveLength(64);
    weights.forEach((weight, i) => {
      const scale = Number(scales[Math.floor(i / 128)]);
      expect(Math.abs(Number(codes[i]) * scale - weight)).toBeLessThanOrEqual(scale * 0.5001);
    });
  });

  test('Dropout is cut out, initializers leave the inputs, small tensors and other fields stay', () => {
    const graph = graphOf(packOnnx(model));
    const nodes = graph.filter(({ number }) => number === 1).map(({ bytes }) => bytes);
    expect(nodes.map((bytes) => textOf(bytes, 4)[0])).toEqual(['DequantizeLinear', 'Conv', 'Relu']);
    expect(textOf(nodes[2] ?? new Uint8Array(), 1)).toEqual(['a']);
    const inputs = graph.filter(({ number }) => number === 11).map(({ bytes }) => textOf(bytes, 1)[0]);
    expect(inputs).toEqual(['data']);
    expect(graph.filter(({ number }) => number === 5).map(({ bytes }) => textOf(bytes, 8)[0])).toContain('bias');
  });

  test('the same model gives the same bytes', () => {
    expect(sha256Hex(packOnnx(model))).toBe(sha256Hex(packOnnx(new Uint8Array(model))));
  });
});

describe('the task bundle', () => {
  const entries = [
    { name: 'a.tflite', data: Uint8Array.of(1, 2, 3) },
    { name: 'b.tflite', data: new Uint8Array(1000).fill(7) },
  ];

  test('what is zipped is read back, and each model starts at a multiple of 16', () => {
    const zip = writeZip(entries);
    const back = readZip(zip);
    expect(back.map(({ name, data }) => ({ name, data: new Uint8Array(data) }))).toEqual(entries);
    for (const { data } of back) expect((data.byteOffset - zip.byteOffset) % 16).toBe(0);
  });

  test('a damaged entry is refused', () => {
    const zip = writeZip(entries);
    zip[zip.indexOf(7)] = 8;
    expect(() => readZip(zip)).toThrow('damaged');
  });
});

describe('parts', () => {
  test('parts are named by their hash, add up to the file, and unpack to themselves', async () => {
    const file = Uint8Array.from({ length: 2 * PART_BYTES + 99 }, (_, i) => (i * i) % 251);
    const { parted, wireBytes } = await writeParts(file, join(folder, 'parts'));
    const pieces = await Promise.all(
      parted.parts.map(async ({ sha256, bytes }) => {
        const raw = await readFile(join(folder, 'parts', sha256));
        const packed = await readFile(join(folder, 'parts', `${sha256}.br`));
        expect(sha256Hex(raw)).toBe(sha256);
        expect(raw).toHaveLength(bytes);
        expect(brotliDecompressSync(packed).equals(raw)).toBe(true);
        return { raw, packed };
      }),
    );
    expect(sha256Hex(Buffer.concat(pieces.map(({ raw }) => raw)))).toBe(parted.sha256);
    expect(wireBytes).toBe(pieces.reduce((sum, { packed }) => sum + packed.length, 0));
  });
});

describe('sources', () => {
  const source = {
    ...manifest.outputs.sface.source,
    sha256: sha256Hex(Buffer.from('good')),
    package: 'carrier',
    path: 'sface.onnx',
  };
  const places = () => ({ local: join(folder, 'local'), packages: join(folder, 'packages') });
  beforeAll(async () => {
    await mkdir(places().local, { recursive: true });
    await mkdir(join(places().packages, 'carrier'), { recursive: true });
  });

  test('a file with another hash is never used, and is said', async () => {
    const said: string[] = [];
    await writeFile(join(places().local, 'sface.onnx'), 'bad');
    expect(await findSource(source, places(), (line) => said.push(line))).toBeUndefined();
    expect(said.join()).toContain('not the expected file');
    await writeFile(join(places().packages, 'carrier', 'sface.onnx'), 'good');
    expect(Buffer.from((await findSource(source, places(), () => {})) ?? []).toString()).toBe('good');
  });

  test('without the carrier the build goes on, says loudly what to do, and the index says so', async () => {
    const said: string[] = [];
    const out = join(folder, 'out');
    await buildModels(out, (line) => said.push(line), { ...places(), cache: join(folder, 'cache') });
    const index = FacePackIndex.parse(JSON.parse(await readFile(join(out, 'index.json'), 'utf8')));
    expect(index).toEqual({ available: false, templateVersion: TEMPLATE_VERSION });
    expect(said.join('\n')).toMatch(/FACE MATCHING IS OFF[\s\S]*WAPSI_MODELS/);
  });
});

describe('the whole build', () => {
  const out = () => join(folder, 'dist');
  const quiet = () => {};

  test.each(['landmarker', 'sface'] as const)('packing the real %s gives the pinned bytes', async (name) => {
    const { source, sha256 } = manifest.outputs[name];
    const bytes = await findSource(source, defaultPlaces(), quiet);
    if (!bytes) throw new Error('the model sources are not installed: see models/README.md');
    expect(sha256Hex(make(manifest.outputs[name], bytes))).toBe(sha256);
  });

  test('the outputs are the pinned ones, and a second build does no work', { timeout: 120_000 }, async () => {
    await buildModels(out(), quiet);
    const index = FacePackIndex.parse(JSON.parse(await readFile(join(out(), 'index.json'), 'utf8')));
    if (!index.available) throw new Error('the model sources are not installed: see models/README.md');
    for (const name of FACE_FILES) expect(index.files[name].sha256).toBe(manifest.outputs[name].sha256);
    const names = new Set(await readdir(join(out(), 'parts')));
    for (const { sha256 } of FACE_FILES.flatMap((name) => index.files[name].parts)) {
      expect(names.has(sha256) && names.has(`${sha256}.br`)).toBe(true);
    }

    const [first = ''] = names;
    const before = (await stat(join(out(), 'parts', first))).mtimeMs;
    const said: string[] = [];
    await buildModels(out(), (line) => said.push(line), defaultPlaces());
    expect(said).toEqual([]);
    expect((await stat(join(out(), 'parts', first))).mtimeMs).toBe(before);
  });
});
