/** The times and sizes that are promised, on the built app in a real browser. */

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDevice } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import { heading } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const KB = 1024;
let server: TestServer;

beforeAll(async () => {
  server = await startKnownServer({ COMPARE_LIMIT_ANONYMOUS: '100' });
});
afterAll(() => server.remove());

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measured thrice; and once more, should the machine have been busy with something else. */
async function within(limit: number, measure: () => Promise<number>): Promise<void> {
  const round = async () => median([await measure(), await measure(), await measure()]);
  const first = await round();
  if (first > limit) expect(await round()).toBeLessThanOrEqual(limit);
}

it('the scripts that the first page names are at most 110 KB packed', async () => {
  const html = await (await fetch(server.url)).text();
  const urls = [...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"/g)];
  expect(urls.length).toBeGreaterThan(0);
  let bytes = 0;
  for (const [, url] of urls) bytes += gzipSync(await readFile(`dist/app${url}`), { level: 9 }).length;
  expect(bytes / KB).toBeLessThanOrEqual(110);
});

it('the first page stands within 1.5 s on slow 3G and a slow phone', async () => {
  await within(1500, async () => {
    const phone = await openDevice({ origin: server.url });
    const { page, context } = phone;
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 400_000 / 8,
      uploadThroughput: 400_000 / 8,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(server.url, { waitUntil: 'commit' });
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let last = 0;
          new PerformanceObserver((list) => {
            for (const { startTime } of list.getEntries()) last = startTime;
          }).observe({ type: 'largest-contentful-paint', buffered: true });
          // Later, larger pictures would count too; by then the whole page has come.
          addEventListener('load', () => setTimeout(() => resolve(last), 1000));
        }),
    );
    await phone.remove();
    expect(painted).toBeGreaterThan(0);
    return painted;
  });
});

describe('a scan with everything on the phone', () => {
  it('shows the mesh within 1.5 s of the tap, and its answer within 1 s of the countdown', async () => {
    const phone = await openReadyPhone({ camera: await film(await portrait('men/60.jpg'), 'stranger') });
    const { page } = phone;
    await page.addInitScript(watchScan);
    const times: { overlay: number; answer: number }[] = [];
    const scan = async () => {
      await page.goto(`${server.url}/face-recognition`);
      await page.getByText(/^Searches the pack/).waitFor();
      await page.waitForTimeout(3000); // a person reads what to do; meanwhile the worker gets ready
      await page.getByRole('button', { name: 'Start Face Detection' }).click();
      await heading(page, 'Person Not Found').waitFor({ timeout: 30_000 });
      times.push(await page.evaluate(readTimes));
    };
    const round = async () => {
      times.length = 0;
      for (let i = 0; i < 3; i++) await scan();
      return { overlay: median(times.map((one) => one.overlay)), answer: median(times.map((one) => one.answer)) };
    };
    let { overlay, answer } = await round();
    if (overlay > 1500 || answer > 1000) ({ overlay, answer } = await round());
    await phone.remove();
    expect(overlay).toBeLessThanOrEqual(1500);
    expect(answer).toBeLessThanOrEqual(1000);
  });
});

/** Runs in the page: notes when the scan was begun, its mesh first drawn, its countdown over, and its answer shown. */
function watchScan(): void {
  const times: Record<string, number> = {};
  Object.assign(window, { scanTimes: times });
  const note = (name: string) => {
    times[name] ??= performance.now();
  };
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('main button')) note('tap');
  });
  const { arc } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.arc = function (...circle) {
    note('mesh');
    arc.apply(this, circle);
  };
  new MutationObserver(() => {
    const counting = document.querySelector('[role=timer]') !== null;
    if (counting) note('counting');
    if (!counting && times.counting !== undefined) note('counted');
    if (document.querySelector('main form')) note('answer');
  }).observe(document, { childList: true, subtree: true });
}

function readTimes(): { overlay: number; answer: number } {
  const { tap, mesh, counted, answer } = (window as unknown as { scanTimes: Record<string, number> }).scanTimes;
  if (tap === undefined || mesh === undefined || counted === undefined || answer === undefined)
    throw new Error('The scan was not seen whole');
  return { overlay: mesh - tap, answer: answer - counted };
}

it('a server starts on the data it has within 5 s', async () => {
  await within(5000, async () => {
    await server.stop();
    const began = performance.now();
    await server.start();
    return performance.now() - began;
  });
});
