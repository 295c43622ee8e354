/** Makes an ONNX model four times smaller: its large weights as int8 with one scale per output channel. */

import { bytesField, type Field, numberField, readFields, text, textField, varint, writeFields } from './protobuf.ts';

// Field numbers and values of onnx.proto3.
const MODEL = { graph: 7, opset: 8 };
const GRAPH = { node: 1, initializer: 5, input: 11 };
const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 };
const NODE = { input: 1, output: 2, name: 3, op: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, int: 3, type: 20 };
const OPSET = { version: 2 };
const FLOAT = 1;
const INT8 = 3;
const ATTRIBUTE_INT = 2;

/** Smaller tensors are not worth a node of their own. */
const MIN_VALUES = 4096;
/** The first operator set whose DequantizeLinear takes a scale per channel. */
const OPSET_VERSION = 13;

/**
 * Weights of more than one dimension become int8 and a DequantizeLinear node before their use; all else stays.
 * Initializers are taken out of the graph inputs, so that a runtime may fold them. Dropout, which does nothing
 * outside training and changed its form between operator sets, is cut out. The same bytes in give the same bytes out.
 */
export function packOnnx(model: Uint8Array): Uint8Array {
  return writeFields(
    readFields(model).map((field) => {
      if (field.number === MODEL.graph) return bytesField(MODEL.graph, packGraph(field.bytes));
      if (field.number === MODEL.opset) return bytesField(MODEL.opset, raiseOpset(field.bytes));
      return field;
    }),
  );
}

function raiseOpset(opset: Uint8Array): Uint8Array {
  return writeFields(
    readFields(opset).map((field) =>
      field.number === OPSET.version ? numberField(OPSET.version, Math.max(OPSET_VERSION, varint(field.bytes))) : field,
    ),
  );
}

function packGraph(graph: Uint8Array): Uint8Array {
  const fields = readFields(graph);
  const initializers = fields
    .filter((field) => field.number === GRAPH.initializer)
    .map(({ bytes }) => readTensor(bytes));
  const names = new Set(initializers.map((tensor) => tensor.name));
  const nodes: Field[] = [];
  const tensors: Field[] = [];
  for (const tensor of initializers) {
    if (tensor.dims.length < 2 || tensor.values.length < MIN_VALUES) {
      tensors.push(bytesField(GRAPH.initializer, tensor.bytes));
      continue;
    }
    const { codes, scales } = quantise(tensor);
    const [rows = 0] = tensor.dims;
    tensors.push(bytesField(GRAPH.initializer, writeTensor(`${tensor.name}_int8`, tensor.dims, INT8, codes)));
    tensors.push(
      bytesField(GRAPH.initializer, writeTensor(`${tensor.name}_scale`, [rows], FLOAT, new Uint8Array(scales.buffer))),
    );
    nodes.push(bytesField(GRAPH.node, dequantise(tensor.name)));
  }
  const kept = cutDropout(fields.filter((field) => field.number === GRAPH.node));
  const rest = fields.filter((field) => {
    if (field.number === GRAPH.node || field.number === GRAPH.initializer) return false;
    return field.number !== GRAPH.input || !names.has(nameOf(field.bytes));
  });
  return writeFields([...nodes, ...kept, ...tensors, ...rest]);
}

interface Tensor {
  readonly name: string;
  readonly dims: number[];
  readonly values: Float32Array;
  readonly bytes: Uint8Array;
}

function readTensor(bytes: Uint8Array): Tensor {
  const fields = readFields(bytes);
  const dims = fields.filter((field) => field.number === TENSOR.dims).flatMap(readInts);
  const type = fields.find((field) => field.number === TENSOR.type);
  const name = fields.find((field) => field.number === TENSOR.name);
  const data = fields.find((field) => field.number === TENSOR.floats || field.number === TENSOR.raw);
  if (!name || !type || varint(type.bytes) !== FLOAT || !data) throw new Error('unexpected tensor in the ONNX model');
  const values = new Float32Array(new Uint8Array(data.bytes).buffer);
  return { name: text(name), dims, values, bytes };
}

/** Repeated numbers come packed into one field or each in its own. */
function readInts(field: Field): number[] {
  if (field.wire === 0) return [varint(field.bytes)];
  const ints: number[] = [];
  let start = 0;
  field.bytes.forEach((byte, at) => {
    if (byte >= 0x80) return;
    ints.push(varint(field.bytes.subarray(start, at + 1)));
    start = at + 1;
  });
  return ints;
}

function writeTensor(name: string, dims: readonly number[], type: number, raw: Uint8Array): Uint8Array {
  return writeFields([
    ...dims.map((size) => numberField(TENSOR.dims, size)),
    numberField(TENSOR.type, type),
    textField(TENSOR.name, name),
    bytesField(TENSOR.raw, raw),
  ]);
}

/** Symmetric, one scale per first dimension (the output channel of Conv, and of Gemm with a transposed weight). */
function quantise({ dims, values }: Tensor): { codes: Uint8Array; scales: Float32Array } {
  const [rows = 1] = dims;
  const width = values.length / rows;
  const codes = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const part = values.subarray(row * width, (row + 1) * width);
    const scale = Math.fround(part.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / 127) || 1;
    scales[row] = scale;
    part.forEach((value, i) => {
      codes[row * width + i] = Math.max(-127, Math.min(127, Math.round(value / scale)));
    });
  }
  return { codes: new Uint8Array(codes.buffer), scales };
}

function dequantise(name: string): Uint8Array {
  const axis = writeFields([
    textField(ATTRIBUTE.name, 'axis'),
    numberField(ATTRIBUTE.int, 0),
    numberField(ATTRIBUTE.type, ATTRIBUTE_INT),
  ]);
  return writeFields([
    textField(NODE.input, `${name}_int8`),
    textField(NODE.input, `${name}_scale`),
    textField(NODE.output, name),
    textField(NODE.name, `${name}_dequantise`),
    textField(NODE.op, 'DequantizeLinear'),
    bytesField(NODE.attribute, axis),
  ]);
}

/** Readers of a Dropout's output read its input instead. */
function cutDropout(nodes: readonly Field[]): Field[] {
  const source = new Map<string, string>();
  const kept = nodes.filter((node) => {
    const fields = readFields(node.bytes);
    if (!fields.some((field) => field.number === NODE.op && text(field) === 'Dropout')) return true;
    const [input] = fields.filter((field) => field.number === NODE.input).map(text);
    const [output] = fields.filter((field) => field.number === NODE.output).map(text);
    if (input && output) source.set(output, input);
    return false;
  });
  return kept.map((node) => {
    const fields = readFields(node.bytes).map((field) =>
      field.number === NODE.input ? textField(NODE.input, source.get(text(field)) ?? text(field)) : field,
    );
    return bytesField(GRAPH.node, writeFields(fields));
  });
}

function nameOf(valueInfo: Uint8Array): string {
  const name = readFields(valueInfo).find((field) => field.number === 1);
  return name ? text(name) : '';
}
