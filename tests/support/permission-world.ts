/** For the walk over permissions: for each call a caller and, made by others, the one thing that the call is about. */

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Endpoint, InputOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Role } from '../../contract/user.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { type CallOptions, createApi } from '../../src/api/client.ts';
import { bytesOf, makePhoto, makeVideo, newReport, signIn, type TestHost } from './client.ts';

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

export async function openWorld(host: TestHost, name: CallerName): Promise<World> {
  async function person(role: Role = 'poster'): Promise<Person> {
    const { userId, token } = await signIn(host.db, role);
    await host.db.updateTable('app_user').set({ verified_at: new Date() }).where('id', '=', userId).execute();
    const api = createApi({ base: 'http://server', fetch: host.fetch, token: () => token });
    return { userId, token, call: (endpoint, input, options) => api.call(endpoint, input, options) };
  }
  const caller = name === 'anonymous' ? undefined : await person(roleOf(name));
  const change = CHANGES[name];
  if (caller && change) await host.db.updateTable('app_user').set(change).where('id', '=', caller.userId).execute();

  const known: { owner?: Promise<Person>; party?: Promise<Person> } = {};
  if (caller && name === 'owner') known.owner = Promise.resolve(caller);
  if (caller && name === 'party') known.party = Promise.resolve(caller);
  const write: World['write'] = (work) => host.db.transaction().execute(work);
  const publish = (id: string) => write((tx) => changeStatus(tx, id, 'published', 'moderator:1'));

  const world: World = {
    caller,
    callerId: caller?.userId ?? randomUUID(),
    person,
    owner: () => (known.owner ??= person()),
    party: () => (known.party ??= person('finder')),
    write,
    async missing(status = 'published') {
      const photo = await onePhoto(host);
      const film = makeVideo(32);
      const video = film.sha256;
      const { upload, id, opId } = newReport();
      const named = { photos: [photo], videos: [video] };
      await (await world.owner()).call(endpoints.uploadLostFoundPerson, { ...upload, ...named, id, opId });
      await host.files.append(video, 'video', { offset: 0, total: 32, body: Readable.from([await bytesOf(film)]) });
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

/** A photo that no other report has: who may see it is decided by all that name it. */
async function onePhoto(host: TestHost): Promise<string> {
  const bytes = await bytesOf(await makePhoto(Math.floor(Math.random() * 1e9), 16));
  await host.files.put(bytes);
  return createHash('sha256').update(bytes).digest('hex');
}
