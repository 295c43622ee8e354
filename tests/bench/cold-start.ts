/** Opening the app with no network and no browser running: until the page's heading is on the screen. */

import { expectNoFaults, momentOf, type Phone } from './device.ts';
import type { Line } from './line.ts';

/** The phone holds the app, and the server at `url` is stopped. */
export async function benchColdStart(phone: Phone, url: string, paths: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const path of paths) {
    phone.device = await phone.device.reopen();
    const { page } = phone.device;
    await page.addInitScript(markHeading);
    await page.goto(url + path, { waitUntil: 'commit' });
    lines.push({ what: `cold start offline: ${path}`, unit: 'ms', ours: await momentOf(page, 'heading') });
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
