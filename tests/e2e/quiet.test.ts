/** What somebody may meet on any day is no fault, and leaves nothing red in the browser's console. */

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { startSampleServer } from '../support/hosted.ts';
import { ANY_HEADING, allPaths, shellIsKept } from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let phone: Device;
beforeAll(async () => {
  server = await startSampleServer();
});
afterAll(() => server.remove());
afterEach(() => phone.remove());

/** All that the console shows as an error, what the browser says of itself too, unlike `faults`. */
async function watched(): Promise<string[]> {
  phone = await openDevice({ origin: server.url });
  const errors: string[] = [];
  phone.context.on('console', (message) => {
    if (message.type() === 'error')
      errors.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`);
  });
  return errors;
}

/** Opened by its address, and at rest. */
async function open(path: string): Promise<void> {
  await phone.page.goto(server.url + path);
  await phone.page.locator(ANY_HEADING).first().waitFor({ state: 'attached' });
  await phone.page.waitForLoadState('networkidle');
}

describe('the console stays without an error', () => {
  it('on every page, for somebody without an account, also where a record, a claim or a page is not there', async () => {
    const errors = await watched();
    for (const path of await allPaths()) await open(path);
    await open(`/items/${crypto.randomUUID()}`);
    await phone.page.getByText(en.details.gone).waitFor();
    expect(errors).toEqual([]);
  });

  it('when a session has ended elsewhere', async () => {
    const errors = await watched();
    await open('/about');
    await phone.page.evaluate(({ accessToken, user }) => {
      localStorage.setItem('accessToken', `${accessToken.slice(0, -4)}0000`);
      localStorage.setItem('user', JSON.stringify(user));
    }, inject('sessions').poster);
    for (const path of ['/', '/lost-peoples', '/inbox', `/items/${crypto.randomUUID()}`]) await open(path);
    expect(errors).toEqual([]);
  });

  it('without a server but for the calls that nobody answered, which the browser itself notes', async () => {
    const errors = await watched();
    await open('/');
    await shellIsKept(phone.page);
    // A server that stops says 503 to who asks meanwhile: no page is open then.
    await phone.page.goto('about:blank');
    await server.stop();
    for (const path of ['/', '/lost-peoples', '/outbox', '/face-recognition', `/items/${crypto.randomUUID()}`])
      await phone.page.goto(server.url + path);
    await phone.page.locator(ANY_HEADING).first().waitFor({ state: 'attached' });
    expect(errors.filter((error) => !error.includes('net::ERR_CONNECTION_REFUSED'))).toEqual([]);
    await server.start();
  });
});
