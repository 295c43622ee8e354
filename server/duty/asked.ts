/** For whom an officer acts: those of their place of duty, and those whose record was raised to their desk. */

import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { isOfDuty, isPolice } from '../reports/rules.ts';
import { isRecordOnDesk } from './on-duty.ts';

/** Where a district has nobody on duty, or nobody took it, those of its state do what it asks for. */
export async function isAskedFor(
  db: Db,
  row: { id: string; district: string | null },
  caller: Caller,
): Promise<boolean> {
  if (isOfDuty(row, caller)) return true;
  return caller.kind === 'user' && isPolice(caller) && (await isRecordOnDesk(db, row.id, caller));
}
