/** Guessing at somebody's account must not open it, and must not close it to its owner either. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../server/auth/passwords.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';

const PASSWORD = 'a field of mustard';
const OWNER = '203.0.113.9';
const stranger = (i: number) => `198.51.${100 + Math.floor(i / 200)}.${i % 200}`;

withEither('a stranger who guesses', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let email = '';
  let known: string[] = [];
  let count = 0;

  beforeAll(async () => {
    mail = await openMailServer();
    host = await startHost(database, { SMTP_URL: mail.url, SIGN_IN_LIMIT: '30' });
  });
  afterAll(async () => {
    await host.remove();
    await mail.close();
  });
  beforeEach(async () => {
    await host.empty();
    email = `owner${++count}@example.in`;
    await host.db
      .insertInto('app_user')
      .values({
        id: randomUUID(),
        name: 'Asha Devi',
        email,
        role: 'poster',
        verified_at: new Date(),
        password_hash: await hashPassword(PASSWORD),
      })
      .execute();
    const { answer } = await signIn(OWNER, PASSWORD);
    known = [answer.deviceToken];
  });

  async function post(url: string, from: string, payload: object) {
    const answered = await host.app().inject({ method: 'POST', url, payload, remoteAddress: from });
    return { status: answered.statusCode, answer: answered.json() };
  }
  const signIn = (from: string, password: string, devices: string[] = []) =>
    post('/login', from, { primaryEmail: email, password, devices });
  const ask = (from: string, devices: string[] = []) =>
    post('/auth/resendOtp', from, { email, purpose: 'login', devices });
  const tryCode = (from: string, otp: string, devices: string[] = []) =>
    post('/auth/verifyOtp', from, { email, otp, purpose: 'login', devices });
  const other = (otp: string, i = 0) => String((Number(otp) + 1 + i) % 1_000_000).padStart(6, '0');

  it('five times at a code leaves the right one right for who it was sent to', async () => {
    await ask(OWNER);
    const otp = await mail.code(email);
    for (let i = 0; i < 6; i++) expect((await tryCode(stranger(1), other(otp, i))).status).not.toBe(200);
    expect((await tryCode(stranger(1), otp)).status).not.toBe(200);
    expect((await tryCode(OWNER, otp)).status).toBe(200);
    expect((await tryCode(OWNER, otp)).status).toBe(401); // once
  });

  it('and asks for codes of their own does not end the one that the owner asked for', async () => {
    await ask(OWNER);
    const otp = await mail.code(email);
    await ask(stranger(1));
    await mail.code(email);
    expect((await tryCode(OWNER, otp)).status).toBe(200);
  });

  it('from many addresses gets few tries in all, at codes and at passwords, and a device of the owner gets in all the while', async () => {
    await ask(OWNER, known);
    const otp = await mail.code(email);
    const codes = [];
    for (let i = 0; i < 20; i++) codes.push((await tryCode(stranger(i), other(otp, i))).status);
    expect(codes.filter((status) => status === 401)).toHaveLength(10);
    expect(new Set(codes.slice(10))).toEqual(new Set([429]));
    expect((await tryCode(OWNER, otp, known)).status).toBe(200);

    const words = [];
    for (let i = 0; i < 35; i++) words.push((await signIn(stranger(i % 40), `wrong ${i}`)).status);
    expect(words.filter((status) => status === 401)).toHaveLength(29); // the owner's first sign-in was one
    expect((await signIn(OWNER, PASSWORD)).status).toBe(429);
    const { status, answer } = await signIn(stranger(7), PASSWORD, known); // wherever it is now
    expect([status, 'deviceToken' in answer]).toEqual([200, false]);
    for (let i = 0; i < 7; i++) await ask(stranger(i));
    expect((await ask(OWNER, known)).status).toBe(200);
  });

  it('from one address leaves the tries of others', async () => {
    for (let i = 0; i < 16; i++) await signIn(stranger(1), `wrong ${i}`);
    expect((await signIn(stranger(1), PASSWORD)).status).toBe(429);
    expect((await signIn('203.0.113.77', PASSWORD)).status).toBe(200);
  });

  it('with a device of another account has no more tries for it', async () => {
    const mine = email;
    email = `other${count}@example.in`;
    await host.db
      .insertInto('app_user')
      .values({
        id: randomUUID(),
        name: 'Bela',
        email,
        role: 'poster',
        verified_at: new Date(),
        password_hash: await hashPassword(PASSWORD),
      })
      .execute();
    const theirs = [(await signIn(stranger(1), PASSWORD)).answer.deviceToken];
    email = mine;
    for (let i = 0; i < 16; i++) await signIn(stranger(1), `wrong ${i}`, theirs);
    expect((await signIn(stranger(1), PASSWORD, theirs)).status).toBe(429);
    expect((await signIn(OWNER, PASSWORD, [...theirs, ...known])).status).toBe(200);
  });

  it('at the guardian of several children does not end the code of one for another', async () => {
    const child = async (name: string) => {
      const id = randomUUID();
      const year = new Date().getFullYear() - 15;
      await host.db
        .insertInto('app_user')
        .values({
          id,
          name,
          email: `${name}${count}@example.in`,
          role: 'poster',
          verified_at: new Date(),
          birth_year: year,
          password_hash: await hashPassword(PASSWORD),
        })
        .execute();
      email = `${name}${count}@example.in`;
      const { accessToken } = (await signIn(OWNER, PASSWORD)).answer;
      return (method: 'POST' | 'PUT', payload: object) =>
        host.app().inject({ method, url: '/auth/guardian', payload, headers: { authorization: accessToken } });
    };
    const guardian = { guardianName: 'Sunita', guardianEmail: `sunita${count}@example.in` };
    const [one, two] = [await child('one'), await child('two')];
    await one('POST', guardian);
    const otp = /\b\d{6}\b/.exec((await mail.next(guardian.guardianEmail)).text)?.[0] ?? '';
    await two('POST', guardian);
    for (let i = 0; i < 6; i++) await two('PUT', { otp: other(otp, i) });
    expect((await one('PUT', { otp })).statusCode).toBe(200);
  });

  it('finds no token of a device in the database, and signing out everywhere ends them', async () => {
    expect(JSON.stringify(await host.db.selectFrom('device').selectAll().execute())).not.toContain(known[0]);
    const { answer } = await signIn(OWNER, PASSWORD, known);
    const out = { method: 'POST', url: '/auth/logout', headers: { authorization: answer.accessToken } } as const;
    await host.app().inject({ ...out, payload: {} });
    expect(await host.db.selectFrom('device').select('user_id').execute()).toHaveLength(1);
    const { answer: again } = await signIn(OWNER, PASSWORD, known);
    expect(again).not.toHaveProperty('deviceToken');
    await host.app().inject({ ...out, headers: { authorization: again.accessToken }, payload: { everywhere: true } });
    expect(await host.db.selectFrom('device').select('user_id').execute()).toEqual([]);
  });
});
