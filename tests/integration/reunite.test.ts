/**
 * The story of issue "Reunite": twenty pairs of what was lost and what was found, in whatever order they came and from three
 * districts, meet by themselves; the right desks are asked and nobody else, a person decides, the family is told, and all of
 * it is taken back once. Each step is told by one test, and begins where the one before it has ended.
 */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Candidate } from '../../contract/candidate.ts';
import type { DutyTask } from '../../contract/duty.ts';
import type { Role } from '../../contract/user.ts';
import { buildModels } from '../../models/build/main.ts';
import { drawMaker } from '../../src/store/own/reports.ts';
import { another, portrait } from '../support/camera.ts';
import { bring, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { personOf, postItem } from '../support/items.ts';
import { saveReport } from '../support/made.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { openPushService, type PushDevice, type PushService } from '../support/push-service.ts';
import {
  desksOf,
  found,
  hasFace,
  hashOf,
  lost,
  OFFICES,
  PAIRS,
  type Pair,
  regionOf,
  type Upload,
} from '../support/reunite-pairs.ts';

const DESK_MS = 60_000;
const FAMILY_MS = 5000;
/** What a family is told: the kind of the notice and the subject of the mail. */
const MET = ['reunion-possible', 'They may have been found'] as const;
const SEEN = ['report-changed', 'There is news on a report'] as const;
const NOT_THEM = ['reunion-withdrawn', 'It was not them'] as const;
const MODELS_MS = 120_000;
/** A step asks all who have heard something after each of twenty pairs: half a minute, and more beside others. */
const STEP_MS = 240_000;
const SIDES = ['lost', 'found'] as const;
const RELEASED = { words: 'Ask for Constable Gill at the gate', phone: '0161 240 0000' };
/** What stands in reports, and in no mail or push. */
const PRIVATE = /Singh|Kaur|Gurpreet|ਮਨਪ੍ਰੀਤ|राजेश|Devi|98140|Gill|240 0000|30\.9/;

/** Somebody with an account, who is told by inbox, mail and push. */
interface Member {
  token: string;
  userId: string;
  email: string;
  phone: PushDevice;
}
/** A side of a pair: of whoever posted it, with an account or by the secret of their phone. */
interface Side {
  id: string;
  opId: string;
  member: Member | undefined;
  secret: string;
}
type Both = Record<(typeof SIDES)[number], Side>;

const pairAt = (n: number): Pair => {
  const pair = PAIRS[n];
  if (!pair) throw new Error(`there is no pair ${n}`);
  return pair;
};

/** What is in `now` and was not before, as often as it is. */
function beyond(now: readonly string[], before: readonly string[]): string[] {
  const left = [...before];
  return now.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

vi.setConfig({ testTimeout: STEP_MS });

withDatabases('twenty pairs', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let pushes: PushService;
  let officers: Member[];
  /** Whoever has nothing to do with any of them. */
  let others: Record<string, Member>;
  const pairs: Both[] = [];
  /** The candidates of the pairs, in their order. */
  let ids: string[] = [];

  beforeAll(async () => {
    [mail, pushes] = await Promise.all([openMailServer(), openPushService()]);
    host = await startHost(database, {
      ...{ SMTP_URL: mail.url, PUSH_HOSTS: '127.0.0.1', PUSH_CONTACT: 'mailto:help@wapsi.example' },
      SITE_URL: 'https://wapsi.example/',
    });
    await host.empty();
    await buildModels(join(host.config.distDir, 'models'), () => {});
    officers = await Promise.all(OFFICES.map((office) => member('officer', [office])));
    others = {
      volunteer: await member('volunteer', [OFFICES[0]]),
      stranger: await member('poster'),
      moderator: await member('moderator'),
      admin: await member('admin'),
    };
  }, MODELS_MS);
  afterAll(async () => {
    expect(pushes.refused).toEqual([]);
    await host.remove();
    await Promise.all([mail.close(), pushes.close()]);
  });

  async function ask(token: string | undefined, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    const headers = token ? { authorization: token } : {};
    const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  }
  async function member(role: Role, districts?: string[]): Promise<Member> {
    const { userId, token } = await signIn(host.db, role, districts);
    await host.db.updateTable('app_user').set({ verified_at: new Date() }).where('id', '=', userId).execute();
    const phone = pushes.subscribe((await ask(token, 'GET', '/push/key')).body.key);
    expect((await ask(token, 'POST', '/push/subscriptions', phone.subscription)).status).toBe(200);
    return { token, userId, phone, email: `${userId}@example.in` };
  }
  const idle = () => host.app().jobs.idle();
  const desk = async ({ token }: Member, done = false): Promise<DutyTask[]> =>
    (await ask(token, 'GET', `/duty?done=${done}`)).body.data;
  const isOf =
    ({ lost, found }: Both) =>
    (one: Candidate | undefined): boolean =>
      one?.lost.id === lost.id && one.found.id === found.id;
  const onDesk = async (officer: Member, pair: Both) =>
    (await desk(officer)).find(({ candidate }) => isOf(pair)(candidate));
  /** The officer of the first desk that a pair belongs to. */
  const officerOf = (n: number): Member => {
    const [office] = desksOf(pairAt(n));
    const officer = officers.find((_, at) => OFFICES[at] === office);
    if (!officer) throw new Error('there is no officer of that place');
    return officer;
  };

  async function post(side: 'lost' | 'found', n: number): Promise<Side> {
    const pair = pairAt(n);
    const photo = await pair.photos?.[side]();
    const file = photo && { sha256: hashOf(photo), blob: new Blob([new Uint8Array(photo)]) };
    const upload = { ...pair[side], ...(pair[side].place ? {} : { region: regionOf(pair, side) }) };
    return report({ ...upload, ...(file ? { photos: [file.sha256] } : {}) }, pair.alone === true, file);
  }
  async function report(change: Upload, isAlone: boolean, file?: Parameters<typeof bring>[1]): Promise<Side> {
    const { upload, id, opId } = newReport(change);
    const made = await drawMaker();
    const by = isAlone ? undefined : await member('poster');
    const words = { ...upload, id, opId, ...(by ? {} : { secretHash: made.secretHash }) };
    const posted = await ask(by?.token, 'POST', '/api/face/uploadLostFoundPerson', words);
    expect([posted.status, posted.body.fields]).toEqual([200, undefined]);
    if (file) expect(await bring(host, file, by ? { token: by.token } : { of: opId })).toBe(200);
    return { id, opId, member: by, secret: made.secret };
  }
  /** A scan that is kept on a phone without a network, and goes with what else waits there once there is one. */
  async function keepScan(upload: Upload): Promise<Side> {
    const [by, maker] = [await member('finder'), await drawMaker()];
    const device = openDevice(host.fetch);
    [device.token, device.account] = [by.token, by.userId];
    device.link.fate = () => 'drop';
    const scan = newReport(upload as Parameters<typeof newReport>[0], { maker });
    await saveReport(device.db, scan);
    await saveReport(device.db, newReport({ name: 'Somebody Else', lostPersonAge: '50', region: 'Chennai' }));
    await device.sync.run();
    expect((await ask(undefined, 'GET', `/receipts/${scan.opId}`)).status).toBe(404);
    device.link.fate = () => undefined;
    device.clock += 3_600_000;
    await device.sync.run();
    const batch = device.link.sent.find(({ path, status }) => path === '/sync/ops' && status === 200);
    expect(batch?.ops).toHaveLength(2);
    device.close();
    return { id: scan.id, opId: scan.opId, member: by, secret: maker.secret };
  }

  /** What each has heard, however they are told: by inbox, mail and push, or by what the phone of who has no account asks. */
  async function heardByAll(): Promise<Map<string, string[]>> {
    const heard = new Map<string, string[]>();
    const members: [string, Member][] = [
      ...officers.map((one, n): [string, Member] => [`officer ${OFFICES[n]}`, one]),
      ...Object.entries(others),
    ];
    for (const [n, pair] of pairs.entries())
      for (const side of SIDES) {
        const { member, id, opId, secret } = pair[side];
        const who = `${side} ${n}`;
        if (member) members.push([who, member]);
        else heard.set(who, await byPhone(id, opId, secret));
      }
    const notices = await host.db.selectFrom('notice').select(['user_id', 'kind', 'detail']).execute();
    for (const [who, one] of members)
      heard.set(
        who,
        heardBy(
          one,
          notices.filter(({ user_id }) => user_id === one.userId),
        ),
      );
    return heard;
  }
  const heardBy = ({ email, phone }: Member, inbox: readonly { kind: string; detail?: string | null }[]): string[] => [
    ...inbox.map(({ kind, detail }) => `inbox ${kind}${detail ? ` ${detail}` : ''}`).sort(),
    ...mail.mails.filter(({ to }) => to === email).map(({ subject }) => `mail ${subject}`),
    ...phone.received.map(({ message }) => `push ${message.kind}`),
  ];
  const byAccount = async (one: Member): Promise<string[]> =>
    heardBy(one, (await ask(one.token, 'GET', '/inbox?limit=100')).body.data);
  async function byPhone(id: string, opId: string, secret: string): Promise<string[]> {
    const of = [0, 2, 4].map((at) => Number.parseInt(opId.slice(at, at + 2), 16));
    const phone = { remoteAddress: ['10', ...of].join('.') }; // each asks from an address of its own
    const receipt = (await host.app().inject({ ...phone, url: `/receipts/${opId}` })).json();
    const read = { method: 'POST', url: `/report/${id}/mine`, payload: { secret } } as const;
    const answer = await host.app().inject({ ...phone, ...read });
    expect(answer.statusCode).toBe(200);
    const { reunion, data } = answer.json();
    const isMarked = receipt.reunion !== undefined;
    expect([opId, isMarked]).toEqual([opId, reunion !== undefined]); // the phone says that there is news where there is
    return [`status ${data.status}`, ...(reunion ? [`reunion ${reunion.together ? 'together' : 'told'}`] : [])];
  }
  /** Who has heard something more since it was asked last, and what; or no longer hears what they did. */
  async function listen(): Promise<() => Promise<Record<string, string[]>>> {
    await idle();
    let before = await heardByAll();
    return async () => {
      await idle();
      const [last, now] = [before, await heardByAll()];
      before = now;
      const isNews = ([who, what]: [string, string[]]) => !isDeepStrictEqual(what, last.get(who));
      return Object.fromEntries([...now].filter(isNews).map(([who, what]) => [who, beyond(what, last.get(who) ?? [])]));
    };
  }
  const told = (kind: string, subject: string) => [`inbox ${kind}`, `mail ${subject}`, `push ${kind.split(' ')[0]}`];
  /** Whom a scan has met was seen, and is looked for on. */
  const isScan = (n: number) => pairAt(n).found.keptScan === true;
  /** Milliseconds until the family of a pair has heard this by each way that it has. */
  async function untilHeard(n: number, since: number, kind: string, subject: string, byPhoneAlone: string) {
    const { member, id, opId, secret } = (pairs[n] as Both).lost;
    const expected = member ? told(kind, subject) : [byPhoneAlone];
    const has = async () => {
      const heard = member ? await byAccount(member) : await byPhone(id, opId, secret);
      return expected.filter((one) => !heard.some((what) => what.startsWith(one)));
    };
    await expect.poll(has, { timeout: FAMILY_MS, interval: 20, message: pairAt(n).what }).toEqual([]);
    return Date.now() - since;
  }
  async function decide(officer: Member, id: string, decision: string, reason?: string) {
    const all = [...(await desk(officer)), ...(await desk(officer, true))];
    const rev = all.find(({ candidate }) => candidate?.id === id)?.candidate?.rev;
    const words = { opId: randomUUID(), rev, decision, ...(reason ? { reason } : {}) };
    return ask(officer.token, 'PUT', `/candidates/${id}`, words);
  }
  const statusOf = async ({ id }: Side) =>
    (await host.db.selectFrom('report').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

  it('of people meet within a minute, 19 of 19, on the desk of either district and on no other', async () => {
    expect(PAIRS).toHaveLength(19);
    for (const [n, { first, ...pair }] of PAIRS.entries()) {
      const side = (which: 'lost' | 'found') => (pair[which].keptScan ? keepScan(pair[which]) : post(which, n));
      const one = await side(first);
      const other = await side(first === 'lost' ? 'found' : 'lost');
      const received = Date.now();
      const both = first === 'lost' ? { lost: one, found: other } : { lost: other, found: one };
      const isThere = async () => (await onDesk(officerOf(n), both)) !== undefined;
      await expect.poll(isThere, { timeout: DESK_MS, interval: 100, message: pair.what }).toBe(true);
      expect(Date.now() - received).toBeLessThan(DESK_MS);
      pairs.push(both);
    }
    await idle();
    const met: (Candidate | undefined)[] = [];
    for (const [n, both] of pairs.entries()) {
      const tasks = await Promise.all(officers.map((officer) => onDesk(officer, both)));
      expect(OFFICES.filter((_, i) => tasks[i])).toEqual(desksOf(pairAt(n)));
      met.push(tasks.find((task) => task)?.candidate);
    }
    const isByFace = (n: number) => met[n]?.because.some(({ field, says }) => `${field} ${says}` === 'face same');
    expect(PAIRS.filter((pair, n) => hasFace(pair) !== isByFace(n)).map(({ what }) => what)).toEqual([]);
    ids = met.map((candidate) => candidate?.id ?? '');
    expect(pairs.filter(({ lost }) => !lost.member).length).toBeGreaterThan(3); // with and without accounts
  });

  it('are told to those on duty by inbox, mail and push, in words that name nobody, and to nobody else in any way', async () => {
    const heard = await heardByAll();
    for (const [n, { email, phone }] of officers.entries()) {
      expect(heard.get(`officer ${OFFICES[n]}`)).toEqual(expect.arrayContaining(['inbox duty', 'push duty']));
      const words = [...mail.mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`)];
      expect(words.length).toBeGreaterThan(0);
      for (const text of [...words, ...phone.received.map(({ message }) => JSON.stringify(message))])
        expect(text).not.toMatch(PRIVATE);
    }
    for (const [who, what] of heard)
      if (!who.startsWith('officer'))
        expect([who, what.filter((one) => one !== 'status pending_review')]).toEqual([who, []]);
    expect((await ask(others.volunteer?.token, 'GET', '/duty')).status).toBe(403);
    expect(await desk(others.moderator as Member)).toEqual([]);
  });

  it('that are wrong are rejected, and never offered again, whatever is changed of either and by whatever photo', async () => {
    const wrong: { officer: Member; id: string; pair: Both }[] = [];
    // Two who are alike by all that was said of them, and are not one.
    const decoys = {
      lost: await report(lost('Satnam Gill', '30', { clothColor: 'Grey' }), false),
      found: await report(found('Satnam Gil', '31', { clothColor: 'Grey' }), false),
    };
    await idle();
    for (const officer of officers)
      for (const { candidate } of await desk(officer))
        if (
          candidate?.state === 'open' &&
          !ids.includes(candidate.id) &&
          !wrong.some(({ id }) => id === candidate.id)
        ) {
          const side = (id: string): Side => ({ id, opId: '', member: undefined, secret: '' });
          wrong.push({
            officer,
            id: candidate.id,
            pair: { lost: side(candidate.lost.id), found: side(candidate.found.id) },
          });
        }
    const isDecoys = ({ pair }: (typeof wrong)[number]) =>
      pair.lost.id === decoys.lost.id && pair.found.id === decoys.found.id;
    expect(wrong.filter(isDecoys)).toHaveLength(1); // the others are wrong by chance
    for (const { officer, id } of wrong)
      expect((await decide(officer, id, 'reject', 'Another man')).body.data).toMatchObject({ state: 'rejected' });
    await idle();

    const [mine, theirs] = [await portrait('men/40.jpg'), await another('men/40.jpg', { turned: 5, brightness: 0.9 })];
    for (const [{ id, member }, photo] of [
      [decoys.lost, mine],
      [decoys.found, theirs],
    ] as const) {
      const change = { name: 'Satnam Singh Gill', age: { years: 30, margin: 0 }, clothColor: 'Grey and white' };
      const edit = (more: object) => ask(member?.token, 'PUT', `/report/${id}`, { opId: randomUUID(), ...more });
      expect((await edit(change)).status).toBe(200);
      await idle();
      const file = { sha256: hashOf(photo), blob: new Blob([new Uint8Array(photo)]) };
      expect((await edit({ photos: [file.sha256] })).status).toBe(200);
      expect(await bring(host, file, { token: member?.token })).toBe(200);
      await idle();
    }
    const templates = host.db.selectFrom('template').select('report_id');
    expect(await templates.where('report_id', 'in', [decoys.lost.id, decoys.found.id]).execute()).toHaveLength(2);
    for (const { officer, id, pair } of wrong) {
      for (const one of officers) expect(await onDesk(one, pair)).toBeUndefined();
      const known: Candidate[] =
        (await ask(officer.token, 'GET', `/report/${pair.lost.id}/candidates`)).body.data ?? [];
      const elsewhere: Candidate[] =
        (await ask(officer.token, 'GET', `/report/${pair.found.id}/candidates`)).body.data ?? [];
      expect([...known, ...elsewhere].find((one) => one.id === id)).toMatchObject({ state: 'rejected' });
    }
    // By their own names and faces now, and still the one answer of before.
    const ofDecoys = host.db.selectFrom('candidate').select(['state', 'decided_by']);
    const officersOfDecoys = wrong.filter(isDecoys).map(({ officer }) => officer.userId);
    expect(
      await ofDecoys.where('lost_id', '=', decoys.lost.id).where('found_id', '=', decoys.found.id).execute(),
    ).toEqual(officersOfDecoys.map((decided_by) => ({ state: 'rejected', decided_by })));
    for (const [n, both] of pairs.entries()) expect((await onDesk(officerOf(n), both))?.state).toBe('open'); // the others wait on
  });

  it('are told to the family within 5 s of an officer’s word, by each way they have, and to nobody else; and it is taken back', async () => {
    const news = await listen();
    const waits: number[] = [];
    const decideOn = async (n: number, decision: string) =>
      expect([pairAt(n).what, (await decide(officerOf(n), ids[n] ?? '', decision)).status]).toEqual([
        pairAt(n).what,
        200,
      ]);
    for (const [n, both] of pairs.entries()) {
      const since = Date.now();
      await decideOn(n, 'confirm');
      const [kind, subject] = isScan(n) ? SEEN : MET;
      waits.push(await untilHeard(n, since, kind, subject, 'reunion told'));
      expect(Object.keys(await news())).toEqual([`lost ${n}`]);
      for (const one of officers) expect(await onDesk(one, both)).toBeUndefined();
    }
    expect(waits).toHaveLength(19);
    expect(Math.max(...waits)).toBeLessThan(FAMILY_MS);

    for (const [n, both] of pairs.entries()) {
      await decideOn(n, 'reopen');
      const { [`lost ${n}`]: heard, ...rest } = await news();
      // The phone of who has no account reads of none any more.
      const [kind, subject] = isScan(n) ? [`${SEEN[0]} missing`, SEEN[1]] : NOT_THEM;
      expect(heard).toEqual(both.lost.member ? told(kind, subject) : []);
      expect(Object.keys(rest).filter((who) => !who.startsWith('officer'))).toEqual([]);
      expect((await onDesk(officerOf(n), both))?.state).toBe('open');
    }

    for (const n of pairs.keys()) await decideOn(n, 'confirm');
    await idle();
    for (const officer of officers)
      expect((await desk(officer)).filter(({ candidate }) => candidate?.state === 'open')).toEqual([]);
  });

  it('come together by the family’s word or an officer’s, each end is taken back once, and told to those it was told to', async () => {
    const isByFamily = (n: number) => n % 2 === 0;
    const byOfficer = (n: number, how: object) => {
      const office = desksOf(pairAt(n))[0];
      const side = (pairAt(n).places?.lost ?? OFFICES[0]) === office ? 'lost' : 'found';
      const asked = { opId: randomUUID(), ...how };
      return ask(officerOf(n).token, 'PUT', `/report/${pairs[n]?.[side].id}/reunion`, asked);
    };
    const byFamily = (n: number, how: object) => {
      const { id, member, secret } = (pairs[n] as Both).lost;
      const asked = { opId: randomUUID(), ...(member ? {} : { secret }), ...how };
      return ask(member?.token, 'PUT', `/report/${id}/reunion`, asked);
    };
    const say = (n: number, how: object) => (isByFamily(n) ? byFamily : byOfficer)(n, how);
    const stand = async ({ lost, found }: Both) => [await statusOf(lost), await statusOf(found)];
    // The phone of who has no account says how their own report stands. The family alone agrees that a finder is told.
    const hearers = (n: number, ...more: string[]) => {
      const alone = SIDES.filter((side) => !pairs[n]?.[side].member).map((side) => `${side} ${n}`);
      return [...new Set([isByFamily(n) ? `found ${n}` : `lost ${n}`, ...alone, ...more])].sort();
    };

    const met = [...pairs.entries()].filter(([n]) => !isScan(n));
    expect(met).toHaveLength(18);
    for (const [n] of met)
      expect([pairAt(n).what, (await byOfficer(n, RELEASED)).status]).toEqual([pairAt(n).what, 200]);
    const news = await listen();
    const stood = await Promise.all(pairs.map(stand));
    for (const [n, both] of met) {
      expect((await say(n, { together: true, tellFinder: true })).body.data).toMatchObject({ together: true });
      expect(Object.keys(await news()).sort()).toEqual(hearers(n));
      expect(await stand(both)).toEqual(['resolved', isByFamily(n) ? stood[n]?.[1] : 'resolved']);
    }
    for (const [n, both] of met) {
      expect((await say(n, { together: false })).body.data).toMatchObject({ together: false });
      const heard = await news();
      const people = Object.keys(heard).filter((who) => !who.startsWith('officer'));
      expect(people.sort()).toEqual(hearers(n, ...(isByFamily(n) ? [] : [`found ${n}`])));
      for (const desk of isByFamily(n) ? desksOf(pairAt(n)) : [])
        expect(heard[`officer ${desk}`]).toContain('inbox duty'); // they look once more
      const word = isByFamily(n) ? 'reunion-withdrawn apart' : `report-changed ${stood[n]?.[1]}`;
      if (both.found.member) expect(heard[`found ${n}`]?.[0]).toBe(`inbox ${word}`);
      expect([pairAt(n).what, ...(await stand(both))]).toEqual([pairAt(n).what, ...(stood[n] ?? [])]);
    }
    for (const [n, { lost }] of met) {
      expect((await say(n, { together: true })).status).toBe(200);
      expect(await statusOf(lost)).toBe('resolved');
    }
    await idle();
    for (const who of Object.values(others)) expect(await byAccount(who)).toEqual([]);
    for (const { text, subject } of mail.mails) expect(`${subject}\n${text}`).not.toMatch(PRIVATE);
  });

  it('of a thing meet with their two owners within a minute, the twentieth; nobody else is told, and it is undone once', async () => {
    const [loser, finder] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
    const wallet = { title: 'Black leather wallet', description: 'PAN card inside', region: 'Ludhiana, Punjab' };
    const found = await postItem(host, finder, { ...wallet, reportType: 'found', timeOfLossDate: '2026-11-12' });
    await idle();
    const news = await listen();
    const { id } = await postItem(host, loser, { ...wallet, timeOfLossDate: '2026-11-10' });
    const received = Date.now();
    const kinds = async ({ userId }: { userId: string }) =>
      (await host.db.selectFrom('notice').select('kind').where('user_id', '=', userId).execute()).map(
        ({ kind }) => kind,
      );
    await expect.poll(() => kinds(loser), { timeout: DESK_MS }).toEqual(['match-possible']);
    expect(Date.now() - received).toBeLessThan(DESK_MS);
    await idle();
    expect(await kinds(finder)).toEqual(['match-possible']);
    const say = async (who: typeof loser, answer: string) =>
      (await who.call('PUT', `/matches/${id}/${found.id}`, { answer })).body.data?.status;
    expect([await say(finder, 'yes'), await say(loser, 'yes')]).toEqual(['open', 'confirmed']);
    expect((await kinds(loser)).sort()).toEqual(['match-confirmed', 'match-possible']);
    expect([await say(loser, 'undo'), await say(loser, 'yes')]).toEqual(['open', 'confirmed']);
    expect(await news()).toEqual({});
  });
});
