/** The whole scan in the app, with no network: a stranger before the camera, from the tap to "Person Not Found". */

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { COUNTDOWN_MS } from '../../contract/limits.ts';
import { film, portrait } from '../support/camera.ts';
import { expectNoFaults, momentOf, type Phone } from './device.ts';
import { type Line, median } from './line.ts';

/** None of them is among the demo people. */
const STRANGERS = ['men/3', 'women/12', 'men/61'];
const OVERLAY_LIMIT_MS = 1500;
const RESULT_LIMIT_MS = 1000;

/** The phone holds the app and the packs, and the server at `url` is stopped. */
export async function benchScan(phone: Phone, url: string): Promise<Line[]> {
  const overlays: number[] = [];
  const results: number[] = [];
  for (const name of STRANGERS) {
    const path = await film(await portrait(`${name}.jpg`), 'stranger');
    phone.device = await phone.device.reopen(path);
    const { page } = phone.device;
    await page.addInitScript(markScan);
    await page.goto(`${url}/face-recognition`);
    await page.getByRole('button', { name: 'Start Face Detection' }).click();
    const tap = await momentOf(page, 'tap');
    overlays.push((await momentOf(page, 'overlay')) - tap);
    const countedDown = (await momentOf(page, 'countdown')) + COUNTDOWN_MS;
    results.push((await momentOf(page, 'result')) - countedDown);
    expectNoFaults(phone.device);
    await rm(dirname(path), { recursive: true });
  }
  const line = (what: string, times: number[], limit: number): Line => ({
    what,
    unit: 'ms',
    ours: median(times),
    limit,
    note: `of ${times.map((time) => Math.round(time)).join(', ')}; the browser was just opened, the tap came at once`,
  });
  return [
    line('scan: tap to first overlay', overlays, OVERLAY_LIMIT_MS),
    line('scan: end of countdown to result', results, RESULT_LIMIT_MS),
  ];
}

/** Marks the moments of a scan as the user sees them. A method, as in cold-start.ts. */
function markScan(): void {
  const mark = {
    once(name: string) {
      if (performance.getEntriesByName(name).length === 0) performance.mark(name);
    },
  };
  addEventListener('click', () => mark.once('tap'), { capture: true });
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
