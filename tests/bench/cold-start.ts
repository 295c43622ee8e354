/** Opening the app with no network after its browser was killed: until the page's heading is on the screen. */

import { expectNoFaults, momentOf, type Phone } from './device.ts';
import type { Line } from './line.ts';

const LIMIT_MS = 2000;

/** The phone holds the app, and the server at `url` is stopped. Each of `paths` in a browser that was just started. */
export async function benchColdStart(phone: Phone, url: string, paths: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const path of paths) {
    await phone.device.kill();
    phone.device = await phone.device.reopen();
    const { page } = phone.device;
    await page.addInitScript(markHeading);
    await page.goto(url + path, { waitUntil: 'commit' });
    const ours = await momentOf(page, 'heading');
    lines.push({ what: `cold start offline: ${path}`, unit: 'ms', ours, limit: LIMIT_MS });
    expectNoFaults(phone.device);
  }
  return lines;
}

/** An object with a method: the runner that compiles this file adds a call of its own to functions with names. */
function markHeading(): void {
  const heading = {
    look() {
      const isThere = (document.querySelector('h1')?.getClientRects().length ?? 0) > 0;
      if (isThere) performance.mark('heading');
      else requestAnimationFrame(() => heading.look());
    },
  };
  requestAnimationFrame(() => heading.look());
}
