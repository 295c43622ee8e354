/** UUIDs as 16 bytes, the way packs hold them. */

export const UUID_BYTES = 16;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Where the two digits of each byte stand in the text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const HYPHENS = [8, 13, 18, 23];
const TEXT_LENGTH = 36;

/** The one way to write an id; throws when it is not a UUID. */
export function canonicalUuid(uuid: string): string {
  const lower = uuid.toLowerCase();
  if (!UUID.test(lower)) throw new RangeError('an id is a UUID');
  return lower;
}

/** The bytes of canonical UUIDs, one after another. */
export function packUuids(uuids: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(uuids.length * UUID_BYTES);
  let at = 0;
  for (const uuid of uuids) {
    for (const place of PLACES) {
      bytes[at++] = (digitValue(uuid.charCodeAt(place)) << 4) | digitValue(uuid.charCodeAt(place + 1));
    }
  }
  return bytes;
}

/** The canonical UUIDs that these bytes are; all are written as one text and cut, for speed. */
export function unpackUuids(bytes: Uint8Array): string[] {
  const count = Math.floor(bytes.length / UUID_BYTES);
  const text = new Uint8Array(count * TEXT_LENGTH);
  for (let i = 0; i < count; i++) {
    const start = i * TEXT_LENGTH;
    for (const hyphen of HYPHENS) text[start + hyphen] = 0x2d;
    for (let k = 0; k < UUID_BYTES; k++) {
      const byte = Number(bytes[i * UUID_BYTES + k]);
      const place = start + Number(PLACES[k]);
      text[place] = digitCode(byte >> 4);
      text[place + 1] = digitCode(byte & 15);
    }
  }
  const letters = new TextDecoder('utf-8', { fatal: true }).decode(text);
  return Array.from({ length: count }, (_, i) => letters.slice(i * TEXT_LENGTH, (i + 1) * TEXT_LENGTH));
}

const digitValue = (code: number) => (code < 0x3a ? code - 0x30 : code - 0x57);
const digitCode = (value: number) => (value < 10 ? value + 0x30 : value + 0x57);
