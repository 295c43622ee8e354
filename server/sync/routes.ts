/** What devices pull: the feed of changes as each caller may see them, receipts, and gallery packs. */

import { AppError } from '../../contract/errors.ts';
import { type Change, packPart, packs, receiptOf, sync } from '../../contract/sync.ts';
import type { Caller } from '../../contract/user.ts';
import { TEMPLATE_VERSION, toBase64 } from '../../match/template.ts';
import { readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import type { FileStore } from '../files/store.ts';
import { type Http, mount } from '../http/mount.ts';
import { isPublic, isPublicReference, projectReport, sightOf } from '../reports/projection.ts';
import { findReports, type ReportRow, reportsById, templatesOf } from '../reports/read.ts';
import type { PackShelf } from './packs.ts';

/** A part is named by its content, but what it holds may have to be forgotten: a day, no longer. */
const PART_S = 86_400;

export function syncRoutes(http: Http, { db, files, shelf }: { db: Db; files: FileStore; shelf: PackShelf }): void {
  mount(http, sync, async ({ input: { feed, cursor, limit }, caller }) => {
    const page = await readChanges(db, feed, cursor, limit);
    const ids = page.ids.map(({ id }) => id);
    const rows = await reportsById(db, ids);
    const codes = feed === 'references' ? await templatesOf(db, ids) : new Map<string, Uint8Array[]>();
    const changes = page.ids.flatMap(({ id, fresh }) => {
      const row = rows.get(id);
      const change = feed === 'reports' ? reportChange(row, caller) : referenceChange(row, codes.get(id));
      if (change) return [change];
      // Only a device that may hold it is told to forget it; for the others it has never been.
      const mayBeHeld = !fresh && (row === undefined || row.ever_public || seesUnpublished(caller));
      return mayBeHeld ? [{ kind: 'gone' as const, id }] : [];
    });
    return { reset: page.reset, cursor: page.cursor, more: page.more, changes };
  });

  mount(http, receiptOf, async ({ input: { opId } }) => {
    const receipt = await db.selectFrom('receipt').selectAll().where('op_id', '=', opId).executeTakeFirst();
    if (!receipt) throw new AppError('not-found', 'Nothing with this name has been received');
    const answer = {
      receipt: { opId, receivedAt: receipt.received_at.toISOString() },
      reviewed: false,
      shown: false,
      missing: [] as string[],
    };
    if (receipt.number === null) return answer;
    const named = await db.selectFrom('report').select('id').where('number', '=', receipt.number).executeTakeFirst();
    const [row] = named ? await findReports(db, [named.id]) : [];
    const states = await Promise.all((row?.files ?? []).map((sha256) => files.state(sha256)));
    return {
      receipt: { ...answer.receipt, number: receipt.number },
      ...(row ? { status: row.status } : {}),
      reviewed: row?.reviewed ?? false,
      shown: row !== undefined && isPublic(row),
      missing: states.filter((state) => !state.complete).map((state) => state.sha256),
    };
  });

  mount(http, packs, async () => ({ packs: [await shelf.publicPack()] }));

  mount(http, packPart, async ({ input }) => {
    const bytes = shelf.part(input.sha256);
    if (!bytes) throw new AppError('not-found', 'This pack is no longer kept; ask for the list of packs again');
    return { type: 'application/octet-stream', bytes, maxAgeS: PART_S };
  });
}

/** Reports that were never public may have reached a volunteer's or an officer's device. */
const seesUnpublished = (caller: Caller): boolean =>
  caller.kind === 'user' && caller.role !== 'poster' && caller.role !== 'finder';

function reportChange(row: ReportRow | undefined, caller: Caller): Change | undefined {
  // A guarded record says nothing that helps a device; it is met through a scan, never in a list.
  if (!row || sightOf(row, caller) === 'guarded') return undefined;
  const view = projectReport(row, caller);
  return view && { kind: 'report', id: row.id, row: view };
}

/** Only templates that everyone may hold leave the server this way; see docs/decisions/003. */
function referenceChange(row: ReportRow | undefined, codes: Uint8Array[] | undefined): Change | undefined {
  if (!row || !codes || !isPublicReference(row)) return undefined;
  return {
    kind: 'reference',
    id: row.id,
    type: row.type,
    model: TEMPLATE_VERSION,
    codes: codes.map(toBase64),
    updatedAt: row.created_at.toISOString(),
  };
}
