/**
 * What a report gives up once it has ended: photos, videos, templates, phone, exact place, marks, the details of a person,
 * and the places and photos of the notes on it. Its words and its history stay with its owner until it is erased (docs/decisions/032).
 */

import type { ReportStatus } from '../../contract/report.ts';
import { eraseKeysSoon } from '../db/erase-keys.ts';
import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { addJob } from '../jobs/jobs.ts';
import { REMOVE_FILES, recordReport } from './record.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In one transaction each, so that a failure leaves the others done. */
const AT_ONCE = 200;

/**
 * How long after its end a report may still come back whole: what was resolved by mistake is opened again by a moderator,
 * what was refused is appealed, what expired is put up again by its owner, who must not lose the photo by a mail read
 * late. One that cannot come back gives all up at once.
 */
const KEPT_MS = {
  resolved: 72 * HOUR_MS,
  rejected: 30 * DAY_MS,
  expired: 30 * DAY_MS,
  withdrawn: 0,
} as const satisfies Partial<Record<ReportStatus, number>>;
/** The same where nobody has an account to appeal or to put it up again from. */
const KEPT_OF_NOBODY_MS = 72 * HOUR_MS;

type Ended = keyof typeof KEPT_MS;

/** Whether a report in this state has come to an end, be it for a while. */
export const hasEnded = (status: ReportStatus): status is Ended => status in KEPT_MS;

/** Whether there is no way back from this end. */
export const endsForGood = (status: ReportStatus): boolean => hasEnded(status) && KEPT_MS[status] === 0;

/** Strip these reports; the files that nothing else names go once this is committed. */
export async function stripReports(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const files = await detachFiles(tx, ['note'], ids);
  for (const table of ['template', 'report_mark', 'scan_candidate'] as const)
    await tx
      .deleteFrom(table)
      .where('report_id', 'in', [...ids])
      .execute();
  const nowhere = { lat: null, lng: null, address: null };
  await tx
    .updateTable('note')
    .set(nowhere)
    .where('report_id', 'in', [...ids])
    .execute();
  await tx
    .updateTable('report')
    .set({ ...nowhere, phone: null, details: null, public_phone: false, serial_hash: null, stripped_at: new Date() })
    .where('id', 'in', [...ids])
    .execute();
  await recordReport(tx, ...ids);
  if (files.length > 0) await addJob(tx, REMOVE_FILES, { hashes: files });
  await eraseKeysSoon(tx, { reach: ids });
  await scrubSoon(tx);
}

/** Take the files off reports and off what others have said about them; answers their hashes. */
export async function detachFiles(
  tx: Db,
  kinds: readonly ('note' | 'claim')[],
  ids: readonly string[],
): Promise<string[]> {
  const own = await tx
    .deleteFrom('report_file')
    .where('report_id', 'in', [...ids])
    .returning('sha256')
    .execute();
  const hashes = own.map(({ sha256 }) => sha256);
  for (const kind of kinds) {
    const gone = await tx
      .deleteFrom('attachment')
      .where('kind', '=', kind)
      .where('owner_id', 'in', ({ selectFrom }) =>
        selectFrom(kind)
          .select('id')
          .where('report_id', 'in', [...ids]),
      )
      .returning('sha256')
      .execute();
    hashes.push(...gone.map(({ sha256 }) => sha256));
  }
  return [...new Set(hashes)];
}

/** Strip what ended so long ago that it does not come back, some at a time. Doing it again changes nothing. */
export async function stripEnded(db: Db, now = Date.now()): Promise<void> {
  for (const status of Object.keys(KEPT_MS) as Ended[]) {
    const before = new Date(now - KEPT_MS[status]);
    const ofNobody = new Date(now - Math.min(KEPT_MS[status], KEPT_OF_NOBODY_MS));
    for (let more = true; more; )
      more = await db.transaction().execute((tx) => stripSome(tx, status, before, ofNobody));
  }
}

async function stripSome(tx: Db, status: Ended, before: Date, ofNobody: Date): Promise<boolean> {
  const rows = await tx
    .selectFrom('report')
    .select('id')
    .where('status', '=', status)
    .where(({ or, and, eb }) =>
      or([eb('ended_at', '<=', before), and([eb('owner_id', 'is', null), eb('ended_at', '<=', ofNobody)])]),
    )
    .where('stripped_at', 'is', null)
    .orderBy('ended_at')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  await stripReports(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length === AT_ONCE;
}
