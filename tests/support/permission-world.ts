/** For the walk over permissions: for each call a caller and, made by others, the one thing that the call is about. */

import { randomUUID } from 'node:crypto';
import type { Endpoint, InputOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Role } from '../../contract/user.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { type CallOptions, createApi } from '../../src/api/client.ts';
import { bring, makePhoto, makeVideo, newReport, signIn, type TestHost } from './client.ts';
import { publishReport } from './publish.ts';

/**
 * `owner`: whose thing it is. `party`: the other one in it: who claims, wrote the note, is written to. The others have
 * nothing to do with it.
 */
export const CALLERS = [
  ...(['anonymous', 'owner', 'party', 'poster', 'finder', 'volunteer'] as const),
  ...(['officer', 'moderator', 'admin', 'young', 'suspended'] as const),
];
export type CallerName = (typeof CALLERS)[number];

export interface Person {
  userId: string;
  token: string;
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<unknown>;
}

interface Missing {
  id: string;
  opId: string;
  /** Their SHA-256. */
  photo: string;
  video: string;
}

export interface World {
  readonly caller: Person | undefined;
  /** The name stays free for the caller's own account; for nobody it is another's. */
  readonly callerId: string;
  person(role?: Role): Promise<Person>;
  owner(): Promise<Person>;
  party(): Promise<Person>;
  /** A lost adult with a public photo, and a video. */
  missing(status?: 'pending_review' | 'published' | 'rejected'): Promise<Missing>;
  item(type?: 'lost' | 'found', of?: Person): Promise<string>;
  write(work: Parameters<ReturnType<TestHost['db']['transaction']>['execute']>[0]): Promise<unknown>;
}

/** One account for each kind of caller, for calls that change nothing: all of them may ask about one thing. */
export type Cast = Record<CallerName, Person | undefined>;

export async function openCast(host: TestHost): Promise<Cast> {
  const entries = CALLERS.map(async (name) => [name, await openAccount(host, name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Cast; // by its names
}

async function openPerson(host: TestHost, role: Role = 'poster'): Promise<Person> {
  const { userId, token } = await signIn(host.db, role);
  await host.db.updateTable('app_user').set({ verified_at: new Date() }).where('id', '=', userId).execute();
  const api = createApi({ base: 'http://server', fetch: host.fetch, token: () => token });
  return { userId, token, call: (endpoint, input, options) => api.call(endpoint, input, options) };
}

async function openAccount(host: TestHost, name: CallerName): Promise<Person | undefined> {
  if (name === 'anonymous') return undefined;
  const caller = await openPerson(host, roleOf(name));
  const change = CHANGES[name];
  if (change) await host.db.updateTable('app_user').set(change).where('id', '=', caller.userId).execute();
  return caller;
}

/** A world of its own for each call that changes something; with a `cast`, one about which all of it may ask. */
export async function openWorld(host: TestHost, name: CallerName, cast?: Cast): Promise<World> {
  const person = (role?: Role) => openPerson(host, role);
  const caller = cast ? cast[name] : await openAccount(host, name);
  const known: { owner?: Promise<Person>; party?: Promise<Person> } = {};
  const [owner, party] = cast
    ? [cast.owner, cast.party]
    : [name === 'owner' ? caller : undefined, name === 'party' ? caller : undefined];
  if (owner) known.owner = Promise.resolve(owner);
  if (party) known.party = Promise.resolve(party);
  const write: World['write'] = (work) => host.db.transaction().execute(work);
  const publish = (id: string) => publishReport(host, id);

  const world: World = {
    caller,
    callerId: caller?.userId ?? randomUUID(),
    person,
    owner: () => (known.owner ??= person()),
    party: () => (known.party ??= person('finder')),
    write,
    async missing(status = 'published') {
      // Of no other report: who may see it is decided by all that have brought it.
      const picture = await makePhoto(Math.floor(Math.random() * 1e9), 16);
      const film = makeVideo(2000);
      const [photo, video] = [picture.sha256, film.sha256];
      const { upload, id, opId } = newReport();
      const named = { photos: [photo], videos: [video] };
      await (await world.owner()).call(endpoints.uploadLostFoundPerson, { ...upload, ...named, id, opId });
      for (const file of [picture, film]) await bring(host, file, { of: opId });
      if (status === 'published') await publish(id);
      if (status === 'rejected') await write((tx) => changeStatus(tx, id, 'rejected', 'moderator:1', 'No'));
      return { id, opId, photo, video };
    },
    async item(type = 'found', of) {
      const id = randomUUID();
      const marks = [{ question: 'Colour of the lining?', answer: 'Red' }];
      const item = { reportType: type, category: 'Bags' as const, title: 'Blue bag', marks };
      await (of ?? (await world.owner())).call(endpoints.createReport, { ...item, id, opId: randomUUID() });
      await publish(id);
      return id;
    },
  };
  return world;
}

const roleOf = (name: CallerName): Role => {
  if (name === 'party') return 'finder';
  return ['finder', 'volunteer', 'officer', 'moderator', 'admin'].includes(name) ? (name as Role) : 'poster';
};

const CHANGES: Partial<Record<CallerName, { birth_year: number } | { suspended_at: Date }>> = {
  young: { birth_year: new Date().getFullYear() - 15 },
  suspended: { suspended_at: new Date() },
};
