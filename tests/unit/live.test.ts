/** The stream of what is new: read in any pieces, opened again when it breaks, left when nobody looks. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { LiveEvent } from '../../contract/message.ts';
import { eventsIn } from '../../src/api/event-stream.ts';
import { type LiveDeps, openLive } from '../../src/api/live.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
async function all(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const event of events) read.push(event);
  return read;
}

describe('a stream of events', () => {
  it('is read whole however it was cut, its beats left out', async () => {
    const wire = bytes('data: {"n":1}\n\n: still here\n\ndata: {"word":"ਵਾਪਸੀ"}\n\n');
    for (const size of [1, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(wire.length / size) }, (_, i) =>
        wire.slice(i * size, (i + 1) * size),
      );
      expect(await all(eventsIn(streamOf(...pieces)))).toEqual([{ n: 1 }, { word: 'ਵਾਪਸੀ' }]);
    }
  });

  it('that falls silent has ended, whatever the link says', async () => {
    const open = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes('data: {}\n\n')) });
    await expect(all(eventsIn(open, 20))).rejects.toMatchObject({ code: 'network' });
  });
});

describe('being told at once', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A server whose streams the test holds in its hand. */
  function setup() {
    const streams: { signal: AbortSignal; tell: (event: LiveEvent) => void; end: () => void }[] = [];
    const told: LiveEvent[] = [];
    let token: string | undefined = 'one';
    const events = async function* (_endpoint: unknown, _input: unknown, signal: AbortSignal) {
      const waiting: (LiveEvent | undefined)[] = [];
      let wake: () => void = () => undefined;
      const push = (event: LiveEvent | undefined) => {
        waiting.push(event);
        wake();
      };
      streams.push({ signal, tell: push, end: () => push(undefined) });
      signal.addEventListener('abort', () => push(undefined));
      for (;;) {
        if (waiting.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        const event = waiting.shift();
        if (event === undefined) throw new AppError('network', 'The stream was cut off');
        yield event;
      }
    } as unknown as LiveDeps['api']['events']; // the one endpoint that is asked for
    const live = openLive({
      api: { events },
      wanted: () => token,
      onEvent: (event) => void told.push(event),
      random: () => 1,
    });
    const become = (next: string | undefined): void => {
      token = next;
    };
    return { live, streams, told, become };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('passes on what the server says, and follows one stream however often it looks', async () => {
    const { live, streams, told } = setup();
    live.look();
    live.look();
    streams[0]?.tell({ kind: 'notice' });
    await settle();
    expect(streams).toHaveLength(1);
    expect(told).toEqual([{ kind: 'notice' }]);
  });

  it('comes again after a break, each time after a longer pause, and quickly after it was heard', async () => {
    const { live, streams } = setup();
    live.look();
    for (const [pause, count] of [
      [1000, 2],
      [2000, 3],
      [4000, 4],
    ] as const) {
      streams.at(-1)?.end();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(streams).toHaveLength(count - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(streams).toHaveLength(count);
    }
    streams.at(-1)?.tell({ kind: 'hello' });
    await settle();
    streams.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(streams).toHaveLength(5);
  });

  it('leaves the stream when nobody looks or signs out, and follows another for another person', async () => {
    const { live, streams, become } = setup();
    live.look();
    become(undefined);
    live.look();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([true]);
    become('two');
    live.look();
    expect(streams).toHaveLength(2);
    expect(streams[1]?.signal.aborted).toBe(false);
  });
});
