/** The main job, whole way through: a scan without a network, a report that cannot get lost, and its being found. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import { reportsNamed } from '../support/feed.ts';
import { chooseLost, fillLost, heading, outboxLine, save, startScan } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const BALDEV = { title: 'Missing since the fair', name: 'Baldev Singh', age: '48' };

let server: TestServer;
let phones: Device[];

beforeEach(async () => {
  phones = [];
  server = await startKnownServer();
});
afterEach(async () => {
  for (const phone of phones) await phone.remove();
  await server.remove();
});

async function open(camera?: string): Promise<Device> {
  const phone = await openReadyPhone(camera ? { camera } : {});
  phones.push(phone);
  return phone;
}

async function reopen(phone: Device, camera?: string): Promise<Device> {
  const next = await phone.reopen(camera);
  phones[phones.indexOf(phone)] = next;
  return next;
}

describe('the story', () => {
  it('a report from a scan without a network arrives by itself, another phone knows the person without a network, and the person’s own face hides it (R418, R420, R422, R423)', async () => {
    const [unknown, again, stranger] = await Promise.all([
      film(await portrait('women/45.jpg'), 'unknown'),
      film(await portrait('women/46.jpg'), 'again'),
      film(await portrait('men/60.jpg'), 'stranger'),
    ]);

    const a = await open(unknown);
    await a.page.goto(`${server.url}/face-recognition`);
    const known = await peopleOnPhone(a);
    await server.stop();
    await startScan(a.page, server.url);
    await heading(a.page, 'Person Not Found').waitFor();
    await a.page
      .getByText(
        /^Nobody in the database on this phone looks like this; [\d,]+ people compared, updated .+; checked again/,
      )
      .waitFor();
    await chooseLost(a.page);
    await fillLost(a.page, BALDEV);
    for (const agreed of [/^Show the photo/, /^Compare the face/, /^Let phones find/])
      await a.page.getByLabel(agreed).check();
    await save(a.page);
    await a.page.getByRole('link', { name: 'See the outbox' }).click();
    await heading(a.page, '2 waiting').waitFor();
    expect(await outboxLine(a.page, BALDEV.name).textContent()).toContain('Saved on this phone');

    await server.start();
    a.requests.length = 0;
    await a.page.getByText(/^Received, no\. W-/).waitFor();
    // At once, told in questions and not in seconds, which are this machine's: the network is asked for once a second.
    const paths = a.requests.map((url) => new URL(url).pathname);
    const sent = paths.findIndex((path) => ['/sync/ops', '/api/face/uploadLostFoundPerson'].includes(path));
    const beforeIt = paths.slice(0, Math.max(0, sent)); // none when it left as the server opened
    expect(beforeIt.filter((path) => path === '/health').length).toBeLessThanOrEqual(2);
    await outboxLine(a.page, 'Face scan')
      .getByText(/^Compared with [\d,]+ people: nobody looks like this/)
      .waitFor();
    await a.page.getByText('Everything you made on this phone has arrived.').waitFor();
    const [report, ...more] = await reportsNamed(server.url, BALDEV.name);
    expect(more).toEqual([]);
    expect(report?.photos).toHaveLength(1);
    expect(a.faults).toEqual([]);

    let b = await open(again);
    await b.page.goto(server.url);
    await b.page.getByText(`${BALDEV.name}, ${BALDEV.age}`).waitFor(); // pulled
    await b.page.goto(`${server.url}/face-recognition`);
    await expect.poll(() => peopleOnPhone(b)).toBe(known + 1);
    await b.context.setOffline(true);
    await b.page.getByText('No network.').waitFor();
    // The app's own files come from the phone; of the server nothing is asked but whether it is there.
    const asked = () =>
      b.requests
        .splice(0)
        .map((url) => new URL(url).pathname)
        .filter((path) => !/^\/(assets\/|health$)|^http/.test(path));
    // What was being read when the network went is given up after the word on it.
    const askedWithin = async (ms: number) => {
      await b.page.waitForTimeout(ms);
      return asked();
    };
    await expect.poll(() => askedWithin(1000)).toEqual([]);
    await b.page.getByRole('button', { name: 'Start Face Detection' }).click();
    await b.page.getByText('Face detected ✔').waitFor();
    await heading(b.page, 'Detected Person Information').waitFor();
    // Of whom the face is, the pack for everybody does not say.
    await b.page.getByRole('heading', { name: 'This may be someone who is being looked for' }).waitFor();
    await b.page.getByRole('link', { name: 'Call 1098' }).waitFor();
    await b.page
      .getByText('Found in the list on this phone. It is checked against the whole list when there is network.')
      .waitFor();
    expect(asked()).toEqual([]);

    await b.context.setOffline(false);
    await b.page.goto(`${server.url}/outbox`);
    await outboxLine(b.page, 'Face scan').getByText('Look at it: someone may match').waitFor();
    b.requests.length = 0;
    await startScan(b.page, server.url);
    await b.page.getByRole('heading', { name: `This may be ${BALDEV.name}` }).waitFor();
    await b.page.getByText('The whole list is being searched too.').waitFor({ state: 'detached' });
    expect(b.requests.filter((url) => url.endsWith('/api/face/compare'))).toHaveLength(1);
    expect(await b.page.getByText('It is checked against the whole list').count()).toBe(0);

    // Whoever the report is about says so, without an account: their face hides it at once.
    await b.page.goto(`${server.url}/items/${report?.id}`);
    await b.page.getByRole('link', { name: 'Is this about you? Tell us' }).click();
    await b.page.getByLabel('I am safe').check();
    await b.page.getByRole('button', { name: 'Look into the camera' }).click();
    await b.page.getByText('Your face is ready to be compared.').waitFor();
    await b.page.getByRole('button', { name: 'Send' }).click();
    await heading(b.page, 'Our team has it now').waitFor();
    expect(await reportsNamed(server.url, BALDEV.name)).toEqual([]);

    b = await reopen(b, stranger);
    await startScan(b.page, server.url);
    await heading(b.page, 'Person Not Found').waitFor();
    await b.page.getByText(/^This person was not found in the database: [\d,]+ people compared/).waitFor();
    expect(b.faults).toEqual([]);
  });
});

/** The number in the line that says what a scan searches. */
async function peopleOnPhone({ page }: Device): Promise<number> {
  const line = await page.getByText(/^Searches the list on this phone/).textContent();
  return Number(/[\d,]+ (?:person|people)/.exec(line ?? '')?.[0].replace(/\D/g, ''));
}
