/** Web push on this device: asked for by a tap, never by itself. */

import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { pushKey, subscribePush, unsubscribePush } from '../../contract/notice.ts';

/** The part of the API's client that is needed here. */
export interface PushApi {
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
}

/**
 * - `unsupported`: this browser has none (on an iPhone: not before the app is on the home screen).
 * - `blocked`: the user said no to the browser, which asks only once; the switch is in its settings now.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported';

export async function pushState(): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Ask the user, subscribe, and tell the server. Must be called from a tap: browsers ask at no other time. */
export async function subscribe(api: PushApi): Promise<PushState> {
  const registration = await findRegistration();
  if (!registration) return 'unsupported';
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') return answer === 'denied' ? 'blocked' : 'off';
  const { key } = await api.call(pushKey, {});
  const subscription = await subscribeWith(registration.pushManager, fromBase64Url(key));
  const { endpoint, keys } = subscription.toJSON();
  await api.call(subscribePush, {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  });
  return 'on';
}

/** End it on this device, and tell the server while it can be reached. */
export async function unsubscribe(api: PushApi): Promise<void> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  // From now on the push service answers "gone", and the server forgets it at the next push in any case.
  await api.call(unsubscribePush, { endpoint });
}

/** End it on this device at sign-out; answers its address, for the server to be told when it can be reached. */
export async function endSubscription(): Promise<string | undefined> {
  try {
    const subscription = await (await findRegistration())?.pushManager.getSubscription();
    if (!subscription) return undefined;
    // Without a network the push service hears of it later; nobody waits for that.
    void subscription.unsubscribe().catch(console.warn);
    return subscription.endpoint;
  } catch (error) {
    console.warn('The push subscription could not be looked up', error);
    return undefined;
  }
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (
    !('navigator' in globalThis) ||
    !('serviceWorker' in navigator) ||
    !('PushManager' in window) ||
    !('Notification' in window)
  )
    return undefined;
  return navigator.serviceWorker.getRegistration();
}

/** A subscription made for another server's key (the app was moved) is replaced. */
async function subscribeWith(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const held = await manager.getSubscription();
  const heldKey = held?.options.applicationServerKey;
  if (held && heldKey && sameBytes(new Uint8Array(heldKey), key)) return held;
  await held?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
