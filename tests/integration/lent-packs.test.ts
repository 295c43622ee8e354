/** What volunteers and officers are lent to look without a network: whom it holds, for how long, and when it is taken back. */

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Lease } from '../../contract/pack.ts';
import type { Role } from '../../contract/user.ts';
import { openGallery } from '../../match/gallery.ts';
import { readPack } from '../../match/pack.ts';
import { encodeTemplate } from '../../match/template.ts';
import { unpackUuids } from '../../match/uuid.ts';
import { hashToken } from '../../server/auth/tokens.ts';
import { eraseReport } from '../../server/reports/store.ts';
import { changeSigner, readPackKeys } from '../../server/sync/keys.ts';
import { suspectsOf } from '../../server/sync/marks.ts';
import { createApi } from '../../src/api/client.ts';
import { followLoan, openLoan } from '../../src/face/loan.ts';
import type { Lent } from '../../src/face/protocol.ts';
import { openSealed } from '../../src/face/sealed.ts';
import { believe } from '../../src/face/signer.ts';
import { OpenLoan } from '../../src/face/worker/loan.ts';
import type { LocalDb } from '../../src/store/db.ts';
import { readMeta, writeMeta } from '../../src/store/meta.ts';
import { sealAndClear } from '../../src/store/own/leave.ts';
import {
  faceOf,
  HERE,
  newProfile,
  newReport,
  openLocalDb,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { command } from '../support/command.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

const PATNA = 'br-patna';
const AGREED = { publicPhoto: false, publicPhone: false, compareFace: true, carryFace: true, notice: '1' };
const GUARDIAN = { ...AGREED, guardian: true };

withEither('lent packs', (database) => {
  let host: TestHost;
  let faces = 0;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  const ask = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    host.app().inject({ method, url, headers: { authorization: token }, ...(payload ? { payload } : {}) });
  const set = (id: string, change: object) => host.db.updateTable('report').set(change).where('id', '=', id).execute();

  /** Somebody who is looked for; published, unless they wait for review. */
  async function add(change: object, after: object = {}, published = true): Promise<string> {
    const { upload, id, opId } = newReport({ consent: AGREED, ...withFace(faceOf(++faces)), ...change });
    const { statusCode } = await ask('', 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect(statusCode).toBe(200);
    if (published) await publishReport(host, id);
    if (Object.keys(after).length > 0) await set(id, after);
    return id;
  }
  async function lease(token: string, held?: string): Promise<Lease> {
    await untilReadable(host.db);
    const answer = await ask(token, 'POST', '/packs/lease', held ? { held } : {});
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return answer.json();
  }
  async function partsOf(token: string, { pack }: Lease): Promise<Uint8Array[]> {
    const parts = pack?.file.parts ?? [];
    const answers = await Promise.all(parts.map(({ sha256 }) => ask(token, 'GET', `/packs/lent/${sha256}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(parts.map(() => 200));
    return answers.map(({ rawPayload }) => new Uint8Array(rawPayload));
  }
  /** As the phone opens it. */
  async function opened(token: string, lent: Lease) {
    const bytes = await openSealed({ id: lent.id, parts: await partsOf(token, lent) }, Buffer.from(lent.key, 'base64'));
    const { head, rows } = readPack(bytes);
    return { bytes, head, ids: [...new Set(unpackUuids(rows.ids))].sort() };
  }
  const holds = async (token: string) => (await opened(token, await lease(token))).ids;
  const refusal = async (token: string, held?: string) => {
    const answer = await ask(token, 'POST', '/packs/lease', held ? { held } : {});
    return [answer.statusCode, answer.json().code];
  };

  it('hold whom each may have: a volunteer the published and agreed ones of their districts, children by their guardian; an officer all who are looked for there', async () => {
    const child = { lostPersonAge: '9' };
    const who = {
      child: await add({ ...child, consent: GUARDIAN }),
      adult: await add({}),
      'child without a guardian': await add({ ...child }),
      'adult who is not carried': await add({ consent: { ...AGREED, carryFace: false } }),
      'child in review': await add({ ...child, consent: GUARDIAN }, {}, false),
      found: await add({ consent: GUARDIAN }, { type: 'found' }),
      'child elsewhere': await add({ ...child, consent: GUARDIAN, region: 'Patna' }, { district: PATNA }),
      'hidden by flags': await add({ consent: GUARDIAN }, { hidden_at: new Date(), hidden_for: 'flags' }),
      'hidden by themselves': await add({ consent: GUARDIAN }, { hidden_at: new Date(), hidden_for: 'objection' }),
      protected: await add({ consent: GUARDIAN }, { hidden_at: new Date(), hidden_for: 'protected' }),
      'brought home': await add({ consent: GUARDIAN }, { status: 'resolved' }),
    };
    await set(who.child, { district: HERE });
    const named = (ids: string[]) => Object.entries(who).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
    const tokenOf = async (role: Role, districts?: string[]) => (await signIn(host.db, role, districts)).token;
    expect(named(await holds(await tokenOf('volunteer')))).toEqual(['child', 'adult']);
    // What they have posted themselves would be lent no more once somebody must not be found, and so tell them.
    for (const role of ['volunteer', 'officer'] as const) {
      const { token, userId } = await signIn(host.db, role);
      await set(who.adult, { owner_id: userId });
      expect(named(await holds(token))).not.toContain('adult');
      await set(who.adult, { owner_id: null });
      expect(named(await holds(token))).toContain('adult');
    }
    expect(named(await holds(await tokenOf('volunteer', [HERE, PATNA])))).toEqual([
      'child',
      'adult',
      'child elsewhere',
    ]);
    expect(named(await holds(await tokenOf('officer')))).toEqual([
      ...['child', 'adult', 'child without a guardian', 'adult who is not carried', 'child in review', 'found'],
      'hidden by flags',
    ]);
    expect(named(await holds(await tokenOf('officer', [PATNA])))).toEqual(['child elsewhere']);
    for (const role of ['poster', 'finder', 'moderator', 'admin'] as const)
      expect([role, ...(await refusal(await tokenOf(role)))]).toEqual([role, 403, 'not-allowed']);
    expect(await refusal(await tokenOf('volunteer', []))).toEqual([403, 'not-allowed']);
  });

  it('find a child of the district by the true record, at the bars for children, and say which pseudonyms of the public pack are theirs', async () => {
    const { token } = await signIn(host.db, 'volunteer');
    const child = await add({ lostPersonAge: '9', consent: GUARDIAN });
    const probe = encodeTemplate(faceOf(faces));
    const adult = await add({});
    const { bytes, head } = await opened(token, await lease(token));
    const { gallery } = await openGallery(bytes);
    expect(gallery.search(probe, 1)).toMatchObject([{ id: child, age: 'child' }]);
    const { pseudonymOf } = await readPackKeys(host.db);
    expect(head.aliases).toEqual({ [pseudonymOf(adult)]: adult });
  });

  it('are sealed: neither an id nor a template can be read in the parts, and no other session has the key or the parts', async () => {
    const { token } = await signIn(host.db, 'volunteer');
    const { token: other } = await signIn(host.db, 'volunteer');
    const id = await add({ lostPersonAge: '9', consent: GUARDIAN });
    const lent = await lease(token);
    const parts = await partsOf(token, lent);
    const raw = Buffer.concat(parts);
    expect(raw.includes(Buffer.from(id.replaceAll('-', ''), 'hex'))).toBe(false);
    expect(raw.includes('WAPSIPAK')).toBe(false);
    for (const { sha256 } of lent.pack?.file.parts ?? [])
      expect((await ask(other, 'GET', `/packs/lent/${sha256}`)).statusCode).toBe(404);
    const others = Buffer.from((await lease(other)).key, 'base64');
    await expect(openSealed({ id: lent.id, parts }, others)).rejects.toMatchObject({ code: 'bad-answer' });
    await expect(openSealed({ id: randomUUID(), parts }, Buffer.from(lent.key, 'base64'))).rejects.toThrow();
  });

  it('are lent for 72 hours by the server’s clock, again with each asking, and it is written down once a pack', async () => {
    const { token, userId } = await signIn(host.db, 'volunteer');
    await add({ lostPersonAge: '9', consent: GUARDIAN });
    const first = await lease(token);
    expect(Date.parse(first.endsAt) - Date.parse(first.now)).toBe(72 * 3_600_000);
    expect(Math.abs(Date.parse(first.now) - Date.now())).toBeLessThan(60_000);
    const again = await lease(token, first.id);
    expect([again.id, again.key, again.pack]).toEqual([first.id, first.key, undefined]);
    expect(Date.parse(again.endsAt)).toBeGreaterThanOrEqual(Date.parse(first.endsAt));
    const acts = await host.db.selectFrom('audit').selectAll().where('action', '=', 'pack-lent').execute();
    expect(acts.map(({ actor_id, reason }) => [actor_id, reason])).toEqual([[userId, `${HERE}: 1`]]);
  });

  it('are made anew when somebody in them may not be carried any more, whatever the reason, and serve nobody until then', async () => {
    const { token } = await signIn(host.db, 'volunteer');
    const ways: ((id: string) => Promise<unknown>)[] = [
      (id) => host.db.transaction().execute((tx) => eraseReport(tx, id)),
      async (id) => {
        await set(id, { hidden_at: new Date(), hidden_for: 'objection' });
        await touch(id);
      },
      async (id) => {
        await set(id, { carry_face: false });
        await touch(id);
      },
      async (id) => {
        await set(id, { district: PATNA });
        await touch(id);
      },
    ];
    const touch = async (id: string) => {
      const { recordChange } = await import('../../server/db/change.ts');
      await host.db.transaction().execute((tx) => recordChange(tx, id, 'references'));
    };
    const stays = await add({});
    for (const way of ways) {
      const goes = await add({ lostPersonAge: '9', consent: GUARDIAN });
      const before = await lease(token);
      expect((await opened(token, before)).ids).toEqual([goes, stays].sort());
      await way(goes);
      await untilReadable(host.db);
      for (const { sha256 } of before.pack?.file.parts ?? [])
        expect((await ask(token, 'GET', `/packs/lent/${sha256}`)).statusCode).toBe(404);
      const after = await lease(token, before.id);
      expect(after.id).not.toBe(before.id);
      expect((await opened(token, after)).ids).toEqual([stays]);
    }
  });

  it('are taken back: from a session that has ended, a suspended account, another role; and another place has another pack', async () => {
    await add({ lostPersonAge: '9', consent: GUARDIAN });
    const lost = await signIn(host.db, 'volunteer');
    const { id } = await lease(lost.token);
    await host.db
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('token_hash', '=', hashToken(lost.token))
      .execute();
    expect(await refusal(lost.token, id)).toEqual([401, 'sign-in-needed']);

    const moved = await signIn(host.db, 'volunteer');
    const held = await lease(moved.token);
    const become = (change: object) =>
      host.db.updateTable('app_user').set(change).where('id', '=', moved.userId).execute();
    await become({ districts: [PATNA] });
    const elsewhere = await lease(moved.token, held.id);
    expect([elsewhere.id === held.id, (await opened(moved.token, elsewhere)).ids]).toEqual([false, []]);
    await become({ suspended_at: new Date() });
    expect(await refusal(moved.token, elsewhere.id)).toEqual([403, 'suspended']);
    await become({ suspended_at: null, role: 'finder', districts: [] });
    expect(await refusal(moved.token, elsewhere.id)).toEqual([403, 'not-allowed']);
  });

  describe('a phone', () => {
    let now: number;
    let db: LocalDb;
    let token: string;
    let role: Role;
    let account: string;
    let loan: OpenLoan;
    const face = {
      lend: (lent: Lent) => loan.open(lent),
      isLent: async (id: string) => loan.isOf(id),
      takeBack: async () => loan.forget(),
    };
    beforeEach(async () => {
      now = Date.now();
      loan = new OpenLoan();
      db = openLocalDb(newProfile());
      await writeMeta(db, 'galleryCursor', 'made ready');
      role = 'volunteer';
      ({ token, userId: account } = await signIn(host.db, role));
    });
    const api = () => createApi({ base: 'http://server', fetch: host.fetch, token: () => token });
    const follow = (inVault = false) =>
      followLoan({ db, api: api(), face, now: () => now, who: { account, role, inVault } }, true);
    /** Whom a scan without a network names. */
    async function scan(seed: number, inVault = false): Promise<string[]> {
      await openLoan(db, face, now, { account, role, inVault });
      const probe = encodeTemplate(faceOf(seed));
      return loan.candidates([], probe, 3).map(({ id, band, isNamed }) => `${id} ${band} ${isNamed}`);
    }
    const addChild = async () => {
      const id = await add({ lostPersonAge: '9', consent: GUARDIAN });
      await untilReadable(host.db);
      return { seed: faces, found: [`${id} likely true`] };
    };
    const HOUR = 3_600_000;

    it('of a volunteer names a child of the district, keeps what it is lent sealed, and no key that could be read', async () => {
      const { seed, found } = await addChild();
      await follow();
      expect(await scan(seed)).toEqual(found);
      expect(await scan(faces + 50)).toEqual([]);
      const kept = await readMeta(db, 'loanPack');
      expect([kept?.key instanceof CryptoKey && kept.key.extractable, kept?.parts.length]).toEqual([false, 1]);
      expect(Buffer.concat(kept?.parts ?? []).includes('WAPSIPAK')).toBe(false);
    });

    it('opens nothing after 72 hours, nor with the clock turned back then, and everything again once it was connected', async () => {
      const { seed, found } = await addChild();
      await follow();
      now += 71 * HOUR;
      expect(await scan(seed)).toEqual(found);
      now += 2 * HOUR;
      expect(await scan(seed)).toEqual([]);
      now -= 40 * HOUR;
      expect(await scan(seed)).toEqual([]);
      expect(await readMeta(db, 'loanPack')).toBeUndefined();
      await follow();
      expect(await scan(seed)).toEqual(found);
    });

    it('opens nothing with a clock that stands before a moment it has seen, and goes on when that is set right', async () => {
      const { seed, found } = await addChild();
      await follow();
      now += 60 * HOUR;
      expect(await scan(seed)).toEqual(found);
      now -= 59 * HOUR;
      expect(await scan(seed)).toEqual([]);
      now += 60 * HOUR;
      expect(await scan(seed)).toEqual(found);
    });

    it('counts by the server’s clock, however wrong its own is', async () => {
      const { seed, found } = await addChild();
      now -= 400 * 24 * HOUR;
      await follow();
      expect(await scan(seed)).toEqual(found);
      now += 71 * HOUR;
      expect(await scan(seed)).toEqual(found);
      now += 2 * HOUR;
      expect(await scan(seed)).toEqual([]);
    });

    it('drops all of it as soon as it hears that it is lent nothing any more, and asks no more without the office', async () => {
      const { seed, found } = await addChild();
      await follow();
      expect(await scan(seed)).toEqual(found);
      await host.db.updateTable('app_user').set({ suspended_at: new Date() }).execute();
      await follow();
      expect([loan.candidates([], encodeTemplate(faceOf(seed)), 3), await readMeta(db, 'loan')]).toEqual([
        [],
        undefined,
      ]);
      await host.db.updateTable('app_user').set({ suspended_at: null }).execute();
      await follow();
      expect(await scan(seed)).toEqual(found);
      role = 'finder';
      await follow();
      expect([await scan(seed), await readMeta(db, 'loanPack')]).toEqual([[], undefined]);
    });

    it('opens it for nobody else who is signed in, nor for who is not', async () => {
      const { seed, found } = await addChild();
      await follow();
      const own = account;
      for (const other of ['somebody else', '']) {
        account = other;
        expect(await scan(seed)).toEqual([]);
      }
      account = own;
      expect(await scan(seed)).toEqual(found);
    });

    it('forgets it when who was lent it leaves', async () => {
      await addChild();
      await follow();
      await sealAndClear(db, undefined, undefined, undefined, now);
      expect([await readMeta(db, 'loan'), await readMeta(db, 'loanPack')]).toEqual([undefined, undefined]);
    });

    it('of an officer is lent something in a vault alone', async () => {
      const { seed, found } = await addChild();
      role = 'officer';
      ({ token, userId: account } = await signIn(host.db, role));
      await follow();
      expect(await scan(seed)).toEqual([]);
      await follow(true);
      expect(await scan(seed, true)).toEqual(found);
    });

    it('tells who is in both packs once, by the record, and who is in the one for everybody alone without a name', async () => {
      const adult = await add({});
      const seed = faces;
      await untilReadable(host.db);
      await follow();
      await openLoan(db, face, now, { account, role, inVault: false });
      const { pseudonymOf } = await readPackKeys(host.db);
      const hit = (id: string) => ({ id, type: 'lost' as const, score: 0.97 });
      const probe = encodeTemplate(faceOf(seed));
      expect(loan.candidates([hit(pseudonymOf(adult))], probe, 3)).toEqual([
        { id: adult, band: 'likely', isNamed: true },
      ]);
      const stranger = randomUUID();
      expect(loan.candidates([hit(stranger)], encodeTemplate(faceOf(999)), 3)).toEqual([
        { id: stranger, band: 'likely', isNamed: false },
      ]);
    });
  });

  it('a copy names whom it was lent to', async () => {
    for (let i = 0; i < 6; i++) await add({ lostPersonAge: '9', consent: GUARDIAN });
    const tokens = await Promise.all(Array.from({ length: 5 }, () => signIn(host.db, 'volunteer')));
    const copies = [];
    for (const { token } of tokens) copies.push(await opened(token, await lease(token)));
    const keys = await readPackKeys(host.db);
    for (const [i, { bytes }] of copies.entries()) {
      const { templates, suspects } = await suspectsOf(host.db, keys, bytes);
      expect([templates, suspects[0]?.userId]).toEqual([6, tokens[i]?.userId]);
      expect(suspects[0]?.fit).toBeGreaterThan(0.8);
      expect(suspects[1]?.fit).toBeLessThan(0.5);
    }
    const where = await database.where();
    if (where.kind !== 'postgres') return; // the embedded one answers the command when its server is stopped
    const file = join(host.config.dataDir, 'copy');
    const [copy] = copies;
    writeFileSync(file, copy?.bytes ?? '');
    expect(await command(where, 'pack-mark', file)).toContain(`Lent to account ${tokens[0]?.userId}`);
    writeFileSync(file, 'no pack');
    await expect(command(where, 'pack-mark', file)).rejects.toThrow();
  });

  it('and all others are signed by a new key when the operator says so, and a phone that knew the former goes on to it', async () => {
    const where = await database.where();
    const former = await readPackKeys(host.db);
    const phone = openLocalDb(newProfile());
    await believe(phone, former.signer, 'a pack', former.sign('a pack'));
    if (where.kind === 'postgres') await command(where, 'pack-key');
    else await changeSigner(host.db);
    await changeSigner(host.db);
    const now = await readPackKeys(host.db);
    expect(now.signer.key).not.toBe(former.signer.key);
    expect(now.signer.before.map(({ key }) => key)[0]).toBe(former.signer.key);
    expect(now.signer.before).toHaveLength(2);
    const report = randomUUID();
    expect(now.pseudonymOf(report)).toBe(former.pseudonymOf(report)); // what phones hold stays theirs
    await believe(phone, now.signer, 'a pack', now.sign('a pack'));
    const refused = believe(phone, former.signer, 'a pack', former.sign('a pack'));
    await expect(refused).rejects.toMatchObject({ code: 'other-signer' });
    phone.close();
  });
});
