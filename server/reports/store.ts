/** Reports as they are written. Every write records the change that devices will pull, in the same transaction. */

import { randomUUID } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { ReportStatus } from '../../contract/report.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { recordChange } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { drawNumber } from './number.ts';
import { isPublic } from './projection.ts';
import { findReport } from './read.ts';
import { mayChange } from './rules.ts';
import type { NewPerson } from './upload.ts';

export interface PersonPost {
  id: string;
  ownerId: string | undefined;
  person: NewPerson;
  /** Hashes of its photos, first is the face; the bytes may come later. */
  photos: readonly string[];
  videos: readonly string[];
}

/** Store a posted person, waiting for review, and answer its number. An id that is taken is a conflict: ids are made once, on the device. */
export async function insertPerson(tx: Db, { id, ownerId, person, photos, videos }: PersonPost): Promise<string> {
  const { code, consent_notice, ...columns } = person;
  const number = await freeNumber(tx);
  const inserted = await tx
    .insertInto('report')
    .values({
      ...columns,
      id,
      owner_id: ownerId ?? null,
      posting_role: person.type === 'lost' ? 'victim' : 'founder',
      status: 'pending_review',
      subject: 'person',
      condition: person.type === 'lost' ? 'missing' : 'found',
      consent_notice,
      consent_at: consent_notice === null ? null : new Date(),
      number,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new AppError('conflict', 'A report with this id exists');
  await attachFiles(tx, id, 'photo', photos);
  await attachFiles(tx, id, 'video', videos);
  if (code) await addTemplate(tx, id, photos[0], code);
  await logStatus(tx, id, null, 'pending_review', ownerId ?? 'anonymous');
  await announce(tx, id);
  return number;
}

async function freeNumber(tx: Db): Promise<string> {
  for (;;) {
    const number = drawNumber();
    const taken = await tx.selectFrom('report').select('id').where('number', '=', number).executeTakeFirst();
    if (!taken) return number;
  }
}

async function attachFiles(
  tx: Db,
  reportId: string,
  purpose: 'photo' | 'video',
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return;
  const rows = [...new Set(hashes)].map((sha256, position) => ({ report_id: reportId, sha256, position, purpose }));
  // The same file for two purposes is attached once, for the first.
  const attach = tx.insertInto('report_file').values(rows);
  await attach.onConflict((row) => row.columns(['report_id', 'sha256']).doNothing()).execute();
}

export async function addTemplate(
  tx: Db,
  reportId: string,
  sha256: string | undefined,
  code: Uint8Array,
): Promise<void> {
  await tx
    .insertInto('template')
    .values({
      id: randomUUID(),
      report_id: reportId,
      sha256: sha256 ?? null,
      version: TEMPLATE_VERSION,
      code: Buffer.from(code),
    })
    .execute();
}

/** Move a report along its life; a move that is not in the rules is a conflict. */
export async function changeStatus(
  tx: Db,
  id: string,
  to: ReportStatus,
  actor: string,
  reason?: string,
): Promise<void> {
  const row = await tx.selectFrom('report').select('status').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such report');
  const from = row.status;
  if (!mayChange(from, to)) throw new AppError('conflict', `A report that is ${from} cannot become ${to}`);
  await tx.updateTable('report').set({ status: to, updated_at: new Date() }).where('id', '=', id).execute();
  await logStatus(tx, id, from, to, actor, reason);
  await announce(tx, id);
}

async function logStatus(
  tx: Db,
  id: string,
  from: ReportStatus | null,
  to: ReportStatus,
  actor: string,
  reason?: string,
): Promise<void> {
  await tx
    .insertInto('history')
    .values({ id: randomUUID(), report_id: id, from_status: from, to_status: to, actor, reason: reason ?? null })
    .execute();
}

/** Put the report at the end of both feeds, and remember that the public has seen it, so that it can be told to forget. */
export async function announce(tx: Db, id: string): Promise<void> {
  await recordChange(tx, 'reports', id);
  await recordChange(tx, 'references', id);
  const row = await findReport(tx, id);
  if (row && !row.ever_public && isPublic(row))
    await tx.updateTable('report').set({ ever_public: true }).where('id', '=', id).execute();
}
