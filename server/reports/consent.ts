/** What whoever made a report agrees to: kept with the report, and each yes and no with its time and notice. */

import type { Consents, setConsent } from '../../contract/consent.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { logProcessing, type Processing } from '../processing/log.ts';
import { COLUMN, changedRows, consentsIn } from './agreed.ts';
import { isMadeBy, lockReport, notTheirs } from './end.ts';
import { announce } from './store.ts';

/** Write down what differs from before. */
export async function logConsents(tx: Db, id: string, now: Consents, notice: string, before: Consents): Promise<void> {
  const rows = changedRows(id, now, notice, before);
  if (rows.length === 0) return;
  await tx.insertInto('consent').values(rows).execute();
  await logProcessing(
    tx,
    ...rows.map(({ purpose, given }): Processing => {
      return { act: given ? 'consent-given' : 'consent-withdrawn', purpose, role: 'owner', record: id };
    }),
  );
}

/**
 * By its owner, or by the secret. Whoever has not made it hears the same whether it is there or not.
 * @throws AppError not-found
 */
export async function setConsentByMaker(
  tx: Db,
  { id, purpose, given, notice, secret }: ParsedInputOf<typeof setConsent>,
  caller: Caller,
): Promise<void> {
  const row = await lockReport(tx, id);
  if (!row || !isMadeBy(row, caller, secret)) throw notTheirs();
  const before = consentsIn(row);
  if (before[purpose] === given) return;
  await tx
    .updateTable('report')
    .set({ [COLUMN[purpose]]: given, consent_notice: notice, consent_at: new Date() })
    .where('id', '=', id)
    .execute();
  await logConsents(tx, id, { ...before, [purpose]: given }, notice, before);
  await announce(tx, id);
}
