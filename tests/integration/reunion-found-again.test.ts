/** Whoever is part of a reunion finds the way to it on the page of their own report, and nobody else learns of it. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tellFamily, untellFamily } from '../../server/reunions/tell.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

type Person = Awaited<ReturnType<typeof signIn>>;

const FOUND = { type: 'found', foundPersonAge: '34' } as const;

withEither('a reunion on the page of a report', (database) => {
  let host: TestHost;
  let family: Person;
  let finder: Person;
  let officer: Person;
  let lostId: string;
  let foundId: string;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [family, finder] = [await signIn(host.db, 'poster'), await signIn(host.db, 'poster')];
    officer = await signIn(host.db, 'officer');
    [lostId, foundId] = [await post({}, family.token), await post(FOUND, finder.token)];
  });

  const call = (method: 'GET' | 'POST' | 'PUT', url: string, token?: string, payload?: object) =>
    host.app().inject({ method, url, ...(payload ? { payload } : {}), headers: token ? { authorization: token } : {} });

  async function post(change: object, token?: string): Promise<string> {
    const { upload, id, opId } = newReport(change);
    expect((await call('POST', '/api/face/uploadLostFoundPerson', token, { ...upload, id, opId })).statusCode).toBe(
      200,
    );
    await publishReport(host, id);
    return id;
  }
  const confirm = (lost = lostId, found = foundId) =>
    host.db.transaction().execute((tx) => tellFamily(tx, { lostId: lost, foundId: found, byId: officer.userId }));
  const say = async (id: string, { token }: Person, change: object) =>
    expect((await call('PUT', `/report/${id}/reunion`, token, change)).statusCode).toBe(200);
  /** What its page says of a reunion. */
  const toldOf = async (id: string, who?: Person): Promise<unknown> => {
    const answer = await call('GET', `/report/${id}`, who?.token);
    expect(answer.statusCode).toBe(200);
    return answer.json().reunion;
  };

  it('is named to the family as long as the confirmation stands', async () => {
    expect(await toldOf(lostId, family)).toBe(undefined);
    await confirm();
    expect(await toldOf(lostId, family)).toBe(true);
    await say(lostId, family, { together: true });
    expect(await toldOf(lostId, family)).toBe(true); // where it is taken back, said too soon
    await host.db
      .transaction()
      .execute((tx) => untellFamily(tx, { lostId, foundId, actorFor: () => `officer:${officer.userId}` }));
    expect(await toldOf(lostId, family)).toBe(undefined);
  });

  it('is named to no stranger, to no officer or moderator, and to a finder only once the family has agreed', async () => {
    await confirm();
    const others = [
      undefined,
      await signIn(host.db, 'poster'),
      officer,
      await signIn(host.db, 'officer', ['pb-moga']),
      await signIn(host.db, 'moderator'),
    ];
    for (const who of [...others, finder]) expect(await toldOf(lostId, who)).toBe(undefined);
    for (const who of [...others, finder, family]) expect(await toldOf(foundId, who)).toBe(undefined);
    await say(lostId, family, { together: true });
    expect(await toldOf(foundId, finder)).toBe(undefined);
    await say(lostId, family, { tellFinder: true });
    expect(await toldOf(foundId, finder)).toBe(true);
    for (const who of [...others, family]) expect(await toldOf(foundId, who)).toBe(undefined);
  });

  it('of somebody who must not be found it is named to nobody', async () => {
    await confirm();
    const hidden = { hidden_at: new Date(), hidden_for: 'protected' } as const;
    await host.db.updateTable('report').set(hidden).where('id', '=', foundId).execute();
    expect(await toldOf(lostId, family)).toBe(undefined);
  });
});
