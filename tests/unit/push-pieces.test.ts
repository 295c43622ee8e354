/** A photo on its way through a gateway that limits the size of a body. */

import { expect, it } from 'vitest';
import { queue } from '../../src/store/own/outbox.ts';
import { PIECE_BYTES } from '../../src/sync/push.ts';
import { type Device, makePhoto, newReport, openDevice } from '../support/client.ts';
import { change, isText, saveReport } from '../support/made.ts';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A server that holds the report already, behind a gateway that takes bodies of up to `most` bytes. */
async function send(most: number): Promise<{ device: Device; pieces: number[]; size: number }> {
  const photo = await makePhoto(1, 400);
  const pieces: number[] = [];
  let received = 0;
  const device = openDevice(async (_, init) => {
    if (init?.method === 'PUT') {
      const { size } = init.body as Blob;
      pieces.push(size);
      if (size > most)
        return new Response('<h1>Too large</h1>', { status: 413, headers: { 'content-type': 'text/html' } });
      received += size;
    }
    return json(200, { sha256: photo.sha256, received, complete: received === photo.blob.size });
  });
  await saveReport(device.db, newReport({}, { photos: [photo] }));
  await change(device.db, isText, 'received');
  await device.push();
  return { device, pieces, size: photo.blob.size };
}

it('goes in smaller pieces when one is too large for it (fault 13)', async () => {
  const { device, pieces, size } = await send(40_000);
  expect(size).toBeGreaterThan(PIECE_BYTES);
  expect(pieces.slice(0, 3)).toEqual([PIECE_BYTES, PIECE_BYTES / 2, PIECE_BYTES / 4]);
  expect(pieces.filter((piece) => piece <= 40_000).reduce((sum, piece) => sum + piece, 0)).toBe(size);
  expect((await queue(device.db)).length).toBe(0);
  device.close();
});

it('is set aside, and said so, when even the smallest piece is too large (fault 13)', async () => {
  const { device, pieces } = await send(1000);
  expect(pieces).toHaveLength(5);
  expect(await queue(device.db)).toMatchObject([{ state: 'refused', error: 'too-large' }]);
  device.close();
});
