/** Passkeys as calls: signing in with one, and those of one's own account. */

import { AppError } from '../../contract/errors.ts';
import { MAX_PASSKEYS, PROOF_MINUTES } from '../../contract/limits.ts';
import {
  addPasskey,
  beginPasskey,
  beginSignIn,
  listPasskeys,
  proveOneself,
  removePasskey,
  signInByPasskey,
} from '../../contract/passkey.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Call, type Http, mount } from '../http/mount.ts';
import { toOwnUser } from '../users/view.ts';
import { type AccountRow, markOf } from './accounts.ts';
import { spendCode } from './codes.ts';
import { openSession } from './entry.ts';
import {
  drawChallenge,
  markShown,
  ownerOf,
  type PasskeyRow,
  passkeysOf,
  takeChallenge,
  tellOfPasskey,
  toPasskey,
} from './passkeys.ts';
import { isPassword } from './passwords.ts';
import { type AuthDeps, tryCode } from './routes.ts';
import { endOthers } from './sessions.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { wantsPasskey } from './standing.ts';
import { openedWith } from './user-agent.ts';
import { creationOptions, readCreated, requestOptions } from './webauthn.ts';

const MINUTE_MS = 60_000;

export function passkeyRoutes(http: Http, deps: AuthDeps): void {
  const { db, config } = deps;
  const { passkeys } = config;

  mount(http, beginSignIn, async ({ caller }) => {
    await countUse(db, `passkey:${caller.key}`, config.limits.signIns);
    return requestOptions(passkeys, await drawChallenge(db));
  });

  mount(http, signInByPasskey, async (call) => {
    await countUse(db, `passkey:${call.caller.key}`, config.limits.signIns);
    const owner = await ownerOf(db, passkeys, call.input.shown);
    if (!owner) throw untrue();
    const entry = { input: call.input, userAgent: call.userAgent, passkeyId: owner.id };
    return db.transaction().execute((tx) => openSession(tx, owner.user_id, entry, config));
  });

  mount(http, proveOneself, (call) => prove(deps, call));

  mount(http, listPasskeys, async ({ caller }) => ({
    data: (await passkeysOf(db, signedIn(caller).userId)).map(toPasskey),
  }));

  mount(http, beginPasskey, async ({ caller }) => {
    const user = signedIn(caller);
    await countUse(db, `passkey:${user.key}`, config.limits.signIns);
    const { account, known } = await db.transaction().execute((tx) => proved(tx, deps, user));
    return creationOptions(passkeys, account, await drawChallenge(db, account.id), known);
  });

  mount(http, addPasskey, async (call) => {
    const { made, name } = call.input;
    const user = signedIn(call.caller);
    const challenge = await takeChallenge(db, made.response.clientDataJSON, user.userId);
    const fresh = challenge === undefined ? undefined : await readCreated(passkeys, made, challenge);
    if (!fresh) throw untrue();
    return db.transaction().execute(async (tx) => {
      const { account, known, session } = await proved(tx, deps, user);
      if (known.length >= MAX_PASSKEYS)
        throw new AppError('conflict', 'Remove a passkey first', { fields: { passkeys: 'too many' } });
      const { browser, system } = openedWith(call.userAgent);
      const called = name || [browser, system].filter(Boolean).join(', ') || 'Passkey';
      const row = await tx
        .insertInto('passkey')
        .values({ ...fresh, user_id: account.id, transports: made.response.transports ?? [], name: called })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new AppError('conflict', 'This passkey is known already', { fields: { passkeys: 'known' } });
      await markShown(tx, session, row.id);
      await tellOfPasskey(tx, account, 'added', called);
      if (isOffice(account)) await writeAudit(tx, byRole(account), 'passkey-added', account.id);
      const { lacksPasskey: _, ...whole } = user;
      return { passkey: toPasskey(row), user: toOwnUser(account, whole) };
    });
  });

  mount(http, removePasskey, async ({ input: { id }, caller }) => {
    const user = signedIn(caller);
    await db.transaction().execute(async (tx) => {
      const { account, known, session } = await proved(tx, deps, user);
      const meant = known.find((one) => one.id === id);
      if (!meant) throw new AppError('not-found', 'There is no such passkey');
      if (known.length === 1 && !mayDoWithout(deps, account))
        throw new AppError('conflict', 'Add another passkey first', { fields: { passkeys: 'last' } });
      await endOthers(tx, account.id, session, { passkeyId: id });
      await tx.deleteFrom('passkey').where('id', '=', id).execute();
      await tellOfPasskey(tx, account, 'removed', meant.name);
      if (isOffice(account)) await writeAudit(tx, byRole(account), 'passkey-removed', account.id);
    });
    return { removed: true as const };
  });
}

const untrue = () => new AppError('wrong-passkey', 'This passkey cannot be used here, or no longer');
const isOffice = ({ role }: AccountRow): boolean => wantsPasskey(role, { staffPasskeys: true });
/** By their own role, also in a session that has not its powers. */
const byRole = ({ id, role }: AccountRow) => ({ userId: id, role });

/** They come in by a code to their e-mail, or by a password; an office that wants a passkey does not go by those. */
const mayDoWithout = ({ config }: AuthDeps, { role, verified_at, password_hash }: AccountRow): boolean =>
  !wantsPasskey(role, config) && (verified_at !== null || password_hash !== null);

interface Proved {
  account: AccountRow;
  known: PasskeyRow[];
  session: Uint8Array;
}

/**
 * The account of a caller who has just shown that it is theirs, held until the end of the transaction. Where an office wants
 * a passkey, and there is one, only a session that was opened with it adds or removes others: who has the password, or the
 * mailbox, makes themselves none.
 * @throws AppError proof-needed, passkey-needed
 */
async function proved(tx: Db, { config }: AuthDeps, { userId, session }: SignedIn): Promise<Proved> {
  const account = await tx.selectFrom('app_user').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
  const own =
    session && (await tx.selectFrom('session').selectAll().where('token_hash', '=', session).executeTakeFirst());
  if (!account || !own) throw new AppError('sign-in-needed', 'Sign in to do this');
  const known = await passkeysOf(tx, userId);
  if (known.length > 0 && own.passkey_id === null && wantsPasskey(account.role, config))
    throw new AppError('passkey-needed', 'Use the passkey that this account has');
  // By a passkey, the password, or a code to the e-mail.
  const canProve = known.length > 0 || account.password_hash !== null || account.verified_at !== null;
  const isFresh = own.proved_at.getTime() > Date.now() - PROOF_MINUTES * MINUTE_MS;
  if (canProve && !isFresh) throw new AppError('proof-needed', 'Show again that it is you');
  return { account, known, session };
}

async function prove({ db, config }: AuthDeps, { input, caller }: Call<typeof proveOneself>) {
  const user = signedIn(caller);
  const { session } = user;
  const account = await db.selectFrom('app_user').selectAll().where('id', '=', user.userId).executeTakeFirst();
  if (!account || !session) throw new AppError('sign-in-needed', 'Sign in to do this');
  await countUse(db, `sign-in:${user.key}`, config.limits.signIns);
  if (input.shown) {
    const owner = await ownerOf(db, config.passkeys, input.shown);
    if (owner?.user_id !== account.id) throw untrue();
    await db.transaction().execute((tx) => markShown(tx, session, owner.id));
    const { lacksPasskey: _, ...whole } = user;
    return { user: toOwnUser(account, whole) };
  }
  if (input.otp !== undefined) {
    // Mails are read on the same phone: where a passkey opened the session, a code proves too little.
    if (user.provedAt) throw new AppError('passkey-needed', 'Use the passkey that this account has');
    const { email } = account;
    const { otp, devices } = input;
    await tryCode({ db, config }, { input: { email, devices }, caller }, (asker) =>
      spendCode(db, { mark: markOf(db, email), purpose: 'login', asker }, otp),
    );
  } else if (!(await isPassword(input.password ?? '', account.password_hash)))
    throw new AppError('wrong-password', 'The password in use is another', { fields: { password: 'wrong' } });
  await db.updateTable('session').set({ proved_at: new Date() }).where('token_hash', '=', session).execute();
  return { user: toOwnUser(account, user) };
}
