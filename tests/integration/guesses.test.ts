/** Guessing a code: however it is tried, the chance is 5e-5 an account and day, and the owner gets in all the while. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { CODE_DIGITS } from '../../contract/limits.ts';
import { endpoints } from '../../contract/protocol.ts';
import { markOf } from '../../server/auth/accounts.ts';
import { drawCode } from '../../server/auth/codes.ts';
import {
  forgetGuesses,
  GUARDIAN,
  guessing,
  HAND_OVER,
  ONE_ADDRESS,
  OWN_DEVICES,
  STRANGERS,
} from '../../server/auth/guesses.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { PIN_TRIES } from '../../src/vault/keys.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { openWorld } from '../support/permission-world.ts';

const MOST = 5e-5;
const DAY_MS = 86_400_000;
const PASSWORD = 'a field of mustard';
const OWNER = '203.0.113.9';
const stranger = (i: number) => `198.51.${100 + Math.floor(i / 200)}.${i % 200}`;

it('has a chance of 5e-5 in 24 hours, over all codes of an account and all who try', () => {
  const all = [STRANGERS, OWN_DEVICES, GUARDIAN, HAND_OVER];
  const tries = all.reduce((sum, { atOnce, aDay }) => sum + atOnce + aDay, 0);
  expect(tries).toBe(50);
  expect(tries / 10 ** CODE_DIGITS).toBeLessThanOrEqual(MOST);
  expect(ONE_ADDRESS.atOnce).toBeLessThan(STRANGERS.atOnce); // one alone does not use up what all have
  expect(ONE_ADDRESS.aDay).toBeLessThan(STRANGERS.aDay);
  expect(PIN_TRIES / 10 ** 6).toBeLessThanOrEqual(MOST);
});

withEither('guessing a code', (database) => {
  let host: TestHost;
  let email = '';
  let known = '';
  beforeAll(async () => {
    const wide = { CODE_LIMIT_EMAIL: '100000', CODE_LIMIT_CALLER: '100000', SIGN_IN_LIMIT: '100000' };
    host = await startHost(database, { ...wide, SMTP_URL: 'smtp://127.0.0.1:9' });
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    email = `${randomUUID()}@example.in`;
    await host.db
      .insertInto('app_user')
      .values({
        ...{ id: randomUUID(), name: 'Asha Devi', email, role: 'poster', verified_at: new Date() },
        password_hash: await hashPassword(PASSWORD),
      })
      .execute();
    known = (await signIn(OWNER)).answer.deviceToken;
  });

  async function post(url: string, from: string, payload: object) {
    const answered = await host.app().inject({ method: 'POST', url, payload, remoteAddress: from });
    return { status: answered.statusCode, answer: answered.json() };
  }
  const signIn = (from: string, devices: string[] = []) =>
    post('/login', from, { primaryEmail: email, password: PASSWORD, devices });
  const draw = (purpose: 'login' | 'register' | 'reset', asker = 'owner') =>
    drawCode(host.db, { mark: markOf(host.db, email), purpose, asker });
  const wrong = (code: string, i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0');
  const tryCode = (otp: string, from: string, devices: string[] = [], purpose = 'login') =>
    purpose === 'reset'
      ? post('/auth/resetPassword', from, { email, otp, password: 'another long one', devices })
      : post('/auth/verifyOtp', from, { email, otp, purpose, devices });
  const count = (answers: readonly { status: number }[], status: number) =>
    answers.filter((one) => one.status === status).length;

  it('stops after ten tries of strangers at once, whatever the codes are for, and says in how long there is another', async () => {
    const codes: (readonly [string, string])[] = [];
    for (const purpose of ['login', 'register', 'reset'] as const) codes.push([purpose, await draw(purpose)] as const);
    const tries = Array.from({ length: 45 }, (_, i) => {
      const [purpose, code] = codes[i % 3] ?? ['login', '000000'];
      return tryCode(wrong(code, i), stranger(i), [], purpose);
    });
    const answers = await Promise.all(tries);
    expect([count(answers, 401), count(answers, 429)]).toEqual([STRANGERS.atOnce, 45 - STRANGERS.atOnce]);
    const [, right = ''] = codes[0] ?? [];
    const refused = await host.app().inject({
      ...{ method: 'POST', url: '/auth/verifyOtp', remoteAddress: stranger(77) },
      payload: { email, otp: right, purpose: 'login' },
    });
    expect([refused.statusCode, refused.json().fields]).toEqual([429, { otp: 'too-many' }]);
    const waits = Number(refused.headers['retry-after']) * 1000;
    expect(waits).toBeGreaterThan(DAY_MS / STRANGERS.aDay - 60_000);
    expect(waits).toBeLessThanOrEqual(DAY_MS / STRANGERS.aDay);
  });

  it('does not keep the owner out: by password, by a device of theirs, and from one more address', async () => {
    const code = await draw('login');
    for (let i = 0; i < 8; i++) await tryCode(wrong(code, i), stranger(1));
    expect((await tryCode(code, OWNER)).status).toBe(200); // one stranger alone leaves some
    const next = await draw('login');
    for (let i = 0; i < 30; i++) await tryCode(wrong(next, i), stranger(i));
    expect((await tryCode(next, OWNER)).status).toBe(429);
    expect((await signIn(stranger(50))).status).toBe(200);
    expect((await tryCode(next, stranger(51), [known])).status).toBe(200);
  });

  it('is no more for who holds a device of the owner’s; the password goes on', async () => {
    const code = await draw('login');
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await tryCode(wrong(code, i), stranger(i), [known]));
    expect(count(answers, 401)).toBe(OWN_DEVICES.atOnce);
    expect((await tryCode(code, OWNER, [known])).status).toBe(429);
    expect((await signIn(OWNER, [known])).status).toBe(200);
  });

  it('costs nobody anything who is right, however often', async () => {
    for (let i = 0; i < STRANGERS.atOnce + 5; i++) {
      expect((await tryCode(await draw('login'), OWNER)).status).toBe(200);
    }
  });

  it('counts the same for an e-mail that nobody has', async () => {
    email = `nobody-${randomUUID()}@example.in`;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => tryCode('123456', stranger(i))));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 10]);
  });

  it('of a guardian stops likewise, however many codes are drawn', async () => {
    const { caller } = await openWorld(host, 'young');
    if (!caller) throw new Error('nobody is young');
    const guardianEmail = `sunita-${randomUUID()}@example.in`;
    await caller.call(endpoints.askGuardian, { guardianName: 'Sunita', guardianEmail });
    const codes = [];
    for (let i = 0; i < 12; i++) {
      const mark = markOf(host.db, guardianEmail);
      const about = { mark, purpose: 'guardian' as const, subject: caller.userId, asker: 'x' };
      const otp = wrong(await drawCode(host.db, about), i);
      codes.push(await caller.call(endpoints.confirmGuardian, { otp }).catch((error: AppError) => error.code));
    }
    expect(codes.filter((code) => code === 'wrong-code')).toHaveLength(GUARDIAN.atOnce);
    expect(codes.at(-1)).toBe('too-many');
  });

  it('of a hand-over stops likewise, over all codes and all things of the one whose code it is', async () => {
    const world = await openWorld(host, 'owner');
    const [owner, party] = [await world.owner(), await world.party()];
    const outcomes: string[] = [];
    for (let thing = 0; thing < 2; thing++) {
      const reportId = await world.item();
      const id = randomUUID();
      await party.call(endpoints.createClaim, { id, opId: randomUUID(), reportId, answers: ['Red'] });
      await owner.call(endpoints.updateClaim, { id, action: 'accept' });
      for (let i = 0; i < 6; i++) {
        const drawn = (await party.call(endpoints.drawHandoverCode, { id })) as { code: string };
        const input = { id, code: wrong(drawn.code, i), opId: randomUUID() };
        outcomes.push(
          await owner.call(endpoints.handOver, input).then(
            () => 'done',
            (error: AppError) => error.code,
          ),
        );
      }
    }
    expect(outcomes.filter((code) => code === 'wrong-code')).toHaveLength(HAND_OVER.atOnce);
    expect(outcomes.filter((code) => code === 'too-many')).toHaveLength(12 - HAND_OVER.atOnce);
  });

  describe('for days, as often as it goes', () => {
    it.each(Object.entries({ STRANGERS, OWN_DEVICES, GUARDIAN, HAND_OVER, ONE_ADDRESS }))(
      '%s: has its tries and no more in any 24 hours, and tries are there again',
      async (name, allowance) => {
        const guess = { key: `${name} ${randomUUID()}`, allowance };
        const tried: number[] = [];
        const start = Date.now();
        for (let at = start; at < start + 3 * DAY_MS; at += DAY_MS / 60) {
          const right = guessing(
            host.db,
            [guess],
            async () => {
              tried.push(at);
              throw new AppError('wrong-code', 'No');
            },
            new Date(at),
          );
          await expect(right).rejects.toBeInstanceOf(AppError);
        }
        const inDays = tried.map((from) => tried.filter((at) => at >= from && at < from + DAY_MS).length);
        expect(Math.max(...inDays)).toBeLessThanOrEqual(allowance.atOnce + allowance.aDay);
        expect(Math.min(...inDays.slice(0, allowance.atOnce))).toBeGreaterThanOrEqual(allowance.aDay);
        await forgetGuesses(host.db, new Date(start + 2 * DAY_MS));
        expect(await host.db.selectFrom('guess').select('key').where('key', '=', guess.key).execute()).toHaveLength(1);
        await forgetGuesses(host.db, new Date(start + 10 * DAY_MS));
        expect(await host.db.selectFrom('guess').select('key').where('key', '=', guess.key).execute()).toEqual([]);
      },
    );
  });

  if (database.kind === 'postgres')
    it('has the same tries on several servers of one database', async () => {
      const other = await startHost(database, { SIGN_IN_LIMIT: '100000', SMTP_URL: 'smtp://127.0.0.1:9' });
      try {
        const code = await draw('login');
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, i) =>
            (i % 2 ? host : other).app().inject({
              ...{ method: 'POST', url: '/auth/verifyOtp', remoteAddress: stranger(i) },
              payload: { email, otp: wrong(code, i), purpose: 'login' },
            }),
          ),
        );
        expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(STRANGERS.atOnce);
      } finally {
        await other.remove();
      }
    });
});
