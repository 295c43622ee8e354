/** Maps: markers, popups, the pin that can be moved, and tiles that are kept once they were looked at. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '../../contract/auth.ts';
import { MAP } from '../../contract/limits.ts';
import { listReports } from '../../contract/report.ts';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { keptRows } from '../support/kept-rows.ts';
import { heading, seeMarker, shellIsKept } from '../support/pages.ts';
import { startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';
import { startTiles, type TileServer } from '../support/tiles.ts';

let tiles: TileServer;
let server: TestServer;
let device: Device;
let page: Page;

beforeAll(async () => {
  tiles = await startTiles();
  server = await startKnownServer({ TILE_URL: tiles.url, TILE_ATTRIBUTION: 'Tiles of the test' });
  device = await openDevice({ origin: server.url });
  ({ page } = device);
});
afterAll(async () => {
  expect(device.faults.filter((fault) => !fault.startsWith(`foreign request: ${tiles.origin}`))).toEqual([]);
  await device.remove();
  await server.remove();
  await tiles.stop();
});

/** The first report that fits, once it is there: a server that has just started knows of others whose names are near first. */
async function idOf(q: string): Promise<string | undefined> {
  const first = async () => {
    const answer = await fetch(`${server.url}/report?${new URLSearchParams({ q })}`);
    const [report] = listReports.output.parse(await answer.json()).data;
    return JSON.stringify(report ?? '')
      .toLowerCase()
      .includes(q.split(' ')[0] ?? q)
      ? report?.id
      : undefined;
  };
  await expect.poll(first).toBeTruthy();
  return first();
}

async function openReport(q: string): Promise<void> {
  await page.goto(`${server.url}/items/${await idOf(q)}`);
  await seeMarker(page);
}

const map = () => page.getByRole('region', { name: en.details.whereMap });
const marker = () => map().locator('.leaflet-marker-icon');
const ring = (of: Locator) => of.locator('svg circle').nth(1);

describe('a map card', () => {
  it('costs nothing before it is nearly in sight', async () => {
    await page.goto(`${server.url}/items/${await idOf('gurpreet')}`);
    await heading(page, 'Gurpreet Singh').waitFor();
    await map().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const isAsked = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('map-leaflet')));
    expect(await isAsked()).toBe(false);
    await seeMarker(page);
    expect(await isAsked()).toBe(true);
  });

  it('is 300 px high and shows a red open ring where something was lost (R166, R259, R395, R398)', async () => {
    await openReport('gurpreet');
    expect(Math.round((await map().boundingBox())?.height ?? 0)).toBe(300);
    expect(await ring(marker()).getAttribute('stroke')).toBe('#EF4444');
    expect(await ring(marker()).getAttribute('stroke-dasharray')).not.toBe('100 0');
  });

  it('opens at zoom 15 with tiles of 256 px, and asks for those in sight alone (R194, R346, R396, R400, A33)', async () => {
    await page.waitForLoadState('networkidle');
    expect(tiles.asked.every((tile) => tile.startsWith('15/'))).toBe(true);
    const size = await map().boundingBox();
    const most = (Math.ceil((size?.width ?? 0) / 256) + 1) * (Math.ceil(300 / 256) + 1);
    expect(tiles.asked.length).toBeGreaterThan(0);
    expect(new Set(tiles.asked).size).toBeLessThanOrEqual(most);
    const width = await map()
      .locator('img.leaflet-tile')
      .first()
      .evaluate((tile) => (tile as HTMLImageElement).width);
    expect(width).toBe(256);
    await map().getByText('Tiles of the test').waitFor();
  });

  it('has a popup that says so in words (R261)', async () => {
    await marker().click();
    await map().getByText('Lost here', { exact: true }).waitFor();
  });

  it('goes no closer than zoom 18, and its marker stays where it is (R262, R401)', async () => {
    const closer = map().getByRole('button', { name: en.map.closer });
    for (let zoom = 15; zoom < 18; zoom++) await closer.click();
    expect(await closer.getAttribute('aria-disabled')).toBe('true');
    // The last of them are asked for when the map has come to rest.
    await expect.poll(() => Math.max(...tiles.asked.map((tile) => Number(tile.split('/')[0])))).toBe(18);
    expect(await marker().getAttribute('class')).not.toContain('leaflet-marker-draggable');
  });

  it('of the contact page opens at zoom 13 (R397)', async () => {
    await page.goto(`${server.url}/contact-us`);
    await page.getByRole('region', { name: en.contact.map }).scrollIntoViewIfNeeded();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    await page.waitForLoadState('networkidle');
    // By the page's own account: what the page before it asked for may reach the tile server after it.
    const asked = await page.evaluate(
      (origin) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.startsWith(origin))
          .map(({ name }) => new URL(name).pathname.slice(1)),
      tiles.origin,
    );
    expect(asked.length).toBeGreaterThan(0);
    expect([...new Set(asked.map((tile) => tile.split('/')[0]))]).toEqual(['13']);
  });

  it('shows a green closed ring where something was found (R260, R261, R399)', async () => {
    await openReport('black wallet platform');
    expect(await ring(marker()).getAttribute('stroke')).toBe('#10B981');
    expect(await ring(marker()).getAttribute('stroke-dasharray')).toBe('100 0');
    await marker().click();
    await map().getByText('Found here', { exact: true }).waitFor();
  });
});

describe('tiles', () => {
  it('that were looked at are there again without the tile server, and no others (R417, A33)', async () => {
    await shellIsKept(page);
    await page.reload(); // now the service worker sees what is asked for
    await seeMarker(page);
    await page.waitForLoadState('networkidle');
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('tiles')).keys()).length))
      .toBeGreaterThan(0);
    const kept = await page.evaluate(async () => (await (await caches.open('tiles')).keys()).map(({ url }) => url));
    const seen = new Set(tiles.asked.map((tile) => `${tiles.origin}/${tile}.png`));
    expect(kept.filter((url) => !seen.has(url))).toEqual([]);
    await tiles.stop();
    await page.reload();
    await seeMarker(page);
    await expect
      .poll(() =>
        map()
          .locator('img.leaflet-tile-loaded')
          .evaluateAll((all) => all.map((tile) => (tile as HTMLImageElement).naturalWidth)),
      )
      .toContain(MAP.tileSize);
  });
});

describe('a pin', () => {
  it('is moved by dragging and by the arrow keys, and the new place is told (R263, R264)', async () => {
    const body = JSON.stringify({ primaryEmail: demoEmail('poster'), password: DEMO_PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const session = login.output.parse(
      await (await fetch(`${server.url}/login`, { method: 'POST', headers, body })).json(),
    );
    await page.evaluate(({ accessToken, user }) => {
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('user', JSON.stringify(user));
    }, session);
    await page.goto(`${server.url}/post-item?kind=item`);
    await page.getByRole('button', { name: en.post.place.pin }).first().click();
    const pins = page.getByRole('region', { name: en.post.place.map });
    const pin = pins.locator('.leaflet-marker-draggable');
    await pin.waitFor();
    await expect.poll(async () => (await draftPlace()).lat).not.toBe(0);
    const start = await draftPlace();
    await pin.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await pin.boundingBox();
    if (!box) throw new Error('The pin is not on the screen');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y - 20, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await draftPlace()).lng).toBeGreaterThan(start.lng);
    const dragged = await draftPlace();
    expect(dragged.lat).toBeGreaterThan(start.lat);
    await pin.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await draftPlace()).lat).toBeLessThan(dragged.lat);
  });

  /** Where the pin is, as the form keeps it. */
  async function draftPlace(): Promise<{ lat: number; lng: number }> {
    const drafts = await keptRows<{ values: { lat?: string; lng?: string } }>(page, 'wapsi', 'draft');
    const values = drafts.map((draft) => draft.values).find((one) => one.lat);
    return { lat: Number(values?.lat ?? 0), lng: Number(values?.lng ?? 0) };
  }
});
