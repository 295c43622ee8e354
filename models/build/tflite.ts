/** Reads a TensorFlow Lite model: its one graph, with the weights that are in it. */

/** A table of a flatbuffer: its fields are found by their number (schema.fbs of TensorFlow Lite). */
class Table {
  private readonly view: DataView;
  private readonly at: number;

  constructor(view: DataView, at: number) {
    this.view = view;
    this.at = at;
  }

  /** Where a field's value is; undefined when it has its default. */
  private place(field: number): number | undefined {
    const vtable = this.at - this.view.getInt32(this.at, true);
    const slot = 4 + 2 * field;
    if (slot >= this.view.getUint16(vtable, true)) return undefined;
    const offset = this.view.getUint16(vtable + slot, true);
    return offset === 0 ? undefined : this.at + offset;
  }

  private target(field: number): number | undefined {
    const place = this.place(field);
    return place === undefined ? undefined : place + this.view.getUint32(place, true);
  }

  byte(field: number): number {
    const place = this.place(field);
    return place === undefined ? 0 : this.view.getInt8(place);
  }

  int(field: number): number {
    const place = this.place(field);
    return place === undefined ? 0 : this.view.getInt32(place, true);
  }

  table(field: number): Table | undefined {
    const target = this.target(field);
    return target === undefined ? undefined : new Table(this.view, target);
  }

  bytes(field: number): Uint8Array {
    const target = this.target(field);
    if (target === undefined) return new Uint8Array();
    return new Uint8Array(this.view.buffer, this.view.byteOffset + target + 4, this.view.getUint32(target, true));
  }

  text(field: number): string {
    return new TextDecoder().decode(this.bytes(field));
  }

  ints(field: number): number[] {
    const target = this.target(field);
    if (target === undefined) return [];
    return Array.from({ length: this.view.getUint32(target, true) }, (_, i) =>
      this.view.getInt32(target + 4 + 4 * i, true),
    );
  }

  tables(field: number): Table[] {
    const target = this.target(field);
    if (target === undefined) return [];
    return Array.from({ length: this.view.getUint32(target, true) }, (_, i) => {
      const place = target + 4 + 4 * i;
      return new Table(this.view, place + this.view.getUint32(place, true));
    });
  }
}

// Field numbers of schema.fbs.
const MODEL = { codes: 1, graphs: 2, buffers: 4 };
const CODE = { old: 0, custom: 1, code: 3 };
const GRAPH = { tensors: 0, inputs: 1, outputs: 2, operators: 3 };
const TENSOR = { shape: 0, type: 1, buffer: 2, name: 3 };
const OPERATOR = { code: 0, inputs: 1, outputs: 2, options: 4 };

export interface TfliteTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** 0 float32, 1 float16, 2 int32, 4 int64. */
  readonly type: number;
  /** Empty when it is computed. */
  readonly data: Uint8Array;
}

export interface TfliteOperator {
  /** Of BuiltinOperator in schema.fbs. */
  readonly code: number;
  /** Numbers of tensors; -1 where an optional one is left out. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** The numbers of its options by field; what they mean depends on the operator. */
  readonly options: Pick<Table, 'byte' | 'int' | 'ints'>;
}

export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export function readTflite(file: Uint8Array): TfliteGraph {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (new TextDecoder().decode(file.subarray(4, 8)) !== 'TFL3') throw new Error('not a TensorFlow Lite model');
  const model = new Table(view, view.getUint32(0, true));
  const codes = model.tables(MODEL.codes).map((code) => code.int(CODE.code) || code.byte(CODE.old));
  const buffers = model.tables(MODEL.buffers).map((buffer) => buffer.bytes(0));
  const [graph] = model.tables(MODEL.graphs);
  if (!graph) throw new Error('a model without a graph');
  const none = new Table(new DataView(new Uint8Array([4, 0, 4, 0, 4, 0, 0, 0]).buffer), 4);
  return {
    tensors: graph.tables(GRAPH.tensors).map((tensor) => ({
      name: tensor.text(TENSOR.name),
      shape: tensor.ints(TENSOR.shape),
      type: tensor.byte(TENSOR.type),
      data: buffers[tensor.int(TENSOR.buffer)] ?? new Uint8Array(),
    })),
    operators: graph.tables(GRAPH.operators).map((operator) => ({
      code: codes[operator.int(OPERATOR.code)] ?? -1,
      inputs: operator.ints(OPERATOR.inputs),
      outputs: operator.ints(OPERATOR.outputs),
      options: operator.table(OPERATOR.options) ?? none,
    })),
    inputs: graph.ints(GRAPH.inputs),
    outputs: graph.ints(GRAPH.outputs),
  };
}
