/** Maps that are taken along: downloaded, cut, resumed, from a file, mended, and seen without a network. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mapPack } from '../../contract/map.ts';
import { listReports } from '../../contract/report.ts';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { noisePack } from '../support/map-pack.ts';
import { seeMarker, shellIsKept } from '../support/pages.ts';
import { startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';
import { startTiles, type TileServer } from '../support/tiles.ts';

let tiles: TileServer;
let server: TestServer;
let pack: Uint8Array;
let device: Device;
let page: Page;

const mapsDir = () => join(server.data, 'maps');

beforeAll(async () => {
  pack = await noisePack('Ludhiana');
  tiles = await startTiles();
  server = await startKnownServer({ TILE_URL: tiles.url });
});
afterAll(async () => {
  await server.remove();
  await tiles.stop();
});
beforeEach(async () => {
  await mkdir(mapsDir(), { recursive: true });
  await writeFile(join(mapsDir(), 'ludhiana.pmtiles'), pack);
  device = await openDevice({ origin: server.url });
  ({ page } = device);
});
afterEach(async () => {
  expect(device.faults.filter((fault) => !fault.startsWith(`foreign request: ${tiles.origin}`))).toEqual([]);
  await device.remove();
  await server.start(); // some tests stop it
});

const row = (name = 'Ludhiana') =>
  page.getByRole('region', { name: en.offline.maps }).getByRole('listitem').filter({ hasText: name });
const open = async () => {
  await page.goto(`${server.url}/offline`);
  await page.getByRole('heading', { name: en.offline.maps }).waitFor();
  await shellIsKept(page);
};
const take = async () => {
  await row()
    .getByRole('button', { name: new RegExp(en.offline.mend.take) })
    .click();
  await row().getByText('On this phone').waitFor({ timeout: 60_000 });
};
const partsAsked = () => device.requests.filter((url) => url.includes('/maps/parts/'));

/** The names and sizes of the parts on the device. */
const partsHere = (): Promise<[string, number][]> =>
  page.evaluate(async () => {
    const dir = await (await navigator.storage.getDirectory()).getDirectoryHandle('map-parts', { create: true });
    const found: [string, number][] = [];
    for await (const [name, handle] of (
      dir as unknown as { entries(): AsyncIterable<[string, FileSystemFileHandle]> }
    ).entries())
      found.push([name, (await handle.getFile()).size]);
    return found;
  });

/** A report in Ludhiana with a place on the map: the pack has no tile of another town. */
async function reportInLudhiana(): Promise<string> {
  const first = async () => {
    const answer = await fetch(`${server.url}/report?${new URLSearchParams({ region: 'ludhiana' })}`);
    const { data } = listReports.output.parse(await answer.json());
    return data.find(({ place, region }) => place && region?.startsWith('Ludhiana'))?.id;
  };
  await expect.poll(first).toBeTruthy(); // a server that has just started may still be making what is searched
  return (await first()) ?? '';
}

describe('a map of a region', () => {
  it('is taken along, and its tiles are on the map when there is no network', async () => {
    const id = await reportInLudhiana();
    await open();
    await take();
    await shellIsKept(page);
    await page.goto(`${server.url}/items/${id}`); // read once, as one does before going
    await seeMarker(page);
    await server.stop();
    await tiles.stop();
    await page.reload();
    await seeMarker(page);
    const shown = page.locator('.leaflet-tile-pane img[src^="blob:"]');
    await expect
      .poll(() => shown.evaluateAll((all) => all.map((tile) => (tile as HTMLImageElement).naturalWidth)), {
        timeout: 30_000,
      })
      .toContain(256);
    await page.getByText(/Noise of the test/).waitFor();
  });

  it('goes on where it was after the browser was killed in the middle: nothing that arrived is fetched again', async () => {
    await open();
    const session = await device.context.newCDPSession(page);
    // Slow enough to be killed in between, whatever this machine does besides.
    const network = { offline: false, latency: 0, downloadThroughput: 500_000, uploadThroughput: 500_000 };
    await session.send('Network.emulateNetworkConditions', network);
    await row()
      .getByRole('button', { name: new RegExp(en.offline.mend.take) })
      .click();
    const { file } = mapPack.output.parse(await (await fetch(`${server.url}/maps/ludhiana`)).json());
    const bytesOf = new Map(file.parts.map(({ sha256, bytes }) => [sha256, bytes]));
    const whole = async () => (await partsHere()).filter(([sha256, size]) => size === bytesOf.get(sha256));
    await expect.poll(async () => (await whole()).length, { timeout: 60_000 }).toBeGreaterThan(2);
    await device.kill();
    device = await device.reopen();
    ({ page } = device);
    await open();
    // One may have been on its way to the disk when the browser was killed.
    const before = new Map(await whole());
    expect(before.size).toBeGreaterThan(1);
    expect(before.size).toBeLessThan(file.parts.length);
    device.requests.length = 0;
    await row()
      .getByText(/ of .* are here/)
      .waitFor();
    await row()
      .getByRole('button', { name: new RegExp(en.offline.goOn) })
      .click();
    await row().getByText('On this phone').waitFor({ timeout: 60_000 });
    const asked = partsAsked().map((url) => new URL(url).pathname.split('/').at(-1) ?? '');
    expect(asked.filter((sha256) => before.has(sha256))).toEqual([]);
    // A part that is cut on its way is asked for again, from the byte where it was cut.
    expect(new Set(asked).size).toBe(file.parts.length - before.size);
  });

  it('comes from a file as well, without a server that has it', async () => {
    await rm(join(mapsDir(), 'ludhiana.pmtiles'));
    await open();
    const chosen = { name: 'Stick.pmtiles', mimeType: 'application/octet-stream', buffer: Buffer.from(pack) };
    await page.locator('input[type=file]').setInputFiles(chosen);
    await row().getByText('from a file').waitFor({ timeout: 60_000 });
    expect(partsAsked()).toEqual([]);
    const wrong = { name: 'Letter.pmtiles', mimeType: 'application/octet-stream', buffer: Buffer.from('Dear all') };
    await page.locator('input[type=file]').setInputFiles(wrong);
    await page.getByText(en.offline.mapNotOne).waitFor();
    expect(await row('Letter').count()).toBe(0);
  });

  it('with a flipped byte is found, and the one part it is in is fetched again (fault 23)', async () => {
    await open();
    await take();
    const name = await page.evaluate(async () => {
      const dir = await (await navigator.storage.getDirectory()).getDirectoryHandle('map-parts');
      const { value } = await (dir as unknown as { keys(): AsyncIterator<string> }).keys().next();
      const handle = await dir.getFileHandle(value);
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      bytes[1000] = (bytes[1000] ?? 0) ^ 255;
      const file = await handle.createWritable();
      await file.write(bytes);
      await file.close();
      return value as string;
    });
    await open();
    await page.getByText(en.offline.mapBroken_one.replace('{{count}}', '1')).waitFor();
    device.requests.length = 0;
    await row()
      .getByRole('button', { name: new RegExp(en.offline.goOn) })
      .click();
    await row().getByText('On this phone').waitFor();
    expect(partsAsked().map((url) => new URL(url).pathname)).toEqual([`/maps/parts/${name}`]);
  });
});

describe('an area', () => {
  const areaRow = () =>
    page.getByRole('region', { name: en.offline.areas }).getByRole('listitem').filter({ hasText: 'Ludhiana, Punjab' });
  const photosHere = (): Promise<number> =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('wapsi');
          opening.onsuccess = () => {
            const counting = opening.result.transaction('areaPhoto').objectStore('areaPhoto').count();
            counting.onsuccess = () => {
              opening.result.close();
              resolve(counting.result);
            };
          };
        }),
    );

  it('is chosen by its town with its size, kept until a day that is named, and gone after that day', async () => {
    await open();
    await page.getByLabel(en.offline.areaTown).fill('Ludhiana');
    await page.getByText(/Ludhiana, Punjab: People: \d+, things: \d+, \d+ photos, about/).waitFor();
    await page.getByRole('button', { name: en.offline.areaAdd }).click();
    await areaRow()
      .getByText(/kept until \d+ \w+ \d{4}/)
      .waitFor({ timeout: 60_000 });
    expect(await photosHere()).toBeGreaterThan(0);
    await server.stop(); // nobody renews it
    await page.clock.install({ time: Date.now() + 31 * 86_400_000 });
    await page.reload();
    await areaRow().getByText(en.offline.areaExpired).waitFor();
    await expect.poll(photosHere).toBe(0);
  });
});

describe('the page that gets a phone ready', () => {
  it('asks a foreign tile server for nothing, whatever is taken along (A33)', async () => {
    await open();
    const before = tiles.asked.length;
    await take();
    await page.reload();
    await row().getByText('On this phone').waitFor();
    expect(tiles.asked.length).toBe(before);
    expect(device.requests.filter((url) => url.startsWith(tiles.origin))).toEqual([]);
  });
});
