/** What the server pushes is shown by a phone on which the app is not open, and a tap opens the page it is about. */

import type { Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PushMessage, WAKE_UP } from '../../contract/push.ts';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { startEmptyServer } from '../support/hosted.ts';
import { fillLost, save, shellIsKept } from '../support/pages.ts';
import type { TestServer } from '../support/server.ts';
import { deliverPush, wakeUp } from '../support/worker-events.ts';

const MESSAGE: PushMessage = {
  kind: 'report-changed',
  title: 'There is news on a report',
  body: 'Missing since Tuesday',
  url: '/outbox',
};

interface ServiceWorkerGlobal {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { matchAll(options: object): Promise<readonly unknown[]> };
}

describe('a push', () => {
  let server: TestServer;
  let phone: Device;

  beforeAll(async () => {
    server = await startEmptyServer({ REVIEW: 'at-once' });
    phone = await openDevice({ origin: server.url, permissions: ['notifications'] });
    await phone.page.goto(server.url);
    await shellIsKept(phone.page);
    if ((await phone.page.evaluate(() => Notification.permission)) === 'denied') await keepNotifications();
  });
  afterAll(async () => {
    await phone.remove();
    await server.remove();
  });

  const deliver = (data: unknown) => deliverPush(phone.page, server.url, data);

  const worker = (): Worker => {
    const [first] = phone.context.serviceWorkers();
    if (!first) throw new Error('the service worker has ended');
    return first;
  };

  const shown = () =>
    worker().evaluate(async () => {
      const all = await (globalThis as unknown as ServiceWorkerGlobal).registration.getNotifications();
      return all.map(({ title, body, data }) => ({ title, body, data }));
    });

  const openPages = () =>
    worker().evaluate(async () => {
      const { clients } = globalThis as unknown as ServiceWorkerGlobal;
      return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length;
    });

  /** The browser that comes with the packages shows no notifications: what it is asked to show is kept in its place. */
  const keepNotifications = () =>
    worker().evaluate(() => {
      const kept = new Map<string, { title: string; body?: string; data?: unknown; close(): void }>();
      const { registration } = globalThis as unknown as ServiceWorkerGlobal;
      Object.assign(registration, {
        getNotifications: async () => [...kept.values()],
        showNotification: async (title: string, { tag = title, body = '', data }: NotificationOptions = {}) => {
          kept.set(tag, { title, body, data, close: () => kept.delete(tag) });
        },
      });
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
    await worker().evaluate(async () => {
      const [notification] = await (globalThis as unknown as ServiceWorkerGlobal).registration.getNotifications();
      const click = new Event('notificationclick', {}) as Event & { notification?: Notification };
      Object.assign(click, { notification, waitUntil: () => undefined });
      dispatchEvent(click);
    });
    await phone.page.waitForURL(`${server.url}/outbox`);
    await expect.poll(shown).toEqual([]);
  });

  it('a network that is back while the app is closed is told where something waits, and no more once it was sent (fault 31)', async () => {
    const { page } = phone;
    await page.goto(`${server.url}/face-recognition?add=lost`);
    await server.stop(); // a browser that is told to be offline lets a page that leaves still send
    await fillLost(page, { title: 'Lost at the fair', name: 'Gulab Kaur', age: '71' });
    await save(page);
    const words = () =>
      page.evaluate(async ({ path, cache }) => (await caches.match(path, { cacheName: cache }))?.status, WAKE_UP);
    await expect.poll(words).toBe(200);
    await page.goto('about:blank');
    await expect.poll(openPages).toBe(0);
    await server.start();
    await wakeUp(page, server.url);
    const { back: title, backText: body } = en.status;
    await expect.poll(shown).toEqual([{ title, body, data: '/outbox' }]);

    await page.goto(`${server.url}/outbox`);
    await page.getByText(/^Received, no\. W-/).waitFor();
    await expect.poll(() => page.evaluate((name) => caches.has(name), WAKE_UP.cache)).toBe(false);
    await worker().evaluate(async () => {
      for (const one of await (globalThis as unknown as ServiceWorkerGlobal).registration.getNotifications())
        one.close();
    });
    await page.goto('about:blank');
    await wakeUp(page, server.url);
    await page.waitForTimeout(1000);
    expect(await shown()).toEqual([]);
  });
});
