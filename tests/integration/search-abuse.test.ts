/** Searching and reading to find somebody who does not want to be found: how often, how much, and who sees that it was done. */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_CANDIDATES } from '../../contract/limits.ts';
import { listLooks } from '../../contract/moderation.ts';
import { endpoints } from '../../contract/protocol.ts';
import { listReports } from '../../contract/report.ts';
import { type SyncPage, sync } from '../../contract/sync.ts';
import { createApp } from '../../server/app.ts';
import { verifyStored } from '../../server/audit/sealing.ts';
import { placeFinder } from '../../server/auth/networks.ts';
import { readConfig } from '../../server/config.ts';
import { recordChange } from '../../server/db/change.ts';
import { countPublic } from '../../server/reports/list.ts';
import { eraseForGood } from '../../server/reports/store.ts';
import {
  faceLike,
  faceOf,
  newReport,
  openDevice,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { personOf } from '../support/items.ts';
import { seedAround, seedReports } from '../support/many-reports.ts';
import { publishReport } from '../support/publish.ts';

const SEEDED = 6000;
/** So many different records may be read in an hour of those: below one in a hundred of what is public. */
const READS = 34;
const COMPARE = '/api/face/compare';

withEither('search', (database) => {
  let host: TestHost;
  let other: FastifyInstance;

  /** What every server has that is told nothing else. */
  const { compare, reads } = readConfig({}).limits;
  const limits = {
    COMPARE_LIMIT_ANONYMOUS: `${compare.anonymous}`,
    COMPARE_LIMIT_USER: `${compare.user}`,
    COMPARE_LIMIT_NETWORK: `${compare.network}`,
    READ_LIMIT: `${READS}`,
  };
  beforeAll(async () => {
    host = await startHost(database, limits);
    other = await createApp({ db: host.db, files: host.files, config: host.config, log: { write: () => {} } });
  });
  afterAll(async () => {
    await other.close();
    await host.remove();
  });
  beforeEach(() => host.empty());

  /** One face search from an address. */
  async function search(
    remoteAddress: string,
    token = '',
    { app = host.app(), ...more }: { app?: FastifyInstance; reason?: string } = {},
  ) {
    const headers = token ? { authorization: token } : {};
    const payload = { descriptor: faceOf(1), ...more };
    return app.inject({ method: 'POST', url: COMPARE, payload, headers, remoteAddress });
  }
  const counted = (answers: { statusCode: number }[]) => ({
    answered: answers.filter(({ statusCode }) => statusCode === 200).length,
    refused: answers.filter(({ statusCode }) => statusCode === 429).length,
  });
  const addresses = (many: number, ip = (i: number) => `10.1.2.${i}`) => Array.from({ length: many }, (_, i) => ip(i));

  async function addPerson(
    face: number[],
    owner?: { token: string },
    change: object = {},
    published = true,
  ): Promise<string> {
    const device = openDevice(host.fetch);
    device.token = owner?.token;
    const { upload, id, opId } = newReport({ ...withFace(face), ...change });
    await device.api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
    device.close();
    if (published) await publishReport(host, id);
    await untilReadable(host.db);
    return id;
  }

  it('is as free as promised: 5, 20 and 200 faces an hour, 200 from one network, below one record in a hundred', () => {
    expect(compare).toEqual({ anonymous: 5, user: 20, volunteer: 200, network: 200 });
    expect(reads).toBeLessThan(1000);
  });

  it('of fifty at once from one device, by two servers, answers exactly five, and says when again', async () => {
    const answers = await Promise.all(addresses(50).map((_, i) => search('10.1.2.3', '', i % 2 ? { app: other } : {})));
    expect(counted(answers)).toEqual({ answered: 5, refused: 45 });
    for (const { statusCode, headers, body } of answers) {
      if (statusCode === 200) continue;
      expect(JSON.parse(body).code).toBe('too-many');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
    }
    await host.renew(); // a server that was started anew remembers
    expect((await search('10.1.2.3')).statusCode).toBe(429);
    expect((await search('10.9.9.9')).statusCode).toBe(200);
  });

  it('of one account answers twenty wherever it calls from, and of one network two hundred, whoever calls', async () => {
    const { token } = await signIn(host.db, 'finder');
    const wandering = await Promise.all(addresses(30, (i) => `10.${i}.0.1`).map((ip) => search(ip, token)));
    expect(counted(wandering)).toEqual({ answered: 20, refused: 10 });
    // Forty-four devices of one network may ask 220 times by themselves: together they may two hundred times.
    const near = addresses(220, (i) => `10.200.7.${i % 44}`);
    const answers: Awaited<ReturnType<typeof search>>[] = [];
    for (
      let i = 0;
      i < near.length;
      i += 20 // as many as a server answers at once
    )
      answers.push(...(await Promise.all(near.slice(i, i + 20).map((ip) => search(ip)))));
    expect(counted(answers)).toEqual({ answered: 200, refused: 20 });
    const [neighbour, officer] = [await signIn(host.db, 'poster'), await signIn(host.db, 'officer')];
    expect((await search('10.200.7.99', neighbour.token)).statusCode).toBe(429);
    expect((await search('10.200.7.99', officer.token)).statusCode).toBe(200);
    expect((await search('10.200.8.1')).statusCode).toBe(200);
  });

  it('of a volunteer who is suspended or paused is as free as anybody’s', async () => {
    const { token, userId } = await signIn(host.db, 'volunteer');
    const suspended_at = new Date();
    await host.db.updateTable('app_user').set({ suspended_at }).where('id', '=', userId).execute();
    const answers = await Promise.all(addresses(30, (i) => `10.${i}.0.1`).map((ip) => search(ip, token)));
    expect(counted(answers)).toEqual({ answered: 20, refused: 10 });
  });

  it('keeps no address: a network has another name each day, one written in two ways has one', async () => {
    const placeOf = await placeFinder(host.db);
    const [at, nextDay] = [Date.UTC(2026, 10, 1, 12), Date.UTC(2026, 10, 2, 12)];
    expect(placeOf('::ffff:10.1.2.3', at)).toEqual(placeOf('10.1.2.3', at));
    expect(placeOf('10.1.2.77', at).network).toBe(placeOf('10.1.2.3', at).network);
    expect(placeOf('10.1.3.3', at).network).not.toBe(placeOf('10.1.2.3', at).network);
    expect(placeOf('2001:db8:0:1200::1', at).network).toBe(placeOf('2001:db8::12ff:0:0:0:2', at).network);
    expect(placeOf('2001:db8:0:1300::1', at).network).not.toBe(placeOf('2001:db8:0:1200::1', at).network);
    expect(placeOf('10.1.2.3', nextDay).network).not.toBe(placeOf('10.1.2.3', at).network);
    await search('10.1.2.3');
    await host.app().inject({ url: '/report', remoteAddress: '10.1.2.3' });
    const tables = await Promise.all(
      (['rate_limit', 'reading', 'scan', 'audit'] as const).map((table) =>
        host.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(tables.flat().length).toBeGreaterThan(3);
    expect(JSON.stringify(tables)).not.toContain('10.1.2');
  });

  it('answers with words and no number: three candidates, likely or possible, to everybody', async () => {
    for (const noise of [0.05, 0.4, 0.8, 1.2, 1.6]) await addPerson(faceLike(faceOf(1), noise));
    const officer = await signIn(host.db, 'officer');
    for (const answer of [await search('10.1.1.1'), await search('10.1.1.1', officer.token, { reason: 'case' })]) {
      const { searched, ...said } = answer.json();
      expect(searched).toBe(5);
      expect(said.candidates).toHaveLength(MAX_CANDIDATES);
      for (const { band } of said.candidates) expect(['likely', 'possible']).toContain(band);
      // Of numbers there is only what is known of the person.
      const numbers = [...JSON.stringify(said).matchAll(/"(\w+)":-?[\d.]+/g)].map(([, name]) => name);
      expect(new Set(numbers)).toEqual(new Set(['ageMin', 'ageMax']));
    }
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name in ('scan', 'scan_candidate')`.execute(
      host.db,
    );
    expect(rows.map(({ column_name }) => column_name).filter((name) => /score|distance|similar/.test(name))).toEqual(
      [],
    );
  });

  it('by an officer finds who is protected only with a reason, which is in the log with each who was found', async () => {
    const family = await personOf(host, 'poster', 'Asha Rani');
    const child = await addPerson(faceOf(1), family, { lostPersonAge: '9' });
    const officer = await personOf(host, 'officer', 'Harbhajan Singh');
    await host.db
      .updateTable('app_user')
      .set({ organisation: 'Kotwali, Ludhiana' })
      .where('id', '=', officer.userId)
      .execute();
    const asAnybody = await officer.call('POST', COMPARE, { descriptor: faceOf(1) });
    expect(asAnybody.body.candidates).toHaveLength(1);
    expect(JSON.stringify(asAnybody.body)).not.toContain(child);
    const asked = { descriptor: faceOf(1), reason: 'case', detail: 'FIR 21/2026', opId: crypto.randomUUID() };
    const withReason = await officer.call('POST', COMPARE, asked);
    expect(withReason.body.candidates).toMatchObject([{ data: { id: child } }]);
    const { reason, detail, ...without } = asked;
    expect((await officer.call('POST', COMPARE, without)).status).toBe(409); // not the same search
    await search('10.1.1.1');
    const { token } = await signIn(host.db, 'poster');
    await search('10.1.1.1', token, { reason: 'case' }); // a reason makes nobody an officer
    await host.app().jobs.idle();
    const log = await host.db
      .selectFrom('audit')
      .select(['action', 'role', 'subject_id', 'reason'])
      .orderBy('at')
      .orderBy('action', 'desc')
      .execute();
    const why = `${reason}: ${detail}`;
    expect(log).toEqual([
      { action: 'face-search', role: 'officer', subject_id: null, reason: null },
      { action: 'face-search', role: 'officer', subject_id: null, reason },
      { action: 'face-found', role: 'officer', subject_id: child, reason: why },
      { action: 'face-search', role: 'nobody', subject_id: null, reason: null },
      { action: 'face-search', role: 'poster', subject_id: null, reason: null },
    ]);
    expect((await verifyStored(host.db)).fault).toBeUndefined();
    // Erased, nothing of the words that were about them is left; who searched when is.
    await host.db.transaction().execute((tx) => eraseForGood(tx, child));
    await host.app().jobs.idle();
    expect(JSON.stringify(await host.db.selectFrom('audit').selectAll().execute())).not.toContain('21/2026');
    expect((await verifyStored(host.db)).fault).toBeUndefined();
    const admin = await personOf(host, 'admin');
    const { body } = await admin.call('GET', '/moderation/audit');
    expect(body.data.map(({ role }: { role: string }) => role).sort()).toEqual([
      'nobody',
      'officer',
      'officer',
      'officer',
      'poster',
    ]);
  });

  it('by words is in the log where it finds people whom the public does not see, and its words are not', async () => {
    const asked = async (role?: Parameters<typeof personOf>[1], query = 'q=Gurleen') => {
      const who = await personOf(host, role);
      expect((await who.call('GET', `/report?${query}`)).status).toBe(200);
    };
    for (const role of [undefined, 'poster', 'volunteer', 'officer', 'moderator'] as const) await asked(role);
    await asked('officer', 'q=Gurleen&kind=item'); // of things all is public
    await asked('officer', 'type=lost');
    const log = await host.db
      .selectFrom('audit')
      .select(['action', 'role', 'subject_id', 'reason'])
      .orderBy('role')
      .execute();
    const search = { action: 'word-search', subject_id: null, reason: null };
    expect(log).toEqual([
      { ...search, role: 'moderator' },
      { ...search, role: 'officer' },
    ]);
  });

  it('by the words of a place is in the log as one by a name is: letter by letter it tells where a child is from', async () => {
    const lines = () => host.db.selectFrom('audit').select('actor_id').where('action', '=', 'word-search').execute();
    const [officer, volunteer] = [await personOf(host, 'officer'), await personOf(host, 'volunteer')];
    const ask = async (who: typeof officer, query: string) => (await who.call('GET', `/report?${query}`)).status;
    for (const region of ['S', 'Sh', 'Shi', 'shi'])
      expect(await ask(officer, `kind=person&region=${region}`)).toBe(200);
    expect(await lines()).toHaveLength(3);
    expect(await ask(officer, 'kind=person&q=Shi')).toBe(200); // another question than the place
    expect(await ask(officer, 'kind=person&q=Gurleen&region=Shimlapuri')).toBe(200);
    expect(await lines()).toHaveLength(5);
    await ask(officer, 'kind=item&region=Shimlapuri'); // of things all is public
    await ask(volunteer, 'kind=person&region=Shimlapuri'); // who finds nobody guarded by words
    expect((await lines()).map(({ actor_id }) => actor_id)).toEqual(Array(5).fill(officer.userId));
  });

  it('by words is in the log once an hour for each person and words, whatever page is asked for, and 120 times an hour at most', async () => {
    const lines = () => host.db.selectFrom('audit').select('actor_id').where('action', '=', 'word-search').execute();
    const [officer, moderator] = [await personOf(host, 'officer'), await personOf(host, 'moderator')];
    const made = Buffer.from('[0]').toString('base64url'); // the first page, by the word of a cursor
    const ask = async (who: typeof officer, q: string, cursor = '') =>
      (await who.call('GET', `/report?q=${encodeURIComponent(q)}&cursor=${cursor}`)).status;
    for (const cursor of [made, '', made]) expect(await ask(officer, 'Gurleen', cursor)).toBe(200);
    expect((await lines()).map(({ actor_id }) => actor_id)).toEqual([officer.userId]);
    expect(await ask(officer, 'Simran', made)).toBe(200);
    expect(await ask(moderator, 'gurleen')).toBe(200);
    expect(await lines()).toHaveLength(3);
    const kept = await host.db.selectFrom('rate_limit').select('key').execute();
    expect(kept.map(({ key }) => key).join(' ')).not.toMatch(/gurleen|simran/i);

    for (let n = 2; n < 120; n++) expect(await ask(officer, `Name ${n}`, made)).toBe(200);
    for (let n = 0; n < 2; n++) expect(await ask(officer, 'One more', made)).toBe(429); // refused, it was not made
    expect(await ask(officer, 'Gurleen')).toBe(200); // a page of what is written down already
    expect((await officer.call('GET', '/report?type=lost')).status).toBe(200);
    expect(await lines()).toHaveLength(121);
    await host.db
      .updateTable('rate_limit')
      .set({ window_start: new Date(Date.now() - 3_600_000) })
      .execute();
    expect(await ask(officer, 'Gurleen', made)).toBe(200);
    expect(await lines()).toHaveLength(122);
  });

  it('and every opening of a person’s record are seen by who posted it: when, which office; no name, no station, no reason and no scan', async () => {
    const family = await personOf(host, 'poster', 'Asha Rani');
    const id = await addPerson(faceOf(1), family);
    const officer = await personOf(host, 'officer', 'Harbhajan Singh');
    await host.db
      .updateTable('app_user')
      .set({ organisation: 'Kotwali, Ludhiana' })
      .where('id', '=', officer.userId)
      .execute();
    await officer.call('POST', `/report/${id}/open`, { reason: 'match', detail: 'FIR 21/2026' });
    await officer.call('POST', COMPARE, { descriptor: faceOf(1), reason: 'match' });
    await search('10.1.1.1');
    await family.call('POST', COMPARE, { descriptor: faceOf(1) }); // their own is not told to them
    const { status, body } = await family.call('GET', `/report/${id}/looks`);
    expect(status).toBe(200);
    const { data, more } = listLooks.output.parse(body);
    expect(more).toBe(false);
    expect(data.map(({ at, ...look }) => look)).toEqual([
      // No scan, no station, and not that somebody was found: whoever posted a person may be who they fled from.
      { role: 'officer', what: expect.stringMatching(/^opened/) },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Harbhajan|FIR|10\.1\.1|Kotwali|found|match/);
    for (const stranger of [officer, await personOf(host, 'admin'), await personOf(host, 'poster')])
      expect((await stranger.call('GET', `/report/${id}/looks`)).status).toBe(404);
    expect((await (await personOf(host)).call('GET', `/report/${id}/looks`)).status).toBe(401);
  });

  const pageOf = async (cursor: string, remoteAddress = '10.5.5.5', token = '', limit = 200): Promise<SyncPage> => {
    const url = `/sync?${new URLSearchParams({ feed: 'reports', cursor, limit: String(limit) })}`;
    const answer = await host.app().inject({ url, remoteAddress, headers: token ? { authorization: token } : {} });
    expect(answer.statusCode).toBe(200);
    return sync.output.parse(answer.json());
  };
  const idsOf = ({ changes }: SyncPage, kind = 'report') =>
    changes.flatMap((change) => (change.kind === kind ? [change.id] : []));
  /** All pages that can be had now. */
  async function pull(cursor: string, remoteAddress?: string, token?: string) {
    const rows: string[] = [];
    const gone: string[] = [];
    for (let more = true; more; ) {
      const page = await pageOf(cursor, remoteAddress, token);
      rows.push(...idsOf(page));
      gone.push(...idsOf(page, 'gone'));
      ({ cursor, more } = page);
    }
    return { rows, gone, cursor };
  }
  const nextHour = () => host.db.deleteFrom('reading').execute();
  async function seed(): Promise<number> {
    await seedReports(host.db, SEEDED);
    await seedAround(host.db);
    await untilReadable(host.db);
    await host.renew();
    return countPublic(host.db);
  }

  it('through lists, pages and feeds stops below one record in a hundred an hour for who is not verified', async () => {
    const all = await seed();
    const { token } = await signIn(host.db, 'poster');
    for (const [ip, authorization] of [
      ['10.5.5.5', ''],
      ['10.6.6.6', token],
    ] as const) {
      const got = new Set<string>();
      const headers = authorization ? { authorization } : {};
      const get = (url: string) => host.app().inject({ url, headers, remoteAddress: ip });
      const lists = [
        'sort=newest',
        'sort=oldest',
        'sort=reward',
        'kind=item',
        'kind=person',
        'q=kurta',
        'type=found',
        'region=Ludhiana',
      ];
      let refused = 0;
      for (const id of (await pull('', ip, authorization)).rows) got.add(id);
      expect(got.size).toBeGreaterThan(10);
      for (const query of lists) {
        for (let cursor: string | undefined = ''; cursor !== undefined; ) {
          const answer = await get(`/report?${query}&limit=7&cursor=${encodeURIComponent(cursor)}`);
          if (answer.statusCode === 429) refused++;
          const page: { data: { id: string }[]; cursor?: string | undefined } =
            answer.statusCode === 200 ? listReports.output.parse(answer.json()) : { data: [] };
          for (const { id } of page.data) got.add(id);
          cursor = got.size > all ? undefined : page.cursor;
        }
      }
      const { rows } = await sql<{
        id: string;
      }>`select id from report where status = 'published' and subject = 'item' limit 100`.execute(host.db);
      for (const { id } of rows) {
        const answer = await get(`/report/${id}`);
        if (answer.statusCode === 200) got.add(id);
        else refused++;
      }
      // A cursor that somebody has written: all from the beginning.
      const { cursor } = await pageOf('', ip, authorization);
      const forged = cursor.replace(/^(\w+\.\w+)\..*$/, '$1.0.0');
      for (const id of (await pull(forged, ip, authorization)).rows) got.add(id);
      expect(refused).toBeGreaterThan(50);
      expect(got.size).toBeGreaterThan(READS / 2);
      expect(got.size).toBeLessThan(all / 100);
      // What has been read can be read again.
      const [first] = got;
      expect((await get(`/report/${first}`)).statusCode).toBe(200);
    }
    const volunteer = await signIn(host.db, 'volunteer');
    expect((await pull('', '10.5.5.5', volunteer.token)).rows.length).toBeGreaterThanOrEqual(all);
  });

  it('is no hindrance for a phone: the newest first, older ones by the hour, what is gone at once', async () => {
    await seed();
    const first = await pull('');
    const { rows: newest } = await sql<{ id: string }>`
      select id from report where status = 'published' and (subject = 'item' or (type = 'lost' and age_min >= 18))
      order by created_at desc limit 10`.execute(host.db);
    expect(first.rows).toEqual(expect.arrayContaining(newest.map(({ id }) => id)));
    expect(new Set(first.rows).size).toBe(first.rows.length);
    const again = await pull(first.cursor);
    expect(again).toMatchObject({ rows: [], cursor: expect.stringContaining('-') });
    await nextHour();
    const second = await pull(again.cursor);
    expect(second.rows.length).toBeGreaterThan(10);
    expect(second.rows.filter((id) => first.rows.includes(id))).toEqual([]);
    // One of those goes, while nothing more may be read in this hour.
    const { rows: some } = await sql<{ id: string }>`
      select id from report where status = 'published' and subject = 'item' order by created_at limit 100`.execute(
      host.db,
    );
    const look = ({ id }: { id: string }) => host.app().inject({ url: `/report/${id}`, remoteAddress: '10.5.5.5' });
    expect(counted(await Promise.all(some.map(look))).refused).toBeGreaterThan(60);
    const [lost, changed] = first.rows as [string, string];
    await host.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('report').where('id', '=', lost).execute();
      await recordChange(tx, [lost, changed], 'reports');
    });
    await untilReadable(host.db);
    const third = await pull(second.cursor);
    expect(third).toMatchObject({ gone: [lost], rows: [] });
    await nextHour();
    expect((await pull(third.cursor)).rows).toContain(changed);
  });

  it('lets a phone have all in the end', async () => {
    await seed();
    await host.db
      .deleteFrom('report')
      .where(sql<boolean>`substr(number, 3)::int < ${SEEDED - 400}`)
      .execute();
    await host.db.deleteFrom('change').where('id', 'not in', host.db.selectFrom('report').select('id')).execute();
    await host.renew();
    const all = await countPublic(host.db);
    const held = new Set<string>();
    let cursor = '';
    for (let hours = 0; hours < 40 && held.size < all; hours++) {
      const pulled = await pull(cursor);
      for (const id of pulled.rows) held.add(id);
      ({ cursor } = pulled);
      await nextHour();
    }
    expect(all).toBeGreaterThan(READS * 3);
    expect(held.size).toBe(all);
    expect((await pull(cursor)).cursor).not.toContain('-');
  });
});
