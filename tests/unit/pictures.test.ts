/** Which pictures the server takes: whatever can be opened to its last row, and is no attack on memory. */

import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { redrawn } from '../../server/files/pictures.ts';
import { seeded } from '../support/faults.ts';

const random = seeded(7);
const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, () => Math.floor(random() * 256)));
const picture = (): Sharp => sharp(noise, { raw: { width: 300, height: 200, channels: 3 } });

const WRITTEN: Record<string, (from: Sharp) => Sharp> = {
  'a JPEG': (from) => from.jpeg(),
  'a progressive JPEG': (from) => from.jpeg({ progressive: true }),
  'a PNG': (from) => from.png(),
  'an interlaced PNG': (from) => from.png({ progressive: true }),
  'a WebP': (from) => from.webp(),
  'a WebP without loss': (from) => from.webp({ lossless: true }),
};

describe('a picture', () => {
  it.each(Object.entries(WRITTEN))(
    '%s is taken whole, and refused where it is cut, be it at its end',
    async (_, as) => {
      const whole = await as(picture()).toBuffer();
      await redrawn(whole);
      for (const cut of [whole.subarray(0, whole.length * 0.6), whole.subarray(0, -40)])
        await expect(redrawn(cut)).rejects.toMatchObject({ name: 'NotKept' });
    },
  );

  it('that is turned by its metadata is taken as it lies', async () => {
    await redrawn(await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer());
  });

  it('of more pixels than any camera has is refused before it is opened, and a WebP of fewer', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#785' } });
    await redrawn(await flat(4000, 3000).webp().toBuffer());
    await expect(redrawn(await flat(5000, 4000).webp().toBuffer())).rejects.toMatchObject({
      name: 'NotKept',
    });
    await expect(redrawn(await flat(9000, 7000).png({ compressionLevel: 1 }).toBuffer())).rejects.toMatchObject({
      name: 'NotKept',
    });
  });
});
