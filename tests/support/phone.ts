/** A server with the sample people, and phones that are ready to go offline with what it has. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { isAlive } from '../../server/db/lock.ts';
import { type Device, type DeviceSettings, openDevice } from './browser.ts';
import { startSampleServer } from './hosted.ts';
import { removeAfterFile } from './leave-nothing.ts';
import { type Known, visitedIn } from './prepared.ts';
import { startServer, type TestServer } from './server.ts';

let taken: Known | undefined;

/**
 * Files that run at once have an address each, and a phone that knows it: what a browser keeps belongs to an address.
 *
 * A file takes the first that no other process holds, and gives it back when it ends. The number of the test runner's
 * worker is no such claim: two that run at once were seen to have the same one.
 */
function known(): Known {
  if (taken) return taken;
  const free = inject('known').find(({ profile }) => claim(`${profile}.taken`));
  if (!free) throw new Error('There are more files at once than ready phones');
  taken = free;
  removeAfterFile(async () => {
    taken = undefined; // the worker's next file looks for itself
    rmSync(`${free.profile}.taken`, { force: true });
  });
  return free;
}

/** The process that holds it is named in the file; what a process that is gone held is free. */
function claim(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(readFileSync(path, 'utf8'));
    if (holder === process.pid || isAlive(holder)) return holder === process.pid;
    rmSync(path, { force: true });
    return claim(path);
  }
}

/** Its own copy of the data, at the address that every ready phone of this file knows; `alone`, it can be killed. */
export const startKnownServer = (env: Record<string, string> = {}, { alone = false } = {}): Promise<TestServer> =>
  alone ? startServer(env, { from: inject('data'), port: known().port }) : startSampleServer(env, known().port);

export const knownOrigin = (): string => `http://127.0.0.1:${known().port}`;

/** What is done on a ready phone once, for all who want it so: by its name it is kept. */
interface Made {
  name: string;
  prepare(phone: Device): Promise<void>;
}

type Settings = Omit<DeviceSettings, 'origin'>;

/** A phone that has taken the face pack and the gallery; with `made`, one on which that has been done too. */
export const openReadyPhone = (settings: Settings = {}, made?: Made): Promise<Device> =>
  openMade(known().profile, settings, made);

/**
 * A phone on which the app was opened once: it keeps the shell, with the policy of a server that names no tiles, and that
 * is all it knows.
 */
export const openVisitedPhone = (settings: Settings = {}, made?: Made): Promise<Device> =>
  openMade(visitedIn(known().profile), settings, made);

const openMade = async (base: string, settings: Settings, made: Made | undefined): Promise<Device> =>
  openCopy(made ? await madeOf(base, made) : base, settings);

/** The profile alone of a phone on which the app was opened once. */
export const copyVisited = (): Promise<string> => copyProfile(visitedIn(known().profile));

const openCopy = async (of: string, settings: Settings = {}): Promise<Device> =>
  openDevice({ ...settings, origin: knownOrigin() }, await copyProfile(of));

async function copyProfile(of: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'wapsi-phone-'));
  await cp(of, profile, { recursive: true });
  return profile;
}

/** The profile of such a phone, from before if one was made at this address. */
async function madeOf(base: string, { name, prepare }: Made): Promise<string> {
  const profile = `${base}-${name}`;
  if (existsSync(profile)) return profile;
  const phone = await openCopy(base);
  await prepare(phone);
  await phone.close(); // all that it keeps is on the disk then
  await cp(phone.profile, profile, { recursive: true });
  await phone.remove();
  return profile;
}
