/** What the page of a report may show before the app has asked for it. */

import { AppError } from '../../contract/errors.ts';
import type { ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { Shown } from '../http/record-pages.ts';
import { isPublic, isSheltered, projectReport, sightOf } from './projection.ts';
import { findReport, IS_CLOSED } from './read.ts';
import type { Reading } from './reading.ts';

/**
 * Title and photo of a report that everybody may see; undefined of every other one, and of those that are more than this
 * reader may read in an hour: they count as read.
 */
export async function findShown(
  { db, reading }: { db: Db; reading: Reading },
  id: string,
  caller: Caller,
): Promise<Shown | undefined> {
  const row = await findReport(db, id);
  const view = row && sightOf(row, caller) === 'public' ? projectReport(row, caller) : undefined;
  const title = view && ((view.subject.kind === 'person' ? view.subject.name : undefined) ?? view.title);
  if (title === undefined) return undefined;
  if (!(await mayRead(reading, id, caller))) return undefined;
  const [photo] = view?.photos ?? [];
  return photo === undefined ? { title } : { title, photo };
}

/** What the page of a number shows to whoever has it (server/share). */
export type Shared =
  /** `photo` is its first whose bytes are here: a name alone shows nothing (server/files/rights.ts). */
  | { kind: 'shown'; view: ReportView; photo: string | undefined }
  /** Everybody has seen it, and it has come to its end: `resolved` well. */
  | { kind: 'ended'; how: 'resolved' | 'over' }
  /** There is none, or it is not for everybody: which of these is told to nobody. */
  | { kind: 'nothing' };

const NOTHING: Shared = { kind: 'nothing' };

/**
 * What that number shows. All that shows nothing is asked for by the same two statements, in which nothing sealed is read:
 * neither words nor time tell a number that is protected from one that nobody has.
 */
export async function findShared(
  { db, reading }: { db: Db; reading: Reading },
  number: string,
  caller: Caller,
): Promise<Shared> {
  const facts = await db
    .selectFrom('report')
    .select(['id', 'status', 'subject', 'type', 'age_min', 'hidden_at', 'ever_public'])
    .select(IS_CLOSED.as('closed'))
    .where('number', '=', number)
    .executeTakeFirst();
  const gone = await db.selectFrom('gone_share').select('number').where('number', '=', number).executeTakeFirst();
  if (!facts) return gone ? { kind: 'ended', how: 'over' } : NOTHING;
  if (facts.closed || facts.hidden_at !== null || isSheltered(facts)) return NOTHING;
  const { status } = facts;
  if (facts.ever_public && (status === 'resolved' || status === 'withdrawn' || status === 'expired'))
    return { kind: 'ended', how: status === 'resolved' ? status : 'over' };
  return isPublic(facts) ? readShared({ db, reading }, facts.id, caller) : NOTHING;
}

async function readShared(deps: { db: Db; reading: Reading }, id: string, caller: Caller): Promise<Shared> {
  const row = await findReport(deps.db, id);
  const view = row && sightOf(row, caller) === 'public' ? projectReport(row, caller) : undefined;
  if (!view || !(await mayRead(deps.reading, id, caller))) return NOTHING;
  const brought = await deps.db
    .selectFrom('report_file')
    .select('sha256')
    .where('report_id', '=', id)
    .where('purpose', '=', 'photo')
    .where('brought_at', 'is not', null)
    .orderBy('position')
    .execute();
  const photo = brought.find(({ sha256 }) => view.photos.includes(sha256))?.sha256;
  return { kind: 'shown', view, photo };
}

/** Counts it as read; false where it is more than this reader may read in an hour. */
async function mayRead(reading: Reading, id: string, caller: Caller): Promise<boolean> {
  try {
    await reading.count(caller, [id]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return false;
    throw error;
  }
}
