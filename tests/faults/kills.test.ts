/** kill -9 at the moments that hurt: right after "Saved on this phone", and of the server while it takes a report. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { reportsNamed } from '../support/feed.ts';
import { fillLost, heading, outboxLine, save } from '../support/pages.ts';
import { knownOrigin, openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const BALDEV = { title: 'Missing since the fair', name: 'Baldev Singh', age: '48' };

let server: TestServer;
let phone: Device;

beforeEach(async () => {
  server = await startKnownServer({}, { alone: true });
  phone = await openReadyPhone();
});
afterEach(async () => {
  await phone.remove();
  await server.remove();
});

describe('a kill -9', () => {
  it('of the browser right after "Saved on this phone" loses nothing and doubles nothing (fault 2)', async () => {
    await server.stop();
    await phone.page.goto(`${knownOrigin()}/face-recognition?add=lost`);
    await fillLost(phone.page, BALDEV);
    await save(phone.page);
    await phone.kill();

    phone = await phone.reopen();
    await phone.page.goto(`${knownOrigin()}/outbox`);
    await heading(phone.page, '1 waiting').waitFor();
    expect(await outboxLine(phone.page, BALDEV.name).count()).toBe(1);
    await server.start();
    await phone.page.getByText(/^Received, no\. W-/).waitFor({ timeout: 15_000 });
    expect(await reportsNamed(server.url, BALDEV.name)).toHaveLength(1);
    expect(phone.faults).toEqual([]);
  });

  it.each([
    ['text', '/api/face/uploadLostFoundPerson'],
    ['photo', '/files/'],
  ])('of the server while the %s is on its way leaves exactly one record (faults 4 and 8)', async (_, path) => {
    await server.stop();
    await phone.page.goto(`${knownOrigin()}/face-recognition?add=lost`);
    await fillLost(phone.page, BALDEV);
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await portrait('women/45.jpg') };
    await phone.page.getByLabel('Add photos').setInputFiles(photo);
    await phone.page.getByAltText('Photo 1').waitFor();
    await phone.page.getByLabel(/^Show the photo/).check();
    await save(phone.page);

    const killed = phone.page
      .waitForRequest((request) => request.method() !== 'GET' && request.url().includes(path))
      .then(() => server.kill());
    await server.start();
    await killed;
    await server.start();
    await phone.page.goto(`${knownOrigin()}/outbox`);
    await phone.page.getByText(/^Received, no\. W-/).waitFor({ timeout: 15_000 });
    await phone.page.getByText('Everything you made on this phone has arrived.').waitFor();
    await expect.poll(() => phone.page.getByText('still on this phone').count(), { timeout: 15_000 }).toBe(0);
    const reports = await reportsNamed(server.url, BALDEV.name);
    expect(reports).toHaveLength(1);
    const [sha256] = reports[0]?.photos ?? [];
    expect((await fetch(`${server.url}/files/${sha256}`)).status).toBe(200);
    expect(phone.faults).toEqual([]);
  });
});
