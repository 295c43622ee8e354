/** The server on the data it has: until it answers. */

import type { TestServer } from '../support/server.ts';
import { type Line, median } from './line.ts';

const LIMIT_MS = 5000;
const STARTS = 3;

export async function benchServerStart(server: TestServer): Promise<Line[]> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    await server.stop();
    const began = performance.now();
    await server.start();
    await fetch(`${server.url}/health?nonce=bench`);
    times.push(performance.now() - began);
  }
  const note = `of ${times.map((time) => Math.round(time)).join(', ')}`;
  return [{ what: 'server: start to its first answer', unit: 'ms', ours: median(times), limit: LIMIT_MS, note }];
}
