/**
 * Makes an ONNX model of a TensorFlow Lite one, so that the server finds faces with the runtime it compares them with.
 *
 * Only what the face finder's graphs are made of is known; anything else stops the build. The same bytes in give the same
 * bytes out.
 */

import { bytesField, type Field, numberField, textField, writeFields } from './protobuf.ts';
import { readTflite, type TfliteGraph, type TfliteOperator, type TfliteTensor } from './tflite.ts';

// Field numbers and values of onnx.proto3.
const MODEL = { irVersion: 1, graph: 7, opset: 8 };
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 };
const TENSOR = { dims: 1, type: 2, name: 8, raw: 9 };
const NODE = { input: 1, output: 2, op: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, int: 3, ints: 8, type: 20 };
const FLOAT = 1;
const INT64 = 7;
const FLOAT16 = 10;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
const IR_VERSION = 8;
const OPSET_VERSION = 13;

/** BuiltinOperator of schema.fbs. */
const ADD = 0;
const CONCATENATION = 2;
const CONV_2D = 3;
const DEPTHWISE_CONV_2D = 4;
const DEQUANTIZE = 6;
const LOGISTIC = 14;
const MAX_POOL_2D = 17;
const RELU = 19;
const RESHAPE = 22;
const PAD = 34;
const PRELU = 54;

const SAME = 0;

/**
 * Note: Layouts. TensorFlow Lite keeps the channels of a picture last, ONNX has them before rows and columns. Pictures are
 * turned nowhere but before a reshape, which reads them in their order; weights are turned here, once.
 */
export function convertTflite(file: Uint8Array): Uint8Array {
  const graph = readTflite(file);
  const writer = new Writer(graph);
  for (const operator of graph.operators) writer.add(operator);
  const shape = (i: number, shape: readonly number[]) => valueInfo(`t${i}`, shape);
  return writeFields([
    numberField(MODEL.irVersion, IR_VERSION),
    bytesField(
      MODEL.graph,
      writeFields([
        ...writer.nodes.map((node) => bytesField(GRAPH.node, node)),
        textField(GRAPH.name, 'face'),
        ...writer.initializers.map((tensor) => bytesField(GRAPH.initializer, tensor)),
        ...graph.inputs.map((i) => bytesField(GRAPH.input, shape(i, writer.shapeOf(i)))),
        ...graph.outputs.map((i) => bytesField(GRAPH.output, shape(i, writer.shapeOf(i)))),
      ]),
    ),
    bytesField(MODEL.opset, writeFields([numberField(2, OPSET_VERSION)])),
  ]);
}

class Writer {
  readonly nodes: Uint8Array[] = [];
  readonly initializers: Uint8Array[] = [];
  /** The half-precision weights that a computed tensor stands for. */
  private readonly weights = new Map<number, TfliteTensor>();

  private readonly written = new Set<number>();
  private readonly graph: TfliteGraph;

  constructor(graph: TfliteGraph) {
    this.graph = graph;
  }

  /** In ONNX's order. */
  shapeOf(i: number): number[] {
    const [n = 1, height = 1, width = 1, channels = 1, ...more] = this.tensor(i).shape;
    if (this.tensor(i).shape.length !== 4) return [...this.tensor(i).shape];
    return [n, channels, height, width, ...more];
  }

  add({ code, inputs, outputs, options }: TfliteOperator): void {
    const [input = -1, second = -1, bias = -1] = inputs;
    const [output = -1] = outputs;
    const node = (op: string, from: readonly string[], attributes: readonly Field[] = []) =>
      this.nodes.push(nodeOf(op, from, `t${output}`, attributes));
    switch (code) {
      case DEQUANTIZE:
        this.weights.set(output, this.tensor(input));
        return;
      case ADD:
        noActivation(options.byte(0));
        node('Add', [`t${input}`, `t${second}`]);
        return;
      case RELU:
        node('Relu', [`t${input}`]);
        return;
      case LOGISTIC:
        node('Sigmoid', [`t${input}`]);
        return;
      case PRELU:
        node('PRelu', [`t${input}`, this.weight(second, [2, 0, 1])]);
        return;
      case CONV_2D:
        noActivation(options.byte(3));
        if ((options.int(4) || 1) !== 1 || (options.int(5) || 1) !== 1) throw new Error('a convolution with holes');
        this.convolve({ input, weight: this.weight(second, [0, 3, 1, 2]), bias, output, groups: 1 }, second, options);
        return;
      case DEPTHWISE_CONV_2D:
        noActivation(options.byte(4));
        if (options.int(3) !== 1 || (options.int(5) || 1) !== 1) throw new Error('an unexpected depthwise convolution');
        this.convolve(
          { input, weight: this.weight(second, [3, 0, 1, 2]), bias, output, groups: this.shapeOf(input)[1] ?? 1 },
          second,
          options,
        );
        return;
      case MAX_POOL_2D: {
        noActivation(options.byte(5));
        const size = [options.int(4), options.int(3)];
        node('MaxPool', [`t${input}`], [ints('kernel_shape', size), ...this.window(input, output, size, options)]);
        return;
      }
      case PAD: {
        // Pairs of before and after, for each dimension in TensorFlow's order.
        const pairs = intsOf(this.tensor(second));
        const order = [0, 3, 1, 2];
        const pads = [0, 1].flatMap((end) => order.map((dimension) => pairs[2 * dimension + end] ?? 0));
        node('Pad', [`t${input}`, this.numbers(`t${output}_pads`, pads)]);
        return;
      }
      case RESHAPE: {
        const from = this.tensor(input).shape.length === 4 ? `t${input}_turned` : `t${input}`;
        if (from !== `t${input}`)
          this.nodes.push(nodeOf('Transpose', [`t${input}`], from, [ints('perm', [0, 2, 3, 1])]));
        if (this.tensor(output).shape.length === 4) throw new Error('a reshape that makes a picture');
        node('Reshape', [from, this.numbers(`t${output}_shape`, this.tensor(output).shape)]);
        return;
      }
      case CONCATENATION:
        noActivation(options.byte(1));
        if (this.tensor(output).shape.length === 4) throw new Error('pictures that are put together');
        node(
          'Concat',
          inputs.map((i) => `t${i}`),
          [int('axis', options.int(0))],
        );
        return;
      default:
        throw new Error(`the face finder has an operator that is not known here: ${code}`);
    }
  }

  private convolve(
    {
      input,
      weight,
      bias,
      output,
      groups,
    }: { input: number; weight: string; bias: number; output: number; groups: number },
    kernel: number,
    options: TfliteOperator['options'],
  ): void {
    const size = this.tensor(kernel).shape.slice(1, 3);
    this.nodes.push(
      nodeOf('Conv', [`t${input}`, weight, this.weight(bias, [0])], `t${output}`, [
        int('group', groups),
        ints('kernel_shape', size),
        ...this.window(input, output, size, options),
      ]),
    );
  }

  /** Steps and edges of a window that moves over a picture: with "same", what is missing is shared, the odd one at the end. */
  private window(input: number, output: number, size: readonly number[], options: TfliteOperator['options']): Field[] {
    const strides = [options.int(2), options.int(1)];
    const missing = strides.map((stride, i) => {
      const [from = 0, to = 0] = [this.shapeOf(input)[i + 2], this.shapeOf(output)[i + 2]];
      return options.byte(0) === SAME ? Math.max(0, (to - 1) * stride + (size[i] ?? 1) - from) : 0;
    });
    const before = missing.map((pixels) => Math.floor(pixels / 2));
    const pads = [...before, ...missing.map((pixels, i) => pixels - (before[i] ?? 0))];
    return [ints('strides', strides), ints('pads', pads)];
  }

  /** The name of weights in ONNX's order: `order` says which dimension of TensorFlow's comes where. */
  private weight(i: number, order: readonly number[]): string {
    const name = `t${i}`;
    const tensor = this.weights.get(i);
    if (!tensor) throw new Error('weights that are not in half precision');
    if (!this.written.has(i)) {
      this.written.add(i);
      const dims = order.map((dimension) => tensor.shape[dimension] ?? 1);
      this.initializers.push(tensorOf(`${name}_half`, dims, FLOAT16, turned(tensor, order)));
      this.nodes.push(nodeOf('Cast', [`${name}_half`], name, [int('to', FLOAT)]));
    }
    return name;
  }

  private numbers(name: string, values: readonly number[]): string {
    const raw = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    this.initializers.push(tensorOf(name, [values.length], INT64, raw));
    return name;
  }

  private tensor(i: number): TfliteTensor {
    const tensor = this.graph.tensors[i];
    if (!tensor) throw new Error(`the model names a tensor ${i} that it lacks`);
    return tensor;
  }
}

function noActivation(kind: number): void {
  if (kind !== 0) throw new Error('an operator with an activation of its own');
}

/** Values of two bytes, in another order of dimensions. */
function turned({ shape, data }: TfliteTensor, order: readonly number[]): Uint8Array {
  const values = new Uint16Array(data.slice().buffer);
  const dims = order.map((dimension) => shape[dimension] ?? 1);
  const steps = order.map((dimension) => shape.slice(dimension + 1).reduce((product, size) => product * size, 1));
  const out = values.map((_, at) => {
    let [rest, from] = [at, 0];
    for (let i = dims.length - 1; i >= 0; i--) {
      const size = dims[i] ?? 1;
      from += (rest % size) * (steps[i] ?? 0);
      rest = Math.floor(rest / size);
    }
    return values[from] ?? 0;
  });
  return new Uint8Array(out.buffer);
}

const intsOf = ({ data }: TfliteTensor): number[] => [...new Int32Array(data.slice().buffer)];

const nodeOf = (op: string, inputs: readonly string[], output: string, attributes: readonly Field[]): Uint8Array =>
  writeFields([
    ...inputs.map((name) => textField(NODE.input, name)),
    textField(NODE.output, output),
    textField(NODE.op, op),
    ...attributes,
  ]);

const int = (name: string, value: number): Field => attribute(name, ATTRIBUTE_INT, [numberField(ATTRIBUTE.int, value)]);
const ints = (name: string, values: readonly number[]): Field =>
  attribute(
    name,
    ATTRIBUTE_INTS,
    values.map((value) => numberField(ATTRIBUTE.ints, value)),
  );
const attribute = (name: string, type: number, values: readonly Field[]): Field =>
  bytesField(
    NODE.attribute,
    writeFields([textField(ATTRIBUTE.name, name), ...values, numberField(ATTRIBUTE.type, type)]),
  );

const tensorOf = (name: string, dims: readonly number[], type: number, raw: Uint8Array): Uint8Array =>
  writeFields([
    ...dims.map((size) => numberField(TENSOR.dims, size)),
    numberField(TENSOR.type, type),
    textField(TENSOR.name, name),
    bytesField(TENSOR.raw, raw),
  ]);

/** ValueInfoProto: a name, and a tensor of floats of this shape. */
function valueInfo(name: string, shape: readonly number[]): Uint8Array {
  const dims = shape.map((size) => bytesField(1, writeFields([numberField(1, size)])));
  const tensor = writeFields([numberField(1, FLOAT), bytesField(2, writeFields(dims))]);
  return writeFields([textField(1, name), bytesField(2, writeFields([bytesField(1, tensor)]))]);
}
