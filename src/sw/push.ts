/** Shows what the server pushes, and opens the page it is about when it is tapped. */

import * as z from 'zod/mini';
import { PushMessage, WAKE_UP } from '../../contract/push.ts';

const ICON = '/icons/icon-192.png';

// The policy of the page forbids making code from text, and this worker is under it.
z.config({ jitless: true });

export function showPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const message = readMessage(event.data);
    if (message) event.waitUntil(show(worker, message));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data ?? '/inbox')));
  });
}

/** The network is back, something waits, and no page is open to send it. Says nothing where that may not be shown. */
export async function sayThatItWaits(worker: ServiceWorkerGlobalScope): Promise<void> {
  const words = await caches.match(WAKE_UP.path, { cacheName: WAKE_UP.cache });
  const message = PushMessage.safeParse(await words?.json());
  if (message.success) await show(worker, message.data).catch(() => undefined);
}

/** What is not ours, or from a newer server in another shape, is not shown. */
function readMessage(data: PushMessageData | null): PushMessage | undefined {
  try {
    return PushMessage.parse(data?.json());
  } catch {
    return undefined;
  }
}

/** A second push about the same page takes the place of the first, and is heard as it was: it may be of another child. */
async function show({ registration }: ServiceWorkerGlobalScope, { title, body, url }: PushMessage): Promise<void> {
  const options: NotificationOptions & { renotify: boolean } = {
    ...{ body, data: url, icon: ICON, badge: ICON },
    ...{ tag: url, renotify: true },
  };
  await registration.showNotification(title, options);
}

/** In a window that is open already, or in a new one. */
async function open({ clients }: ServiceWorkerGlobalScope, url: string): Promise<void> {
  const [window] = await clients.matchAll({ type: 'window' });
  if (!window) {
    await clients.openWindow(url);
    return;
  }
  await window.navigate(url);
  await window.focus();
}
