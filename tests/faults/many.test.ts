/** A volunteer's evening without a network: hundreds of texts, and how soon they are received once it is back. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { bundlePage, submitIn } from './support/bundle.ts';
import { readRows } from './support/holds.ts';
import { LONG, openPhone, openWorld, type World } from './support/world.ts';

const MANY = 300;
/** A mobile network in a good hour. */
const RTT_MS = 200;
const TIME_MS = 8 * 60_000;

let world: World;
let phone: Device;

beforeAll(async () => {
  // As a state runs it: what comes in is looked at by people before it is compared and told.
  world = await openWorld({ REVIEW: 'people' });
  phone = await openPhone(world);
}, TIME_MS);
afterAll(async () => {
  await phone?.remove();
  await world?.remove();
});

it(
  `fault 32: of ${MANY} texts that waited for a network, 95 in 100 are received within 5 s of its return`,
  async () => {
    const { page } = phone;
    world.proxy.fate = ({ isCall }) => (isCall ? 'drop' : undefined);
    await phone.context.exposeBinding('told', () => undefined);
    const people = Array.from({ length: MANY }, (_, i) => ({
      key: `Waits ${i}.`,
      kind: 'person' as const,
      photos: [],
    }));
    await submitIn(page, await bundlePage(), people);
    await page.getByText(`${MANY} waiting`).first().waitFor(LONG);
    world.proxy.fate = ({ isCall }) => (isCall ? { fault: 'slow', ms: RTT_MS } : undefined);
    const left = await page.evaluate(watchQueue, 60_000);
    const msUntil = (share: number) => left.find(({ count }) => count <= MANY * (1 - share))?.ms;
    console.log(
      `${MANY} texts over ${RTT_MS} ms: half received after ${msUntil(0.5)} ms, 95 % after ${msUntil(0.95)} ms`,
    );
    expect(msUntil(0.95)).toBeLessThanOrEqual(5000);
    await expect.poll(async () => (await readRows(page)).ops.length, LONG).toBe(0);
  },
  TIME_MS,
);

/** Runs in the page: how many calls wait, ten times a second, until none does. */
async function watchQueue(patienceMs: number): Promise<{ ms: number; count: number }[]> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const seen: { ms: number; count: number }[] = [];
  const began = performance.now();
  do {
    const counting = opening.result.transaction('outbox').objectStore('outbox').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    seen.push({ ms: Math.round(performance.now() - began), count: counting.result });
    await new Promise((go) => setTimeout(go, 100));
  } while (seen.at(-1)?.count !== 0 && performance.now() - began < patienceMs);
  opening.result.close();
  return seen;
}
