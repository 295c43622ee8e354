/** The first visit of `/`: what travels, and when the page can be read on a bad link and a slow phone. */

import { gzipSync } from 'node:zlib';
import type { CDPSession } from 'playwright-core';
import { openDevice } from '../support/browser.ts';
import { expectNoFaults, SLOW_3G_KBIT_PER_S, slowDown } from './device.ts';
import { type Line, median } from './line.ts';

const ENTRY_LIMIT_KB = 110;
const LCP_LIMIT_MS = 1500;
const LOADS = 3;
const SLOWER_CPU = 4;
const TAKE_OVER_TIMEOUT_MS = 60_000;
/** After the app took the page over it may still paint something larger. */
const LATE_PAINTS_MS = 3000;

interface Transfer {
  path: string;
  /** Over the wire, with its headers. */
  wireBytes: number;
  body: Buffer;
}

export async function benchFirstLoad(url: string): Promise<Line[]> {
  const transfers = await readTransfers(url);
  return [...toLines(transfers), await benchLcp(url, { latencyMs: 400, limit: LCP_LIMIT_MS })];
}

/** What the page itself asks for; the service worker's own downloads for later are not part of the first load. */
async function readTransfers(url: string): Promise<Transfer[]> {
  const device = await openDevice({ origin: url, draws: true });
  try {
    const { page, context } = device;
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    const paths = new Map<string, string>();
    const sizes = new Map<string, number>();
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      const travelled = response.url.startsWith(url) && !response.fromServiceWorker;
      if (travelled) paths.set(requestId, new URL(response.url).pathname);
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
    await page.goto(url, { waitUntil: 'networkidle' });
    expectNoFaults(device);
    const transfers: Transfer[] = [];
    for (const [requestId, path] of paths)
      transfers.push({ path, wireBytes: sizes.get(requestId) ?? 0, body: await bodyOf(cdp, requestId) });
    return transfers;
  } finally {
    await device.remove();
  }
}

async function bodyOf(cdp: CDPSession, requestId: string): Promise<Buffer> {
  const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId });
  return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
}

function toLines(transfers: readonly Transfer[]): Line[] {
  const html = transfers.filter(({ path }) => path === '/');
  const scripts = transfers.filter(({ path }) => path.endsWith('.js'));
  const page = html.map(({ body }) => body.toString()).join();
  const start = /<script[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
  const entry = importsOf(start, scripts);
  // What it asks for once the first picture is there: the app itself (src/begin.ts).
  const [, app] = /\bimport\(["'`]\.\/([^"'`]+)["'`]\)/.exec(entry[0]?.body.toString() ?? '') ?? [];
  for (const script of importsOf(`/assets/${app}`, scripts)) if (!entry.includes(script)) entry.push(script);
  const preloaded = scripts.filter((script) => page.includes(`"${script.path}"`) && !entry.includes(script));
  const later = scripts.filter((script) => !entry.includes(script) && !preloaded.includes(script));
  const fonts = transfers.filter(({ path }) => path.endsWith('.woff2'));
  const other = transfers.filter((one) => ![html, scripts, fonts].some((group) => group.includes(one)));
  const brotli = (what: string, group: readonly Transfer[]): Line => ({
    what: `first load: ${what}, brotli`,
    unit: 'KB',
    ours: group.reduce((sum, { wireBytes }) => sum + wireBytes, 0) / 1000,
  });
  const gz = (what: string, group: readonly Transfer[]): Line => ({
    what: `first load: ${what}, gz`,
    unit: 'KB',
    ours: group.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000,
  });
  const both = (what: string, group: readonly Transfer[]): Line[] => [brotli(what, group), gz(what, group)];
  return [
    ...both('html', html),
    brotli('entry JS', entry),
    { ...gz('entry JS', entry), limit: ENTRY_LIMIT_KB, note: 'the entry script and all it imports, without import()' },
    ...both('texts and page', preloaded),
    ...both('JS after the first picture', later),
    brotli('fonts', fonts),
    { ...brotli('other', other), note: 'icons, manifest, and what the first sync brings: records and small photos' },
    { ...brotli('all', transfers), note: 'with the headers of each answer' },
  ];
}

/** A script with all that it imports before it can run. */
function importsOf(start: string, scripts: readonly Transfer[]): Transfer[] {
  const found = new Set<Transfer>();
  const queue = [start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const script = scripts.find((one) => one.path === path);
    if (!script || found.has(script)) continue;
    found.add(script);
    for (const [, name = ''] of script.body.toString().matchAll(/(?:\bfrom|\bimport)\s*["'`](\.\/[^"'`]+)["'`]/g))
      queue.push(new URL(name, `http://app${path}`).pathname);
  }
  return [...found];
}

/**
 * Chromium holds each answer back for the latency, the page's own included. Slow 3G is 400 kbit/s and 400 ms there and
 * back; the 2000 ms of DevTools' preset of that name stand for the round trips of a new connection.
 */
async function benchLcp(url: string, { latencyMs, limit }: { latencyMs: number; limit?: number }): Promise<Line> {
  const times: number[] = [];
  for (let i = 0; i < LOADS; i++) times.push(await readLcp(url, latencyMs));
  return {
    what: `LCP of /, ${SLOW_3G_KBIT_PER_S} kbit/s, ${latencyMs} ms, CPU ${SLOWER_CPU} x slower`,
    unit: 'ms',
    ours: median(times),
    ...(limit !== undefined && { limit }),
    note: `of ${times.map((time) => Math.round(time)).join(', ')}; ${latencyMs} of it are the wait for the first answer`,
  };
}

async function readLcp(url: string, latencyMs: number): Promise<number> {
  const device = await openDevice({ origin: url, draws: true });
  try {
    const { page } = device;
    await slowDown(page, { latencyMs, cpu: SLOWER_CPU });
    await page.goto(url);
    await page.locator('#root:not([data-prerendered])').waitFor({ timeout: TAKE_OVER_TIMEOUT_MS });
    await page.waitForTimeout(LATE_PAINTS_MS);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
  } finally {
    await device.remove();
  }
}
