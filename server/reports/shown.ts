/** What the page of a report may show before the app has asked for it. */

import { type SqlBool, sql } from 'kysely';
import type { AreaAlert } from '../../contract/alert.ts';
import { AppError } from '../../contract/errors.ts';
import type { ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { Shown } from '../http/record-pages.ts';
import { alertOf } from '../protection/alert.ts';
import { isPublic, isSheltered, projectReport, sightOf, waitsForCase } from './projection.ts';
import { findIf, findReport, IS_CLOSED } from './read.ts';
import type { Reading } from './reading.ts';
import { isVeiled } from './rules.ts';

/**
 * Title and photo of a report that everybody may see; undefined of every other one, and of those that are more than this
 * reader may read in an hour: they count as read.
 */
export async function findShown(
  { db, reading }: { db: Db; reading: Reading },
  id: string,
  caller: Caller,
): Promise<Shown | undefined> {
  const row = await findIf(db, id, (report) => sightOf(report, caller) === 'public');
  const view = row && projectReport(row, caller);
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
  /** Of somebody whose record not everybody sees: what a district is told of them while it is asked to look (decision 089). */
  | { kind: 'alerted'; alert: AreaAlert }
  /** Everybody has seen it, or an alert for it, and that has come to its end: `resolved` well. */
  | { kind: 'ended'; how: 'resolved' | 'over' }
  /** There is none, or it is not for everybody: which of these is told to nobody. */
  | { kind: 'nothing' };

const NOTHING: Shared = { kind: 'nothing' };
const OVER: Shared = { kind: 'ended', how: 'over' };
const IS_ALERTED = sql<SqlBool>`exists (select from area_alert where report_id = report.id and until > now())`;

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
    .select(['id', 'status', 'subject', 'type', 'age_min', 'hidden_at', 'hidden_for', 'ever_public'])
    .select(['age_max', 'looks_adult', 'case_kind'])
    .select([IS_CLOSED.as('closed'), IS_ALERTED.as('alerted')])
    .where('number', '=', number)
    .executeTakeFirst();
  const gone = await db.selectFrom('gone_share').select('number').where('number', '=', number).executeTakeFirst();
  if (!facts) return gone ? OVER : NOTHING;
  if (facts.alerted && waitsForCase(facts)) return NOTHING;
  if (isSheltered(facts)) return (facts.alerted && (await readAlerted(db, facts.id))) || (gone ? OVER : NOTHING);
  // Whoever must not be found is looked for no more, like anybody whose report was taken back.
  const isUnseen = isVeiled(facts);
  if (facts.closed || (facts.hidden_at !== null && !isUnseen)) return NOTHING;
  const { status } = facts;
  const isEnded = status === 'resolved' || status === 'withdrawn' || status === 'expired';
  if (facts.ever_public && (isEnded || isUnseen))
    return { kind: 'ended', how: status === 'resolved' ? status : 'over' };
  if (isPublic(facts)) return readShared({ db, reading }, facts.id, caller);
  return (facts.alerted && (await readAlerted(db, facts.id))) || NOTHING;
}

async function readAlerted(db: Db, id: string): Promise<Shared | undefined> {
  const row = await findReport(db, id);
  const alert = row && (await alertOf(db, row));
  return alert && { kind: 'alerted', alert };
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
