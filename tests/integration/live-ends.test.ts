/** An open page is told of what is new as long as its session lasts, and no longer. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { liveEvents } from '../../contract/message.ts';
import { beginSession } from '../../server/auth/sessions.ts';
import { createApi } from '../../src/api/client.ts';
import { HERE, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';

withEither('a page that is open', (database) => {
  let host: TestHost;
  let origin = '';
  beforeAll(async () => {
    host = await startHost(database);
    origin = await host.app().listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  type Person = Awaited<ReturnType<typeof signIn>>;
  const post = (path: string, by: Person, method: string, body: object) =>
    fetch(origin + path, {
      method,
      headers: { authorization: by.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(({ status }) => expect(status).toBe(200));

  const ENDS: Record<string, (user: Person, admin: Person) => Promise<void>> = {
    'signing out': (user) => post('/auth/logout', user, 'POST', {}),
    'signing out everywhere': (user) => post('/auth/logout', user, 'POST', { everywhere: true }),
    'being signed out from another device': async ({ userId }) => {
      const token = await host.db.transaction().execute((tx) => beginSession(tx, userId));
      await post('/auth/sessions/end-others', { userId, token }, 'POST', {});
    },
    'a suspension': ({ userId }, admin) =>
      post(`/users/${userId}/standing`, admin, 'PUT', { suspended: true, reason: 'False reports' }),
    'another role': ({ userId }, admin) =>
      post(`/users/${userId}/role`, admin, 'PUT', {
        ...{ role: 'officer', organisation: 'Kotwali', districts: [HERE], reason: 'Letter' },
      }),
    'closing the account': (user) => post('/auth/delete-account', user, 'DELETE', { undo: true }),
    'erasing the account': (user) => post('/auth/delete-account', user, 'DELETE', {}),
  };

  it.each(Object.keys(ENDS))('is told no more after %s, while the pages of others go on', async (how) => {
    const [user, other, admin] = [
      await signIn(host.db, 'poster'),
      await signIn(host.db, 'poster'),
      await signIn(host.db, 'admin'),
    ];
    const leave = new AbortController();
    const open = (by: Person) =>
      createApi({ base: origin, fetch, token: () => by.token })
        .events(liveEvents, {}, leave.signal)
        [Symbol.asyncIterator]();
    const [page, others] = [open(user), open(other)];
    for (const one of [page, others]) expect((await one.next()).value).toEqual({ kind: 'hello' });
    let [isOver, otherIsOver] = [false, false];
    const ended = page.next().then(({ done }) => {
      isOver = done === true;
    });
    void others.next().then(
      () => {
        otherIsOver = true;
      },
      () => undefined,
    );
    await ENDS[how]?.(user, admin);
    await ended;
    expect([isOver, otherIsOver]).toEqual([true, false]);
    leave.abort();
  });
});
