/** A row as bytes: its values as JSON, and behind them the bytes of its photos and buffers. */

type Path = readonly (string | number)[];
interface Part {
  path: Path;
  kind: 'blob' | 'bytes';
  type: string;
  size: number;
}

const LENGTH_BYTES = 4;

export async function encodeRow(value: unknown): Promise<Uint8Array> {
  const found: { path: Path; part: Blob | Uint8Array }[] = [];
  const plain = takeParts(value, [], found);
  const bodies = await Promise.all(
    found.map(async ({ part }) => (part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : part)),
  );
  const parts = found.map(({ path, part }, i): Part => {
    const size = bodies[i]?.byteLength ?? 0;
    return part instanceof Blob
      ? { path, kind: 'blob', type: part.type, size }
      : { path, kind: 'bytes', type: '', size };
  });
  const head = new TextEncoder().encode(JSON.stringify({ value: plain, parts }));
  const row = new Uint8Array(LENGTH_BYTES + head.byteLength + bodies.reduce((sum, body) => sum + body.byteLength, 0));
  new DataView(row.buffer).setUint32(0, head.byteLength);
  row.set(head, LENGTH_BYTES);
  let at = LENGTH_BYTES + head.byteLength;
  for (const body of bodies) {
    row.set(body, at);
    at += body.byteLength;
  }
  return row;
}

export function decodeRow(row: Uint8Array): unknown {
  const headBytes = new DataView(row.buffer, row.byteOffset).getUint32(0);
  let at = LENGTH_BYTES + headBytes;
  const head = JSON.parse(new TextDecoder().decode(row.subarray(LENGTH_BYTES, at))) as {
    value: unknown;
    parts: Part[];
  };
  const holder = { value: head.value }; // so that a row that is nothing but a photo has a place to put it
  for (const { path, kind, type, size } of head.parts) {
    const bytes = row.slice(at, at + size);
    at += size;
    put(holder, ['value', ...path], kind === 'blob' ? new Blob([bytes], { type }) : bytes);
  }
  return holder.value;
}

/** A copy without its parts. What JSON cannot hold is a mistake of ours, and is not stored as something else. */
function takeParts(value: unknown, path: Path, found: { path: Path; part: Blob | Uint8Array }[]): unknown {
  if (value instanceof Blob || value instanceof Uint8Array) {
    found.push({ path, part: value });
    return null;
  }
  if (Array.isArray(value)) return value.map((item, i) => takeParts(item, [...path, i], found));
  if (typeof value !== 'object' || value === null) return value;
  const shape = Object.getPrototypeOf(value) as object | null;
  if (shape !== null && Object.getPrototypeOf(shape) !== null)
    throw new TypeError(`A vault cannot hold a ${value.constructor.name}`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, takeParts(item, [...path, key], found)]));
}

function put(holder: object, path: Path, part: unknown): void {
  let at = holder as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>; // as encodeRow walked it
  const last = path.at(-1);
  if (last !== undefined) at[last] = part;
}
