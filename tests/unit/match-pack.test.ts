import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../../match/checksum.ts';
import { type GalleryChange, openGallery } from '../../match/gallery.ts';
import { PackError } from '../../match/pack.ts';
import { DIMS, encodeTemplate } from '../../match/template.ts';

const HEAD = { model: 'sface-128-1', cursor: '12.7', builtAt: '2026-11-21T00:00:00.000Z', scope: 'ਪੰਜਾਬ' };
const HASH_BYTES = 4;

async function packOf(people: number): Promise<Uint8Array> {
  const { gallery } = await openGallery();
  gallery.apply(
    Array.from({ length: people }, (_, n): GalleryChange => {
      const code = encodeTemplate(Array.from({ length: DIMS }, (_, i) => Math.sin((n + 1) * (i + 1))));
      return {
        kind: 'put',
        entry: { id: crypto.randomUUID(), type: 'found', updatedHour: 498_000 + n, codes: [code] },
      };
    }),
  );
  return gallery.toPack(HEAD);
}

/** The error that opening these bytes ends in. */
async function refusal(bytes: Uint8Array): Promise<PackError> {
  const error = await openGallery(bytes).then(
    () => new Error('opened'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(PackError);
  return error as PackError;
}

/** A pack changed by someone who also writes the right hash. */
function forged(pack: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const bytes = Uint8Array.from(pack);
  const view = new DataView(bytes.buffer);
  change(view);
  view.setUint32(bytes.length - HASH_BYTES, zlibCrc32(bytes.subarray(0, bytes.length - HASH_BYTES)), true);
  return bytes;
}

describe('a pack', () => {
  test('of nobody opens as an empty gallery', async () => {
    const { gallery, head } = await openGallery(await packOf(0));
    expect([gallery.count, gallery.people, head]).toEqual([0, 0, HEAD]);
  });

  test('opens at any place of a larger buffer', async () => {
    const pack = await packOf(3);
    const within = new Uint8Array(pack.length + 13);
    within.set(pack, 5);
    const { gallery } = await openGallery(within.subarray(5, 5 + pack.length));
    expect(gallery.toPack(HEAD)).toEqual(pack);
  });

  test('is refused when any one byte of it is changed', async () => {
    const pack = await packOf(3);
    for (let at = 0; at < pack.length; at++) {
      const changed = Uint8Array.from(pack);
      changed[at] = Number(changed[at]) ^ (1 + (at % 255));
      await refusal(changed);
    }
  });

  test('is refused at every shorter length, and with bytes added', async () => {
    const pack = await packOf(2);
    for (let length = 0; length < pack.length; length++) await refusal(pack.subarray(0, length));
    await refusal(new Uint8Array([...pack, 0]));
  });

  test('names the damaged chunks, so that only those are fetched again', async () => {
    const pack = await packOf(4000);
    const chunk = 256 * 1024;
    for (const chunks of [[1], [0, 2], [2]]) {
      const changed = Uint8Array.from(pack);
      for (const i of chunks) changed[i * chunk + 5000] = Number(changed[i * chunk + 5000]) ^ 64;
      expect(await refusal(changed)).toMatchObject({ reason: 'damaged', chunks });
    }
  });

  test('of a newer format says so, whatever else it holds', async () => {
    const changed = Uint8Array.from(await packOf(1));
    changed[8] = 2;
    const error = await refusal(changed);
    expect(error.reason).toBe('newer');
    expect(error.message).toContain('newer');
  });

  test('is refused with lengths that lie, before they are used', async () => {
    const pack = await packOf(2);
    const lies: [at: number, value: number][] = [
      [12, 0xffffffff],
      [12, 1],
      [12, 3],
      [16, 0xffffffff],
      [16, 4097],
      [16, 0],
    ];
    for (const [at, value] of lies) await refusal(forged(pack, (view) => view.setUint32(at, value, true)));
    await refusal(forged(pack, (view) => view.setUint16(10, 64, true)));
    await refusal(forged(pack, (view) => view.setUint16(8, 0, true)));
  });

  test('is refused when what it says cannot be, even with the right hashes', async () => {
    const pack = await packOf(2);
    const headBytes = new DataView(pack.buffer).getUint32(16, true);
    const ids = Math.ceil((24 + headBytes) / 8) * 8;
    const meta = ids + 2 * 16;
    const high = meta + 2 * 8;
    const unchanged = forged(pack, () => {});
    expect(unchanged).toEqual(pack);
    await refusal(forged(pack, (view) => view.setUint8(24, 0x5b))); // a head that is no JSON
    await refusal(forged(pack, (view) => view.setUint8(34, 0xff))); // a head that is not UTF-8
    await refusal(forged(pack, (view) => view.setUint8(26, 0x4d))); // a head without `model`
    await refusal(forged(pack, (view) => view.setUint8(meta, 2))); // a type there is not
    await refusal(
      forged(pack, (view) => new Uint8Array(view.buffer).copyWithin(ids + 16, ids, ids + 16)), // one id, two hours
    );
    await refusal(
      forged(pack, (view) => {
        for (const plane of [high, high + 2 * 64]) new Uint8Array(view.buffer).fill(0, plane, plane + 64); // a zero code
      }),
    );
  });

  test('is refused, and never more than that, when it is noise', async () => {
    const pack = await packOf(1);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (noise, headed) => {
        await refusal(headed ? new Uint8Array([...pack.subarray(0, 12), ...noise]) : noise);
      }),
    );
  });

  test('is hashed as zip files are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(crc32(bytes)).toBe(zlibCrc32(bytes));
      }),
    );
  });
});
