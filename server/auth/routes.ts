/** Accounts by the specification's calls: register, prove the e-mail, sign in and out, choose a new password. */

import {
  forgotPassword,
  login,
  logout,
  me,
  register,
  resendOtp,
  resetPassword,
  verifyOtp,
} from '../../contract/auth.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { ADULT_AGE, MIN_AGE } from '../../contract/limits.ts';
import { NAMED } from '../../contract/notice.ts';
import type { Caller } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Call, type Http, mount } from '../http/mount.ts';
import { sendMail } from '../mail/mailer.ts';
import { mailText } from '../mail/texts.ts';
import { tellTeam } from '../notices/tell.ts';
import { endAllOf } from '../operator/sessions.ts';
import { takeUp } from '../users/left.ts';
import { toOwnUser } from '../users/view.ts';
import {
  type AccountRow,
  changeAccount,
  findAccount,
  findByEmail,
  insertAccount,
  markOf,
  proveEmail,
} from './accounts.ts';
import { type CodeMail, sendCode } from './code-mail.ts';
import { checkCode, spendCode } from './codes.ts';
import { spareCourier } from './couriers.ts';
import { type Asker, askerOf, forgetDevices } from './devices.ts';
import { openSession } from './entry.ts';
import { guessing, ONE_ADDRESS, OWN_DEVICES, STRANGERS } from './guesses.ts';
import { hashPassword, isPassword, refuseCommon } from './passwords.ts';
import { endSession, endSessions } from './sessions.ts';
import { signedIn } from './signed-in.ts';

export interface AuthDeps {
  db: Db;
  config: Config;
}

export const SENT = { sent: true } as const;

export function authRoutes(http: Http, deps: AuthDeps): void {
  const { db } = deps;

  mount(http, register, (call) => registerAccount(deps, call));
  mount(http, verifyOtp, (call) => verify(deps, call));
  mount(http, login, (call) => signIn(deps, call));
  mount(http, resetPassword, (call) => reset(deps, call));

  mount(http, resendOtp, async ({ input, caller }) => {
    await askForCode(deps, input, caller);
    return SENT;
  });

  mount(http, forgotPassword, async ({ input, caller }) => {
    await askForCode(deps, { ...input, purpose: 'reset' }, caller);
    return SENT;
  });

  mount(http, me, async ({ caller }) => {
    const user = signedIn(caller);
    const account = await findAccount(db, user.userId);
    return account ? [toOwnUser(account, user)] : [];
  });

  mount(http, logout, async ({ input, caller }) => {
    const { userId, session } = signedIn(caller);
    if (!input.everywhere && session) return { ended: await db.transaction().execute((tx) => endSession(tx, session)) };
    return db.transaction().execute(async (tx) => {
      await tx.deleteFrom('push_subscription').where('user_id', '=', userId).execute();
      await forgetDevices(tx, userId);
      const ended = await endSessions(tx, userId);
      // What this very device has sealed a moment ago is still its owner's.
      if (session) await spareCourier(tx, session);
      return { ended };
    });
  });
}

/** The same work and the same answer for an e-mail that has an account and one that has none. */
async function registerAccount(
  deps: AuthDeps,
  { input, caller, opId }: Call<typeof register>,
): Promise<OutputOf<typeof register>> {
  const { name, email, phoneNumber: phone, password, birthYear, terms, language } = input;
  await refuseCommon('password', password, email, name);
  if (input.ageGroup === 'young') checkBirthYear(birthYear);
  await countCode(deps, email, { key: caller.key, known: false });
  const passwordHash = await hashPassword(password);
  // The password is no part of the hash: a fast hash of it would give it away.
  const inputHash = markOf(deps.db, JSON.stringify([name, email, phone, terms]));
  await once(
    deps.db,
    opId ? { opId, inputHash } : undefined,
    async (tx) => {
      const young = input.ageGroup === 'young' ? birthYear : undefined;
      await insertAccount(tx, { name, email, phone, passwordHash, birthYear: young, terms, language });
      await sendCode(tx, { mark: markOf(tx, email), purpose: 'register', language, asker: caller.key });
    },
    async () => undefined,
  );
  return SENT;
}

/** 13 or older (R312), and not so old that they are no child. */
function checkBirthYear(birthYear: number | undefined, now = new Date()): void {
  const age = birthYear === undefined ? undefined : now.getFullYear() - birthYear;
  if (age !== undefined && age >= MIN_AGE && age <= ADULT_AGE) return;
  const why = age !== undefined && age < MIN_AGE ? 'too-young' : 'range';
  throw new AppError('bad-input', 'An account is for those of 13 or older', { fields: { birthYear: why } });
}

type AskedCode = Omit<CodeMail, 'asker' | 'mark'> & { email: string; devices: readonly string[] };

async function askForCode(deps: AuthDeps, { devices, email, ...mail }: AskedCode, caller: Caller): Promise<void> {
  const asker = await askerOf(deps.db, email, devices, caller);
  await countCode(deps, email, asker);
  await sendCode(deps.db, { ...mail, mark: markOf(deps.db, email), asker: asker.key });
}

/** So many callers may ask for codes to one e-mail in all; a device of its owner's is not one of them. */
const ASKERS = 5;

/** In the keys of what is counted. */
const shortMark = (db: Db, email: string): string => markOf(db, email).slice(0, 22);

/** The limit of an e-mail counts what was typed, so it says nothing about who has an account. */
async function countCode({ db, config }: AuthDeps, email: string, { key, known }: Asker): Promise<void> {
  const { codes } = config.limits;
  const to = shortMark(db, email);
  await countUse(db, `code:${to}:${key}`, codes.email);
  if (known) return;
  await countUse(db, `code:${key}`, codes.caller);
  await countUse(db, `code:${to}`, codes.email * ASKERS);
}

/**
 * Tries of passwords: a device of the owner's has its own count. All others share that of the e-mail, and each has that
 * of its address, which is smaller: one of them alone does not use up what all have.
 */
async function countPassword(deps: AuthDeps, email: string, devices: readonly string[], caller: Caller): Promise<void> {
  const { db, config } = deps;
  const { key, known } = await askerOf(db, email, devices, caller);
  const { signIns } = config.limits;
  await countUse(db, `sign-in:${key}`, signIns);
  if (known) return;
  const to = shortMark(db, email);
  await countUse(db, `sign-in:${to}:${key}`, Math.ceil(signIns / ONE_OF));
  await countUse(db, `sign-in:${to}`, signIns);
}

/** Of what all may try of one e-mail in an hour, the part that one address may: a stranger alone leaves the rest to others. */
const ONE_OF = 2;

interface CodeCall {
  input: { email: string; devices: readonly string[] };
  caller: Caller;
}

/**
 * Try a code that came by mail. All whom we do not know share the tries that strangers have at it, whether or not the
 * e-mail is known, and one address has a part of them; devices of the owner's have theirs.
 */
export async function tryCode<T>(
  { db, config }: AuthDeps,
  { input: { email, devices }, caller }: CodeCall,
  tryIt: (asker: string) => Promise<T>,
): Promise<T> {
  const { key, known } = await askerOf(db, email, devices, caller);
  await countUse(db, `try-code:${key}`, config.limits.signIns);
  const to = shortMark(db, email);
  const guesses = known
    ? [{ key: `own:${to}`, allowance: OWN_DEVICES }]
    : [
        { key: `${to}:${key}`, allowance: ONE_ADDRESS },
        { key: `strangers:${to}`, allowance: STRANGERS },
      ];
  return guessing(db, guesses, () => tryIt(key));
}

async function verify(deps: AuthDeps, call: Call<typeof verifyOtp>): Promise<OutputOf<typeof verifyOtp>> {
  const { email, otp, purpose, password } = call.input;
  if (purpose === 'reset') {
    // It is used with the new password.
    await tryCode(deps, call, (asker) => checkCode(deps.db, { mark: markOf(deps.db, email), purpose, asker }, otp));
    return { verified: true };
  }
  if (password !== undefined) await refuseCommon('password', password, email);
  await tryCode(deps, call, (asker) => spendCode(deps.db, { mark: markOf(deps.db, email), purpose, asker }, otp));
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return deps.db.transaction().execute(async (tx) => {
    const account = await findByEmail(tx, email);
    if (!account) throw new AppError('wrong-code', 'The account is gone', { fields: { otp: 'wrong' } });
    const isNew = await proveEmail(tx, account.id);
    if (isNew) await takeUp(tx, account);
    if (isNew && purpose === 'register' && passwordHash !== undefined)
      await changeAccount(tx, account.id, { password_hash: passwordHash });
    // Whoever signs in by code for the first time did not have to know the password that somebody registered with.
    if (isNew && purpose === 'login') await changeAccount(tx, account.id, { password_hash: null });
    if (deps.config.adminEmails.includes(email)) await makeAdmin(tx, account);
    return { verified: true as const, session: await openSession(tx, account.id, call, deps.config) };
  });
}

/**
 * The operator named this e-mail, and its owner has just proved to have it. That makes them an admin once: who was one by the
 * log and is none now had the role taken by another admin, and no code undoes that.
 */
async function makeAdmin(tx: Db, { id, role }: AccountRow): Promise<void> {
  if (role === 'admin') return;
  const given = await tx
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', id)
    .where('action', '=', 'role:admin')
    .limit(1)
    .executeTakeFirst();
  if (given) return;
  await changeAccount(tx, id, { role: 'admin' });
  await writeAudit(tx, { userId: id, role: 'admin' }, 'role:admin', id, 'ADMIN_EMAIL');
  await tellTeam(tx, ['admin'], { kind: 'admin-proposed', detail: NAMED }, id);
}

async function signIn(deps: AuthDeps, call: Call<typeof login>): Promise<OutputOf<typeof login>> {
  const { db } = deps;
  const { input, caller } = call;
  const { primaryEmail: email, password, devices } = input;
  await countPassword(deps, email, devices, caller);
  const account = await findByEmail(db, email);
  if (!(await isPassword(password, account?.password_hash)) || !account)
    throw new AppError('wrong-password', 'Invalid email or password. Please try again.');
  if (!account.verified_at) {
    // Only who knows the password learns that the e-mail still waits for its code.
    await askForCode(deps, { email, purpose: 'register', language: account.language, devices }, caller);
    throw new AppError('wrong-code', 'A code was sent to the e-mail', { fields: { otp: 'needed' } });
  }
  return db.transaction().execute((tx) => openSession(tx, account.id, call, deps.config));
}

async function reset(deps: AuthDeps, call: Call<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
  const { email, otp, password } = call.input;
  await refuseCommon('password', password, email);
  await tryCode(deps, call, (asker) =>
    spendCode(deps.db, { mark: markOf(deps.db, email), purpose: 'reset', asker }, otp),
  );
  const password_hash = await hashPassword(password);
  await deps.db.transaction().execute(async (tx) => {
    const account = await findByEmail(tx, email);
    if (!account) throw new AppError('wrong-code', 'The account is gone', { fields: { otp: 'wrong' } });
    if (await proveEmail(tx, account.id)) await takeUp(tx, account);
    if (deps.config.adminEmails.includes(email)) await makeAdmin(tx, account);
    await changeAccount(tx, account.id, { password_hash });
    await endAllOf(tx, account.id);
    await tellOfPassword(tx, account);
  });
  return { changed: true };
}

/** The owner hears of a new password, whoever chose it. */
export const tellOfPassword = (tx: Db, { id, language }: AccountRow): Promise<void> =>
  sendMail(tx, id, {
    subject: mailText(language, 'changed.subject'),
    text: mailText(language, 'changed.text'),
  });
