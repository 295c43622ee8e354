/** One push to one device, encrypted for it alone (RFC 8291): the push service carries what it cannot read. */

import webPush from 'web-push';
import type { VapidKeys } from './vapid.ts';

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushSettings {
  keys: VapidKeys;
  /** `mailto:` or `https:`, for the push service. */
  contact: string;
  hosts: readonly string[];
}

/** A device that was off for longer is told by its inbox. */
const KEPT_S = 86_400;
const TIMEOUT_MS = 10_000;

/** `gone`: the device has ended its subscription. Any other refusal throws, and is worth another try. */
export async function sendPush(target: PushTarget, payload: object, settings: PushSettings): Promise<'sent' | 'gone'> {
  if (!isPushEndpoint(target.endpoint, settings.hosts)) return 'gone'; // its service is no longer one of ours
  const request = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    JSON.stringify(payload),
    { vapidDetails: { subject: settings.contact, ...settings.keys }, TTL: KEPT_S, contentEncoding: 'aes128gcm' },
  );
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(target.endpoint, {
    method: 'POST',
    headers: headers.filter(([name]) => name !== 'Content-Length'),
    body: new Uint8Array(request.body ?? []),
    redirect: 'manual', // no push service does; following one would let it choose where we call
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.ok) return 'sent';
  if (response.status === 404 || response.status === 410) return 'gone';
  throw new Error(`The push service answered ${response.status}`);
}

/**
 * Whether an address a device gave is one of a push service. The server will call it, so nothing else is let in: a
 * known host, `https` and its own port. A host named as a loopback address, for tests, may be plain.
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (hostname === '127.0.0.1') return hosts.includes(hostname);
  const known = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return known && protocol === 'https:' && port === '';
}
