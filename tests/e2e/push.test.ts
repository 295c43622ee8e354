/** What the server pushes is shown by a phone on which the app is not open, and a tap opens the page it is about. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PushMessage } from '../../contract/push.ts';
import { type Device, openDevice } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MESSAGE: PushMessage = {
  kind: 'report-changed',
  title: 'There is news on a report you follow',
  body: 'Missing since Tuesday',
  url: '/outbox',
};

describe('a push', () => {
  let server: TestServer;
  let phone: Device;

  beforeAll(async () => {
    server = await startServer({ DEMO: '0', REVIEW: 'at-once' });
    phone = await openDevice({ origin: server.url, permissions: ['notifications'] });
    await phone.page.goto(server.url);
    await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  });
  afterAll(async () => {
    await phone.remove();
    await server.remove();
  });

  /** As the push service's message reaches the browser, after it was opened with the device's key. */
  async function deliver(data: unknown): Promise<void> {
    const session = await phone.context.newCDPSession(phone.page);
    const registered = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url));
        if (ours) resolve(ours.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const message = { origin: server.url, registrationId: await registered, data: JSON.stringify(data) };
    await session.send('ServiceWorker.deliverPushMessage', message);
    await session.detach();
  }

  const shown = () =>
    phone.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map(({ title, body, data }) => ({ title, body, data }));
    });

  it('is shown, a second one about the same page in its place', async () => {
    await deliver(MESSAGE);
    const { title, body, url } = MESSAGE;
    await expect.poll(shown).toEqual([{ title, body, data: url }]);
    await deliver({ ...MESSAGE, body: 'Now' });
    await expect.poll(shown).toEqual([{ title, body: 'Now', data: url }]);
  });

  it('that is not ours, or leads to another site, is not shown', async () => {
    const before = await shown();
    for (const data of [
      { hello: 1 },
      'text',
      { ...MESSAGE, url: 'https://evil.example/' },
      { ...MESSAGE, url: '//evil.example' },
    ])
      await deliver(data);
    await deliver({ ...MESSAGE, body: 'Last' });
    await expect.poll(async () => (await shown()).at(0)?.body).toBe('Last');
    expect(await shown()).toHaveLength(before.length);
  });

  it('opens its page when it is tapped', async () => {
    await deliver(MESSAGE);
    await expect.poll(async () => (await shown()).map(({ body }) => body)).toEqual([MESSAGE.body]);
    const [worker] = phone.context.serviceWorkers();
    await worker?.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await scope.registration.getNotifications();
      const click = new Event('notificationclick', {}) as Event & { notification?: Notification };
      Object.assign(click, { notification, waitUntil: () => undefined });
      dispatchEvent(click);
    });
    await phone.page.waitForURL(`${server.url}/outbox`);
    await expect.poll(shown).toEqual([]);
  });
});
