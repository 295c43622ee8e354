/** Where this device is, and that nobody waits for it for ever. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findPosition } from '../../src/ui/map/position.ts';

/** A device that says where it is once the user has answered the browser's question, after so long. */
const answersAfter = (ms: number) =>
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (done: (found: object) => void) =>
        setTimeout(() => done({ coords: { latitude: 30.90104, longitude: 75.8573 } }), ms),
    },
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is unknown where the browser asks and nobody answers it, though the browser itself sets no limit to that', async () => {
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: () => undefined } });
  const found = findPosition();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await found).toEqual({ kind: 'unknown' });
});

it('waits for who takes a while to answer', async () => {
  answersAfter(20_000);
  const found = findPosition();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await found).toEqual({ kind: 'here', lat: 30.901, lng: 75.8573 });
});
