/**
 * The feed of reports for who may not read all of it in an hour (server/reports/reading.ts): the newest first, and with each
 * hour some of the older ones, until all are there. What is gone is told at once, whatever is left to read.
 *
 * A cursor says where its device has read to and, behind a `-`, which older stretch it lacks. Without one it is a cursor like
 * any other.
 */

import type { Change } from '../../contract/sync.ts';
import {
  type ChangedId,
  endOfFeed,
  positionOf,
  readBack,
  readChanges,
  type Source,
  type Stretch,
} from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { goneAhead } from './forgotten.ts';

interface Page {
  reset: boolean;
  cursor: string;
  more: boolean;
  changes: Change[];
}

interface Reader {
  source: Source;
  /** What the caller is told of these. */
  changesOf(ids: readonly ChangedId[]): Promise<Change[]>;
  /** Count the rows among these as read; answers whether they may have them. */
  take(changes: readonly Change[]): Promise<boolean>;
  /** How many of the older ones they may still have in this hour. */
  left(): Promise<number>;
}

const LACKS = /^(.*)-([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/;

/** Whether a device with this cursor lacks older ones. */
export const lacksOlder = (cursor: string): boolean => LACKS.test(cursor);

export async function readPaced(db: Db, cursor: string, limit: number, reader: Reader): Promise<Page> {
  const [place, lacks] = read(cursor);
  const page = place === '' ? undefined : await readChanges(db, reader.source, place, limit);
  if (!page || page.reset) {
    const { cursor: end, ...to } = await endOfFeed(db, 'reports');
    return { ...(await readOlder(db, end, { from: '0', to }, limit, reader)), reset: page !== undefined };
  }
  const gone = page.more ? [] : await goneAhead(db, reader.source, page.cursor, limit, reader.changesOf);
  if (page.ids.length === 0 && lacks) {
    const older = await readOlder(db, page.cursor, lacks, limit, reader);
    return { ...older, changes: [...older.changes, ...gone] };
  }
  const changes = [...(await reader.changesOf(page.ids)), ...gone];
  if (await reader.take(changes))
    return { reset: false, cursor: written(page.cursor, lacks), more: page.more || lacks !== undefined, changes };
  // Of these they get the rows later, as of the older ones.
  const from = lacks?.from ?? positionOf(place).xid;
  return {
    reset: false,
    cursor: written(page.cursor, { from, to: positionOf(page.cursor) }),
    more: page.more,
    changes: changes.filter((change) => !isRow(change) || change.row.mine),
  };
}

async function readOlder(db: Db, place: string, lacks: Stretch, limit: number, reader: Reader): Promise<Page> {
  const nothing = { reset: false, cursor: written(place, lacks), more: false, changes: [] };
  const room = Math.min(limit, await reader.left());
  if (room === 0) return nothing;
  const { ids, rest } = await readBack(db, reader.source, lacks, room);
  // A tombstone among them was told when it came.
  const changes = (await reader.changesOf(ids.map((id) => ({ id, fresh: true })))).filter(isRow);
  if (!(await reader.take(changes))) return nothing;
  return { reset: false, cursor: written(place, rest), more: rest !== undefined, changes };
}

export const isRow = (change: Change): change is Extract<Change, { kind: 'report' }> => change.kind === 'report';

function read(cursor: string): [place: string, lacks: Stretch | undefined] {
  const [, place, from, xid, seq] = LACKS.exec(cursor) ?? [];
  if (place === undefined || !from || !xid || !seq) return [cursor, undefined];
  return [place, { from: longer(from), to: { xid: longer(xid), seq: longer(seq) } }];
}

const written = (place: string, lacks: Stretch | undefined): string =>
  lacks ? `${place}-${[lacks.from, lacks.to.xid, lacks.to.seq].map(shorter).join('.')}` : place;

/** A cursor has room for 80 letters. */
const shorter = (digits: string): string => BigInt(digits).toString(36);
const longer = (letters: string): string => String(Number.parseInt(letters, 36));
