/** Which pictures the server takes: whatever can be opened to its last row, and is no attack on memory. */

import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkPicture } from '../../server/files/pictures.ts';
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
      await checkPicture(whole);
      for (const cut of [whole.subarray(0, whole.length * 0.6), whole.subarray(0, -40)])
        await expect(checkPicture(cut)).rejects.toMatchObject({ code: 'not-readable' });
    },
  );

  it('that is turned by its metadata is taken as it lies', async () => {
    await checkPicture(await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer());
  });

  it('of more pixels than any camera has is refused before it is opened, and a WebP of fewer', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#785' } });
    await checkPicture(await flat(4000, 3000).webp().toBuffer());
    await expect(checkPicture(await flat(5000, 4000).webp().toBuffer())).rejects.toMatchObject({
      code: 'not-readable',
    });
    await expect(checkPicture(await flat(9000, 7000).png({ compressionLevel: 1 }).toBuffer())).rejects.toMatchObject({
      code: 'not-readable',
    });
  });

  it('of many pixels whose turn does not come is not called unreadable: its phone would never send it again', async () => {
    vi.resetModules();
    onTestFinished(() => void vi.doUnmock('../../server/http/lane.ts'));
    vi.doMock('../../server/http/lane.ts', async () => {
      const { AppError } = await import('../../contract/errors.ts');
      return { openLane: () => () => Promise.reject(new AppError('unavailable', 'Too many wait')) };
    });
    const busy = await import('../../server/files/pictures.ts');
    const large = sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#785' } });
    const bytes = await large.png({ compressionLevel: 1 }).toBuffer();
    await expect(busy.checkPicture(bytes)).rejects.toMatchObject({ code: 'unavailable' });
    await busy.checkPicture(await picture().png().toBuffer()); // a small one waits for nobody
  });
});
