/** The queue before costly calls. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLane } from '../../server/http/lane.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const held = () => {
  let end = () => {};
  const work = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        end = () => resolve('done');
      }),
  );
  return { work, end: () => end() };
};

it('a queue runs so many at once, lets so many wait, and refuses the next at once and politely (hole 10)', async () => {
  const lane = openLane({ atOnce: 2, waiting: 1, patienceMs: 1000 });
  const calls = [held(), held(), held(), held()];
  const [first, second, third, fourth] = calls.map(({ work }) => lane(work));
  await expect(fourth).rejects.toMatchObject({ code: 'unavailable', next: 'retry', retryAfterMs: 5000 });
  expect(calls.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, 0, 0]);
  calls[0]?.end();
  expect(await first).toBe('done');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls[2]?.work).toHaveBeenCalledOnce();
  for (const { end } of calls) end();
  expect(await Promise.all([second, third])).toEqual(['done', 'done']);
});

it('who waits too long is refused, and those who come after the jam are served (hole 10)', async () => {
  const lane = openLane({ atOnce: 1, waiting: 5, patienceMs: 1000 });
  const jam = held();
  const jammed = lane(jam.work);
  const waiting = expect(lane(async () => 'never')).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  jam.end();
  await jammed;
  expect(await lane(async () => 'served')).toBe('served');
  await expect(lane(() => Promise.reject(new Error('its own failure')))).rejects.toThrow('its own failure');
  expect(await lane(async () => 'still served')).toBe('still served');
});
