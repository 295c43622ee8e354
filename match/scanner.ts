/** Rows of codes in memory, and the scan of all of them by a probe: WebAssembly with SIMD, or plain code without it. */

import { KERNEL } from './kernel.generated.ts';
import { DIMS, fromBase64 } from './template.ts';

/**
 * Told of each row whose key (dot product times the row's scale) may reach the bar, in no set order; answers with
 * the new bar, a float32. It decides on the exact key (Note: Exact keys, template.ts).
 */
export type Offer = (row: number, dot: number) => number;

export interface Scanner {
  readonly kernel: 'simd' | 'plain';
  /** The codes, row after row, and the scale of each row. `reserve` moves both: do not keep them across it. */
  readonly codes: Uint8Array;
  readonly scales: Float32Array;
  /** Make room for so many rows; what is there stays. */
  reserve(rows: number): void;
  /** Offer the first `count` rows. */
  scan(probe: Uint8Array, count: number, offer: Offer): void;
}

/** What kernel/scan.ts exports. */
interface Kernel {
  memory: WebAssembly.Memory;
  scan(codes: number, scales: number, count: number, bar: number): void;
}

const SCALE_BYTES = 4;
const PAGE_BYTES = 65_536;
/** The probe, widened to int16, stands at address 0; the codes follow. */
const CODES_AT = 256;

/** The SIMD scanner, or the plain one where WebAssembly or its SIMD is switched off or missing: slower, same results. */
export async function openScanner(): Promise<Scanner> {
  return (await openSimdScanner()) ?? openPlainScanner();
}

async function openSimdScanner(): Promise<Scanner | undefined> {
  let offerRow: Offer = () => Number.POSITIVE_INFINITY;
  const offer = (row = 0, dot = 0) => offerRow(row, dot);
  let instance: WebAssembly.Instance;
  try {
    ({ instance } = await WebAssembly.instantiate(fromBase64(KERNEL), { host: { offer } }));
  } catch {
    return undefined; // any failure here is a property of the device, and the plain scanner serves it as well
  }
  const { memory, scan } = instance.exports as unknown as Kernel;
  let room = 0;
  const scalesAt = () => CODES_AT + room * DIMS;
  const scales = () => new Float32Array(memory.buffer, scalesAt(), room);
  return {
    kernel: 'simd',
    get codes() {
      return new Uint8Array(memory.buffer, CODES_AT, room * DIMS);
    },
    get scales() {
      return scales();
    },
    reserve(rows) {
      if (rows <= room) return;
      const before = scales().slice();
      room = roomFor(rows, room);
      const bytes = scalesAt() + room * SCALE_BYTES;
      memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES)));
      scales().set(before);
    },
    scan(probe, count, decide) {
      new Int16Array(memory.buffer, 0, DIMS).set(new Int8Array(probe.buffer, probe.byteOffset, DIMS));
      offerRow = decide;
      scan(CODES_AT, scalesAt(), count, Number.NEGATIVE_INFINITY);
    },
  };
}

/** The scanner that needs nothing but the language. */
export function openPlainScanner(): Scanner {
  let codes = new Uint8Array();
  let scales = new Float32Array();
  return {
    kernel: 'plain',
    get codes() {
      return codes;
    },
    get scales() {
      return scales;
    },
    reserve(rows) {
      if (rows <= scales.length) return;
      const [oldCodes, oldScales] = [codes, scales];
      scales = new Float32Array(roomFor(rows, oldScales.length));
      codes = new Uint8Array(scales.length * DIMS);
      scales.set(oldScales);
      codes.set(oldCodes);
    },
    scan(probe, count, offer) {
      const values = Int8Array.from(new Int8Array(probe.buffer, probe.byteOffset, DIMS));
      const rows = new Int8Array(codes.buffer);
      let bar = Number.NEGATIVE_INFINITY;
      for (let row = 0; row < count; row++) {
        let dot = 0;
        for (let i = 0, at = row * DIMS; i < DIMS; i++, at++) dot += Number(values[i]) * Number(rows[at]);
        if (Math.fround(dot * Number(scales[row])) >= bar) bar = offer(row, dot);
      }
    },
  };
}

/** Grows by half at least, so that rows added one by one are not copied each time. */
const roomFor = (rows: number, room: number) => Math.max(64, rows, Math.ceil(room * 1.5));
