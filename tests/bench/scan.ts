/** The whole scan in the app, with no network: a stranger before the camera, from the tap to "Person Not Found". */

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { COUNTDOWN_MS } from '../../contract/limits.ts';
import { film, portrait } from '../support/camera.ts';
import { expectNoFaults, momentOf, type Phone } from './device.ts';
import { type Line, median } from './line.ts';

/** None of them is among the demo people. */
const STRANGERS = ['men/3', 'women/12', 'men/61'];
/** How a phone of the cheapest kind compares with a desktop. */
const SLOW = 6;

/** Milliseconds from the tap, and for the result from the end of the countdown. */
interface Times {
  picture: number;
  overlay: number;
  result: number;
}

/** The phone holds the app and the packs, and the server at `url` is stopped. */
export async function benchScan(phone: Phone, url: string): Promise<Line[]> {
  const cold: Times[] = [];
  const warm: Times[] = [];
  const slow: Times[] = [];
  for (const name of STRANGERS) {
    const path = await film(await portrait(`${name}.jpg`), 'stranger');
    phone.device = await phone.device.reopen(path);
    const { page } = phone.device;
    await page.addInitScript(markScan);
    await page.goto(`${url}/face-recognition`);
    cold.push(await scan(page));
    await page.getByRole('button', { name: 'Scan another face' }).click();
    await page.getByRole('button', { name: 'Start Face Detection' }).waitFor();
    await page.evaluate(() => performance.clearMarks());
    warm.push(await scan(page));
    const cdp = await phone.device.context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    await page.goto(`${url}/face-recognition`);
    slow.push(await scan(page));
    expectNoFaults(phone.device);
    await rm(dirname(path), { recursive: true });
  }
  const line = (what: string, times: number[], limit: number): Line => ({
    what: `scan: ${what}`,
    unit: 'ms',
    ours: median(times),
    limit,
    note: `of ${times.map((time) => Math.round(time)).join(', ')}`,
  });
  const of = (all: Times[], what: keyof Times): number[] => all.map((times) => times[what]);
  return [
    line('tap to the camera picture, browser just opened', of(cold, 'picture'), 500),
    line('tap to the first overlay, browser just opened', of(cold, 'overlay'), 1500),
    line('tap to the first overlay, the second scan of a page', of(warm, 'overlay'), 500),
    line('end of countdown to result', [...of(cold, 'result'), ...of(warm, 'result')], 300),
    line(`tap to the first overlay, page at a ${SLOW}th of the CPU`, of(slow, 'overlay'), 4000),
    line(`end of countdown to result, page at a ${SLOW}th of the CPU`, of(slow, 'result'), 4000),
  ];
}

async function scan(page: Page): Promise<Times> {
  await page.getByRole('button', { name: 'Start Face Detection' }).click();
  const tap = await momentOf(page, 'tap');
  const [picture, overlay] = [await momentOf(page, 'picture'), await momentOf(page, 'overlay')];
  const countedDown = (await momentOf(page, 'countdown')) + COUNTDOWN_MS;
  return { picture: picture - tap, overlay: overlay - tap, result: (await momentOf(page, 'result')) - countedDown };
}

/** Marks the moments of a scan as the user sees them. A method, as in cold-start.ts. */
function markScan(): void {
  const mark = {
    once(name: string) {
      if (performance.getEntriesByName(name).length === 0) performance.mark(name);
    },
  };
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Start Face Detection')
        mark.once('tap');
    },
    { capture: true },
  );
  addEventListener('playing', () => mark.once('picture'), { capture: true });
  const { arc } = CanvasRenderingContext2D.prototype; // the overlay is the one canvas with circles
  CanvasRenderingContext2D.prototype.arc = function (...circle) {
    mark.once('overlay');
    arc.apply(this, circle);
  };
  new MutationObserver(() => {
    if (document.querySelector('[role=timer]')) mark.once('countdown');
    if (document.querySelector('h1')?.textContent === 'Person Not Found') mark.once('result');
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
