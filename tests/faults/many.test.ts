/** A volunteer's evening without a network: hundreds of texts go in a handful of calls, and nothing else goes before them. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_BATCH } from '../../contract/ops.ts';
import type { Device } from '../support/browser.ts';
import { bundlePage, submitIn } from './support/bundle.ts';
import { readRows } from './support/holds.ts';
import { isText, LONG, openPhone, openWorld, type World } from './support/world.ts';

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
  `fault 32: ${MANY} texts that waited for a network go in the fewest calls that hold them, one after the other`,
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
    world.proxy.sent.length = 0;
    world.proxy.mostAtOnce.clear();
    world.proxy.fate = ({ isCall }) => (isCall ? { fault: 'slow', ms: RTT_MS } : undefined);
    await expect.poll(async () => (await readRows(page)).ops.length, LONG).toBe(0);
    const texts = world.proxy.sent.filter(isText);
    // How long it takes is then RTT and the server's work; `npm run bench` holds that to 5 s.
    expect(texts.length).toBeGreaterThanOrEqual(MANY / MAX_BATCH);
    expect(texts.length).toBeLessThanOrEqual(MANY / MAX_BATCH + 1);
    expect(Math.max(...world.proxy.mostAtOnce.values(), 1)).toBe(1);
  },
  TIME_MS,
);
