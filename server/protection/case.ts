/** The case of the police or of a Child Welfare Committee under which a child is looked for (JJ Act 2015, s. 74). */

import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { nameCase } from '../../contract/protection.ts';
import type { ReportView } from '../../contract/report.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import { held } from '../reports/held.ts';
import { projectReport } from '../reports/projection.ts';
import { findReport } from '../reports/read.ts';
import { mayNameCase } from '../reports/rules.ts';
import { announce } from '../reports/store.ts';

/**
 * Write down the case that an officer answers for with their station, or correct it. It publishes nothing: a reviewer does.
 * @throws AppError not-found for who is not asked for it
 */
export async function writeCase(
  tx: Db,
  officer: SignedIn,
  { id, kind, number }: ParsedInputOf<typeof nameCase>,
): Promise<ReportView> {
  const row = await held(tx, id);
  if (!row || !mayNameCase(row, officer, await isAskedFor(tx, row, officer)))
    throw new AppError('not-found', 'There is no such child in your district');
  const station = await stationOf(tx, officer);
  await tx
    .updateTable('report')
    .set({ case_kind: kind, case_number: number, case_station: station, case_by: officer.userId, case_at: new Date() })
    .where('id', '=', id)
    .execute();
  await writeAudit(tx, officer, 'name-case', id, `${kind} ${number}, ${station}`);
  await announce(tx, id);
  const written = await findReport(tx, id);
  const view = written && projectReport(written, officer);
  if (!view) throw new AppError('not-found', 'There is no such child in your district');
  return view;
}

/** Where an officer has their duty. @throws AppError not-allowed for who was given none */
export async function stationOf(tx: Db, { userId }: SignedIn): Promise<string> {
  const officer = await tx.selectFrom('app_user').select('organisation').where('id', '=', userId).executeTakeFirst();
  if (!officer?.organisation) throw new AppError('not-allowed', 'An admin must give you a station first');
  return officer.organisation;
}
