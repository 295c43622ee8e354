/** What was said of a reunion and the server does not have: whether it still goes out, or was refused. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropWrite, queueWrite, unheard } from '../../src/store/own/writes.ts';
import { CLOCK_START, type Device, openDevice } from '../support/client.ts';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let device: Device;
beforeEach(() => {
  device = openDevice(async () => json(404, { code: 'not-found', message: '' }));
});
afterEach(() => device.close());

let now = CLOCK_START;
/** A moment after the last: two of one moment have no order. */
const say = async (id: string): Promise<string> => {
  const opId = randomUUID();
  const input = { id, secret: 'a'.repeat(64), together: true as const };
  await queueWrite(device.db, { endpoint: 'updateReunion', opId, id, input, label: '', now: ++now });
  return opId;
};

it('a word that the server refused is told with why, with what waits behind it, and of no other report', async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const first = await say(id);
  expect(await unheard(device.db, 'updateReunion', id)).toEqual({ opIds: [first], refused: undefined });
  await device.sync.run();
  expect(await unheard(device.db, 'updateReunion', id)).toEqual({ opIds: [first], refused: 'not-found' });
  const second = await say(id);
  expect(await unheard(device.db, 'updateReunion', id)).toEqual({ opIds: [first, second], refused: 'not-found' });
  expect(await unheard(device.db, 'updateReunion', other)).toEqual({ opIds: [], refused: undefined });
  await dropWrite(device.db, first);
  expect(await unheard(device.db, 'updateReunion', id)).toEqual({ opIds: [second], refused: undefined });
});
