/** Telling people what happened: a row in their inbox, and a job that carries it to where they are. */

import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ALERT, type NoticeKind } from '../../contract/notice.ts';
import { PERMISSIONS, type Role } from '../../contract/user.ts';
import { mayActNow } from '../auth/standing.ts';
import type { Db } from '../db/schema.ts';
import { addJobs } from '../jobs/jobs.ts';
import { districtNamesOf, namesIn } from '../reports/district.ts';
import { isPublic, isSheltered, projectReport, STRANGER } from '../reports/projection.ts';
import { findReport, type ReportRow } from '../reports/read.ts';
import { NOWHERE } from '../reports/rules.ts';
import { placeMarks, placeNamed } from './region.ts';

export interface Telling {
  userId: string;
  kind: NoticeKind;
  reportId?: string | undefined;
  claimId?: string | undefined;
  conversationId?: string | undefined;
  /** For some kinds: the reason given, the new status, whether they lost it or found it. */
  detail?: string | undefined;
}

/** What the job `deliver` carries. */
export interface Delivery {
  noticeId: string;
  /** The follow that it comes from: the one that a tap in the mail ends. */
  followId?: string | undefined;
}

/**
 * Tell one person, as part of the write that it is about. Of unread messages in one conversation one is told: the
 * others are waiting behind it.
 */
export async function tell(tx: Db, telling: Telling): Promise<void> {
  if (telling.kind === 'message' && (await isWaiting(tx, telling))) return;
  await tellAll(tx, [{ userId: telling.userId }], telling);
}

/** Whom to tell, and by which follow they asked for it. */
interface Told {
  userId: string;
  followId?: string | undefined;
}

/** However many follow, nobody who has to act waits behind them: their jobs are patient. */
const FOLLOWED = true;

/** A statement has room for 65,535 values; a notice takes nine. */
const TOLD_AT_ONCE = 1000;

/** Tell many people one thing, as part of the write that it is about, however many they are: a thousand in two statements. */
async function tellAll(
  tx: Db,
  told: readonly Told[],
  telling: Omit<Telling, 'userId'>,
  patient = false,
): Promise<void> {
  const what = {
    kind: telling.kind,
    detail: telling.detail ?? null,
    report_id: telling.reportId ?? null,
    claim_id: telling.claimId ?? null,
    conversation_id: telling.conversationId ?? null,
    read_at: null,
    // Whole milliseconds, as devices name the moment up to which they have read.
    created_at: new Date(),
  };
  for (let from = 0; from < told.length; from += TOLD_AT_ONCE) {
    const some = told.slice(from, from + TOLD_AT_ONCE).map((one) => ({ ...one, noticeId: randomUUID() }));
    await tx
      .insertInto('notice')
      .values(some.map(({ noticeId, userId }) => ({ ...what, id: noticeId, user_id: userId })))
      .execute();
    await addJobs(
      tx,
      'deliver',
      some.map(({ noticeId, followId }): Delivery => ({ noticeId, followId })),
      undefined,
      patient,
    );
  }
}

async function isWaiting(tx: Db, { userId, conversationId }: Telling): Promise<boolean> {
  const waiting = await tx
    .updateTable('notice')
    .set({ created_at: new Date() })
    .where('user_id', '=', userId)
    .where('kind', '=', 'message')
    .where('conversation_id', 'is not distinct from', conversationId ?? null)
    .where('read_at', 'is', null)
    .returning('id')
    .execute();
  return waiting.length > 0;
}

/** Tell all of the team who may act on it; `but` is who brought it about. */
export async function tellTeam(
  tx: Db,
  roles: readonly Role[],
  telling: Omit<Telling, 'userId'>,
  but?: string,
): Promise<void> {
  await tellAll(tx, await membersOf(tx, roles, [but]), telling);
}

/** The accounts of these roles that may act now, all or those that are `where`; none of `but`. */
async function membersOf(
  tx: Db,
  roles: readonly Role[],
  but: readonly (string | null | undefined)[],
  where: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<Told[]> {
  const members = await tx
    .selectFrom('app_user')
    .select('id')
    .where('role', 'in', [...roles])
    .where(mayActNow())
    .where(sql<SqlBool>`id <> all(${but.flatMap((id) => id ?? [])}::uuid[])`)
    .where(where)
    .orderBy('id')
    .execute();
  return members.map(({ id }) => ({ userId: id }));
}

/**
 * Tell the officers of the district that a report is of, and where it has none the moderators: of their doings never whoever
 * posted it, who may be who was fled from. `but` is who brought it about.
 */
export async function tellOfficers(
  tx: Db,
  report: { id: string; district: string | null; owner_id: string | null },
  telling: Omit<Telling, 'userId' | 'reportId'>,
  but?: string,
): Promise<void> {
  const not = [but, report.owner_id];
  const officers = await membersOf(tx, ['officer'], not, isOfDistrict(report.district));
  const told = { ...telling, reportId: report.id };
  await tellAll(tx, officers.length > 0 ? officers : await membersOf(tx, PERMISSIONS.moderate, not), told);
}

/** Of an account, as `isOfDuty` of rules.ts has it for those who are bound to a place. */
const isOfDistrict = (district: string | null): RawBuilder<SqlBool> =>
  district === NOWHERE
    ? sql<SqlBool>`app_user.districts <> '{}'`
    : sql<SqlBool>`app_user.districts <> '{}' and app_user.districts @> array[${district}]::text[]`;

/** Those who may know how it stands with guarded people, in their place of duty. */
const KNOWING: readonly Role[] = ['volunteer', 'officer'];

/**
 * Tell who follows a report that it changed; its owner not, whose doing it is. Followers have seen it once, so they are
 * told of its end too, when it is shown to them no more: the kind and the new status, never a title. Of a child or a found
 * person nobody is told who would not see it in a list.
 */
export async function tellFollowers(tx: Db, reportId: string, kind: NoticeKind, detail?: string): Promise<void> {
  const report = await findReport(tx, reportId);
  if (!report) return;
  const wasPublic = report.ever_public && !isSheltered(report);
  const follows = await tx
    .selectFrom('follow')
    .innerJoin('app_user', 'app_user.id', 'follow.user_id')
    .select(['follow.id as followId', 'follow.user_id as userId'])
    .where('follow.report_id', '=', reportId)
    .where('follow.user_id', 'is distinct from', report.owner_id)
    .$if(!wasPublic, (query) =>
      query
        .where(mayActNow())
        .where(({ or, and, eb }) =>
          or([
            eb('app_user.role', 'in', [...PERMISSIONS.moderate]),
            and([eb('app_user.role', 'in', [...KNOWING]), isOfDistrict(report.district)]),
          ]),
        ),
    )
    .orderBy('follow.id')
    .execute();
  await tellAll(tx, follows, { kind, reportId, detail }, FOLLOWED);
}

/**
 * Tell who follows its place, or the district that this is in, that a report was published; each once. Of a child or a found
 * person nobody is told.
 */
export async function tellArea(tx: Db, reportId: string): Promise<void> {
  const report = await findReport(tx, reportId);
  const region = report && isPublic(report) ? projectReport(report, STRANGER)?.region : undefined;
  if (!report || region === undefined) return;
  const places = [placeNamed(region), ...districtNamesOf(region)];
  const follows = await tx
    .selectFrom('follow')
    .select(['id as followId', 'user_id as userId'])
    .where(sql<SqlBool>`region_mark = any(${placeMarks(places)}::text[])`)
    .where('user_id', 'is distinct from', report.owner_id)
    .orderBy('id')
    .execute();
  const told = new Map(follows.map((one) => [one.userId, one]));
  await tellAll(tx, [...told.values()], { kind: 'report-in-area', reportId }, FOLLOWED);
}

/**
 * Tell of an alert who has their duty in its district, and who follows a place there; each once. It is a `report-in-area`
 * with a detail of its own, since an app from before alerts reads no new kind.
 */
export async function tellDistrict(
  tx: Db,
  { id, owner_id, district }: Pick<ReportRow, 'id' | 'owner_id' | 'district'>,
): Promise<void> {
  if (district === null) return;
  const follows = await tx
    .selectFrom('follow')
    .select(['id as followId', 'user_id as userId'])
    .where(sql<SqlBool>`region_mark = any(${placeMarks(namesIn(district))}::text[])`)
    .where('user_id', 'is distinct from', owner_id)
    .orderBy('id')
    .execute();
  const members = await membersOf(tx, KNOWING, [owner_id], isOfDistrict(district));
  const told = new Map([...members, ...follows].map((one) => [one.userId, one]));
  await tellAll(tx, [...told.values()], { kind: 'report-in-area', reportId: id, detail: ALERT }, FOLLOWED);
}
