/** One's own account: the profile with its picture, and its end. */

import { createHash } from 'node:crypto';
import { avatar, deleteAccount, updateUser } from '../../contract/auth.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { PROOF_MINUTES } from '../../contract/limits.ts';
import { myData } from '../../contract/my-data.ts';
import { type AccountRow, changeAccount, findAccount } from '../auth/accounts.ts';
import { hashPassword, isPassword, refuseCommon } from '../auth/passwords.ts';
import { type AuthDeps, tellOfPassword } from '../auth/routes.ts';
import { endElsewhere, isProved } from '../auth/sessions.ts';
import { type SignedIn, signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import { keeping } from '../files/keeping.ts';
import { holdFile } from '../files/rights.ts';
import type { FileStore } from '../files/store.ts';
import { countUse } from '../http/limits.ts';
import { type Call, type Http, mount, proofNeeded } from '../http/mount.ts';
import { addJob } from '../jobs/jobs.ts';
import { endAllOf } from '../operator/sessions.ts';
import { logProcessing } from '../processing/log.ts';
import { REMOVE_FILES } from '../reports/record.ts';
import { closeAccount } from './closing.ts';
import { eraseAccount } from './erase.ts';
import { readMyData } from './my-data.ts';
import { toOwnUser } from './view.ts';

export interface UserDeps extends AuthDeps {
  files: FileStore;
}

/** Each reads all that an account ever made. */
const MY_DATA_AN_HOUR = 10;
/** An erased picture is seen by others no longer than this. */
const SHOWN_S = 3600;
/** The log of an erased account is kept so long (DPDP Rules, rule 8(3)). */
const LOG_KEPT_YEARS = 1;

export function userRoutes(http: Http, deps: UserDeps): void {
  const { db, files, config } = deps;

  mount(http, updateUser, (call) => update(deps, call));

  mount(http, myData, async ({ caller }) => {
    const user = signedIn(caller);
    await countUse(db, `my-data:${user.key}`, MY_DATA_AN_HOUR);
    await logProcessing(db, {
      act: 'exported',
      purpose: 'my-data',
      role: 'owner',
      record: user.userId,
      actor: user.userId,
    });
    return readMyData(db, user);
  });

  mount(http, avatar, async ({ input: { sha256 } }) => {
    const worn = await db.selectFrom('app_user').select('id').where('avatar_sha256', '=', sha256).executeTakeFirst();
    const bytes = worn && (await files.rendition(sha256, 'thumb'));
    if (!bytes) throw new AppError('not-found', 'There is no such picture');
    return { type: 'image/webp', bytes, maxAgeS: SHOWN_S };
  });

  mount(http, deleteAccount, async ({ caller, input }) => {
    const user = signedIn(caller);
    const erasedAt = await db.transaction().execute(async (tx) => {
      const account = await findAccount(tx, user.userId);
      if (account && input.undo) return closeAccount(tx, account, config.siteUrl);
      if (account) await eraseAccount(tx, user, account);
      return new Date();
    });
    const until = new Date(erasedAt);
    until.setFullYear(until.getFullYear() + LOG_KEPT_YEARS);
    return { deleted: true as const, erasedAt: erasedAt.toISOString(), logRetainedUntil: until.toISOString() };
  });
}

async function update(
  deps: UserDeps,
  { input, caller, opId, uploads }: Call<typeof updateUser>,
): Promise<OutputOf<typeof updateUser>> {
  const user = signedIn(caller);
  const account = await findAccount(deps.db, user.userId);
  // Another's profile is for its owner alone: to anyone else it is not there.
  if (!account || input.id !== user.userId) throw new AppError('not-found', 'User not found!');
  const password_hash = await newPassword(deps, input, user, account);
  const picture = uploads.find(({ field }) => field === 'avatar');
  const { name, phone, bio, language, mailNotices: mail_notices } = input;
  const change = {
    ...(name ? { name } : {}),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(bio === undefined ? {} : { bio: bio || null }),
    ...(language ? { language } : {}),
    ...(mail_notices === undefined ? {} : { mail_notices }),
  };
  const sent = picture ? { avatar_sha256: sha256Of(picture.bytes) } : input.removeAvatar ? { avatar_sha256: null } : {};
  const inputHash = sha256Of(JSON.stringify([user.userId, { ...change, ...sent }]));
  const { value } = await keeping(deps.db, deps.files, picture ? [picture.bytes] : [], ([kept]) =>
    once(
      deps.db,
      opId ? { opId, inputHash } : undefined,
      async (tx) => {
        if (kept) await holdFile(tx, kept);
        const avatar_sha256 = kept ?? (input.removeAvatar ? null : undefined);
        const worn = avatar_sha256 === undefined ? {} : { avatar_sha256 };
        await changeAccount(tx, account.id, { ...change, ...worn, ...(password_hash ? { password_hash } : {}) });
        if (password_hash) {
          await (user.session ? endElsewhere(tx, account.id, user.session) : endAllOf(tx, account.id));
          await tellOfPassword(tx, account);
        }
        const before = account.avatar_sha256;
        if (before && avatar_sha256 !== undefined && avatar_sha256 !== before)
          await addJob(tx, REMOVE_FILES, { hashes: [before] });
      },
      (tx) => findAccount(tx, account.id),
    ),
  );
  if (!value) throw new AppError('not-found', 'User not found!');
  return { user: toOwnUser(value, user) };
}

/** The hash of a new password, when one was sent with the one in use. An account signed in to by code has none yet. */
async function newPassword(
  { db, config }: UserDeps,
  { password, newPassword: chosen }: Call<typeof updateUser>['input'],
  user: SignedIn,
  account: AccountRow,
): Promise<string | undefined> {
  if (chosen === undefined) return undefined;
  await countUse(db, `sign-in:${user.key}`, config.limits.signIns);
  if (account.password_hash === null && !(await isProved(db, user.session, PROOF_MINUTES))) throw proofNeeded();
  if (account.password_hash !== null && !(await isPassword(password ?? '', account.password_hash)))
    throw new AppError('wrong-password', 'The password in use is another', { fields: { password: 'wrong' } });
  await refuseCommon('newPassword', chosen, account.email, account.name);
  return hashPassword(chosen);
}

const sha256Of = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
