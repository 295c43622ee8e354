/** No rule of axe is broken: on each screen, in each of its states, in each look. */

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { startSampleServer } from '../support/hosted.ts';
import { broken, type Cover } from '../support/looks.ts';
import { seedOutbox } from '../support/outbox-seed.ts';
import { heading } from '../support/pages.ts';
import { openReadyPhone, openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let phone: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer();
});
afterAll(() => server.remove());
afterEach(async () => {
  await phone.remove();
});

async function use(device: Device): Promise<void> {
  phone = device;
  ({ page } = device);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** The download of the faces, on its way or not begun. */
const GO_ON_OR_TAKE = new RegExp(`${en.offline.goOn}|${en.offline.takePlain}`);

const dialog: Cover['close'] = async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

const goTo = async (path: string, name: string) => {
  await page.goto(server.url + path);
  await heading(page, name).waitFor();
};

describe('axe has nothing to say', () => {
  it('about the first page, the menu, and the page that is not there', async () => {
    await use(await openReadyPhone());
    await goTo('/', 'Who, or what, is lost?');
    await page.getByText('Gurpreet Singh').waitFor();
    expect(await broken(page, 'home')).toEqual([]);
    const menu = page.locator('header button[aria-expanded]');
    const opened = async () => {
      if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
    };
    const closed = () => page.keyboard.press('Escape');
    expect(await broken(page, 'menu', { cover: { open: opened, close: closed }, again: opened })).toEqual([]);
    await goTo('/no-such-page', 'This page is not here');
    expect(await broken(page, 'not found')).toEqual([]);
  });

  it('about getting ready: before, on the way, paused, and without a network', async () => {
    await use(await openVisitedPhone());
    await goTo('/', 'Who, or what, is lost?');
    await goTo('/offline', 'Get ready to go offline');
    await page.getByRole('button', { name: `${en.offline.takePlain} (` }).waitFor();
    expect(await broken(page, 'before')).toEqual([]);
    await goTo('/face-recognition', 'Scan a face');
    await page.getByText('This phone cannot compare faces yet.').waitFor();
    expect(await broken(page, 'scan without a pack')).toEqual([]);

    await goTo('/offline', 'Get ready to go offline');
    const cdp = await phone.context.newCDPSession(page);
    const slow = { offline: false, latency: 100, downloadThroughput: 60_000, uploadThroughput: 60_000 };
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', slow);
    await page.getByRole('button', { name: en.offline.takePlain }).click();
    await page.getByRole('progressbar').waitFor();
    expect(await broken(page, 'taking')).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: GO_ON_OR_TAKE }).waitFor();
    expect(await broken(page, 'paused')).toEqual([]);
    await cdp.send('Network.emulateNetworkConditions', { ...slow, offline: true });
    await page.getByRole('button', { name: GO_ON_OR_TAKE }).click();
    await page.getByText(en.offline.waiting).waitFor();
    expect(await broken(page, 'waiting')).toEqual([]);
  });

  it('about a phone that is ready, and a server without models', async () => {
    await use(await openReadyPhone());
    await goTo('/offline', 'Get ready to go offline');
    await page.getByText('All set.').waitFor();
    expect(await broken(page, 'ready')).toEqual([]);
    await phone.remove();

    const dist = await mkdtemp(join(tmpdir(), 'wapsi-dist-'));
    await cp('dist/app', join(dist, 'app'), { recursive: true });
    await mkdir(join(dist, 'models'));
    await writeFile(join(dist, 'models/index.json'), JSON.stringify({ available: false, templateVersion: 'none' }));
    const bare = await startSampleServer({ DIST_DIR: dist });
    await use(await openDevice({ origin: bare.url }));
    await page.goto(`${bare.url}/offline`);
    await page.getByText('Faces cannot be scanned here.').waitFor();
    expect(await broken(page, 'without models')).toEqual([]);
    await bare.remove();
    await rm(dist, { recursive: true });
  });

  it('about the outbox: empty, and with a report in each state, and their dialogs', async () => {
    await use(await openReadyPhone());
    await goTo('/outbox', 'Outbox');
    await page.getByText('Nothing is waiting').waitFor();
    expect(await broken(page, 'empty')).toEqual([]);

    await server.stop();
    await page.evaluate(seedOutbox);
    await page.reload();
    await page.getByText('Look at it: someone may match').waitFor();
    await page.getByText('No network.').waitFor();
    expect(await broken(page, 'all states')).toEqual([]);
    const rows = page.locator('main li');
    const reportRow = (label: string) => rows.filter({ has: page.getByText(label, { exact: true }) });
    const scanRows = rows.filter({ hasNot: page.getByText(/^(Waiting|Needs you|Received|Reviewed)$/) });
    const entries = [
      ...['Waiting', 'Needs you', 'Received', 'Reviewed'].map((label) => ({ name: label, row: reportRow(label) })),
      { name: 'match', row: scanRows.first() }, // on top of the list, and once it was seen the newest
      { name: 'nobody', row: scanRows.last() },
    ];
    expect(await rows.count()).toBe(entries.length);
    for (const { name, row } of entries) {
      const open = () => row.getByRole('button').click();
      expect(await broken(page, `dialog of ${name}`, { cover: { open, close: dialog } })).toEqual([]);
    }
    const openQuestion = async () => {
      await reportRow('Waiting').getByRole('button').click();
      await page.getByRole('dialog').locator('button:has(svg)').click(); // all it offers is to be deleted
    };
    expect(await broken(page, 'delete?', { cover: { open: openQuestion, close: dialog } })).toEqual([]);
    await server.start();
  });
});
