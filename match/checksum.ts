/** CRC-32 (the one of zip and PNG): finds every flipped byte and every burst of up to 32 bits; no proof of origin. */

/** Entry 256 k + b: the checksum of byte b followed by k zero bytes, so that four bytes are taken at a time. */
const TABLE = new Uint32Array(4 * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let k = 0; k < 4; k++) {
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    TABLE[256 * k + byte] = crc;
  }
}

const entry = (k: number, byte: number) => Number(TABLE[256 * k + (byte & 255)]);

export function crc32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let crc = -1;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    crc ^= view.getInt32(at, true);
    crc = entry(3, crc) ^ entry(2, crc >>> 8) ^ entry(1, crc >>> 16) ^ entry(0, crc >>> 24);
  }
  for (; at < bytes.length; at++) crc = entry(0, crc ^ view.getUint8(at)) ^ (crc >>> 8);
  return ~crc >>> 0;
}
