/** What devices pull: the feed of changes as each caller may see them, receipts, and gallery packs. */

import { createHash } from 'node:crypto';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { leasePack, lentPart, packPart, packs } from '../../contract/pack.ts';
import { type Change, receiptOf, sync } from '../../contract/sync.ts';
import type { Caller } from '../../contract/user.ts';
import { type ChangedId, readChanges, type Source } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { missingOf } from '../files/rights.ts';
import type { FileStore } from '../files/store.ts';
import { type Http, mount } from '../http/mount.ts';
import { logProcessing } from '../processing/log.ts';
import { isAsked } from '../reports/asked.ts';
import { toldOf } from '../reports/mine.ts';
import { isPublic, listSightOf, projectReport } from '../reports/projection.ts';
import { findReports, type ReportRow, reportsById } from '../reports/read.ts';
import type { Reading } from '../reports/reading.ts';
import { isOfDuty, isOwner, isVeiled, mayAssist, mayModerate, mayProtect } from '../reports/rules.ts';
import { reunionMark } from '../reunions/together.ts';
import { goneAhead } from './forgotten.ts';
import type { PackKeys } from './keys.ts';
import type { Lending } from './lending.ts';
import { isRow, lacksOlder, readPaced } from './paced.ts';
import type { PackShelf } from './packs.ts';
import { readReferenceFeed } from './reference-feed.ts';

export interface SyncDeps {
  db: Db;
  files: FileStore;
  keys: PackKeys;
  shelf: PackShelf;
  lending: Lending;
  reading: Reading;
}

/** What a device may take of an hour's reading for its lists; the rest is for who looks for something. */
const SYNC_SHARE = 0.6;

export function syncRoutes(http: Http, { db, files, keys, shelf, lending, reading }: SyncDeps): void {
  mount(http, sync, async ({ input: { feed, cursor, limit, nonce }, caller }) => {
    const repeated = nonce === undefined ? {} : { nonce };
    if (feed === 'references') return { ...repeated, ...(await readReferenceFeed(db, keys, cursor, limit)) };
    const scope = scopeOf(caller);
    const source: Source = caller.kind === 'user' ? { feed: 'reports', owner: caller.userId } : 'reports';
    const changesOf = (ids: readonly ChangedId[]) => readAs(db, caller, ids);
    const isPaced = scope === '' && (lacksOlder(cursor) || (await reading.isBounded(caller)));
    if (isPaced) {
      const take = (changes: readonly Change[]) => taken(reading, caller, changes);
      const left = () => reading.left(caller, SYNC_SHARE);
      const own = lacksOlder(cursor) ? cursor : within(scope, cursor);
      return { ...repeated, ...(await readPaced(db, own, limit, { source, changesOf, take, left })) };
    }
    const { ids, ...page } = await readChanges(db, source, within(scope, cursor), limit);
    const gone = page.more ? [] : await goneAhead(db, source, page.cursor, limit, changesOf);
    return { ...repeated, ...page, cursor: page.cursor + scope, changes: [...(await changesOf(ids)), ...gone] };
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
    return {
      receipt: { ...answer.receipt, number: receipt.number },
      ...(row ? { status: row.status } : {}),
      reviewed: row?.reviewed ?? false,
      shown: row !== undefined && isShownTo(row),
      missing: row ? await missingOf(db, files, row.id) : [],
      ...(row && row.owner_id === null ? await newsOf(db, row) : {}), // an account has its inbox
    };
  });

  mount(http, packs, async () => {
    const pack = await shelf.publicPack();
    return { packs: pack ? [pack] : [], signer: keys.signer };
  });

  mount(http, packPart, async ({ input, caller }) => {
    const bytes = await shelf.part(input.sha256);
    if (!bytes) throw new AppError('not-found', 'This pack is no longer kept; ask for the list of packs again');
    const first = (await shelf.publicPack())?.file.parts[0]?.sha256;
    if (first === input.sha256) {
      const who = caller.kind === 'user' ? { role: caller.role, actor: caller.userId } : { role: 'nobody' as const };
      await logProcessing(db, { act: 'taken-along', purpose: 'carry', record: input.sha256, ...who });
    }
    return { type: 'application/octet-stream', bytes, maxAgeS: 0 }; // what it holds may have to be forgotten at any time
  });

  mount(http, leasePack, ({ input: { held }, caller }) => lending.lend(caller, held));

  mount(http, lentPart, async ({ input, caller }) => {
    const bytes = await lending.part(caller, input.sha256);
    if (!bytes) throw new AppError('not-found', 'This pack is no longer lent; ask for a lease again');
    return { type: 'application/octet-stream', bytes, maxAgeS: 0 };
  });
}

/** What its maker is to look at, of which it says no more than that it is there. */
async function newsOf(db: Db, row: ReportRow): Promise<Pick<OutputOf<typeof receiptOf>, 'reunion' | 'asked' | 'told'>> {
  const reunion = await reunionMark(db, row);
  const { told } = await toldOf(db, row.id);
  return {
    ...(told > 0 ? { told } : {}),
    ...(reunion === undefined ? {} : { reunion }),
    ...(isAsked(row) && row.asked_at ? { asked: row.asked_at.toISOString() } : {}),
  };
}

/** What the caller is told of these: rows, or that they are gone. */
async function readAs(db: Db, caller: Caller, changed: readonly ChangedId[]): Promise<Change[]> {
  const rows = await reportsById(
    db,
    changed.map(({ id }) => id),
  );
  return changed.flatMap(({ id, fresh }) => {
    const row = rows.get(id);
    const change = reportChange(row, caller);
    if (change) return [change];
    // Only a device that may hold it is told to forget it; for the others it has never been.
    const mayBeHeld = !fresh && (row === undefined || row.ever_public || mayHoldGuarded(row, caller));
    return mayBeHeld ? [{ kind: 'gone' as const, id }] : [];
  });
}

/** Whether the caller may have the rows among these, which are then counted; their own are theirs. */
async function taken(reading: Reading, caller: Caller, changes: readonly Change[]): Promise<boolean> {
  const others = changes.filter(isRow).flatMap(({ id, row }) => (row.mine ? [] : [id]));
  try {
    await reading.count(caller, others);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return false;
    throw error;
  }
}

/**
 * Whose rows a cursor belongs to. A device that was read to in another office, or before offices had a mark, holds what
 * this caller may not, or lacks what they may: it starts over, and with that it forgets.
 */
function scopeOf(caller: Caller): string {
  if (mayModerate(caller)) return '-staff1';
  if (!mayAssist(caller) || caller.kind === 'anonymous') return '';
  const districts = [...caller.districts].sort().join(' ');
  const place = createHash('sha256').update(districts).digest('hex').slice(0, 8);
  return mayProtect(caller) ? `-officer${place}` : `-field${place}`;
}

/** A cursor of another scope is none of ours: it is answered with a reset, as one of another life of the database. */
function within(scope: string, cursor: string): string {
  if (cursor === '') return '';
  const [, position = '', mark = ''] = /^([^-]*)(-.*)?$/.exec(cursor) ?? [];
  return mark === scope ? position : NO_CURSOR;
}

const NO_CURSOR = 'other-scope';

/** Reports that were never public may have reached a device of their owner, or of these where it is or once was. */
function mayHoldGuarded(row: ReportRow | undefined, caller: Caller): boolean {
  if (row === undefined) return mayAssist(caller);
  if (isOwner(row, caller)) return true;
  return (
    mayAssist(caller) && [row.district, ...row.former_districts].some((district) => isOfDuty({ district }, caller))
  );
}

function reportChange(row: ReportRow | undefined, caller: Caller): Change | undefined {
  const view = row && projectReport(row, caller, listSightOf(row, caller));
  return view && { kind: 'report', id: view.id, row: view };
}

/** As whoever posted it knows it: to them a record of somebody who must not be found by now stays as it was. */
const isShownTo = (row: ReportRow): boolean =>
  isPublic(isVeiled(row) && row.ever_public ? { ...row, hidden_at: null } : row);
