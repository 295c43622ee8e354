/** One report with all that belongs to it, as one caller may see it: its history, what may be done, what waits. */

import { sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { type getReport, LINK_STEPS, mayStandLonger, type ReportStatus } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import { countUse } from '../http/limits.ts';
import { OWNER_READS } from '../notes/readers.ts';
import { alertOf, alertsFor } from '../protection/alert.ts';
import { makersReunion } from '../reunions/together.ts';
import { facelessOf } from './faceless.ts';
import { projectReport, type Sight, sightOf } from './projection.ts';
import { findIf, type ReportRow } from './read.ts';
import type { Reading } from './reading.ts';
import {
  actorKind,
  actorOf,
  isOfDuty,
  isOwner,
  isVeiled,
  mayChange,
  mayEndSearch,
  mayModerate,
  mayNameCase,
  mayProtect,
  mayShield,
  OPEN,
} from './rules.ts';

type Details = OutputOf<typeof getReport>;
type May = Details['may'][number];

/** What is between the owner and those who look at posts. */
const INNER: readonly string[] = ['rejected', 'appealed'] satisfies readonly ReportStatus[];
/** What was said of a candidate. Its owner is told by an officer, if at all. */
const OF_OFFICE: readonly string[] = LINK_STEPS;
/** Whose words may still be changed. */
export const EDITABLE: readonly ReportStatus[] = ['pending_review', 'published', 'rejected', 'appealed'];
export const EXTENDABLE: readonly ReportStatus[] = ['pending_review', 'published', 'expired'];

/** Ask after a protected record by its id: so often in an hour, whoever it is and whichever record. @throws AppError too-many */
export const countGuarded = (db: Db, caller: Caller, { limits }: Config): Promise<void> =>
  countUse(db, `guarded:${caller.key}`, limits.guarded);

export async function readDetails(
  { db, config, reading }: { db: Db; config: Config; reading: Reading },
  id: string,
  caller: Caller,
): Promise<Details> {
  const row = await findIf(db, id, (report) => sightOf(report, caller) !== 'none');
  const sight = row ? sightOf(row, caller) : 'none';
  if (sight === 'guarded') await countGuarded(db, caller, config);
  const data = row && projectReport(row, caller, sight);
  if (!row || !data) throw new AppError('not-found', 'There is no such report');
  const mine = isOwner(row, caller);
  const isTheirs = await isAskedFor(db, row, caller);
  if (sight === 'public') await reading.count(caller, [id]);
  const knows = sight === 'full' || sight === 'public';
  const alert = await alertOf(db, mine ? unveiled(row) : row);
  const alerts = alertsFor(row, caller, { alert, isAsked: isTheirs });
  return {
    data: mine ? { ...data, ...(await facelessOf(db, row)) } : data,
    history: knows ? await historyOf(db, row, sight) : [],
    may: mayDo(row, caller, sight, isTheirs),
    questions: knows ? await questionsOf(db, id) : [],
    followed: await isFollowed(db, id, caller),
    ...(mayEndSearch(row, caller, isTheirs) && mayChange(row.status, 'resolved', actorOf(caller, row))
      ? { endsSearch: true }
      : {}),
    ...(alerts ? { alerts } : {}),
    ...(alert ? { alert } : {}),
    ...(mayProtect(caller) && !mine ? { opens: true, elsewhere: !isOfDuty(row, caller) } : {}),
    ...(mine ? { waiting: await waitingFor(db, row) } : {}),
    ...(mine && (await makersReunion(db, row)) ? { reunion: true } : {}),
  };
}

/** As whoever posted it goes on reading it: an alert that ends before the time they were told would tell them why. */
const unveiled = (row: ReportRow): ReportRow => (isVeiled(row) ? { ...row, hidden_at: null, hidden_for: null } : row);

/**
 * The life of a report as far as that sight goes. Officers and the team also read what officers said of who it may be; why
 * it was refused, and what was said to that, is between its owner and the team.
 */
export async function historyOf(
  db: Db,
  { id, owner_id }: ReportRow,
  sight: Sight,
  reader: 'owner' | 'officer' | 'team' = 'owner',
): Promise<Details['history']> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('report_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const isFull = sight === 'full';
  const isInner = isFull && reader !== 'officer';
  return rows.flatMap(({ at, what, from_status: from, to_status: to, actor, reason }) => {
    if ((!isInner && INNER.includes(to)) || (reader === 'owner' && OF_OFFICE.includes(to))) return [];
    return [
      {
        at: at.toISOString(),
        what,
        to,
        by: actorKind(actor, owner_id),
        ...(from !== null && (isInner || !INNER.includes(from)) ? { from } : {}),
        ...(isFull && reason !== null ? { reason } : {}),
      },
    ];
  });
}

/** The questions of a found thing, in their order. The answers are read in server/claims alone, and never answered. */
export async function questionsOf(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('report_mark')
    .select('question')
    .where('report_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ question }) => question);
}

function mayDo(row: ReportRow, caller: Caller, sight: Sight, isTheirs: boolean): May[] {
  const isStranger = sight === 'guarded'; // to whom the same buttons are shown whatever became of the report
  const may: May[] = [];
  const add = (what: May, when: boolean) => {
    if (when) may.push(what);
  };
  const { status } = row;
  const isWhole = caller.kind === 'user' && caller.standing === 'whole';
  if (isOwner(row, caller)) {
    const isReport = !row.kept_scan;
    add('edit', isReport && isWhole && EDITABLE.includes(status));
    add(
      'extend',
      isReport &&
        isWhole &&
        EXTENDABLE.includes(status) &&
        (status === 'expired' || (row.expires_at !== null && mayStandLonger(row.expires_at, Date.now()))),
    );
    add('resolve', isReport && isWhole && mayChange(status, 'resolved', actorOf(caller, row)));
    add('withdraw', mayChange(status, 'withdrawn'));
    add('appeal', isReport && mayChange(status, 'appealed'));
  } else if (isWhole) {
    const isOpen = status === 'published' || isStranger;
    const isClaimable = !isStranger && row.subject === 'item' && row.type === 'found' && row.item_status !== 'returned';
    add('claim', isOpen && isClaimable && row.owner_id !== null);
    add('message', isOpen && !isStranger && row.owner_id !== null);
    // Who knows of them by their office may meet them before they are published.
    add('note', isOpen || (sight === 'field' && OPEN.includes(status)));
    add('flag', isOpen);
    add('follow', !isStranger);
  }
  add('moderate', mayModerate(caller));
  add('name-case', mayNameCase(row, caller, isTheirs));
  add('protect', mayShield(row, caller));
  return may;
}

async function isFollowed(db: Db, id: string, caller: Caller): Promise<boolean> {
  if (caller.kind === 'anonymous') return false;
  const follow = db.selectFrom('follow').select('id').where('user_id', '=', caller.userId).where('report_id', '=', id);
  return (await follow.executeTakeFirst()) !== undefined;
}

async function waitingFor(db: Db, { id, type, subject }: ReportRow): Promise<NonNullable<Details['waiting']>> {
  const { rows } = await sql<{ claims: number; notes: number; matches: number }>`
    select
      (select count(*)::int from claim where report_id = ${id} and status in ('submitted', 'asked', 'accepted')) as claims,
      (select count(*)::int from note n join report r on r.id = n.report_id
        where r.id = ${id} and n.status = 'open' and ${OWNER_READS}) as notes,
      (select count(*)::int from candidate where ${subject} = 'item' and ${sql.ref(`${type}_id`)} = ${id} and state = 'open'
        and ${sql.ref(`${type}_answer`)} is null) as matches`.execute(db);
  return rows[0] ?? { claims: 0, notes: 0, matches: 0 };
}
