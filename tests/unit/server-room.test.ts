import { expect, it } from 'vitest';
import { watchRoom } from '../../server/http/space.ts';

it('a server that had no room says so until those it refused come again (fault 35)', () => {
  let now = 0;
  const room = watchRoom(() => now);
  expect(room.isFull()).toBe(false);
  room.refused();
  now += 59_000;
  expect(room.isFull()).toBe(true);
  room.refused();
  now += 59_000;
  expect(room.isFull()).toBe(true);
  now += 2000;
  expect(room.isFull()).toBe(false);
});
