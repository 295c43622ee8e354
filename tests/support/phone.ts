/** A server with the sample people, and phones that are ready to go offline with what it has. */

import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Device, type DeviceSettings, openDevice } from './browser.ts';
import { startServer, type TestServer } from './server.ts';

/** Files that run at once have an address each, and a phone that knows it: what a browser keeps belongs to an address. */
function known(): { port: number; profile: string } {
  const place = inject('known')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!place) throw new Error('There are more workers than ready phones');
  return place;
}

/** Its own copy of the data, at the address that every ready phone of this file knows. */
export const startKnownServer = (env: Record<string, string> = {}): Promise<TestServer> =>
  startServer(env, { from: inject('data'), port: known().port });

export const knownOrigin = (): string => `http://127.0.0.1:${known().port}`;

/** A phone that has taken the face pack and the gallery. */
export async function openReadyPhone(settings: Omit<DeviceSettings, 'origin'> = {}): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'wapsi-phone-'));
  await cp(known().profile, profile, { recursive: true });
  return openDevice({ ...settings, origin: knownOrigin() }, profile);
}
