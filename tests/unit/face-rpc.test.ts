/** Calls across a worker boundary, over a real message channel. */

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { connect, serve, transfer, type WorkerLike } from '../../src/platform/rpc.ts';

interface Echo {
  add(a: number, b: number): Promise<number>;
  fail(kind: 'app' | 'bug'): Promise<void>;
  lengthOf(bytes: Uint8Array): Promise<number>;
  bytes(length: number): Promise<Uint8Array>;
  never(): Promise<void>;
}

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** The two ends of a channel in the shape of a worker and its own `self`, and a way to make the worker die. */
function boundary() {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const listeners = new Map<string, ((event: Event) => void)[]>();
  let terminated = false;
  const worker: WorkerLike = {
    postMessage: (message, moved) => port1.postMessage(message, moved as ArrayBuffer[]),
    addEventListener: (type, listener) => {
      listeners.set(type, [...(listeners.get(type) ?? []), listener]);
      if (type === 'message') port1.on('message', (data) => listener(new MessageEvent('message', { data })));
    },
    terminate: () => {
      terminated = true;
    },
  };
  serve<Echo>(
    {
      postMessage: (message, moved) => port2.postMessage(message, moved as ArrayBuffer[]),
      addEventListener: (_, listener) => port2.on('message', (data) => listener(new MessageEvent('message', { data }))),
    },
    {
      add: async (a, b) => a + b,
      fail: async (kind) => {
        throw kind === 'app' ? new AppError('models-broken', 'sface is broken') : new TypeError('a bug');
      },
      lengthOf: async (bytes) => bytes.length,
      bytes: async (length) => {
        const bytes = new Uint8Array(length);
        return transfer(bytes, [bytes.buffer]);
      },
      never: () => new Promise(() => {}),
    },
  );
  const die = (message: string): void => {
    const event = Object.assign(new Event('error', { cancelable: true }), { message });
    for (const listener of listeners.get('error') ?? []) listener(event);
  };
  return { remote: connect<Echo>(worker), die, isTerminated: () => terminated };
}

test('each call gets its own reply, whatever the order', async () => {
  const { remote } = boundary();
  expect(await Promise.all([remote.add(1, 2), remote.add(3, 4), remote.add(5, 6)])).toEqual([3, 7, 11]);
});

test('an AppError keeps its code, any other error stays a plain Error', async () => {
  const { remote } = boundary();
  await expect(remote.fail('app')).rejects.toMatchObject({ name: 'AppError', code: 'models-broken', next: 'wait' });
  const bug = await remote.fail('bug').catch((error: unknown) => error);
  expect(bug).toBeInstanceOf(Error);
  expect(bug).not.toBeInstanceOf(AppError);
  expect(String(bug)).toContain('a bug');
});

test('what is marked is moved, not copied, in both directions', async () => {
  const { remote } = boundary();
  const bytes = new Uint8Array(1000);
  expect(await remote.lengthOf(transfer(bytes, [bytes.buffer]))).toBe(1000);
  expect(bytes).toHaveLength(0);
  expect(await remote.bytes(10)).toHaveLength(10);
});

test('a call whose argument cannot be sent fails alone', async () => {
  const { remote } = boundary();
  await expect(remote.add(1, (() => 2) as unknown as number)).rejects.toThrow();
  expect(await remote.add(1, 1)).toBe(2);
});

test('when the worker dies, every waiting and later call fails with worker-lost', async () => {
  const { remote, die, isTerminated } = boundary();
  const waiting = [remote.never(), remote.never()];
  die('out of memory');
  for (const call of waiting) await expect(call).rejects.toMatchObject({ code: 'worker-lost', next: 'retry' });
  await expect(remote.add(1, 2)).rejects.toMatchObject({ code: 'worker-lost' });
  expect(isTerminated()).toBe(true);
});

test('ending the remote ends the worker and fails what waits', async () => {
  const { remote, isTerminated } = boundary();
  const waiting = remote.never();
  remote.end();
  await expect(waiting).rejects.toMatchObject({ code: 'worker-lost' });
  expect(isTerminated()).toBe(true);
});

test('a remote can be awaited without being taken for a promise', async () => {
  const { remote } = boundary();
  expect(await (await Promise.resolve(remote)).add(2, 2)).toBe(4);
});
