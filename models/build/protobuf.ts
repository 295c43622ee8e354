/** The little of the protobuf wire format that editing an ONNX file needs: fields in, fields out, unknown ones kept. */

export interface Field {
  readonly number: number;
  /** 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wire: 0 | 1 | 2 | 5;
  /** The value's bytes: of a varint as encoded, of a length-delimited field without the length. */
  readonly bytes: Uint8Array;
}

export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varintEnd = (start: number): number => {
    let end = start;
    while ((message[end] ?? 0) >= 0x80) end++;
    if (end >= message.length || end - start > 9) throw new Error('not protobuf: a number has no end');
    return end + 1;
  };
  const take = (length: number): Uint8Array => {
    if (at + length > message.length) throw new Error('not protobuf: a field is longer than its message');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = varint(take(varintEnd(at) - at));
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        fields.push({ number, wire: 0, bytes: take(varintEnd(at) - at) });
        break;
      case 1:
        fields.push({ number, wire: 1, bytes: take(8) });
        break;
      case 2: {
        const length = varint(take(varintEnd(at) - at));
        fields.push({ number, wire: 2, bytes: take(length) });
        break;
      }
      case 5:
        fields.push({ number, wire: 5, bytes: take(4) });
        break;
      default:
        throw new Error(`not protobuf: wire type ${key % 8}`);
    }
  }
  return fields;
}

export function writeFields(fields: readonly Field[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const { number, wire, bytes } of fields) {
    pieces.push(encodeVarint(number * 8 + wire));
    if (wire === 2) pieces.push(encodeVarint(bytes.length));
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** The value of a varint's bytes; exact up to 2^53. */
export function varint(bytes: Uint8Array): number {
  let value = 0;
  for (let i = bytes.length - 1; i >= 0; i--) value = value * 128 + ((bytes[i] ?? 0) & 0x7f);
  return value;
}

export const numberField = (number: number, value: number): Field => ({ number, wire: 0, bytes: encodeVarint(value) });
export const bytesField = (number: number, bytes: Uint8Array): Field => ({ number, wire: 2, bytes });
export const textField = (number: number, text: string): Field => bytesField(number, new TextEncoder().encode(text));

export const text = (field: Field): string => new TextDecoder().decode(field.bytes);

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
