/** After kill -9, without a network: every page stands, and none of them takes much longer than the others. */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Device } from '../support/browser.ts';
import { allPaths } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

vi.setConfig({ testTimeout: 400_000 });

/**
 * Times the median of all pages: a page that waits for the network that is not there takes seconds. `npm run bench` holds
 * each page, in a browser just started, to its 2 s.
 */
const LIMIT_RATIO = 4;

let server: TestServer;
let phone: Device;

beforeAll(async () => {
  server = await startKnownServer();
  await server.stop();
  phone = await openReadyPhone();
});
afterAll(async () => {
  await phone.remove();
  await server.remove();
});

it('every page stands after a kill without a network, none much later than the others (cold start)', async () => {
  const paths = await allPaths();
  expect(paths.length).toBeGreaterThan(25);
  await phone.page.goto(server.url);
  await phone.kill();
  phone = await phone.reopen();
  const { page } = phone;
  const times: { path: string; ms: number }[] = [];
  for (const path of ['/', ...paths]) {
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await page.locator('main').locator('h1, [role=status]').first().waitFor({ timeout: 60_000 });
    await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 });
    times.push({ path, ms: await page.evaluate(() => performance.now()) });
  }
  const [, ...warm] = times; // the first waits for the browser itself
  warm.sort((a, b) => b.ms - a.ms);
  const median = warm[Math.floor(warm.length / 2)]?.ms ?? Number.NaN;
  console.log(`${warm.length} pages without a network: median ${Math.round(median)} ms`);
  for (const { path, ms } of warm.slice(0, 3)) console.log(`  ${path} ${Math.round(ms)} ms`);
  expect(warm.filter(({ ms }) => !(ms <= LIMIT_RATIO * median))).toEqual([]);
});
