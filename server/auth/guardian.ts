/** The guardian step (A8): who is 13 to 17 names a parent or guardian, who gets a code by e-mail and says yes with it. */

import { askGuardian, confirmGuardian } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import { writeAudit } from '../audit/audit.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { toUser } from '../users/view.ts';
import { type AccountRow, changeAccount, findAccount, markOf } from './accounts.ts';
import { sendCode } from './code-mail.ts';
import { spendCode } from './codes.ts';
import { GUARDIAN, guessing } from './guesses.ts';
import { type AuthDeps, SENT } from './routes.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

export function guardianRoutes(http: Http, { db, config }: AuthDeps): void {
  async function youngAccount({ userId, standing }: SignedIn): Promise<AccountRow> {
    const account = await findAccount(db, userId);
    if (!account || standing !== 'young') throw new AppError('conflict', 'This account needs no guardian');
    return account;
  }

  mount(http, askGuardian, async ({ input: { guardianName, guardianEmail }, caller }) => {
    const user = signedIn(caller);
    const account = await youngAccount(user);
    if (guardianEmail === account.email)
      throw new AppError('bad-input', 'The e-mail must be the guardian’s own', { fields: { guardianEmail: 'own' } });
    await countUse(db, `guardian:${user.key}`, config.limits.codes.email);
    await db.transaction().execute(async (tx) => {
      await changeAccount(tx, account.id, { guardian_name: guardianName, guardian_email: guardianEmail });
      const language = account.language;
      await sendCode(tx, {
        ...{ mark: markOf(tx, guardianEmail), purpose: 'guardian', language },
        ...{ subject: account.id, asker: user.key },
      });
    });
    return SENT;
  });

  mount(http, confirmGuardian, async ({ input: { otp }, caller }) => {
    const user = signedIn(caller);
    const account = await youngAccount(user);
    await countUse(db, `sign-in:${user.key}`, config.limits.signIns);
    const mark = markOf(db, account.guardian_email ?? '');
    const guess = { key: `guardian:${account.id}`, allowance: GUARDIAN };
    const about = { mark, purpose: 'guardian', subject: account.id, asker: user.key } as const;
    await guessing(db, [guess], () => spendCode(db, about, otp));
    return db.transaction().execute(async (tx) => {
      await changeAccount(tx, account.id, { guardian_at: new Date() });
      await writeAudit(tx, user, 'guardian-consent', account.id);
      const after = await findAccount(tx, account.id);
      if (!after) throw new AppError('not-found', 'The account is gone');
      return { user: toUser(after) };
    });
  });
}
