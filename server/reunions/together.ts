/** What is known of a reunion, to each who is part of it, and its end: "they are together". */

import type { Selectable } from 'kysely';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Reunion, updateReunion } from '../../contract/reunion.ts';
import type { Caller } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import { type SignedIn, signedIn } from '../auth/signed-in.ts';
import type { Db, ReunionTable } from '../db/schema.ts';
import { isOnDesk } from '../duty/on-duty.ts';
import { hashOf } from '../http/op.ts';
import { tell } from '../notices/tell.ts';
import { isByMaker } from '../reports/end.ts';
import { holdAll } from '../reports/held.ts';
import { findReport, type ReportRow } from '../reports/read.ts';
import { actorOf, BY_REUNION, isOfDuty, isOwner, isVeiled, mayChange, mayProtect, VEILS } from '../reports/rules.ts';
import { endFound } from '../reports/store.ts';
import { hasEnded } from '../reports/strip.ts';
import { candidateOf, doubt, doubtGone, endDoubt, endOf, undoTogether } from './apart.ts';

type Row = Selectable<ReunionTable>;

interface Part {
  row: Row;
  as: Reunion['as'];
  /** Of the family: their search has ended, and that an office asks once more is nothing they have said. */
  isOver?: boolean;
}

/** What is left to a family of whom it is said that they are together, where the other record is not to be read any more. */
interface Left {
  lost: ReportRow;
  at: Date;
}

/** By which report it is asked, and the secret that was made with it where there is no account. */
interface Asked {
  id: string;
  secret?: string | undefined;
}

const none = () => new AppError('not-found', 'There is no such reunion for you');

/** What of it this caller may know who asks by that report. */
export async function findReunion(db: Db, asked: Asked, caller: Caller): Promise<Reunion | undefined> {
  const part = await partOf(db, asked, caller);
  if (part) return viewOf(part);
  const left = await leftOf(db, asked, caller);
  return left && leftView(left);
}

/** The same for whoever made the report, however they have shown that they did. */
export async function makersReunion(db: Db, report: Pick<ReportRow, 'id'>): Promise<Reunion | undefined> {
  const part = await makersPart(db, report);
  if (part) return viewOf(part);
  const left = await endedAlone(db, await findReport(db, report.id));
  return left && leftView(left);
}

/**
 * Stands for what there is to read of it, and says nothing of that: another one, or none any more, is news. That they are
 * together is in how the report stands.
 */
export async function reunionMark(db: Db, report: Pick<ReportRow, 'id'>): Promise<string | undefined> {
  const part = await makersPart(db, report);
  if (!part) return undefined;
  const { together: _, tellsFinder: __, doubted: ___, rev: ____, ...told } = viewOf(part);
  return hashOf([part.row.lost_id, part.row.found_id, told]);
}

/** Said twice it changes nothing. @throws AppError not-found: it is none of theirs */
export async function changeReunion(
  tx: Db,
  { together, tellFinder, words, phone, rev, ...asked }: ParsedInputOf<typeof updateReunion>,
  caller: Caller,
): Promise<void> {
  const part = await partOf(tx, asked, caller, true);
  if (!part) return changeLeft(tx, { together, rev, ...asked }, caller);
  const { row, as } = part;
  if (rev !== undefined && rev !== revOf(part))
    throw new AppError('changed-meanwhile', 'Somebody else has changed this meanwhile');
  const by = caller.kind === 'user' ? caller.userId : undefined;
  if (together === false) {
    const how = { actorFor: (report: ReportRow) => actorFor(report, as, caller), by };
    if (as === 'family') await doubt(tx, row, how);
    if (as === 'office') {
      await undoTogether(tx, row, how);
      await writeAudit(tx, signedIn(caller), 'reunion-apart', asked.id);
    }
    return;
  }
  const isFinderTold = row.together_at !== null && row.tells_finder;
  const released = as === 'office' ? { ...given('words', words), ...given('phone', phone) } : {};
  const said = together && !row.together_at ? { together_at: new Date(), doubted_at: null } : {};
  const agreed = as === 'family' && tellFinder !== undefined && !isFinderTold ? { tells_finder: tellFinder } : {};
  const change = { ...released, ...said, ...agreed };
  if (Object.keys(change).length > 0)
    await tx
      .updateTable('reunion')
      .set(change)
      .where('lost_id', '=', row.lost_id)
      .where('found_id', '=', row.found_id)
      .execute();
  if (as === 'office') await logOffice(tx, signedIn(caller), asked.id, { ...released, together });
  if (together && row.doubted_at) await endDoubt(tx, row);
  if (isNews(row, released)) await tellOwner(tx, row.lost_id, 'reunion-possible', caller);
  if (together) await endSides(tx, part, caller);
  const now = { ...row, ...change };
  if (now.together_at && now.tells_finder && !isFinderTold)
    await tellOwner(tx, row.found_id, 'reunion-together', caller);
}

/** Only that it was not them after all is theirs to say by then. */
async function changeLeft(
  tx: Db,
  { together, rev, ...asked }: Asked & { together?: boolean | undefined; rev?: string | undefined },
  caller: Caller,
): Promise<void> {
  const left = await leftOf(tx, asked, caller);
  if (!left) throw none();
  if (rev !== undefined && rev !== leftView(left).rev)
    throw new AppError('changed-meanwhile', 'Somebody else has changed this meanwhile');
  if (together !== false) return;
  const by = caller.kind === 'user' ? caller.userId : undefined;
  await doubtGone(tx, left.lost, { actorFor: (report) => actorFor(report, 'family', caller), by });
}

/** What an office lets a family know of where somebody is, and that it ends the search. */
async function logOffice(
  tx: Db,
  by: SignedIn,
  id: string,
  { together, ...released }: Partial<Record<'words' | 'phone', string | null>> & { together?: boolean | undefined },
): Promise<void> {
  if (Object.keys(released).length > 0) await writeAudit(tx, by, 'reunion-release', id);
  if (together) await writeAudit(tx, by, 'reunion-together', id);
}

/** What the family reads already is not told again. */
const isNews = (row: Row, released: Partial<Record<'words' | 'phone', string | null>>): boolean =>
  (['words', 'phone'] as const).some((name) => name in released && released[name] !== row[name]);

const given = (name: 'words' | 'phone', text: string | undefined) =>
  text === undefined ? {} : { [name]: text || null };

async function endSides(tx: Db, { row, as }: Part, caller: Caller): Promise<void> {
  const isLostOver = as !== 'finder' && (await endWell(tx, row.lost_id, as, caller));
  if (as !== 'family') await endWell(tx, row.found_id, as, caller);
  if (as === 'office' && isLostOver) await tellOwner(tx, row.lost_id, 'reunion-together', caller);
}

async function tellOwner(tx: Db, id: string, kind: 'reunion-possible' | 'reunion-together', by: Caller): Promise<void> {
  const report = await findReport(tx, id);
  if (report?.owner_id && !isOwner(report, by) && !isVeiled(report))
    await tell(tx, { userId: report.owner_id, kind, reportId: id });
}

/** An office signs as one, also of what it posted itself, and lends nothing to who comes by the secret of a report. */
function actorFor(report: ReportRow, as: Reunion['as'], caller: Caller): string {
  if (as === 'office') return actorOf(caller, { owner_id: null });
  return isOwner(report, caller) ? actorOf(caller, report) : 'anonymous';
}

/**
 * Whether it was ended. A record that nobody has looked at yet, or that was refused, ends well too; taken down, its photos
 * would be held if the child were lost again.
 */
async function endWell(tx: Db, id: string, as: Reunion['as'], caller: Caller): Promise<boolean> {
  const report = await findReport(tx, id);
  if (!report) return false;
  const actor = `${actorFor(report, as, caller)}${BY_REUNION}`;
  if (!mayChange(report.status, 'resolved', actor)) return false;
  await endFound(tx, report, 'resolved', actor);
  return true;
}

/** An officer who posted who was found speaks for the office, as for any other's, and by its secret for its maker alone. */
async function partOf(db: Db, { id, secret }: Asked, caller: Caller, lock = false): Promise<Part | undefined> {
  const report = await findReport(db, id);
  if (!report || report.closed) return undefined;
  if (await isByMaker(db, id, secret)) return makersPart(db, report, lock);
  const office = mayProtect(caller) ? await officePart(db, report, caller, lock) : undefined;
  return office ?? (isOwner(report, caller) ? makersPart(db, report, lock) : undefined);
}

/** A finder may give somebody back and take their record down, or erase it: the family's word stays the family's to take back. */
async function leftOf(db: Db, { id, secret }: Asked, caller: Caller): Promise<Left | undefined> {
  const lost = await findReport(db, id);
  return lost && ((await isByMaker(db, id, secret)) || isOwner(lost, caller)) ? endedAlone(db, lost) : undefined;
}

async function endedAlone(db: Db, lost: ReportRow | undefined): Promise<Left | undefined> {
  if (lost?.type !== 'lost' || lost.closed) return undefined;
  const end = await endOf(db, lost);
  return end && { lost, at: end.at };
}

/** Nothing of where they are, and not why: of somebody who must not be found it is the same. */
const leftView = ({ lost, at }: Left): Reunion => ({
  ...{ rev: hashOf([lost.id, at]), confirmedAt: at.toISOString() },
  ...{ together: true, as: 'family', tellsFinder: true }, // nobody is left to tell
});

/** Of a pair of their place of duty or on their desk. Never of whom they look for themselves: that may be the one who fled from them. */
async function officePart(db: Db, report: ReportRow, caller: Caller, lock: boolean): Promise<Part | undefined> {
  const row = await latest(db, report.id, lock);
  const lost = row && (await findReport(db, row.lost_id));
  if (!lost || isOwner(lost, caller)) return undefined;
  return isOfDuty(report, caller) || (await isPairOnDesk(db, row, caller)) ? { row, as: 'office' } : undefined;
}

/** To a finder there is one once the family agreed that they are told. */
async function makersPart(db: Db, { id }: Pick<ReportRow, 'id'>, lock = false): Promise<Part | undefined> {
  const row = await latest(db, id, lock);
  const lost = row?.lost_id === id ? await findReport(db, id) : undefined;
  if (row && lost) return { row, as: 'family', isOver: hasEnded(lost.status) };
  return row?.tells_finder ? { row, as: 'finder' } : undefined;
}

/** Whoever was asked because nobody was in its district: they confirmed it, and the family waits for their word. */
async function isPairOnDesk(db: Db, { lost_id, found_id }: Row, caller: Caller): Promise<boolean> {
  const candidate = await candidateOf(db, { lost_id, found_id });
  return caller.kind === 'user' && candidate !== undefined && isOnDesk(db, candidate, caller);
}

/** None of somebody who must not be found, is safe or was taken down, on whichever side. */
const latestOf = (db: Db, id: string) =>
  db
    .selectFrom('reunion')
    .selectAll()
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('report')
            .select('report.id')
            .where(({ or, eb, ref }) =>
              or([eb('report.id', '=', ref('reunion.lost_id')), eb('report.id', '=', ref('reunion.found_id'))]),
            )
            .where(({ or, eb }) =>
              or([
                eb('report.hidden_for', 'in', [...VEILS]),
                eb('report.condition', '=', 'safe'),
                eb('report.status', '=', 'withdrawn'),
              ]),
            ),
        ),
      ),
    )
    .orderBy('confirmed_at', 'desc');

/** Held, if `lock`, after both records: what ends or opens them writes them too. */
async function latest(db: Db, id: string, lock: boolean): Promise<Row | undefined> {
  const row = await latestOf(db, id).executeTakeFirst();
  if (!row || !lock) return row;
  await holdAll(db, [row.lost_id, row.found_id]);
  return latestOf(db, id).forUpdate().executeTakeFirst();
}

const revOf = ({ row }: Part): string =>
  hashOf([row.confirmed_at, row.together_at, row.doubted_at, row.words, row.phone]);

/** A finder reads that they are together, and nothing of where. */
function viewOf(part: Part): Reunion {
  const { row, as, isOver } = part;
  const told = as === 'finder' ? {} : present({ station: row.station, words: row.words, phone: row.phone });
  const agreed = as === 'family' && row.tells_finder ? { tellsFinder: true as const } : {};
  const doubted = as !== 'finder' && row.doubted_at && !isOver ? { doubted: true as const } : {};
  const stands = { confirmedAt: row.confirmed_at.toISOString(), together: row.together_at !== null };
  return { rev: revOf(part), ...stands, as, ...told, ...agreed, ...doubted };
}

const present = (fields: Record<'station' | 'words' | 'phone', string | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<
    Record<'station' | 'words' | 'phone', string>
  >;
