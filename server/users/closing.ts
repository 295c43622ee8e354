/** The time to think after deleting an account (A44): closed and hidden at once, erased three days later. */

import * as z from 'zod/mini';
import { UNDO_DAYS } from '../../contract/limits.ts';
import { writeAudit } from '../audit/audit.ts';
import { type AccountRow, changeAccount, findAccount } from '../auth/accounts.ts';
import { endSessions } from '../auth/sessions.ts';
import type { Db } from '../db/schema.ts';
import { closeDuty, leaveDesk } from '../duty/open.ts';
import { addJob } from '../jobs/jobs.ts';
import { sendMail } from '../mail/mailer.ts';
import { mailText } from '../mail/texts.ts';
import { tellOfNotes } from '../notes/release.ts';
import { announce, backOnDesk, SHOWN } from '../reports/store.ts';
import { holdAgain } from '../suppression/hold.ts';
import { eraseAccount } from './erase.ts';

export const ERASE_ACCOUNT = 'erase-account';

const Closed = z.object({ id: z.uuid(), closedAt: z.iso.datetime() });

/**
 * Sign it out everywhere, hide what it posted, and mail how to bring it back. Its reports are hidden with the moment of
 * closing as their mark, so that bringing it back shows none that was hidden for another reason.
 */
export async function closeAccount(tx: Db, account: AccountRow, siteUrl: string, now = new Date()): Promise<Date> {
  const { id, language } = account;
  const until = new Date(now.getTime() + UNDO_DAYS * 86_400_000);
  await changeAccount(tx, id, { closed_at: now });
  await endSessions(tx, id);
  await tx.deleteFrom('push_subscription').where('user_id', '=', id).execute();
  const hidden = await tx
    .updateTable('report')
    .set({ hidden_at: now, hidden_for: 'closed' })
    .where('owner_id', '=', id)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute();
  for (const report of hidden) await closeDuty(tx, 'report_id', report.id); // the clock would ask those who see nothing
  await leaveDesk(tx, id);
  await announceAll(tx, id);
  await writeAudit(tx, { userId: id, role: account.role }, 'account-closed', id);
  await addJob(tx, ERASE_ACCOUNT, { id, closedAt: now.toISOString() }, until);
  const time = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
  await sendMail(tx, id, {
    subject: mailText(language, 'closed.subject'),
    text: mailText(language, 'closed.text', { until: time.format(until), url: `${siteUrl}/login` }),
  });
  return until;
}

/**
 * Its owner has signed in again: everything is as it was, but for what is like something that was taken down meanwhile. An
 * account that is open stays as it is.
 */
export async function reopenAccount(tx: Db, { id, role, closed_at }: AccountRow): Promise<void> {
  if (closed_at === null) return;
  await changeAccount(tx, id, { closed_at: null });
  const shown = await tx
    .updateTable('report')
    .set(SHOWN)
    .where('owner_id', '=', id)
    .where('hidden_at', '=', closed_at)
    .returning('id')
    .execute();
  for (const report of shown) await backOnDesk(tx, report.id);
  await announceAll(tx, id);
  for (const report of shown) await holdAgain(tx, report.id);
  for (const report of shown) await tellOfNotes(tx, report.id);
  await writeAudit(tx, { userId: id, role }, 'account-reopened', id);
}

/** Also those that were hidden before: officers and moderators saw them until it was closed, and do again. */
async function announceAll(tx: Db, ownerId: string): Promise<void> {
  const reports = await tx.selectFrom('report').select('id').where('owner_id', '=', ownerId).execute();
  for (const { id } of reports) await announce(tx, id);
}

/** The job {@link ERASE_ACCOUNT}: an account that was brought back since, or closed anew, is left alone. */
export const eraseClosed =
  (db: Db) =>
  async (payload: unknown): Promise<void> => {
    const { id, closedAt } = Closed.parse(payload);
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute();
      const account = await findAccount(tx, id);
      if (account?.closed_at?.toISOString() !== closedAt) return;
      await eraseAccount(tx, { userId: id, role: account.role }, account);
    });
  };
