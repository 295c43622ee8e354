/** "Get ready to go offline": one line for each thing a phone needs, green when it is there, else with what mends it. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { shiftClock } from '../faults/support/clock.ts';
import { type Device, openDevice } from '../support/browser.ts';
import { noisePack } from '../support/map-pack.ts';
import { startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const { offline } = en;
const HOUR_MS = 3_600_000;
const PATIENT = { timeout: 90_000 };

let server: TestServer;
let device: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer();
  await mkdir(join(server.data, 'maps'), { recursive: true });
  await writeFile(join(server.data, 'maps', 'ludhiana.pmtiles'), await noisePack('Ludhiana'));
});
afterAll(() => server.remove());
afterEach(() => device.remove());

const openPage = async (): Promise<void> => {
  device = await openDevice({ origin: server.url });
  ({ page } = device);
  await page.goto(`${server.url}/offline`);
};
const line = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
const mend = (title: string, word: string) => page.getByRole('button', { name: `${title}: ${word}`, exact: true });
/** The words before the first thing that is filled in. */
const start = (text: string): string => text.split('{{')[0] ?? '';
/** The tick of a closed ring. */
const isGreen = (title: string): Promise<number> => line(title).first().locator('svg path[d^="m15"]').count();

describe('the page of what a phone needs without a network', () => {
  it('has a line for app, face pack, people, map, storage and clock, and beside each that is missing what mends it', async () => {
    await openPage();
    await line(offline.shell).getByText(offline.shellReady).waitFor(PATIENT);
    await line(offline.clock).getByText(offline.clockRight, { exact: true }).waitFor();
    for (const title of [offline.shell, offline.clock]) expect([title, await isGreen(title)]).toEqual([title, 1]);

    await line(offline.pack).getByText(start(offline.packAbsent)).waitFor();
    expect(await mend(offline.gallery, offline.mend.take).count()).toBe(1);
    expect([await isGreen(offline.pack), await isGreen(offline.gallery)]).toEqual([0, 0]);
    await mend(offline.pack, offline.mend.take).click();
    await line(offline.pack).getByText(start(offline.packReady)).waitFor(PATIENT);
    await line(offline.gallery)
      .getByText(/^\d+ people, updated /)
      .waitFor(PATIENT);
    expect([await isGreen(offline.pack), await isGreen(offline.gallery)]).toEqual([1, 1]);
    expect(await mend(offline.pack, offline.mend.take).count()).toBe(0);

    expect(await isGreen(offline.map)).toBe(0);
    await mend(offline.map, offline.mend.choose).click();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(offline.maps);
    const offer = page
      .getByRole('region', { name: offline.maps })
      .getByRole('listitem')
      .filter({ hasText: 'Ludhiana' });
    await offer.getByRole('button', { name: new RegExp(offline.mend.take) }).click();
    await line(offline.map)
      .first()
      .getByText(`${start(offline.mapReady)}Ludhiana`)
      .waitFor(PATIENT);
    expect(await isGreen(offline.map)).toBe(1);

    await line(offline.room)
      .getByText(/ free, .+ used by Wapsi/)
      .waitFor();
    expect(await isGreen(offline.room)).toBe(1);
    expect(device.faults).toEqual([]);
  });

  it('names a clock that is wrong with how far, and looks again when it is asked to', async () => {
    await openPage();
    await line(offline.clock).getByText(offline.clockRight, { exact: true }).waitFor();
    await device.context.addInitScript(shiftClock, HOUR_MS);
    await page.reload();
    await line(offline.clock).getByText(offline.clockAhead_other.replace('{{minutes}}', '60')).waitFor();
    expect(await isGreen(offline.clock)).toBe(0);
    await page.evaluate(shiftClock, -HOUR_MS); // somebody sets it right
    await mend(offline.clock, offline.mend.check).click();
    await line(offline.clock).getByText(offline.clockRight, { exact: true }).waitFor();
    expect(await isGreen(offline.clock)).toBe(1);
  });
});
