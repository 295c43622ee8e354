/** The boxes of an MP4: a length, a type of four letters, and what is in it. */

import { NotKept } from './kinds.ts';

export interface Box {
  file: Buffer;
  type: string;
  /** Of its header. */
  start: number;
  /** Of what is in it. */
  body: number;
  end: number;
}

/** No camera writes a hundredth of it: a tree of more is an attack on time. */
const MAX_BOXES = 20_000;

export const broken = (detail: string): NotKept => new NotKept('not-one', detail);

/** The boxes from `from` to `to`, which they fill to the last byte. @throws NotKept */
export function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < to; ) {
    // QuickTime ends some lists with four zeros.
    if (to - start === 4 && file.readUInt32BE(start) === 0) break;
    if (to - start < 8 || boxes.length >= MAX_BOXES) throw broken('a box is cut');
    const type = file.toString('latin1', start + 4, start + 8);
    const { size, header } = sizeAt(file, start, to);
    if (size < header || start + size > to) throw broken(`a ${type} of ${size} bytes does not fit`);
    boxes.push({ file, type, start, body: start + header, end: start + size });
    start += size;
  }
  return boxes;
}

/** 1 says that a long one follows the type, 0 that it goes to the end of all. */
function sizeAt(file: Buffer, start: number, to: number): { size: number; header: number } {
  const short = file.readUInt32BE(start);
  if (short === 0) return { size: to - start, header: 8 };
  if (short !== 1) return { size: short, header: 8 };
  if (to - start < 16) throw broken('a box is cut');
  return { size: Number(file.readBigUInt64BE(start + 8)), header: 16 };
}
