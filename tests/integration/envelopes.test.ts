/** Sealed envelopes: what somebody wrote arrives by anybody's phone, in its author's name, once, and unread on the way. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { beginSession } from '../../server/auth/sessions.ts';
import { forgetSealKeys, readSealPairs, rotateSealKey } from '../../server/envelopes/keys.ts';
import type { Photo } from '../../src/store/files.ts';
import { readMeta } from '../../src/store/meta.ts';
import { envelopesLinkIsBack, keepEnvelopes, sealOps, toRows } from '../../src/store/own/envelopes.ts';
import { sealAndClear } from '../../src/store/own/leave.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { pushEnvelopes } from '../../src/sync/envelopes.ts';
import { type Device, makePhoto, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { RETRY_AFTER_S } from '../support/faults.ts';
import { hangingOn, shortenPatience } from '../support/hang.ts';
import { change, isText, saveReport } from '../support/made.ts';

const CANARY = 'Marigold-Kestrel-Umbra';

withDatabases('envelopes', (database) => {
  let host: TestHost;
  let author: Device;
  let carrier: Device;
  let photo: Photo;
  let userId: string;
  const devices: Device[] = [];
  const open = (server: typeof fetch = (...request) => host.fetch(...request)): Device => {
    const opened = openDevice(server);
    devices.push(opened);
    return opened;
  };
  const reports = () => host.db.selectFrom('report').select(['id', 'owner_id', 'title']).execute();

  let keysAtStart: unknown;

  beforeAll(async () => {
    host = await startHost(database);
    keysAtStart = await host.db.selectFrom('meta').select('value').where('key', '=', 'seal-keys').execute();
    photo = await makePhoto(1);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    for (const opened of devices.splice(0)) opened.close();
    await host.empty();
    await host.files.remove(photo.sha256);
    [author, carrier] = [open(), open()];
    const session = await signIn(host.db, 'poster');
    userId = session.userId;
    Object.assign(author, { token: session.token, account: userId });
    await author.api.call(endpoints.me, {}); // any call tells the server what the session proves itself with
  });

  it('have a key from the first start on, so that no copy of the database is without it (fault 38)', async () => {
    const { id } = await author.api.call(endpoints.sealKey, {});
    expect(JSON.stringify(keysAtStart)).toContain(id);
  });

  /** A report with a photo, saved and sealed on the author's phone. */
  async function sealed(id?: string) {
    const report = newReport({ title: CANARY }, { photos: [photo], ...(id ? { id } : {}) });
    await saveReport(author.db, report);
    const key = await author.api.call(endpoints.sealKey, {});
    const ops = await queue(author.db);
    const session = { account: userId, token: author.token ?? '' };
    return { report, envelopes: await sealOps(author.db, ops, key, session) };
  }
  const carry = async (device: Device, envelopes: Uint8Array<ArrayBuffer>[]) => {
    await keepEnvelopes(device.db, await toRows(envelopes, 'other', device.clock));
  };
  const deliver = (device: Device) =>
    pushEnvelopes({ db: device.db, api: device.api, now: () => device.clock, random: () => 1 });

  it('what was sealed arrives once, whole, and in its author’s name, by a phone on which nobody is signed in (fault 33)', async () => {
    const { report, envelopes } = await sealed();
    await carry(carrier, envelopes);
    await deliver(carrier);
    expect(await reports()).toEqual([{ id: report.id, owner_id: userId, title: CANARY }]);
    expect((await host.files.state(photo.sha256)).complete).toBe(true);
    expect(await carrier.db.carried.envelope.count()).toBe(0);
  });

  it('of who keeps here what cannot be sealed arrives, and what was kept stays for them alone (fault 33)', async () => {
    const refused = newReport({ title: 'Refused' });
    await saveReport(author.db, refused);
    await change(author.db, isText, { state: 'refused', error: 'bad-input' });
    const report = newReport({ title: CANARY }, { photos: [photo] });
    await saveReport(author.db, report);
    const key = await author.api.call(endpoints.sealKey, {});
    const session = { account: userId, token: author.token ?? '' };
    await sealAndClear(author.db, userId, key, session, author.clock, 'keep');
    Object.assign(author, { token: undefined, account: undefined });
    await author.sync.run();
    expect(await reports()).toEqual([{ id: report.id, owner_id: userId, title: CANARY }]);
    expect((await host.files.state(photo.sha256)).complete).toBe(true);
    expect((await queue(author.db)).map((op) => [op.entityId, op.author?.id])).toEqual([[refused.id, userId]]);
    expect(await author.db.carried.envelope.count()).toBe(0);
  });

  it('by two carriers and by its author, over a link that loses answers, it is one report with one receipt (fault 33)', async () => {
    const { report, envelopes } = await sealed();
    const second = open();
    for (const device of [carrier, second]) {
      await carry(device, envelopes);
      let calls = 0;
      device.link.fate = ({ path }) =>
        path.startsWith('/envelopes/') && calls++ % 2 === 1 ? 'lose-answer' : undefined;
      for (let run = 0; run < 12; run++) {
        await deliver(device).catch(() => undefined);
        device.clock += 60_000;
      }
      expect(await device.db.carried.envelope.toArray()).toEqual([]);
    }
    await author.push();
    expect(await queue(author.db)).toEqual([]);
    expect((await findOwnReport(author.db, report.id))?.receipt).toMatchObject({ opId: report.opId });
    expect(await reports()).toHaveLength(1);
    expect(await host.db.selectFrom('receipt').select('op_id').execute()).toEqual([{ op_id: report.opId }]);
  });

  it('that hangs is given up after its patience, and the others go (fault 9)', async () => {
    const first = await sealed();
    await author.db.made.clear();
    const second = await sealed();
    const asked: string[] = [];
    const isMeant = (path: string): boolean => {
      if (path.startsWith('/envelopes/')) asked.push(path);
      return asked.length === 1 && path === asked[0];
    };
    const patient = open(hangingOn((...request) => host.fetch(...request), isMeant));
    await carry(patient, [...first.envelopes, ...second.envelopes]);
    shortenPatience();
    try {
      await expect(deliver(patient)).rejects.toMatchObject({ code: 'cancelled' });
      expect(await reports()).toEqual([]);
      await deliver(patient);
      expect((await reports()).map(({ id }) => id)).toEqual([second.report.id]);
      patient.clock += 60_000;
      await deliver(patient);
    } finally {
      vi.restoreAllMocks();
    }
    expect((await reports()).map(({ id }) => id).sort()).toEqual([first.report.id, second.report.id].sort());
    expect(await patient.db.carried.envelope.count()).toBe(0);
  });

  it('for which the server asks for a pause waits that long, and a link that comes back does not cut it short (fault 10)', async () => {
    const { envelopes } = await sealed();
    await carry(carrier, envelopes);
    carrier.link.fate = ({ path }) => (path.startsWith('/envelopes/') ? 'slow-down' : undefined);
    const dueAt = (await deliver(carrier)) ?? 0;
    expect(dueAt - carrier.clock).toBe(RETRY_AFTER_S * 1000);
    const asked = () => carrier.link.sent.filter(({ path }) => path.startsWith('/envelopes/')).length;
    const before = asked();
    carrier.link.fate = () => undefined;
    carrier.clock = dueAt - 1;
    await envelopesLinkIsBack(carrier.db);
    await deliver(carrier);
    expect(asked()).toBe(before);
    carrier.clock = dueAt;
    await deliver(carrier);
    expect(await carrier.db.carried.envelope.count()).toBe(0);
    expect(await reports()).toHaveLength(1);
  });

  it('of many the first alone asks while the server takes no more, and then all of them go (fault 10)', async () => {
    const several = [await sealed(), await sealed(), await sealed()];
    await carry(
      carrier,
      several.flatMap(({ envelopes }) => envelopes),
    );
    carrier.link.fate = ({ path }) => (path.startsWith('/envelopes/') ? 'slow-down' : undefined);
    const dueAt = (await deliver(carrier)) ?? 0;
    expect(dueAt - carrier.clock).toBe(RETRY_AFTER_S * 1000);
    expect(carrier.link.sent.filter(({ path }) => path.startsWith('/envelopes/'))).toHaveLength(1);
    carrier.link.fate = () => undefined;
    expect(await deliver(carrier)).toBe(dueAt);
    expect(await reports()).toEqual([]);
    carrier.clock = dueAt;
    await deliver(carrier);
    expect(await carrier.db.carried.envelope.count()).toBe(0);
    expect(await reports()).toHaveLength(several.length);
  });

  it('counts against its carrier only while nothing comes of it: a whole village may share one address', async () => {
    const used = host.db.selectFrom('rate_limit').select('count').where('key', 'like', 'envelope:%');
    for (let i = 0; i < 3; i++) await carry(carrier, (await sealed()).envelopes);
    await deliver(carrier);
    expect(await reports()).toHaveLength(3);
    expect(await used.execute()).toEqual([{ count: 1 }]);
    const junk = Buffer.from('no envelope');
    const sha256 = createHash('sha256').update(junk).digest('hex');
    const url = `/envelopes/${sha256}?offset=0&total=${junk.length}`;
    const headers = { 'content-type': 'application/octet-stream' };
    await host.app().inject({ method: 'PUT', url, payload: junk, headers });
    expect(await used.execute()).toEqual([{ count: 2 }]);
  });

  it('a phone whose link breaks with its first report has learned what to seal the others to (fault 33)', async () => {
    await saveReport(author.db, newReport());
    let isBroken = false;
    author.link.fate = ({ method }) => {
      isBroken ||= method !== 'GET';
      return isBroken ? 'drop' : undefined;
    };
    expect(await author.sync.run()).toBe(false);
    expect(isBroken).toBe(true);
    expect((await queue(author.db)).length).toBe(1);
    expect((await readMeta(author.db, 'sealKey'))?.publicKey).toBeDefined();
  });

  it('brought by many at once is settled for each of them, also when it is none', async () => {
    for (let round = 0; round < 20; round++) {
      const payload = Buffer.from(`no envelope, ${round}`);
      const sha256 = createHash('sha256').update(payload).digest('hex');
      const url = `/envelopes/${sha256}?offset=0&total=${payload.length}`;
      const headers = { 'content-type': 'application/octet-stream' };
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => host.app().inject({ method: 'PUT', url, payload, headers })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    }
  });

  it('nothing of it can be read on the way, and one changed byte refuses it for good (fault 33)', async () => {
    const { envelopes } = await sealed();
    for (const bytes of envelopes) expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
    const [first] = envelopes;
    if (!first) throw new Error('nothing was sealed');
    const broken = first.slice();
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    await carry(carrier, [broken]);
    await deliver(carrier);
    expect(await carrier.db.carried.envelope.toArray()).toMatchObject([{ state: 'refused', error: 'not-readable' }]);
    expect(await reports()).toEqual([]);
    // The whole one, brought later, is still taken.
    carrier.clock += 1000;
    await carry(carrier, [first]);
    await deliver(carrier);
    expect(await reports()).toHaveLength(1);
  });

  it('is taken after its author has signed out, and not after they ended every session from elsewhere (fault 33)', async () => {
    const { envelopes } = await sealed();
    await author.api.call(endpoints.logout, { everywhere: true });
    await carry(carrier, envelopes);
    await deliver(carrier);
    expect(await reports()).toMatchObject([{ owner_id: userId }]);

    const token = await beginSession(host.db, userId);
    author = open();
    Object.assign(author, { token, account: userId });
    const { envelopes: late } = await sealed();
    const elsewhere = open();
    elsewhere.token = await beginSession(host.db, userId);
    await elsewhere.api.call(endpoints.logout, { everywhere: true });
    await carry(carrier, late);
    await deliver(carrier);
    const states = (await carrier.db.carried.envelope.toArray()).map(({ rank, state, error }) => [rank, state, error]);
    expect(states.sort()).toEqual([
      [0, 'refused', 'sign-in-needed'],
      [1, 'waiting', undefined],
    ]);
    expect(await reports()).toHaveLength(1);
  });

  it('that is on its way when the key is changed is opened still, until none can be; then the old key is destroyed', async () => {
    const old = await author.api.call(endpoints.sealKey, {});
    const { report, envelopes } = await sealed();
    const fresh = await rotateSealKey(host.db, 'A stolen backup');
    expect((await author.api.call(endpoints.sealKey, {})).id).toBe(fresh);
    expect(fresh).not.toBe(old.id);
    await carry(carrier, envelopes);
    await deliver(carrier);
    expect((await reports()).map(({ id }) => id)).toEqual([report.id]);

    const ids = async () => (await readSealPairs(host.db)).map(({ id }) => id);
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await forgetSealKeys(host.db, days(179));
    expect(await ids()).toEqual([fresh, old.id]);
    await forgetSealKeys(host.db, days(181));
    expect(await ids()).toEqual([fresh]);
    const acts = await host.db.selectFrom('audit').select(['action', 'reason', 'role']).execute();
    expect(acts).toEqual([{ action: 'rotate-seal', reason: 'A stolen backup', role: 'nobody' }]);
    // Two changes at once: each finds the other's pair.
    const both = await Promise.all([rotateSealKey(host.db, 'One'), rotateSealKey(host.db, 'Two')]);
    expect((await ids()).sort()).toEqual([...both, fresh].sort());
  });

  it('is in nobody else’s name: a courier secret proves its own account alone (fault 33)', async () => {
    const stranger = await signIn(host.db, 'finder');
    await saveReport(author.db, newReport({ title: CANARY }));
    const key = await author.api.call(endpoints.sealKey, {});
    await author.db.made.toCollection().modify({ author: { id: stranger.userId, name: 'x' } });
    const forged = await sealOps(author.db, await queue(author.db), key, {
      account: userId,
      token: author.token ?? '',
    });
    await carry(carrier, forged);
    await deliver(carrier);
    expect(await carrier.db.carried.envelope.toArray()).toMatchObject([{ state: 'refused', error: 'sign-in-needed' }]);
    expect(await reports()).toEqual([]);
  });

  it('a photo that comes before the words that name it waits for them', async () => {
    const { envelopes } = await sealed();
    const [text, file] = envelopes;
    if (!text || !file) throw new Error('a text and a photo were to be sealed');
    await carry(carrier, [file]);
    await deliver(carrier);
    expect(await carrier.db.carried.envelope.toArray()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    await carry(author, [text]);
    await deliver(author);
    carrier.clock += 60_000;
    await deliver(carrier);
    expect(await carrier.db.carried.envelope.count()).toBe(0);
    expect((await host.files.state(photo.sha256)).complete).toBe(true);
  });
});
