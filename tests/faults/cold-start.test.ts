/** After kill -9, without a network: how long each page takes to stand, from the first byte asked for to its heading. */

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Device } from '../support/browser.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

vi.setConfig({ testTimeout: 900_000 });

/** As promised, on a machine with nothing else to do. */
const LIMIT_MS = 2000;

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

/** The addresses in the table of pages, with something in the place of what changes. */
async function routes(): Promise<string[]> {
  const table = await readFile('src/app/routes.tsx', 'utf8');
  const paths = [...table.matchAll(/<Route path="([^"*]+)"/g)].map(([, path = '']) => path);
  return ['/', ...paths, '/no-such-page'].map((path) => path.replace(/:\w+/, crypto.randomUUID()));
}

it('every page stands after a kill without a network (cold start)', async () => {
  const all = await routes();
  expect(all.length).toBeGreaterThan(25);
  const times: { path: string; ms: number }[] = [];
  for (const path of all) {
    await phone.kill();
    phone = await phone.reopen();
    const { page } = phone;
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await page.locator('main').locator('h1, [role=status]').first().waitFor({ timeout: 60_000 });
    await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 });
    times.push({ path, ms: await page.evaluate(() => performance.now()) });
  }
  times.sort((a, b) => b.ms - a.ms);
  const middle = times[Math.floor(times.length / 2)];
  console.warn(`cold start without a network, ${times.length} pages: median ${Math.round(middle?.ms ?? 0)} ms`);
  for (const { path, ms } of times.slice(0, 3)) console.warn(`  ${path} ${Math.round(ms)} ms`);
  expect(times[0]?.ms).toBeLessThan(LIMIT_MS);
});
