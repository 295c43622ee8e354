/** Callers who are slow, many or too large are cut off, and the others do not notice. */

import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../contract/limits.ts';
import { uploadLostFoundPerson } from '../../contract/person.ts';
import { type Device, newReport, openDevice, startHost, type TestHost } from '../support/client.ts';
import { withPostgres } from '../support/databases.ts';

// Databases are made and started again: minutes on a machine that others use.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const HEADERS_MS = 1500;
const REQUEST_MS = 4000;
const CALLERS = 150;
const PER_ADDRESS = 200;

/** A connection of somebody who means no good; `said` is what the server told them, `closed` whether it hung up. */
interface Raw {
  socket: Socket;
  said: string;
  closed: boolean;
}

withPostgres('a server', (database) => {
  let host: TestHost;
  let port = 0;
  let device: Device;
  const raws: Raw[] = [];

  function dial(text = ''): Raw {
    const raw: Raw = { socket: connect(port, '127.0.0.1'), said: '', closed: false };
    raw.socket.on('data', (bytes) => {
      raw.said += bytes;
    });
    raw.socket.on('error', () => undefined);
    raw.socket.on('close', () => {
      raw.closed = true;
    });
    if (text) raw.socket.write(text);
    raws.push(raw);
    return raw;
  }
  const untilClosed = (some: Raw[]) =>
    expect.poll(() => some.filter(({ closed }) => !closed).length, { timeout: 45_000 }).toBe(0);
  async function othersAreServed(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${port}/health?nonce=other`);
    expect(await answer.json()).toMatchObject({ nonce: 'other' });
    const { upload, id, opId } = newReport();
    expect((await device.api.call(uploadLostFoundPerson, { ...upload, id, opId })).receipt?.opId).toBe(opId);
  }

  beforeAll(async () => {
    host = await startHost(database, {
      HEADERS_TIMEOUT_MS: String(HEADERS_MS),
      REQUEST_TIMEOUT_MS: String(REQUEST_MS),
      MAX_CONNECTIONS_ADDRESS: String(PER_ADDRESS),
    });
    port = Number(new URL(await host.app().listen({ port: 0, host: '127.0.0.1' })).port);
    device = openDevice((input, init) =>
      fetch(String(input).replace('http://server', `http://127.0.0.1:${port}`), init),
    );
  });
  afterAll(async () => {
    for (const { socket } of raws) socket.destroy();
    device.close();
    await host.remove();
  });

  it('serves others while many send their headers drop by drop, and hangs up on those (slowloris)', async () => {
    const slow = Array.from({ length: CALLERS }, () => dial('GET /health?nonce=x HTTP/1.1\r\nhost: wapsi\r\n'));
    const drip = setInterval(() => {
      for (const { socket, closed } of slow) if (!closed) socket.write('x-more: 1\r\n');
    }, 200);
    await othersAreServed();
    await untilClosed(slow);
    clearInterval(drip);
    expect(slow.filter(({ said }) => said.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(0);
    await othersAreServed();
  });

  it('hangs up on bodies that never end, and takes nothing of them', async () => {
    const head = `POST ${uploadLostFoundPerson.path} HTTP/1.1\r\nhost: wapsi\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`;
    const slow = Array.from({ length: 20 }, () => dial(head));
    const drip = setInterval(() => {
      for (const { socket, closed } of slow) if (!closed) socket.write(' ');
    }, 200);
    await othersAreServed();
    await untilClosed(slow);
    clearInterval(drip);
    expect(slow.every(({ said }) => said === '' || said.startsWith('HTTP/1.1 408'))).toBe(true);
  });

  it('hangs up on the connections of one address that are over its share', async () => {
    const many = Array.from({ length: PER_ADDRESS + 60 }, () => dial());
    await expect.poll(() => many.filter(({ closed }) => closed).length, { timeout: 45_000 }).toBeGreaterThanOrEqual(60);
    for (const { socket } of many) socket.destroy();
    await untilClosed(many);
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/health?nonce=x`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('refuses what is too large before it has read it, with 413', async () => {
    const json = dial(
      `POST /report HTTP/1.1\r\nhost: wapsi\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n{`,
    );
    await expect.poll(() => json.said, { timeout: 30_000 }).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"too-large"/);
    const headers = dial(`GET /health?nonce=x HTTP/1.1\r\nhost: wapsi\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`);
    await expect.poll(() => headers.said, { timeout: 30_000 }).toMatch(/^HTTP\/1\.1 431/);
    const photo = 'f'.repeat(64);
    const { upload, id, opId } = newReport();
    await device.api.call(uploadLostFoundPerson, { ...upload, id, opId, photos: [photo] });
    const total = MAX_IMAGE_BYTES + 1;
    const piece = await fetch(`http://127.0.0.1:${port}/files/${photo}?offset=0&total=${total}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: randomUUID(),
    });
    expect([piece.status, await piece.json()]).toEqual([413, expect.objectContaining({ code: 'too-large' })]);
    await othersAreServed();
  });
});
