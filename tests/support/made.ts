/** Rows of what was made on a phone, put there past the forms. */

import type { LocalDb } from '../../src/store/db.ts';
import { addMade, type New, rowOf } from '../../src/store/own/made.ts';
import { changeOp, finishOp, type Op, queue } from '../../src/store/own/outbox.ts';
import { type NewItem, type NewReport, saveOwn } from '../../src/store/own/reports.ts';
import { type Made, type OwnReport, type Step, textStep } from '../../src/store/rows.ts';

export const step = (change: Partial<Step> = {}): Step => ({ ...textStep({}), ...change });

/** A report of a thing with nothing to it but its name. */
export function addPlain(db: LocalDb, opId: string, change: Partial<Made> = {}): Promise<Made> {
  const none = { photos: [], videos: [], values: {}, input: {} };
  const made = { opId, entityId: opId, endpoint: 'createReport', type: 'lost', label: '', ...none, createdAt: 0 };
  return addMade(db, { ...rowOf(db, made as New<Made>), ...change } as Made);
}

/** Change the calls that are meant, as if they had been tried, refused or received. */
export async function change(db: LocalDb, isMeant: (op: Op) => boolean, to: Partial<Step> | 'received'): Promise<void> {
  for (const op of (await queue(db)).filter(isMeant)) {
    if (to === 'received') await finishOp(db, op);
    else await changeOp(db, op, to);
  }
}

export const isText = ({ sha256 }: Op): boolean => sha256 === undefined;

/** As their forms save them, with all their files. */
export const saveReport = (db: LocalDb, report: NewReport): Promise<OwnReport> =>
  saveOwn(db, { call: 'uploadLostFoundPerson', report });
export const saveItem = (db: LocalDb, report: NewItem): Promise<OwnReport> =>
  saveOwn(db, { call: 'createReport', report });
