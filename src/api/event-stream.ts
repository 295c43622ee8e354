/** Server-sent events as they are written on the wire. */

import { AppError } from '../../contract/errors.ts';

/** The server says that it is still there every 20 s; after this long in silence the link is gone, whatever it says. */
const SILENCE_MS = 45_000;

/** The data of each event, as JSON; what else a stream may hold is skipped. Ends when the stream does. */
export async function* eventsIn(body: ReadableStream<Uint8Array>, silenceMs = SILENCE_MS): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await orSilence(reader.read(), silenceMs);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const whole = text.split(/\r?\n\r?\n/);
      text = whole.pop() ?? '';
      for (const event of whole) {
        const data = dataOf(event);
        if (data !== undefined) yield data;
      }
    }
  } finally {
    // Not awaited: the stream of a link that is gone may never answer.
    void reader.cancel().catch(() => undefined);
  }
}

function dataOf(event: string): unknown {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  if (lines.length === 0) return undefined;
  try {
    return JSON.parse(lines.map((line) => line.slice('data:'.length)).join('\n'));
  } catch (cause) {
    throw new AppError('bad-answer', 'An event is no JSON', { cause });
  }
}

async function orSilence<T>(reading: Promise<T>, silenceMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('network', 'The server has fallen silent')), silenceMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('network', 'The stream was cut off', { cause });
  } finally {
    clearTimeout(timer);
  }
}
