/** Server-sent events as text; a comment now and then keeps the connection through proxies. */

import type * as z from 'zod/mini';

const BEAT_MS = 20_000;
const BEAT = ': still here\n\n';

/** Each event parsed by the contract's schema on its way out; ends when the source does. */
export async function* frames(source: AsyncIterable<unknown>, schema: z.ZodMiniType): AsyncGenerator<string> {
  const events = source[Symbol.asyncIterator]();
  try {
    let next = events.next();
    for (;;) {
      const event = await orBeat(next);
      if (event === undefined) {
        yield BEAT;
        continue;
      }
      if (event.done) return;
      yield `data: ${JSON.stringify(schema.parse(event.value))}\n\n`;
      next = events.next();
    }
  } finally {
    await events.return?.();
  }
}

/** The next event, or nothing when it is time for a beat. */
async function orBeat<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), BEAT_MS);
    timer.unref();
  });
  try {
    return await Promise.race([next, beat]);
  } finally {
    clearTimeout(timer);
  }
}
