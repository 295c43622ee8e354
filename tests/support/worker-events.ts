/** What the browser itself would say to the service worker of an origin. */

import type { CDPSession, Page } from 'playwright-core';
import { WAKE_UP } from '../../contract/push.ts';

type Ours = { origin: string; registrationId: string };

async function atWorker(
  page: Page,
  origin: string,
  tell: (session: CDPSession, ours: Ours) => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await tell(session, { origin, registrationId: await registered });
  await session.detach();
}

/** As the push service's message reaches the browser, after it was opened with the device's key. */
export const deliverPush = (page: Page, origin: string, data: unknown): Promise<void> =>
  atWorker(page, origin, (session, ours) =>
    session.send('ServiceWorker.deliverPushMessage', { ...ours, data: JSON.stringify(data) }),
  );

/** As the browser says it once there is a network. */
export const wakeUp = (page: Page, origin: string): Promise<void> =>
  atWorker(page, origin, (session, ours) =>
    session.send('ServiceWorker.dispatchSyncEvent', { ...ours, tag: WAKE_UP.tag, lastChance: false }),
  );
