/** The parts of a PNG that only carry text: packed, they can hold a gigabyte that a decoder unpacks before the first pixel. */

const BEGINNING = 8;
const FRAME = 12;
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);

/** The same picture without its texts, and without what stands behind its end. Broken lengths are left to the decoder. */
export function withoutTexts(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, BEGINNING)];
  for (let at = BEGINNING; at + FRAME <= bytes.length; ) {
    const end = at + FRAME + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!TEXTS.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}
