/** Accounts whole way through: the real client, the real server, and codes read from mails of a real mail server. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CodePurpose } from '../../contract/auth.ts';
import type { AppError } from '../../contract/errors.ts';
import { NAMED } from '../../contract/notice.ts';
import { endpoints } from '../../contract/protocol.ts';
import { writeAudit } from '../../server/audit/audit.ts';
import { sealAudit } from '../../server/audit/sealing.ts';
import { DEMO_EMAILS, DEMO_PASSWORD, seedAccounts } from '../../server/auth/demo-accounts.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { forgetOver } from '../../server/auth/sessions.ts';
import { ERASE_ACCOUNT } from '../../server/users/closing.ts';
import { type Api, createApi } from '../../src/api/client.ts';
import { HERE, makePhoto, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';

const PASSWORD = 'a field of mustard';
const WIDE = { CODE_LIMIT_EMAIL: '1000', CODE_LIMIT_CALLER: '1000', SIGN_IN_LIMIT: '1000' };

/** How often two times are taken that are to be the same: more often while something else is in the way of one. */
const ROUNDS = { least: 6, most: 30 };

withEither('accounts', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let token: string | undefined;
  let api: Api;
  let count = 0;

  beforeAll(async () => {
    mail = await openMailServer();
    host = await startHost(database, {
      SMTP_URL: mail.url,
      ADMIN_EMAIL: 'chief@example.in, second@example.in',
      ...WIDE,
    });
    api = createApi({ base: 'http://server', fetch: (...request) => sendForm(host, ...request), token: () => token });
  });
  afterAll(async () => {
    await host.remove();
    await mail.close();
  });
  beforeEach(async () => {
    token = undefined;
    await host.app().jobs.idle();
    await host.empty();
  });

  const newEmail = () => `asha${++count}@example.in`;
  const registration = (email: string, more: object = {}) => ({
    name: 'Asha Devi',
    email,
    phoneNumber: '+91 98140 12345',
    password: PASSWORD,
    ageGroup: 'adult' as const,
    terms: '2026-11',
    ...more,
  });
  const verify = (email: string, otp: string, purpose: CodePurpose = 'register') =>
    api.call(endpoints.verifyOtp, { email, otp, purpose });
  const signIn = (primaryEmail: string, password = PASSWORD) => api.call(endpoints.login, { primaryEmail, password });

  /** Register, prove the e-mail, and be signed in. */
  async function join(more: object = {}, email = newEmail()) {
    await api.call(endpoints.register, registration(email, more));
    const { session } = await verify(email, await mail.code(email));
    if (!session) throw new Error('no session was opened');
    token = session.accessToken;
    return { email, user: session.user, token };
  }

  it('registers with a code from the mail, which proves the e-mail and signs in (R157, R249, R328, R329)', async () => {
    const email = newEmail();
    expect(await api.call(endpoints.register, registration(email))).toEqual({ sent: true });
    const { verified, session } = await verify(email, await mail.code(email));
    expect(verified).toBe(true);
    expect(session?.user).toMatchObject({
      name: 'Asha Devi',
      email,
      role: 'poster',
      status: 'active',
      verification: 'verified',
      standing: 'whole',
      phone: '+91 98140 12345',
      _id: session?.user.id,
    });
    token = session?.accessToken;
    expect(await api.call(endpoints.me, {})).toEqual([session?.user]);
  });

  it('signs in by password with the body and the answer of the specification (R19, R190, R326)', async () => {
    const { email, user } = await join();
    const response = await host
      .app()
      .inject({ method: 'POST', url: '/login', payload: { primaryEmail: email.toUpperCase(), password: PASSWORD } });
    const answer = response.json();
    expect(answer).toMatchObject({ accessToken: expect.any(String), user: { _id: user.id }, data: { _id: user.id } });
    expect(Buffer.from(answer.accessToken, 'base64url')).toHaveLength(32);
  });

  it('answers /me with a list of one, and 401 without a token (R191, R327, A5)', async () => {
    const { user } = await join();
    expect(await api.call(endpoints.me, {})).toEqual([user]);
    token = undefined;
    await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'sign-in-needed' });
  });

  it('signs in by a code sent to the e-mail, once per code (R20, R155, R330, A7)', async () => {
    const { email, user } = await join();
    await api.call(endpoints.resendOtp, { email, purpose: 'login' });
    const otp = await mail.code(email);
    const answers = await Promise.allSettled([1, 2, 3].map(() => verify(email, otp, 'login')));
    const opened = answers.filter((answer) => answer.status === 'fulfilled');
    expect(opened).toHaveLength(1);
    expect(opened[0]?.value.session?.user.id).toBe(user.id);
  });

  it('gives a new password for a code, and ends every session with the old one (R156, R331, R332)', async () => {
    const { email } = await join();
    await api.call(endpoints.forgotPassword, { email });
    const otp = await mail.code(email);
    expect(await verify(email, otp, 'reset')).toEqual({ verified: true });
    expect(await api.call(endpoints.resetPassword, { email, otp, password: 'another field' })).toEqual({
      changed: true,
    });
    await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'sign-in-needed' });
    await expect(signIn(email)).rejects.toMatchObject({ code: 'wrong-password' });
    expect((await signIn(email, 'another field')).user.email).toBe(email);
    await expect(api.call(endpoints.resetPassword, { email, otp, password: 'a third field' })).rejects.toMatchObject({
      code: 'wrong-code',
    });
    expect((await mail.next(email)).subject).toBe('Your Wapsi password was changed');
  });

  describe('a code', () => {
    it('is right five times at most, counted also when they come at once', async () => {
      const { email } = await join();
      await api.call(endpoints.resendOtp, { email, purpose: 'login' });
      const otp = await mail.code(email);
      const wrong = otp === '000000' ? '111111' : '000000';
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => verify(email, wrong, 'login')));
      expect(tries.every((tried) => tried.status === 'rejected')).toBe(true);
      await expect(verify(email, otp, 'login')).rejects.toMatchObject({ code: 'wrong-code' });
    });

    it('is for its purpose alone, the newest counts, and it ends after ten minutes', async () => {
      const { email } = await join();
      await api.call(endpoints.resendOtp, { email, purpose: 'login' });
      const first = await mail.code(email);
      await expect(verify(email, first, 'register')).rejects.toMatchObject({ code: 'wrong-code' });
      await api.call(endpoints.resendOtp, { email, purpose: 'login' });
      const second = await mail.code(email);
      if (first !== second) await expect(verify(email, first, 'login')).rejects.toMatchObject({ code: 'wrong-code' });
      await host.db
        .updateTable('one_time_code')
        .set({ expires_at: new Date(Date.now() - 1) })
        .execute();
      await expect(verify(email, second, 'login')).rejects.toMatchObject({ code: 'wrong-code' });
    });

    it('is nowhere in the database in the clear, nor is a password or a token', async () => {
      const { email, token: opened } = await join();
      await api.call(endpoints.resendOtp, { email, purpose: 'login' });
      const otp = await mail.code(email);
      await host.app().jobs.idle();
      const tables = ['one_time_code', 'app_user', 'session', 'job', 'receipt', 'rate_limit'] as const;
      const rows = await Promise.all(tables.map((table) => host.db.selectFrom(table).selectAll().execute()));
      const text = JSON.stringify(rows);
      for (const secret of [`"${otp}"`, PASSWORD, opened]) expect(text).not.toContain(secret);
      expect(await host.db.selectFrom('app_user').select('password_hash').executeTakeFirstOrThrow()).toEqual({
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      });
    });

    it('comes in the language that was asked for', async () => {
      const email = newEmail();
      await api.call(endpoints.register, registration(email, { language: 'pa' }));
      expect((await mail.next(email)).text).toContain('ਵਾਪਸੀ ਵਿੱਚ ਜੀ ਆਇਆਂ ਨੂੰ');
      const other = newEmail();
      await api.call(endpoints.register, registration(other, { language: 'hi' }));
      expect((await mail.next(other)).text).toContain('वापसी में स्वागत है');
    });
  });

  it('says the same, in the same time, of an e-mail that has an account and one that has none (A7)', async () => {
    const { email } = await join();
    token = undefined;
    const ask = {
      forgot: (to: string) => api.call(endpoints.forgotPassword, { email: to }),
      code: (to: string) => api.call(endpoints.resendOtp, { email: to, purpose: 'login' }),
      register: (to: string) => api.call(endpoints.register, registration(to)),
      login: (to: string) => signIn(to, 'not the password').catch((error: AppError) => error.message),
    };
    for (const [name, call] of Object.entries(ask)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      const answers = new Set<string>();
      // A hash left out for one of them would make a factor of five and more, in each round.
      const differ = () => {
        const [known, unknown] = [usual(times.known), usual(times.unknown)];
        return Math.abs(known - unknown) >= Math.max(10, Math.min(known, unknown));
      };
      for (let round = 0; round < ROUNDS.least || (differ() && round < ROUNDS.most); round++) {
        const pair = [['known', email] as const, ['unknown', newEmail()] as const];
        for (const [kind, to] of round % 2 === 0 ? pair : pair.reverse()) {
          await host.app().jobs.idle(); // the mails of the call before are not its time
          const start = performance.now();
          answers.add(JSON.stringify(await call(to)));
          times[kind].push(performance.now() - start);
        }
      }
      expect([name, answers.size]).toEqual([name, 1]);
      expect(differ(), `${name}: ${JSON.stringify(times)}`).toBe(false);
    }
  });

  it('tells the owner when somebody registers a known e-mail, and changes nothing', async () => {
    const { email } = await join();
    token = undefined;
    await api.call(endpoints.register, registration(email, { name: 'Somebody Else', password: 'their own words' }));
    expect((await mail.next(email)).subject).toBe('You already have a Wapsi account');
    expect((await signIn(email)).user.name).toBe('Asha Devi');
  });

  it('keeps an account from who registered its e-mail before its owner, with a password of their own', async () => {
    const email = newEmail();
    await api.call(endpoints.register, registration(email));
    await mail.next(email);
    await api.call(endpoints.register, registration(email, { password: 'the password of another' }));
    await verify(email, await mail.code(email));
    await expect(signIn(email, 'the password of another')).rejects.toMatchObject({ code: 'wrong-password' });
    await expect(signIn(email)).rejects.toMatchObject({ code: 'wrong-password' });

    const second = newEmail();
    await api.call(endpoints.register, registration(second));
    await mail.next(second);
    await api.call(endpoints.register, registration(second));
    const otp = await mail.code(second);
    await api.call(endpoints.verifyOtp, { email: second, otp, purpose: 'register', password: PASSWORD });
    expect((await signIn(second)).user.email).toBe(second);
  });

  it('has no phone number of whoever registered its e-mail once more before the code came', async () => {
    const email = newEmail();
    const [own, theirs] = ['+91 00000 10001', '+91 00000 10002'];
    await api.call(endpoints.register, registration(email, { phoneNumber: own }));
    await mail.next(email);
    await api.call(endpoints.register, registration(email, { phoneNumber: theirs }));
    await mail.next(email);
    const phoneOf = async (of: string, otp: string) => (await verify(of, otp)).session?.user.phone;
    await api.call(endpoints.resendOtp, { email, purpose: 'register' });
    expect(await phoneOf(email, await mail.code(email))).toBeUndefined();

    const second = newEmail();
    for (const _ of [1, 2]) {
      await api.call(endpoints.register, registration(second, { phoneNumber: own }));
      await mail.next(second);
    }
    await api.call(endpoints.resendOtp, { email: second, purpose: 'register' });
    expect(await phoneOf(second, await mail.code(second))).toBe(own);
  });

  it('sends a code to who knows the password of an account that was not proved yet, and nobody else learns of it', async () => {
    const email = newEmail();
    await api.call(endpoints.register, registration(email));
    await mail.next(email);
    await expect(signIn(email, 'not the password')).rejects.toMatchObject({ code: 'wrong-password' });
    await expect(signIn(email)).rejects.toMatchObject({ code: 'wrong-code', fields: { otp: 'needed' } });
    expect((await verify(email, await mail.code(email))).session?.user.verification).toBe('verified');
  });

  it('refuses a short password, a common one, and one that is the e-mail or the name (R294, R380)', async () => {
    const email = newEmail();
    const refusal = (password: string) =>
      api.call(endpoints.register, registration(email, { password })).catch((error: AppError) => error.fields);
    expect(await refusal('1234567')).toEqual({ password: 'too_small' });
    for (const password of ['12345678', 'Password1', 'qwertyuiop', email, 'asha devi'])
      expect([password, await refusal(password)]).toEqual([password, { password: 'too-common' }]);
    expect(mail.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it('lets so many codes go to one e-mail in an hour, known or not, and says when again', async () => {
    const { codes } = host.config.limits;
    const before = codes.email;
    codes.email = 2;
    try {
      const ask = () => api.call(endpoints.resendOtp, { email: 'nobody@example.in', purpose: 'login' });
      await ask();
      await ask();
      await expect(ask()).rejects.toMatchObject({ code: 'too-many', retryAfterMs: expect.any(Number) });
    } finally {
      codes.email = before;
    }
  });

  it('ends one session at sign-out and all of them when asked (R235)', async () => {
    const { email } = await join();
    const [first, second] = [await signIn(email), await signIn(email)];
    token = first.accessToken;
    expect(await api.call(endpoints.logout, {})).toEqual({ ended: 1 });
    await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'sign-in-needed' });
    token = second.accessToken;
    expect(await api.call(endpoints.logout, { everywhere: true })).toEqual({ ended: 2 });
    await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'sign-in-needed' });
  });

  describe('the profile', () => {
    it('is changed by its owner, with a picture as a file (R17, R161, R172, R333)', async () => {
      const { user } = await join();
      const picture = await makePhoto(3, 32);
      const change = { id: user.id, name: 'Asha Rani', phone: '', language: 'pa' as const, mailNotices: false };
      const { user: after } = await api.call(endpoints.updateUser, change, { files: { avatar: picture.blob } });
      expect(after).toMatchObject({ name: 'Asha Rani', language: 'pa', mailNotices: false });
      const [, sha256 = ''] = /^\/avatars\/([0-9a-f]{64})$/.exec(after.avatar_url ?? '') ?? [];
      expect(sha256).not.toBe(picture.sha256); // kept without what the camera wrote into it
      expect(await host.files.state(sha256)).toMatchObject({ complete: true });
      expect(after).not.toHaveProperty('phone');
      const shown = await host.app().inject(`/avatars/${sha256}`);
      expect(shown.headers['content-type']).toBe('image/webp');

      const { user: bare } = await api.call(endpoints.updateUser, { id: user.id, removeAvatar: true });
      expect(bare).not.toHaveProperty('avatar_url');
      expect((await host.app().inject(`/avatars/${sha256}`)).statusCode).toBe(404);
      await host.app().jobs.idle();
      expect(await host.files.state(sha256)).toMatchObject({ complete: false });
    });

    it('keeps a few words about oneself, for oneself and who looks up the account, and shows them to nobody else (R224)', async () => {
      const { email, user, token: own } = await join();
      const words = 'ਮੈਂ ਪਿੰਡ ਦੇ ਸਕੂਲ ਵਿੱਚ ਪੜ੍ਹਾਉਂਦੀ ਹਾਂ।\nCall in the evening.';
      const write = (bio: string) => api.call(endpoints.updateUser, { id: user.id, bio });
      expect((await write(`  ${words}  `)).user.bio).toBe(words);
      expect((await api.call(endpoints.me, {}))[0]?.bio).toBe(words);
      await api.call(endpoints.updateUser, { id: user.id, name: 'Asha Rani' });
      expect((await signIn(email)).user.bio).toBe(words);
      await expect(write('x'.repeat(301))).rejects.toMatchObject({ code: 'bad-input' });
      await write('x'.repeat(300));
      await write(words);

      const thing = { reportType: 'found' as const, category: 'Other' as const, title: 'Umbrella' };
      const upload = { ...thing, id: randomUUID(), opId: randomUUID(), region: 'Ludhiana' };
      await api.call(endpoints.createReport, upload);
      await host.db.updateTable('report').set({ status: 'published' }).where('id', '=', upload.id).execute();
      await join();
      const begun = await api.call(endpoints.startConversation, { reportId: upload.id, text: 'Is it blue?' });
      const seen = [
        await api.call(endpoints.getReport, { id: upload.id }),
        await api.call(endpoints.listReports, {}),
        await api.call(endpoints.listMessages, { id: begun.data.id }),
      ];
      expect(JSON.stringify(seen)).toContain('Umbrella');
      expect(JSON.stringify(seen)).not.toMatch(/ਸਕੂਲ|Call in the evening/);
      await join({}, 'chief@example.in');
      expect((await api.call(endpoints.findUsers, { q: email })).data).toMatchObject([{ id: user.id, bio: words }]);

      token = own;
      expect((await write('')).user).not.toHaveProperty('bio');
      await write(words);
      await api.call(endpoints.deleteAccount, {});
      expect(JSON.stringify(await host.db.selectFrom('app_user').select('bio').execute())).not.toContain('ਸਕੂਲ');
    });

    it('takes a change once, and does not take what is no picture', async () => {
      const { user } = await join();
      const opId = randomUUID();
      const change = { id: user.id, name: 'Asha Rani' };
      const once = await api.call(endpoints.updateUser, change, { opId });
      await api.call(endpoints.updateUser, { id: user.id, name: 'Asha Bai' });
      expect((await api.call(endpoints.updateUser, change, { opId })).user.name).toBe('Asha Bai');
      expect(once.user.name).toBe('Asha Rani');
      const files = { avatar: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']) };
      await expect(api.call(endpoints.updateUser, { id: user.id }, { files })).rejects.toMatchObject({
        code: 'not-readable',
      });
    });

    it('is not there for anyone else (R319)', async () => {
      const { user } = await join();
      await join();
      await expect(api.call(endpoints.updateUser, { id: user.id, name: 'Mine' })).rejects.toMatchObject({
        code: 'not-found',
        message: 'User not found!',
      });
    });

    it('changes the password with the one in use, and signs out every other phone', async () => {
      const { email, user, token: here } = await join();
      const there = await signIn(email);
      const change = (password: string, newPassword: string) =>
        api.call(endpoints.updateUser, { id: user.id, password, newPassword });
      await expect(change('not the password', 'another field')).rejects.toMatchObject({ code: 'wrong-password' });
      await expect(change(PASSWORD, 'password1')).rejects.toMatchObject({ fields: { newPassword: 'too-common' } });
      await change(PASSWORD, 'another field');
      expect(await api.call(endpoints.me, {})).toHaveLength(1);
      token = there.accessToken;
      await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'sign-in-needed' });
      token = here;
      expect((await signIn(email, 'another field')).user.id).toBe(user.id);
    });
  });

  it('erases an account with its reports, photos and messages, and frees its e-mail (R162, R335, A44)', async () => {
    const { email, user } = await join();
    const picture = await makePhoto(4, 32);
    const { user: seen } = await api.call(endpoints.updateUser, { id: user.id }, { files: { avatar: picture.blob } });
    const sha256 = seen.avatar_url?.replace('/avatars/', '') ?? '';
    expect(await host.files.state(sha256)).toMatchObject({ complete: true });
    const person = { type: 'lost' as const, title: 'Missing', name: 'Om', lostPersonAge: 40, opId: randomUUID() };
    const { data: report } = await api.call(endpoints.uploadLostFoundPerson, person);

    const erased = await api.call(endpoints.deleteAccount, {});
    expect(erased.deleted).toBe(true);
    const kept = Date.parse(erased.logRetainedUntil) - Date.parse(erased.erasedAt);
    expect(Math.round(kept / 86_400_000)).toBeGreaterThanOrEqual(365);

    await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'account-gone' });
    await host.app().jobs.idle();
    expect(await host.files.state(sha256)).toMatchObject({ complete: false });
    const left = await host.db.selectFrom('report').select('id').where('id', '=', report.id).execute();
    expect(left).toEqual([]);
    const gone = host.db.selectFrom('change').select('feed').where('id', '=', report.id).orderBy('feed');
    expect((await gone.execute()).map(({ feed }) => feed)).toEqual(['own', 'references', 'reports']);
    expect(await host.db.selectFrom('audit').select(['action', 'actor_id']).execute()).toEqual([
      { action: 'account-erased', actor_id: user.id },
    ]);
    token = undefined;
    expect((await join({}, email)).user.id).not.toBe(user.id);
  });

  it('stands as it stood when somebody erases their account and comes back with the same e-mail: suspended, paused, with their strikes', async () => {
    for (const [name, change] of Object.entries({
      suspended: { suspended_at: new Date() },
      paused: { paused_until: new Date(Date.now() + 86_400_000) },
      'in good standing': { suspended_at: null },
    })) {
      const { email, user } = await join();
      await host.db.updateTable('app_user').set(change).where('id', '=', user.id).execute();
      const strike = { reason: `A lie (${name})`, about: 'report', subject_id: randomUUID(), at: new Date() } as const;
      const nothingYet = { appeal: null, appealed_at: null, outcome: null, answer: null, decided_at: null };
      if (name !== 'in good standing')
        await host.db
          .insertInto('strike')
          .values({ id: randomUUID(), user_id: user.id, by_id: null, ...strike, ...nothingYet })
          .execute();
      await api.call(endpoints.deleteAccount, {});
      const kept = JSON.stringify(await host.db.selectFrom('app_user').selectAll().execute());
      expect(kept).not.toMatch(new RegExp(`${email}|${user.id}`));
      token = undefined;
      const again = await join({}, email);
      const thing = {
        opId: randomUUID(),
        id: randomUUID(),
        reportType: 'found',
        category: 'Bags',
        title: 'Bag',
      } as const;
      const posted = api.call(endpoints.createReport, thing).then(
        () => 'posted',
        (error: AppError) => error.code,
      );
      expect([name, await posted]).toEqual([name, name === 'in good standing' ? 'posted' : 'suspended']);
      const { data } = await api.call(endpoints.listStrikes, {});
      expect(data.map(({ reason }) => reason)).toEqual(name === 'in good standing' ? [] : [strike.reason]);
      // The row that stood for the account is needed no more.
      expect((await host.db.selectFrom('app_user').select('id').execute()).map(({ id }) => id)).toContain(
        again.user.id,
      );
      expect(await host.db.selectFrom('app_user').select('id').where('erased_at', 'is not', null).execute()).toEqual(
        [],
      );
      token = undefined;
    }
  });

  describe('an account whose owner asks for time to think (A44)', () => {
    async function close() {
      const joined = await join();
      const thing = {
        reportType: 'found' as const,
        role: 'founder' as const,
        title: 'Umbrella',
        category: 'Other' as const,
      };
      const upload = { ...thing, id: randomUUID(), opId: randomUUID(), region: 'Ludhiana' };
      await api.call(endpoints.createReport, upload);
      const shown = { status: 'published', ever_public: true } as const;
      await host.db.updateTable('report').set(shown).where('id', '=', upload.id).execute();
      token = undefined;
      await api.call(endpoints.getReport, { id: upload.id });
      token = joined.token;
      const closed = await api.call(endpoints.deleteAccount, { undo: true });
      return { ...joined, reportId: upload.id, erasedAt: Date.parse(closed.erasedAt) };
    }
    const isSeen = async (id: string) => {
      token = undefined;
      return api.call(endpoints.getReport, { id }).then(
        () => true,
        ({ code }: AppError) => (code === 'not-found' ? false : expect.fail(code)),
      );
    };
    const threeDaysPass = async () => {
      await host.db
        .updateTable('job')
        .set({ run_at: new Date(0) })
        .where('kind', '=', ERASE_ACCOUNT)
        .execute();
      host.app().jobs.wake();
      await host.app().jobs.idle();
    };

    it('is signed out everywhere and hidden at once, told by mail, and as it was after signing in again', async () => {
      const { email, user, reportId, erasedAt } = await close();
      expect(Math.round((erasedAt - Date.now()) / 3_600_000)).toBe(72);
      await expect(api.call(endpoints.me, {})).rejects.toMatchObject({ code: 'sign-in-needed' });
      expect(await isSeen(reportId)).toBe(false);
      await host.app().jobs.idle();
      expect((await mail.next(email)).text).toContain('/login');
      const session = await signIn(email);
      expect([session.user.id, await isSeen(reportId)]).toEqual([user.id, true]);
      await threeDaysPass();
      expect(await isSeen(reportId)).toBe(true);
    });

    it('is erased when the three days have passed', async () => {
      const { email, reportId } = await close();
      await threeDaysPass();
      await expect(signIn(email)).rejects.toMatchObject({ code: 'wrong-password' });
      expect(await host.db.selectFrom('report').select('id').where('id', '=', reportId).execute()).toEqual([]);
      const rows = await host.db.selectFrom('audit').select('action').orderBy('at').execute();
      expect(rows.map(({ action }) => action)).toEqual(['account-closed', 'account-erased']);
    });

    it('shows nothing again that was hidden for another reason', async () => {
      const { email, reportId } = await close();
      await host.db
        .updateTable('report')
        .set({ hidden_at: new Date(0), hidden_for: 'flags' })
        .where('id', '=', reportId)
        .execute();
      await signIn(email);
      expect(await isSeen(reportId)).toBe(false);
    });
  });

  describe('someone of 13 to 17', () => {
    const year = new Date().getFullYear();

    it('has an account from 13 on (R312, R381)', async () => {
      const born = (birthYear: number) =>
        api
          .call(endpoints.register, registration(newEmail(), { ageGroup: 'young', birthYear }))
          .catch((error: AppError) => error.fields);
      expect(await born(year - 12)).toEqual({ birthYear: 'too-young' });
      expect(await born(year - 13)).toEqual({ sent: true });
      expect(await born(year - 40)).toEqual({ birthYear: 'range' });
    });

    it('waits for the consent of a guardian, which comes as a code to them (A8)', async () => {
      const { email, user } = await join({ ageGroup: 'young', birthYear: year - 15 });
      expect(user.standing).toBe('young');
      const guardian = { guardianName: 'Sunita Devi', guardianEmail: `sunita${count}@example.in` };
      await expect(api.call(endpoints.askGuardian, { ...guardian, guardianEmail: email })).rejects.toMatchObject({
        fields: { guardianEmail: 'own' },
      });
      await api.call(endpoints.askGuardian, guardian);
      const { text } = await mail.next(guardian.guardianEmail);
      expect(text).toContain('Asha D.');
      const otp = /\b\d{6}\b/.exec(text)?.[0] ?? '';
      expect((await api.call(endpoints.confirmGuardian, { otp })).user.standing).toBe('whole');
      await expect(api.call(endpoints.askGuardian, guardian)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('has nothing but a name written in their name to whoever they say is their guardian', async () => {
      const said = async (name: string) => {
        await join({ ageGroup: 'young', birthYear: year - 15, name });
        const guardianEmail = `stranger${count}@example.in`;
        await api.call(endpoints.askGuardian, { guardianName: 'Sunita Devi', guardianEmail });
        return (await mail.next(guardianEmail)).text;
      };
      const text = await said('Found! Your Kiran is here. Pay Rs 2000 first: https://pay.example/kiran or 98140-55512');
      expect(text).toMatch(/^Found /);
      expect(text).not.toMatch(/Kiran|Pay|2000|example|55512|http/);
      expect(await said('www.pay.example')).not.toMatch(/pay\.example/);
      expect(await said('ਗੁਰਲੀਨ ਕੌਰ')).toContain('ਗੁਰਲੀਨ ਕ.');
      expect(await said('98140 55512')).not.toMatch(/98140|55512/);
    });
  });

  describe('roles', () => {
    it('are poster at first, and admin for the e-mail that the operator named, which is written down (R175, R318)', async () => {
      const { user } = await join({}, 'chief@example.in');
      expect(user.role).toBe('admin');
      expect(await host.db.selectFrom('audit').select(['action', 'subject_id']).execute()).toEqual([
        { action: 'role:admin', subject_id: user.id },
      ]);
      token = undefined;
      expect((await join()).user.role).toBe('poster');
    });

    /** Read in the app: a mail that nobody fetches would be taken for the next code. */
    const unmailed = () => host.db.updateTable('app_user').set({ mail_notices: false }).execute();
    const byCode = async (email: string) => {
      token = undefined;
      await api.call(endpoints.resendOtp, { email, purpose: 'login' });
      return (await verify(email, await mail.code(email), 'login')).session?.user.role;
    };

    it('are admin by the operator’s word once: who lost that role gets it back neither by a code nor with a new password', async () => {
      const { user, email } = await join({}, 'chief@example.in');
      await unmailed();
      const second = await join({}, 'second@example.in');
      await api.call(endpoints.changeRole, { id: user.id, role: 'poster', reason: 'Left the desk' });
      expect(await byCode(email)).toBe('poster');
      await api.call(endpoints.forgotPassword, { email });
      const fresh = 'another mustard field';
      await api.call(endpoints.resetPassword, { email, otp: await mail.code(email), password: fresh });
      await mail.next(email); // that it was changed
      expect((await signIn(email, fresh)).user.role).toBe('poster');
      const acts = host.db.selectFrom('audit').select(['action', 'actor_id']).where('subject_id', '=', user.id);
      expect(await acts.orderBy('at').execute()).toEqual([
        { action: 'role:admin', actor_id: user.id },
        { action: 'role:poster', actor_id: second.user.id },
      ]);
    });

    it('are admin by the operator’s word though another role was given before, and the other admins are told', async () => {
      const chief = await join({}, 'chief@example.in');
      await unmailed();
      const [id, email] = [randomUUID(), 'second@example.in'];
      const member = { id, name: 'Asha Devi', email, role: 'moderator', verified_at: new Date() } as const;
      await host.db.insertInto('app_user').values(member).execute();
      await writeAudit(host.db, { userId: chief.user.id, role: 'admin' }, 'role:moderator', id, 'Reads posts');
      for (let i = 0; i < 2; i++) expect(await byCode(email)).toBe('admin');
      const told = host.db.selectFrom('notice').select(['user_id', 'kind', 'detail']);
      expect(await told.execute()).toEqual([{ user_id: chief.user.id, kind: 'admin-proposed', detail: NAMED }]);
    });

    it('are given by an admin alone, with a reason; the person is told and the act is written down', async () => {
      const { user, token: theirs } = await join();
      const chief = await join({}, 'chief@example.in');
      const letter = { organisation: 'Sadar Thana', districts: ['pb-moga'], reason: 'Letter of 3 November' };
      const opId = randomUUID();
      const give = () => api.call(endpoints.changeRole, { id: user.id, role: 'officer', ...letter }, { opId });
      token = theirs;
      await expect(give()).rejects.toMatchObject({ code: 'not-allowed' });
      token = chief.token;
      for (const answer of [await give(), await give()])
        expect(answer.user).toMatchObject({ role: 'officer', organisation: 'Sadar Thana', districts: ['pb-moga'] });
      const audit = await host.db.selectFrom('audit').selectAll().where('action', '=', 'role:officer').execute();
      expect(audit).toMatchObject([{ actor_id: chief.user.id, subject_id: user.id, reason: 'Letter of 3 November' }]);
      const told = await host.db
        .selectFrom('notice')
        .select(['kind', 'detail'])
        .where('user_id', '=', user.id)
        .execute();
      expect(told).toEqual([{ kind: 'role-changed', detail: 'officer' }]);
      await expect(
        api.call(endpoints.changeRole, { id: chief.user.id, role: 'poster', reason: 'Tired' }),
      ).rejects.toMatchObject({ code: 'conflict' });
    });

    describe('of an admin', () => {
      const propose = (id: string, reason = 'Runs the district desk') =>
        api.call(endpoints.changeRole, { id, role: 'admin', reason }, { opId: randomUUID() });
      const twoAdmins = async () => {
        const second = await join({}, 'second@example.in');
        await unmailed();
        const chief = await join({}, 'chief@example.in');
        await unmailed();
        await host.db.deleteFrom('notice').execute(); // that the operator has named the other
        return { second, chief };
      };
      const roleOf = async (id: string) =>
        (await host.db.selectFrom('app_user').select('role').where('id', '=', id).executeTakeFirst())?.role;
      const lookUp = async (q: string) => (await api.call(endpoints.findUsers, { q })).data[0];
      const kinds = async () => (await api.call(endpoints.inbox, {})).data.map(({ kind }) => kind);

      it('is given by two: the first proposes, however often, and the second is told and confirms (hole 11)', async () => {
        const { user, email } = await join();
        const { second, chief } = await twoAdmins();
        for (let i = 0; i < 2; i++)
          expect(await propose(user.id)).toMatchObject({ waits: true, user: { role: 'poster' } });
        expect(await roleOf(user.id)).toBe('poster');
        expect(await kinds()).toEqual([]);
        token = second.token;
        expect(await kinds()).toEqual(['admin-proposed']);
        expect(await lookUp(email)).toMatchObject({ role: 'poster', adminProposal: { by: { id: chief.user.id } } });
        expect(await propose(user.id)).toMatchObject({ waits: false, user: { role: 'admin' } });
        expect((await lookUp(email))?.adminProposal).toBeUndefined();
        const acts = await host.db.selectFrom('audit').select(['actor_id', 'action']).where('subject_id', '=', user.id);
        expect((await acts.orderBy('at').execute()).filter(({ action }) => /admin/.test(action))).toEqual([
          ...[
            { actor_id: chief.user.id, action: 'propose-admin' },
            { actor_id: chief.user.id, action: 'propose-admin' },
          ],
          { actor_id: second.user.id, action: 'role:admin' },
        ]);
      });

      it('is not given on the word of who is no admin any more, on an old word, or after another role was given', async () => {
        const { user } = await join();
        const { second, chief } = await twoAdmins();
        const proposedBy = async (who: typeof chief) => {
          token = who.token;
          expect(await propose(user.id)).toMatchObject({ waits: true });
        };
        await proposedBy(chief);
        await host.db
          .updateTable('admin_proposal')
          .set({ at: new Date(Date.now() - 24.1 * 3_600_000) })
          .execute();
        await proposedBy(second); // and so proposes anew
        token = chief.token;
        await api.call(endpoints.changeRole, {
          ...{ id: user.id, role: 'volunteer', districts: [HERE], reason: 'Rather this' },
        });
        await proposedBy(chief);
        await host.db.updateTable('app_user').set({ role: 'poster' }).where('id', '=', chief.user.id).execute();
        await proposedBy(second);
        expect(await roleOf(user.id)).toBe('volunteer');
      });

      it('is listed for admins until it is settled, and refused by any of them, which is written down with the chain', async () => {
        const { user } = await join();
        const { second, chief } = await twoAdmins();
        const listed = async () => (await api.call(endpoints.listAdminProposals, {})).data.map(({ id }) => id);
        const refuse = () => api.call(endpoints.refuseAdmin, { id: user.id, reason: 'Not known at the desk' });
        for (const who of [second, chief]) {
          token = chief.token;
          await propose(user.id);
          token = who.token;
          expect(await listed()).toEqual([user.id]);
          expect(await refuse()).toEqual({ refused: true });
          expect(await listed()).toEqual([]);
          await expect(refuse()).rejects.toMatchObject({ code: 'conflict' });
        }
        token = second.token;
        expect(await propose(user.id)).toMatchObject({ waits: true }); // the first word is no word any more
        expect(await roleOf(user.id)).toBe('poster');
        const acts = await host.db
          .selectFrom('audit')
          .select(['actor_id', 'action', 'reason'])
          .where('action', '=', 'refuse-admin')
          .orderBy('at')
          .execute();
        const refused = { action: 'refuse-admin', reason: 'Not known at the desk' };
        expect(acts).toEqual([
          { ...refused, actor_id: second.user.id },
          { ...refused, actor_id: chief.user.id },
        ]);
        await sealAudit(host.db)({});
        const open = await host.db.selectFrom('audit').select('id').where('seq', 'is', null).execute();
        expect(open).toEqual([]);
      });

      it('is given once, whoever is first, when two confirm at once, or one refuses meanwhile', async () => {
        const { second, chief } = await twoAdmins();
        const third = await join({}, 'third@example.in');
        await host.db.updateTable('app_user').set({ role: 'admin' }).where('id', '=', third.user.id).execute();
        const as = (who: typeof chief, method: 'PUT' | 'DELETE', url: string, payload: object) =>
          host.app().inject({ method, url, payload, headers: { authorization: who.token ?? '' } });
        const give = (who: typeof chief, id: string) =>
          as(who, 'PUT', `/users/${id}/role`, { role: 'admin', reason: 'Runs the desk' });
        for (let round = 0; round < 6; round++) {
          token = undefined;
          const { user } = await join();
          await give(chief, user.id);
          const others = [second, third].map((who) => give(who, user.id));
          const reason = 'Not known at the desk';
          const no = round % 2 ? [as(second, 'DELETE', `/users/${user.id}/admin-proposal`, { reason })] : [];
          await Promise.all([...others, ...no]);
          const acts = await host.db
            .selectFrom('audit')
            .select(['action', 'actor_id'])
            .where('subject_id', '=', user.id);
          const done = (await acts.orderBy('at').execute()).filter(({ action }) => /admin$/.test(action));
          const given = done.filter(({ action }) => action === 'role:admin');
          expect(given.length).toBe((await roleOf(user.id)) === 'admin' ? 1 : 0);
          if (no.length === 0) expect(given.length).toBe(1);
          // Each that was given had two words to it, of two admins, with no refusal between them.
          const before = done[done.findIndex(({ action }) => action === 'role:admin') - 1];
          if (given[0])
            expect([before?.action, before?.actor_id !== given[0].actor_id]).toEqual(['propose-admin', true]);
        }
      });

      it('stays with one of two who take it from each other at once, or suspend each other', async () => {
        const { second, chief } = await twoAdmins();
        const all = [second, chief];
        const change = (who: typeof chief, what: 'role' | 'standing', payload: object) => {
          const other = who === chief ? second : chief;
          const url = `/users/${other.user.id}/${what}`;
          return host.app().inject({ method: 'PUT', url, payload, headers: { authorization: who.token ?? '' } });
        };
        for (let round = 0; round < 6; round++) {
          const what = round % 2 ? 'role' : 'standing';
          const payload = { ...(what === 'role' ? { role: 'poster' } : { suspended: true }), reason: 'A quarrel' };
          const answers = await Promise.all(all.map((who) => change(who, what, payload)));
          expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
          const left = host.db.selectFrom('app_user').select('id').where('role', '=', 'admin');
          expect(await left.where('suspended_at', 'is', null).execute()).toHaveLength(1);
          const ids = all.map(({ user }) => user.id);
          const again = { role: 'admin', suspended_at: null } as const;
          await host.db.updateTable('app_user').set(again).where('id', 'in', ids).execute();
        }
      });

      it('is proposed by one of two who say so at once, and so given', async () => {
        const { user } = await join();
        const { second, chief } = await twoAdmins();
        const answers = await Promise.all(
          [second, chief].map((who) =>
            host.app().inject({
              ...{ method: 'PUT', url: `/users/${user.id}/role`, headers: { authorization: who.token ?? '' } },
              payload: { role: 'admin', reason: 'Runs the desk' },
            }),
          ),
        );
        expect(answers.map((answer) => answer.json().waits).sort()).toEqual([false, true]);
        expect(await roleOf(user.id)).toBe('admin');
      });
    });

    it('let an account be looked up and suspended; it can then only look, until that is lifted (R163, R360)', async () => {
      const { user, email, token: theirs } = await join();
      await join({}, 'chief@example.in');
      const chief = token;
      expect((await api.call(endpoints.findUsers, { q: email })).data).toMatchObject([{ id: user.id }]);
      const suspend = (suspended: boolean) =>
        api.call(endpoints.changeStanding, { id: user.id, suspended, reason: 'Three false reports' });
      expect((await suspend(true)).user).toMatchObject({ status: 'inactive', standing: 'suspended' });
      token = theirs;
      expect(await api.call(endpoints.me, {})).toMatchObject([{ standing: 'suspended' }]);
      token = chief;
      expect((await suspend(false)).user).toMatchObject({ status: 'active', standing: 'whole' });
      const nobody = { id: randomUUID(), suspended: true, reason: 'Nobody' };
      await expect(api.call(endpoints.changeStanding, nobody)).rejects.toMatchObject({
        code: 'not-found',
        message: 'User not found!',
      });
      const acts = await host.db.selectFrom('audit').select('action').orderBy('at').execute();
      expect(acts.map(({ action }) => action)).toEqual([
        ...['role:admin', 'look-up-account', 'suspend', 'lift-suspension'],
      ]);
    });

    it('are all there to try out in the demo', async () => {
      await seedAccounts(host.db);
      await seedAccounts(host.db);
      const roles = await Promise.all(DEMO_EMAILS.map(async (email) => (await signIn(email, DEMO_PASSWORD)).user.role));
      expect(roles).toEqual(['poster', 'finder', 'volunteer', 'officer', 'moderator', 'admin']);
    });
  });

  it('forgets registrations that nobody confirmed, and nobody else', async () => {
    const { user } = await join();
    token = undefined;
    await api.call(endpoints.register, registration(newEmail()));
    await host.app().jobs.idle();
    await forgetOver(host.db, new Date(Date.now() + 8 * 86_400_000));
    expect(await host.db.selectFrom('app_user').select('id').execute()).toEqual([{ id: user.id }]);
    expect(await host.db.selectFrom('one_time_code').select('id').execute()).toEqual([]);
    expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
  });
});

/** The first quartile: what it takes when nothing else on the machine is in its way. */
const usual = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;

/** A form as a browser would put it on the wire. */
async function sendForm(host: TestHost, ...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
  if (!(init.body instanceof FormData)) return host.fetch(input, init);
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return host.fetch(input, { ...init, headers, body: new Blob([await form.arrayBuffer()]) });
}
