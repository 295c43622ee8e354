/** What the maker of a report agrees to, changed after it was made. */

import { consentsOf, type Purpose } from '../../../contract/consent.ts';
import { POLICY } from '../../../contract/site.ts';
import type { LocalDb } from '../db.ts';
import type { OwnReport } from '../rows.ts';
import { changeReport } from './made.ts';
import { queueWrite } from './writes.ts';

/** Queue one yes or no, by its owner's name or by the secret that was made with the report, and remember it here. */
export async function changeConsent(
  db: LocalDb,
  { entityId: id, secret, label }: Pick<OwnReport, 'entityId' | 'secret' | 'label'>,
  purpose: Purpose,
  given: boolean,
  now: number,
): Promise<void> {
  const input = { id, purpose, given, notice: POLICY.version, ...(secret ? { secret } : {}) };
  await queueWrite(db, { endpoint: 'setConsent', opId: crypto.randomUUID(), id, input, label, now });
  await changeReport(db, id, (report) => {
    report.consents = { ...consentsOf(undefined), ...report.consents, [purpose]: given };
  });
}
