/** A server with the sample people, and phones that are ready to go offline with what it has. */

import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Device, type DeviceSettings, openDevice } from './browser.ts';
import { startServer, type TestServer } from './server.ts';

/** Its own copy of the data, at the address that every ready phone knows. */
export const startKnownServer = (env: Record<string, string> = {}): Promise<TestServer> =>
  startServer(env, { from: inject('data'), port: inject('port') });

export const knownOrigin = (): string => `http://127.0.0.1:${inject('port')}`;

/** A phone that has taken the face pack and the gallery. */
export async function openReadyPhone(settings: Omit<DeviceSettings, 'origin'> = {}): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'wapsi-phone-'));
  await cp(inject('profile'), profile, { recursive: true });
  return openDevice({ ...settings, origin: knownOrigin() }, profile);
}
