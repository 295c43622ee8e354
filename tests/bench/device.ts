/** The app on a device that can do without a network, and what is read of its pages. */

import type { Page } from 'playwright-core';
import { type Device, openDevice } from '../support/browser.ts';
import { makeReady } from '../support/pages.ts';

/** The device of several measurements in a row; each opens its browser anew. */
export interface Phone {
  device: Device;
}

/** A device that has everything the app can take along. */
export async function takeEverything(url: string): Promise<Phone> {
  const device = await openDevice({ origin: url, draws: true });
  await makeReady(device.page, url);
  return { device };
}

export const SLOW_3G_KBIT_PER_S = 400;

/** `latencyMs`: on a link of 400 kbit/s with it; `cpu`: how many times slower than this machine. */
export async function slowDown(page: Page, { latencyMs, cpu }: { latencyMs?: number; cpu?: number }): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  if (latencyMs !== undefined) {
    const throughput = (SLOW_3G_KBIT_PER_S * 1000) / 8;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  if (cpu !== undefined) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

const MOMENT_TIMEOUT_MS = 30_000;

/** The moment something happened in the page, in milliseconds of its clock, which starts with the navigation. */
export async function momentOf(page: Page, mark: string): Promise<number> {
  for (const deadline = Date.now() + MOMENT_TIMEOUT_MS; Date.now() < deadline; ) {
    const moment = await page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime, mark);
    if (moment !== undefined) return moment;
    await page.waitForTimeout(100);
  }
  throw new Error(`${page.url()} never had its ${mark}`);
}

/** Fail when a page did what the app must never do. */
export function expectNoFaults({ faults }: Device): void {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
