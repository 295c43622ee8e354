/** Passkeys from the key to the database: an authenticator in software, and all that may be wrong with an answer. */

import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/endpoint.ts';
import { COURIER_INFO } from '../../contract/envelope.ts';
import type { AppError } from '../../contract/errors.ts';
import { PROOF_MINUTES, RECORD_PROOF_MINUTES } from '../../contract/limits.ts';
import { endpoints } from '../../contract/protocol.ts';
import { PERMISSIONS, type Role, refusalOf } from '../../contract/user.ts';
import { markOf } from '../../server/auth/accounts.ts';
import { drawCode } from '../../server/auth/codes.ts';
import { forgetChallenges } from '../../server/auth/passkeys.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { checkPasskeys } from '../../server/auth/webauthn.ts';
import { readConfig } from '../../server/config.ts';
import { callerByCourier } from '../../server/envelopes/author.ts';
import { tellFamily } from '../../server/reunions/tell.ts';
import { createApi } from '../../src/api/client.ts';
import { type Authenticator, openAuthenticator, type Twist } from '../support/authenticator.ts';
import { faceLike, faceOf, HERE, newReport, startHost, type TestHost, withFace } from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

const PASSWORD = 'a field of mustard';
const SITE = 'https://wapsi.example.org';
const APP = 'https://app.wapsi.example.org';

withEither('passkeys', (database) => {
  let host: TestHost;
  let token: string | undefined;
  let phone: Authenticator;

  beforeAll(async () => {
    const site = { SITE_URL: SITE, APP_ORIGINS: APP, SIGN_IN_LIMIT: '100000', STAFF_PASSKEYS: '1' };
    host = await startHost(database, { ...site, SMTP_URL: 'smtp://127.0.0.1:9' });
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    token = undefined;
    phone = openAuthenticator(SITE);
  });

  const api = createApi({ base: 'http://server', fetch: (...asked) => host.fetch(...asked), token: () => token });
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: AppError) => error.code,
    );

  /** An account that is signed in by its password. */
  async function join(role: Role = 'poster') {
    const id = randomUUID();
    const email = `${id}@example.in`;
    const duty = role === 'officer' ? { districts: [HERE], organisation: 'Kotwali' } : {};
    await host.db
      .insertInto('app_user')
      .values({
        ...{ id, name: 'Asha Devi', email, role, verified_at: new Date(), ...duty },
        password_hash: await hashPassword(PASSWORD),
      })
      .execute();
    return { id, email, ...(await byPassword(email)) };
  }
  async function byPassword(primaryEmail: string) {
    const { accessToken, user } = await api.call(endpoints.login, { primaryEmail, password: PASSWORD });
    token = accessToken;
    return { token: accessToken, user };
  }
  const add = async (key = phone, twist?: Twist, name?: string) => {
    const made = key.create(await api.call(endpoints.beginPasskey, {}), twist);
    return api.call(endpoints.addPasskey, { made, ...(name ? { name } : {}) });
  };
  const show = async (key = phone, twist?: Twist) => key.get(await api.call(endpoints.beginSignIn, {}), twist);
  async function bySignIn(key = phone, twist?: Twist) {
    const session = await api.call(endpoints.signInByPasskey, { shown: await show(key, twist) });
    token = session.accessToken;
    return session;
  }
  const mails = async (): Promise<string[]> => {
    const rows = await host.db.selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute();
    return rows.map(({ payload }) => (payload as { subject: string }).subject);
  };
  const age = (minutes: number) =>
    host.db
      .updateTable('session')
      .set({ proved_at: new Date(Date.now() - minutes * 60_000) })
      .execute();

  it('are added with a name, sign in without an e-mail, are listed with their days, and their owner hears of it', async () => {
    const { id, user } = await join();
    const { passkey } = await add(phone, {}, 'My phone');
    expect(passkey).toMatchObject({ name: 'My phone', synced: false, addedAt: expect.any(String) });
    expect(await mails()).toEqual(['A passkey was added to your Wapsi account']);
    token = undefined;
    const session = await bySignIn();
    expect([session.user, session.data]).toEqual([user, { _id: id }]);
    const [listed] = (await api.call(endpoints.listPasskeys, {})).data;
    expect(listed).toEqual({ ...passkey, usedAt: expect.stringMatching(/T00:00:00.000Z$/) });
    const again = await bySignIn();
    expect(again.accessToken).not.toBe(session.accessToken);
  });

  it('are asked for as WebAuthn has it: found by the device itself, its lock opened, and no word on the account', async () => {
    const { id } = await join();
    const options = await api.call(endpoints.beginPasskey, {});
    expect(options.rp).toEqual({ id: 'wapsi.example.org', name: 'Wapsi' });
    expect(options.authenticatorSelection).toEqual({ residentKey: 'required', userVerification: 'required' });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(id.replaceAll('-', ''));
    token = undefined;
    const asked = await api.call(endpoints.beginSignIn, {});
    expect(asked).toEqual({
      ...{ rpId: 'wapsi.example.org', userVerification: 'required', timeout: 300_000 },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it.each<[string, Twist]>([
    ['from another page', { origin: 'https://wapsi.example.org.evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['without the lock', { unverified: true }],
    ['to a challenge of nobody’s', { challenge: 'AAAA' }],
  ])('open nothing and are not added when the answer comes %s', async (_, twist) => {
    await join();
    expect(await codeOf(add(openAuthenticator(SITE), twist))).toBe('wrong-passkey');
    await add();
    expect(await codeOf(bySignIn(phone, twist))).toBe('wrong-passkey');
    expect(await codeOf(bySignIn())).toBe('done');
  });

  it('open nothing with another’s name, with a signature that was changed, or with a key that nobody has added', async () => {
    await join();
    await add();
    expect(await codeOf(bySignIn(phone, { userHandle: Buffer.alloc(16).toString('base64url') }))).toBe('wrong-passkey');
    const shown = await show();
    const signature = `${shown.response.signature.slice(0, -6)}AAAAAA`;
    const forged = { ...shown, response: { ...shown.response, signature } };
    expect(await codeOf(api.call(endpoints.signInByPasskey, { shown: forged }))).toBe('wrong-passkey');
    const stranger = openAuthenticator(SITE);
    stranger.create(await api.call(endpoints.beginPasskey, {}));
    expect(await codeOf(bySignIn(stranger))).toBe('wrong-passkey');
    expect(await codeOf(add(openAuthenticator(SITE), { origin: APP }))).toBe('done'); // an app at a named host
  });

  it('are asked by a challenge that is answered once, for its purpose, within minutes, on any server', async () => {
    await join();
    await add();
    const shown = await show();
    const answers = [1, 2, 3].map(() => codeOf(api.call(endpoints.signInByPasskey, { shown })));
    expect((await Promise.all(answers)).sort()).toEqual(['done', 'wrong-passkey', 'wrong-passkey']);

    const made = openAuthenticator(SITE).create(await api.call(endpoints.beginPasskey, {}));
    const { challenge } = JSON.parse(Buffer.from(made.response.clientDataJSON, 'base64url').toString());
    expect(await codeOf(bySignIn(phone, { challenge }))).toBe('wrong-passkey'); // drawn for adding, and not used up
    expect(await codeOf(api.call(endpoints.addPasskey, { made }))).toBe('done');
    const other = openAuthenticator(SITE).create(await api.call(endpoints.beginPasskey, {}));
    await join();
    expect(await codeOf(api.call(endpoints.addPasskey, { made: other }))).toBe('wrong-passkey'); // another's

    const late = await show();
    await host.db
      .updateTable('passkey_challenge')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    await host.renew();
    expect(await codeOf(api.call(endpoints.signInByPasskey, { shown: late }))).toBe('wrong-passkey');
    await show();
    await forgetChallenges(host.db, new Date(Date.now() + 3_600_000));
    expect(await host.db.selectFrom('passkey_challenge').select('challenge').execute()).toEqual([]);
  });

  it('that were copied open nothing once the counter has been passed, and their owner hears of it', async () => {
    await join();
    await add(phone, {}, 'My phone');
    const copy = phone.copy();
    await bySignIn(phone);
    await bySignIn(phone);
    expect(await codeOf(bySignIn(copy))).toBe('wrong-passkey');
    expect((await mails()).at(-1)).toBe('A passkey of your Wapsi account may have been copied');
    expect(await codeOf(bySignIn(phone))).toBe('done');
    const [{ counter }] = (await host.db.selectFrom('passkey').select('counter').execute()) as [{ counter: string }];
    expect(Number(counter)).toBe(3);
  });

  it('that count nothing, being on several devices, sign in as often as one likes', async () => {
    await join();
    const synced = openAuthenticator(SITE, { counts: false });
    await add(synced);
    for (let i = 0; i < 3; i++) expect(await codeOf(bySignIn(synced))).toBe('done');
    expect(await mails()).toHaveLength(1);
  });

  it('are ten at most, each once, and never another’s', async () => {
    await join();
    await add();
    const again = phone.copy();
    const options = await api.call(endpoints.beginPasskey, {});
    expect(() => again.create(options)).toThrow('InvalidState');
    for (let i = 0; i < 9; i++) await add(openAuthenticator(SITE));
    expect(await codeOf(add(openAuthenticator(SITE)))).toBe('conflict');
    const [{ id } = { id: '' }] = (await api.call(endpoints.listPasskeys, {})).data;
    await join();
    expect(await codeOf(api.call(endpoints.removePasskey, { id }))).toBe('not-found');
    expect((await api.call(endpoints.listPasskeys, {})).data).toEqual([]);
  });

  it('are removed by their owner, with the sessions that they opened elsewhere', async () => {
    const { email } = await join();
    const { passkey } = await add();
    const elsewhere = (await bySignIn()).accessToken;
    await byPassword(email);
    expect(await api.call(endpoints.removePasskey, { id: passkey.id })).toEqual({ removed: true });
    expect((await mails()).at(-1)).toBe('A passkey was removed from your Wapsi account');
    expect(await codeOf(bySignIn())).toBe('wrong-passkey');
    const own = token;
    token = elsewhere;
    expect(await codeOf(api.call(endpoints.me, {}))).toBe('sign-in-needed');
    token = own;
    expect(await codeOf(api.call(endpoints.me, {}))).toBe('done');
  });

  it('are neither added nor removed in a session that was opened long ago, before its owner shows again that it is them', async () => {
    await join();
    const { passkey } = await add();
    await age(16);
    expect(await codeOf(add(openAuthenticator(SITE)))).toBe('proof-needed');
    expect(await codeOf(api.call(endpoints.removePasskey, { id: passkey.id }))).toBe('proof-needed');
    expect(await codeOf(api.call(endpoints.proveOneself, { password: 'not it' }))).toBe('wrong-password');
    expect(await codeOf(api.call(endpoints.proveOneself, {}))).toBe('wrong-password');
    expect(await codeOf(api.call(endpoints.proveOneself, { password: PASSWORD }))).toBe('done');
    expect(await codeOf(add(openAuthenticator(SITE)))).toBe('done');
    await age(16);
    expect(await codeOf(api.call(endpoints.proveOneself, { shown: await show() }))).toBe('done');
    expect(await codeOf(api.call(endpoints.removePasskey, { id: passkey.id }))).toBe('done');
    await join();
    expect(await codeOf(api.call(endpoints.proveOneself, { shown: await show() }))).toBe('wrong-passkey'); // another's
  });

  it('or a code are shown before an account without a password gets its first one', async () => {
    const { id, email } = await join();
    await host.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute();
    const first = () => codeOf(api.call(endpoints.updateUser, { id, newPassword: 'another mustard field' }));
    await age(PROOF_MINUTES + 1);
    expect(await first()).toBe('proof-needed');
    const otp = await drawCode(host.db, { mark: markOf(host.db, email), purpose: 'login', asker: 'somebody' });
    expect(await codeOf(api.call(endpoints.proveOneself, { otp }))).toBe('done');
    expect(await first()).toBe('done');
  });

  it('want a code before the first one too, of an account without a password whose session is old', async () => {
    const { id, email } = await join();
    await host.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', id).execute();
    await age(60 * 24 * 60);
    const made = () => codeOf(add());
    expect(await made()).toBe('proof-needed');
    const otp = await drawCode(host.db, { mark: markOf(host.db, email), purpose: 'login', asker: 'somebody' });
    expect(await codeOf(api.call(endpoints.proveOneself, { otp }))).toBe('done');
    expect(await made()).toBe('done');
  });

  it('and codes are two ways: while strangers use up the tries of codes, the owner comes in by passkey', async () => {
    const { email } = await join();
    await add();
    const code = await drawCode(host.db, { mark: markOf(host.db, email), purpose: 'login', asker: 'owner' });
    const otp = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    token = undefined;
    for (let i = 0; i < 15; i++) {
      const payload = { email, otp, purpose: 'login' };
      await host.app().inject({ method: 'POST', url: '/auth/verifyOtp', payload, remoteAddress: `198.51.100.${i}` });
    }
    expect(await codeOf(api.call(endpoints.verifyOtp, { email, otp: code, purpose: 'login' }))).toBe('too-many');
    expect(await codeOf(bySignIn())).toBe('done');
  });

  describe('for moderators, officers and admins', () => {
    const POWERS = {
      moderator: () => api.call(endpoints.moderationQueue, {}),
      officer: () => api.call(endpoints.waitingNotes, {}),
      admin: () => api.call(endpoints.auditLog, {}),
    };

    it.each(Object.keys(POWERS) as (keyof typeof POWERS)[])(
      'are wanted: a %s has nothing of the office by password, all of it once a passkey is added, and by it alone from then on',
      async (role) => {
        const use = POWERS[role];
        const { user, email } = await join(role);
        expect(user).toMatchObject({ role, needsPasskey: true });
        expect(await codeOf(use())).toBe('passkey-needed');
        expect(await codeOf(api.call(endpoints.createReport, item()))).toBe('done'); // what anybody may
        expect((await api.call(endpoints.me, {}))[0]).toMatchObject({ role, needsPasskey: true });
        const { user: after } = await add();
        expect(after).toMatchObject({ role });
        expect(after.needsPasskey).toBeUndefined();
        expect(await codeOf(use())).toBe('done');

        await byPassword(email);
        expect(await codeOf(use())).toBe('passkey-needed');
        expect(await codeOf(api.call(endpoints.proveOneself, { password: PASSWORD }))).toBe('done');
        expect(await codeOf(use())).toBe('passkey-needed');
        expect((await api.call(endpoints.proveOneself, { shown: await show() })).user.needsPasskey).toBeUndefined();
        expect(await codeOf(use())).toBe('done');
        expect((await bySignIn()).user.needsPasskey).toBeUndefined();
        expect(await codeOf(use())).toBe('done');
        const acts = await host.db
          .selectFrom('audit')
          .select(['action', 'role'])
          .where('action', '=', 'passkey-added')
          .execute();
        expect(acts).toEqual([{ action: 'passkey-added', role }]);
      },
    );

    it('are not added by who has but the password or the mailbox, and the last one stays', async () => {
      const { email } = await join('admin');
      const { passkey } = await add();
      await byPassword(email);
      const thief = openAuthenticator(SITE);
      expect(await codeOf(add(thief))).toBe('passkey-needed');
      expect(await codeOf(api.call(endpoints.removePasskey, { id: passkey.id }))).toBe('passkey-needed');
      await bySignIn();
      expect(await codeOf(api.call(endpoints.removePasskey, { id: passkey.id }))).toBe('conflict');
      const second = openAuthenticator(SITE);
      const { passkey: other } = await add(second);
      const both = [passkey, other].map(({ id }) => codeOf(api.call(endpoints.removePasskey, { id })));
      const outcomes = await Promise.all(both); // at once, too: one goes, and with it perhaps the powers of this session
      expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
      expect(['conflict', 'passkey-needed']).toContain(outcomes.find((code) => code !== 'done'));
      expect(await host.db.selectFrom('passkey').select('id').execute()).toHaveLength(1);
    });

    it('are wanted to see what is protected: by password an officer sees what anybody sees, and a write waits', async () => {
      await join();
      const { upload, id, opId } = newReport({ lostPersonAge: '9' });
      await api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
      await publishReport(host, id);
      await untilReadable(host.db);
      const note = {
        id: randomUUID(),
        opId: randomUUID(),
        reportId: id,
        kind: 'sighting' as const,
        text: 'At the station',
      };
      const owner = token;
      await join();
      await codeOf(api.call(endpoints.addNote, note));
      const { email } = await join('officer');
      const feed = async () =>
        JSON.stringify(await api.call(endpoints.sync, { feed: 'reports', cursor: '', nonce: 'x' }));
      const answer: InputOf<typeof endpoints.answerNote> = { id: randomUUID(), answer: 'confirm' };
      expect(await feed()).not.toContain(id);
      expect(await codeOf(api.call(endpoints.openRecord, { id, reason: 'case' }))).toBe('passkey-needed');
      expect(await codeOf(api.call(endpoints.answerNote, answer))).toBe('passkey-needed');
      await add();
      expect(await feed()).toContain(id);
      expect(await codeOf(api.call(endpoints.openRecord, { id, reason: 'case' }))).toBe('done');
      expect(await codeOf(api.call(endpoints.answerNote, answer))).toBe('not-found');
      await byPassword(email);
      expect(await feed()).not.toContain(id);
      expect(owner).toBeDefined();
    });

    it('are asked for again before an act of weight: a role, the log, the end of a protection after minutes, a record after an hour', async () => {
      await join('admin');
      await add();
      const id = randomUUID();
      const weighty: [string, number, () => Promise<unknown>][] = [
        ['a role', PROOF_MINUTES, () => api.call(endpoints.changeRole, { id, role: 'poster', reason: 'x' })],
        ['the log', PROOF_MINUTES, () => api.bytes(endpoints.auditExport, {})],
        ['a protection', PROOF_MINUTES, () => api.call(endpoints.endProtection, { id, reason: 'x' })],
        ['a record', RECORD_PROOF_MINUTES, () => api.call(endpoints.openRecord, { id, reason: 'case' })],
      ];
      for (const [what, minutes, act] of weighty) {
        await age(minutes - 1);
        expect([what, await codeOf(act())]).toEqual([what, what === 'the log' ? 'done' : 'not-found']);
        await age(minutes + 1);
        expect([what, await codeOf(act())]).toEqual([what, 'proof-needed']);
      }
      expect(await codeOf(api.call(endpoints.auditLog, {}))).toBe('done'); // looking is no such act
      expect(await codeOf(api.call(endpoints.proveOneself, { otp: '123456' }))).toBe('passkey-needed');
      expect(await codeOf(api.call(endpoints.proveOneself, { shown: await show() }))).toBe('done');
      expect(await codeOf(weighty[0]?.[2]() ?? Promise.resolve())).toBe('not-found');
    });

    it('ask once where the app asks for the proof itself, and go on with what was wanted', async () => {
      await join('admin');
      await add();
      await age(RECORD_PROOF_MINUTES + 1);
      let [asked, is] = [0, true];
      const prove = async () => {
        asked++;
        if (is) await api.call(endpoints.proveOneself, { shown: await show() });
        return is;
      };
      const app = createApi({
        base: 'http://server',
        fetch: (...sent) => host.fetch(...sent),
        token: () => token,
        prove,
      });
      expect((await app.bytes(endpoints.auditExport, {})).size).toBeGreaterThan(0);
      await app.bytes(endpoints.auditExport, {});
      expect(asked).toBe(1);
      [is] = [false];
      await age(RECORD_PROOF_MINUTES + 1);
      expect(await codeOf(app.bytes(endpoints.auditExport, {}))).toBe('proof-needed');
      expect(await codeOf(app.call(endpoints.openRecord, { id: randomUUID(), reason: 'case' }))).toBe('proof-needed');
      expect(asked).toBe(3);
    });

    it('lie idle after half a day without use, and for a month at most, until it is shown who it is', async () => {
      await join('moderator');
      await add();
      const use = () => codeOf(api.call(endpoints.complaints, {}));
      const change = (set: { used_at?: Date; proved_at?: Date }) => host.db.updateTable('session').set(set).execute();
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      await change({ used_at: hoursAgo(11), proved_at: hoursAgo(20 * 24) });
      expect(await use()).toBe('done');
      const { used_at } = await host.db
        .selectFrom('session')
        .select('used_at')
        .where('passkey_id', 'is not', null)
        .executeTakeFirstOrThrow();
      expect(Date.now() - Number(used_at)).toBeLessThan(60_000);
      await change({ used_at: hoursAgo(13), proved_at: hoursAgo(14) });
      expect([await use(), await use()]).toEqual(['proof-needed', 'proof-needed']); // asking is no use
      expect(await codeOf(api.call(endpoints.me, {}))).toBe('done'); // and what is anybody's goes on
      expect(await codeOf(api.call(endpoints.proveOneself, { shown: await show() }))).toBe('done');
      expect(await use()).toBe('done');
      await change({ used_at: hoursAgo(1), proved_at: hoursAgo(31 * 24) });
      expect(await use()).toBe('proof-needed');
    });

    it('do nothing by an office that lies idle in calls that are anybody’s, in a batch or in an envelope', async () => {
      await join('officer');
      await add();
      const { upload, id, opId } = newReport({ lostPersonAge: '9', ...withFace(faceOf(3)) });
      await createApi({ base: 'http://server', fetch: host.fetch, token: () => undefined }).call(
        endpoints.uploadLostFoundPerson,
        { ...upload, id, opId },
      );
      await host.app().jobs.idle();
      const compare = (reason?: 'case') =>
        api.call(endpoints.compareFace, {
          ...{ opId: randomUUID(), descriptor: faceLike(faceOf(3), 0.01) },
          ...(reason ? { reason } : {}),
        });
      const { data } = await api.call(endpoints.dutyList, {});
      const { id: task = '', rev = '' } = data[0] ?? {};
      const take = async () => {
        const op = randomUUID();
        const input = { opId: op, id: task, rev, act: 'take' as const };
        const ops = [{ opId: op, call: 'actOnDuty' as const, entity: task, input }];
        const { results } = await api.call(endpoints.sendOps, { ops });
        return results.map((result) => (result.kind === 'refused' ? result.error.code : result.kind));
      };
      const handedOver = async () => {
        const courier = createHash('sha256')
          .update(COURIER_INFO + token)
          .digest('base64url');
        const user = await host.db
          .selectFrom('app_user')
          .select('id')
          .where('role', '=', 'officer')
          .executeTakeFirstOrThrow();
        const author = await callerByCourier(host.db, user.id, courier, { staffPasskeys: true });
        return author && refusalOf(PERMISSIONS.protect, author);
      };
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      const age = (hours: number) =>
        host.db
          .updateTable('session')
          .set({ used_at: hoursAgo(hours), proved_at: hoursAgo(hours + 1) })
          .execute();
      await age(13);
      expect(await codeOf(compare('case'))).toBe('proof-needed');
      expect((await compare()).candidates).toEqual([]); // as anybody: no officer's search
      expect(await take()).toEqual(['proof-needed']);
      expect(await handedOver()).toBe('proof-needed');
      expect(await codeOf(api.call(endpoints.answerNote, { id: randomUUID(), answer: 'confirm' }))).toBe(
        'proof-needed',
      );
      const safe = { id, kind: 'safe' as const, inPerson: true };
      expect(await codeOf(api.call(endpoints.objectTo, safe))).toBe('proof-needed');
      expect(await host.db.selectFrom('audit').select('action').where('action', '=', 'face-found').execute()).toEqual(
        [],
      );
      await age(11);
      expect(await handedOver()).toBeUndefined();
      expect((await compare('case')).candidates.map(({ data }) => data.id)).toEqual([id]);
      // That was a use of the office; so is what comes in a batch.
      const used = () =>
        host.db.selectFrom('session').select('used_at').where('passkey_id', 'is not', null).executeTakeFirstOrThrow();
      expect(Date.now() - Number((await used()).used_at)).toBeLessThan(60_000);
      await age(11);
      expect(await take()).toEqual(['done']);
      expect(Date.now() - Number((await used()).used_at)).toBeLessThan(60_000);
    });

    it('read nothing by an office that lies idle: no guarded name, no reunion of others and no claim of others; pages and lists go on', async () => {
      await join();
      const ids: string[] = [];
      for (const change of [
        { lostPersonAge: '9', name: 'Gurleen' },
        { type: 'found' as const, foundPersonAge: '9' },
      ]) {
        const { upload, id, opId } = newReport(change);
        await api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
        await publishReport(host, id);
        ids.push(id);
      }
      const [lostId = '', foundId = ''] = ids;
      const bag = await api.call(endpoints.createReport, { ...item(), reportType: 'found' });
      await publishReport(host, bag.data.id);
      await join();
      const { data: claim } = await api.call(endpoints.createClaim, { reportId: bag.data.id, message: 'It is mine' });
      const idle = (hours: number) => {
        const at = (ago: number) => new Date(Date.now() - ago * 3_600_000);
        return host.db
          .updateTable('session')
          .set({ used_at: at(hours), proved_at: at(hours + 1) })
          .execute();
      };
      const search = async () => (await api.call(endpoints.listReports, { q: 'Gurleen' })).data.map(({ id }) => id);

      const { id: officer } = await join('officer');
      await add();
      await host.db.transaction().execute((tx) => tellFamily(tx, { lostId, foundId, byId: officer }));
      const reunion = () => api.call(endpoints.readReunion, { id: lostId });
      await idle(11);
      expect([await search(), await codeOf(reunion())]).toEqual([[lostId], 'done']);
      await idle(13);
      expect([await codeOf(search()), await codeOf(reunion())]).toEqual(['proof-needed', 'proof-needed']);
      expect(await codeOf(api.call(endpoints.readReunion, { id: randomUUID() }))).toBe('proof-needed');
      expect(await codeOf(api.call(endpoints.listReports, { region: 'Shimlapuri' }))).toBe('proof-needed');
      expect(await codeOf(api.call(endpoints.listReports, { q: 'Gurleen', kind: 'item' }))).toBe('done');
      expect((await api.call(endpoints.listReports, { type: 'lost' })).data.map(({ id }) => id)).toContain(lostId);
      expect((await api.call(endpoints.getReport, { id: lostId })).data.id).toBe(lostId);
      expect(await codeOf(api.call(endpoints.sync, { feed: 'reports', cursor: '', nonce: 'x' }))).toBe('done');
      const searches = () => host.db.selectFrom('audit').select('id').where('action', '=', 'word-search').execute();
      expect(await searches()).toHaveLength(1);

      await join('moderator');
      phone = openAuthenticator(SITE);
      await add();
      const read = () => api.call(endpoints.getClaim, { id: claim.id });
      await idle(11);
      expect(await codeOf(read())).toBe('done');
      await idle(13);
      expect(await codeOf(read())).toBe('proof-needed');
      expect(await codeOf(api.call(endpoints.proveOneself, { shown: await show() }))).toBe('done');
      expect([await codeOf(read()), await codeOf(search())]).toEqual(['done', 'done']);
    });

    it('are not wanted where the setting is off', async () => {
      const { email } = await join('admin');
      host.config.staffPasskeys = false;
      await host.renew();
      try {
        expect((await byPassword(email)).user.needsPasskey).toBeUndefined();
        expect(await codeOf(POWERS.admin())).toBe('done');
        // Without one a code to the e-mail shows it too, once.
        await host.db
          .updateTable('session')
          .set({ proved_at: new Date(Date.now() - 13 * 3_600_000), used_at: null })
          .execute();
        expect(await codeOf(POWERS.admin())).toBe('proof-needed');
        const otp = await drawCode(host.db, { mark: markOf(host.db, email), purpose: 'login', asker: 'somebody' });
        expect(await codeOf(api.call(endpoints.proveOneself, { otp: otp === '123456' ? '654321' : '123456' }))).toBe(
          'wrong-code',
        );
        expect(await codeOf(api.call(endpoints.proveOneself, { otp }))).toBe('done');
        expect(await codeOf(POWERS.admin())).toBe('done');
        expect(await codeOf(api.call(endpoints.proveOneself, { otp }))).toBe('wrong-code');
      } finally {
        host.config.staffPasskeys = true;
        await host.renew();
      }
    });
  });

  const item = () => ({
    ...{ id: randomUUID(), opId: randomUUID(), reportType: 'lost' as const, category: 'Bags' as const, title: 'Bag' },
  });
});

it('are wanted of offices by themselves where people review posts, not for trying out, and never without a domain', () => {
  const wants = (env: Record<string, string>) => readConfig(env).staffPasskeys;
  expect([wants({}), wants({ DEMO: '1' }), wants({ REVIEW: 'at-once' }), wants({ STAFF_PASSKEYS: '0' })]).toEqual([
    ...[true, false, false, false],
  ]);
  const check = (env: Record<string, string>) => () => checkPasskeys(readConfig(env));
  expect(check({ HOST: '0.0.0.0' })).toThrow(/SITE_URL/);
  expect(check({ TRUST_PROXY: '1' })).toThrow(/SITE_URL/);
  expect(check({ SITE_URL: 'http://192.168.1.5' })).toThrow(/STAFF_PASSKEYS=0/);
  expect(check({ SITE_URL: SITE, HOST: '0.0.0.0' })).not.toThrow();
  expect(check({ STAFF_PASSKEYS: '0', HOST: '0.0.0.0' })).not.toThrow();
  expect(check({})).not.toThrow();
  expect(readConfig({ PORT: '8099' }).passkeys).toEqual({ domain: 'localhost', origins: ['http://127.0.0.1:8099'] });
  expect(readConfig({ SITE_URL: SITE, APP_ORIGINS: APP }).passkeys).toEqual({
    ...{ domain: 'wapsi.example.org', origins: [SITE, APP] },
  });
});
