/** The times and sizes that are promised, on the built app in a real browser. */

import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
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

/** Wait until half of the machine has nothing else to do, or for as long as is bearable. */
async function untilQuiet(): Promise<void> {
  const spent = () => cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce(sum) }));
  for (let second = 0; second < 20; second++) {
    const before = spent();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const after = spent();
    const idle = after.map((cpu, i) => (cpu.idle - (before[i]?.idle ?? 0)) / (cpu.all - (before[i]?.all ?? 0)));
    if (idle.reduce(sum) / idle.length > 0.5) return;
  }
}
const sum = (a: number, b: number): number => a + b;

/**
 * A shared machine was seen to be twice as slow in one hour as in another, with nothing of ours running. So only this
 * many times the limit fails here: that is a mistake of ours on any machine. The figure itself is printed, and
 * `npm run bench` holds it against its limit beside others' in one run.
 */
const SLACK = 2.5;

/** The median of three; should the machine have been busy with something else, the best of three more. */
async function medians<T extends Record<string, number>>(limits: T, measure: () => Promise<T>): Promise<void> {
  const round = async (pick: (values: readonly number[]) => number) => {
    await untilQuiet();
    const all = [await measure(), await measure(), await measure()];
    return Object.keys(limits).map((name) => ({ name, figure: pick(all.map((one) => one[name] ?? Number.NaN)) }));
  };
  const tooSlow = (figures: { name: string; figure: number }[]) =>
    figures.filter(({ name, figure }) => !(figure <= SLACK * (limits[name] ?? 0)));
  const first = await round(median);
  console.log(first.map(({ name, figure }) => `${name}: ${Math.round(figure)} ms`).join(', '));
  if (tooSlow(first).length > 0) expect(tooSlow(await round((values) => Math.min(...values)))).toEqual([]);
}

interface Chunk {
  file: string;
  imports?: string[];
}

it('the entry, with all that it imports, is at most 110 KB packed', async () => {
  const manifest = JSON.parse(await readFile('dist/app/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const visit = (name: string): void => {
    const { file, imports = [] } = manifest[name] ?? { file: '' };
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(visit);
  };
  visit('index.html');
  const html = await (await fetch(server.url)).text();
  let bytes = 0;
  for (const file of files) {
    expect(html).toContain(`"/${file}"`); // the page asks for each at once, not for one after the other
    bytes += gzipSync(await readFile(`dist/app/${file}`), { level: 9 }).length;
  }
  expect(bytes / KB).toBeGreaterThan(50);
  expect(bytes / KB).toBeLessThanOrEqual(110);
});

it('the first page stands within 1.5 s on slow 3G and a slow phone', async () => {
  await medians({ 'largest picture': 1500 }, async () => {
    const phone = await openDevice({ origin: server.url, draws: true });
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
    return { 'largest picture': painted };
  });
});

describe('a scan with everything on the phone', () => {
  it('shows the mesh within 1.5 s of the tap, and its answer within 1 s of the countdown', async () => {
    const phone = await openReadyPhone({ camera: await film(await portrait('men/60.jpg'), 'stranger') });
    const { page } = phone;
    await page.addInitScript(watchScan);
    await medians({ mesh: 1500, answer: 1000 }, async () => {
      await page.goto(`${server.url}/face-recognition`);
      await page.getByText(/^Searches the pack/).waitFor();
      await page.waitForTimeout(3000); // a person reads what to do; meanwhile the worker gets ready
      await page.getByRole('button', { name: 'Start Face Detection' }).click();
      await heading(page, 'Person Not Found').waitFor({ timeout: 30_000 });
      return page.evaluate(readTimes);
    });
    await phone.remove();
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
    const title = document.querySelector('main h1')?.textContent;
    if (times.counted !== undefined && title !== 'Scan a face') note('answer');
  }).observe(document, { childList: true, subtree: true });
}

function readTimes(): { mesh: number; answer: number } {
  const { tap, mesh, counted, answer } = (window as unknown as { scanTimes: Record<string, number> }).scanTimes;
  if (tap === undefined || mesh === undefined || counted === undefined || answer === undefined)
    throw new Error('The scan was not seen whole');
  return { mesh: mesh - tap, answer: answer - counted };
}

it('a server starts on the data it has within 5 s', async () => {
  await medians({ start: 5000 }, async () => {
    await server.stop();
    const began = performance.now();
    await server.start();
    return { start: performance.now() - began };
  });
});
