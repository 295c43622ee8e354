/** Places of duty: how an officer or a volunteer comes to one, what they then see of protected records, and what they do not. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../contract/sync.ts';
import type { Role } from '../../contract/user.ts';
import { FILL_DISTRICTS, fillJobs, planFills } from '../../server/reports/backfill.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

const LUDHIANA = 'pb-ludhiana';
const PATNA = 'br-patna';

withEither('a place of duty', (database) => {
  let host: TestHost;
  let admin: string;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    admin = (await signIn(host.db, 'admin')).token;
  });

  const ask = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = token ? { authorization: token } : {};
    const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const give = (id: string, role: Role, more: object) =>
    ask(admin, 'PUT', `/users/${id}/role`, { role, reason: 'Letter', ...more });
  const acts = () =>
    host.db.selectFrom('audit').select(['action', 'reason']).orderBy('at').orderBy('action', 'desc').execute();
  const told = async (userId: string) =>
    (await host.db.selectFrom('notice').select('kind').where('user_id', '=', userId).execute()).map(({ kind }) => kind);

  /** A published record of a child there, and who posted it. */
  async function addChild(region = 'Ludhiana, Punjab', owner?: string): Promise<string> {
    const { upload, id, opId } = newReport({ lostPersonAge: '9', region });
    const payload = { ...upload, id, opId };
    expect((await ask(owner ?? '', 'POST', '/api/face/uploadLostFoundPerson', payload)).status).toBe(200);
    await publishReport(host, id);
    await untilReadable(host.db);
    return id;
  }
  const listed = async (token: string): Promise<string[]> =>
    (await ask(token, 'GET', '/report?limit=100')).body.data.map(({ id }: { id: string }) => id);
  const ageSeen = async (token: string, id: string) =>
    (await ask(token, 'GET', `/report/${id}`)).body.data.subject.ageMin;
  const pulled = async (token: string, cursor = '') => {
    const { body } = await ask(token, 'GET', `/sync?feed=reports&limit=1000&cursor=${cursor}`);
    const changes = body.changes.map(({ kind, id }: Change) => [kind, id]);
    return { changes, cursor: body.cursor as string, reset: body.reset as boolean };
  };

  describe('is given with the role', () => {
    it('by an admin, who names a station and one district for an officer, and some for a volunteer; it is written down', async () => {
      const { userId, token } = await signIn(host.db, 'poster');
      const officer = await give(userId, 'officer', { organisation: 'Kotwali', districts: [PATNA] });
      expect(officer.body.user).toMatchObject({ role: 'officer', organisation: 'Kotwali', districts: [PATNA] });
      const volunteer = await give(userId, 'volunteer', { districts: [PATNA, LUDHIANA, PATNA] });
      expect(volunteer.body.user.districts).toEqual([PATNA, LUDHIANA]);
      expect((await ask(token, 'GET', '/me')).body[0].districts).toEqual([PATNA, LUDHIANA]);
      const poster = await give(userId, 'poster', { districts: [PATNA] });
      expect(poster.body.user.districts).toBeUndefined();
      expect(await acts()).toEqual([
        { action: 'role:officer', reason: 'Letter' },
        { action: 'place-of-duty', reason: PATNA },
        { action: 'role:volunteer', reason: 'Letter' },
        { action: 'place-of-duty', reason: `${PATNA}, ${LUDHIANA}` },
        { action: 'role:poster', reason: 'Letter' },
        { action: 'place-of-duty', reason: null },
      ]);
    });

    it.each([
      ['an officer without a district', 'officer', { organisation: 'Kotwali' }, { districts: 'required' }],
      ['an officer without a station', 'officer', { districts: [PATNA] }, { organisation: 'required' }],
      ['an officer of two', 'officer', { organisation: 'K', districts: [PATNA, LUDHIANA] }, { districts: 'too many' }],
      ['a volunteer without one', 'volunteer', { organisation: 'Sewa' }, { districts: 'required' }],
      ['a district that is none', 'volunteer', { districts: ['pb-atlantis'] }, { districts: 'unknown' }],
    ] as const)('and not to %s: nothing is changed', async (_, role, more, fields) => {
      const { userId, token } = await signIn(host.db, 'poster');
      expect(await give(userId, role, more)).toMatchObject({ status: 400, body: { code: 'bad-input', fields } });
      expect((await ask(token, 'GET', '/me')).body[0].role).toBe('poster');
      expect(await acts()).toEqual([]);
    });
  });

  describe('bounds what is seen', () => {
    it.each(['officer', 'volunteer'] as const)(
      'of a protected record by the %ss of its district alone, in lists, by its id and in the feed',
      async (role) => {
        const id = await addChild();
        const here = (await signIn(host.db, role, [LUDHIANA])).token;
        const elsewhere = (await signIn(host.db, role, [PATNA])).token;
        const nowhere = (await signIn(host.db, role, [])).token;
        expect([await listed(here), await ageSeen(here, id), (await pulled(here)).changes]).toEqual([
          ...[[id], 9, [['report', id]]],
        ]);
        for (const other of [elsewhere, nowhere])
          expect([await listed(other), await ageSeen(other, id), (await pulled(other)).changes]).toEqual([
            ...[[], undefined, []],
          ]);
      },
    );

    it('but of one whose place nobody knows by all who have a place', async () => {
      const id = await addChild('behind the mill');
      const { token } = await signIn(host.db, 'volunteer', [PATNA]);
      expect([await listed(token), await ageSeen(token, id)]).toEqual([[id], 9]);
      const nowhere = await signIn(host.db, 'volunteer', []);
      expect([await listed(nowhere.token), await ageSeen(nowhere.token, id)]).toEqual([[], undefined]);
    });

    it('and a word that is looked for finds protected records there alone', async () => {
      const id = await addChild();
      const search = async (districts: string[]) =>
        (await ask((await signIn(host.db, 'officer', districts)).token, 'GET', '/report?q=Tuesday')).body.data;
      expect(await search([LUDHIANA])).toMatchObject([{ id }]);
      expect(await search([PATNA])).toEqual([]);
    });

    it('until it is taken away: the device then starts over, and holds no more of it', async () => {
      const id = await addChild();
      const { token, userId } = await signIn(host.db, 'volunteer', [LUDHIANA]);
      const { cursor } = await pulled(token);
      expect(await pulled(token, cursor)).toMatchObject({ reset: false, changes: [] });
      await give(userId, 'volunteer', { districts: [PATNA] });
      expect(await pulled(token, cursor)).toMatchObject({ reset: true, changes: [] });
      expect(await ageSeen(token, id)).toBeUndefined();
    });

    it('and a record that goes to another district is forgotten in the one and comes to the other', async () => {
      const owner = await signIn(host.db, 'poster');
      const id = await addChild('Ludhiana, Punjab', owner.token);
      const places = [LUDHIANA, PATNA, 'pb-moga'];
      const tokens = await Promise.all(places.map(async (one) => (await signIn(host.db, 'officer', [one])).token));
      const cursors = await Promise.all(tokens.map(async (token) => (await pulled(token)).cursor));
      for (const region of ['Moga', 'Patna, Bihar']) {
        const opId = randomUUID();
        expect((await ask(owner.token, 'PUT', `/report/${id}`, { opId, region })).status).toBe(200);
        await publishReport(host, id);
      }
      await untilReadable(host.db);
      const changes = await Promise.all(tokens.map(async (token, i) => (await pulled(token, cursors[i])).changes));
      expect(changes).toEqual([[['gone', id]], [['report', id]], [['gone', id]]]);
      const never = await signIn(host.db, 'officer', ['kl-idukki']);
      expect((await pulled(never.token)).changes).toEqual([]);
    });

    it('of who follows it too: who has left is told no more', async () => {
      const id = await addChild();
      const [stays, left] = [await signIn(host.db, 'volunteer'), await signIn(host.db, 'volunteer')];
      for (const { token } of [stays, left])
        expect((await ask(token, 'POST', '/follows', { reportId: id })).status).toBe(200);
      await give(left.userId, 'volunteer', { districts: [PATNA] });
      await host.db.deleteFrom('notice').execute();
      await host.db.transaction().execute((tx) => changeStatus(tx, id, 'resolved', 'moderator:1'));
      expect([await told(stays.userId), await told(left.userId)]).toEqual([['report-changed'], []]);
    });
  });

  describe('of another is opened', () => {
    it('with words of why, and its officers are told who did', async () => {
      const id = await addChild();
      const [local, volunteer] = [await signIn(host.db, 'officer'), await signIn(host.db, 'volunteer')];
      const patna = await signIn(host.db, 'officer', [PATNA]);
      await host.db
        .updateTable('app_user')
        .set({ organisation: 'Gandhi Maidan' })
        .where('id', '=', patna.userId)
        .execute();
      const open = (more: object) => ask(patna.token, 'POST', `/report/${id}/open`, { reason: 'case', ...more });
      expect(await open({})).toMatchObject({ status: 400, body: { fields: { detail: 'required' } } });
      expect(await acts()).toEqual([]);
      expect((await open({ detail: 'FIR 12/2026' })).body.data).toMatchObject({ phoneNumber: '+91 98140 12345' });
      expect(await acts()).toEqual([{ action: 'record-open-elsewhere', reason: 'case: FIR 12/2026' }]);
      const { data } = (await ask(local.token, 'GET', '/inbox')).body;
      expect(data).toMatchObject([{ kind: 'opened-elsewhere', reportId: id, detail: 'officer, Gandhi Maidan' }]);
      expect([await told(patna.userId), await told(volunteer.userId)]).toEqual([[], []]);
      // Their own they open as before.
      expect((await ask(local.token, 'POST', `/report/${id}/open`, { reason: 'case' })).status).toBe(200);
    });

    it('and where a district has no officer, the moderators are told', async () => {
      const id = await addChild();
      const moderator = await signIn(host.db, 'moderator');
      const patna = await signIn(host.db, 'officer', [PATNA]);
      await ask(patna.token, 'POST', `/report/${id}/open`, { reason: 'case', detail: 'FIR 12/2026' });
      expect(await told(moderator.userId)).toEqual(['opened-elsewhere']);
    });

    it('and an officer or moderator who has posted it themselves is not told: who opened it may know where she is', async () => {
      const [poster, patna] = [await signIn(host.db, 'officer'), await signIn(host.db, 'officer', [PATNA])];
      const id = await addChild(undefined, poster.token);
      const open = (of: string) =>
        ask(patna.token, 'POST', `/report/${of}/open`, { reason: 'sighting', detail: 'She sits here' });
      const moderator = await signIn(host.db, 'moderator');
      const before = await told(poster.userId);
      expect((await open(id)).status).toBe(200);
      // Nobody else has their duty there, so the moderators are told.
      expect([await told(poster.userId), await told(moderator.userId)]).toEqual([before, ['opened-elsewhere']]);
      const colleague = await signIn(host.db, 'officer');
      expect((await open(id)).status).toBe(200);
      expect([await told(poster.userId), await told(colleague.userId)]).toEqual([before, ['opened-elsewhere']]);
      await host.db.updateTable('report').set({ owner_id: moderator.userId }).where('id', '=', id).execute();
      await host.db.deleteFrom('app_user').where('id', 'in', [poster.userId, colleague.userId]).execute();
      expect((await open(id)).status).toBe(200);
      expect(await told(moderator.userId)).toEqual(['opened-elsewhere']); // of before it was theirs
    });

    it('and a note on it is answered by nobody who has not', async () => {
      const id = await addChild();
      const [local, patna] = [await signIn(host.db, 'officer'), await signIn(host.db, 'officer', [PATNA])];
      const { token } = await signIn(host.db, 'finder');
      const note = { id: randomUUID(), opId: randomUUID(), kind: 'sighting', text: 'At the mill' };
      expect((await ask(token, 'POST', `/report/${id}/notes`, note)).status).toBe(200);
      const answer = { answer: 'confirm' };
      expect((await ask(patna.token, 'PUT', `/notes/${note.id}`, answer)).status).toBe(404);
      const early = await ask(local.token, 'PUT', `/notes/${note.id}`, answer);
      expect([early.status, JSON.stringify(early.body).includes('mill')]).toEqual([409, false]);
      await ask(local.token, 'POST', `/report/${id}/open`, { reason: 'sighting' });
      expect((await ask(local.token, 'PUT', `/notes/${note.id}`, answer)).status).toBe(200);
    });
  });

  it('of a record from before there were districts is found beside all else; until then none sees it', async () => {
    const ids = [await addChild(), await addChild('Patna, Bihar')];
    await host.db.updateTable('report').set({ district: null }).execute();
    const { token } = await signIn(host.db, 'officer');
    expect(await listed(token)).toEqual([]);
    await planFills(host.db);
    const planned = await host.db.selectFrom('job').select('kind').where('kind', 'like', 'fill-%').execute();
    expect(planned).toEqual([{ kind: FILL_DISTRICTS }]);
    await fillJobs(host.db)[FILL_DISTRICTS]?.({});
    expect(await listed(token)).toEqual([ids[0]]);
  });
});
