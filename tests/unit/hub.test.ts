import { expect, it } from 'vitest';
import { openHub } from '../../server/live/hub.ts';

it('a page whose session is being looked at when the server stops is let go, and does not hold it up', async () => {
  const hub = openHub();
  let looks = 0;
  let answer = (_isOver: boolean): void => undefined;
  const isOver = () =>
    new Promise<boolean>((resolve) => {
      looks++;
      answer = resolve;
    });
  const events = hub.subscribe('somebody', isOver)[Symbol.asyncIterator]();
  const first = events.next();
  answer(false);
  expect(await first).toEqual({ done: false, value: { kind: 'hello' } });
  const next = events.next();
  expect(looks).toBe(2);
  hub.close();
  answer(false);
  expect(await next).toEqual({ done: true, value: undefined });
});
