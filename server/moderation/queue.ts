/** What waits for a moderator: new posts, appeals, and posts that people flagged; the one that is due first first. */

import { sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import { FLAG_LOOK_MINUTES, REVIEW_HOURS } from '../../contract/limits.ts';
import type { moderationQueue, Review } from '../../contract/moderation.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { isDrawable } from '../face/drawn.ts';
import { countOlder } from '../face/enrol.ts';
import type { FaceIndex } from '../face/index.ts';
import { countToDraw } from '../face/to-draw.ts';
import { openForReview } from '../reports/opened.ts';
import { projectReport } from '../reports/projection.ts';
import { IS_CLOSED, IS_UNSEEN, reportsById } from '../reports/read.ts';
import { isOwner } from '../reports/rules.ts';
import { seenBefore } from '../suppression/hold.ts';
import { findSimilar } from './similar.ts';

const minutes = (count: number) => sql`make_interval(mins => ${sql.lit(count)})`;

async function seenBeforeOf(db: Db, id: string): Promise<Pick<Review, 'seenBefore' | 'takenBack'>> {
  const { team, maker } = await seenBefore(db, id);
  return {
    ...(Object.keys(team).length > 0 ? { seenBefore: team } : {}),
    ...(Object.keys(maker).length > 0 ? { takenBack: maker } : {}),
  };
}

/** What the server could not enrol (face/enrol.ts). */
async function withoutFace(db: Db, reportId: string): Promise<Pick<Review, 'photosWithoutFace' | 'facesToDraw'>> {
  const rows = await db
    .selectFrom('report_file')
    .select(['face', 'sha256'])
    .where('report_id', '=', reportId)
    .where('purpose', '=', 'photo')
    .where('face', '<>', 'enrolled')
    .orderBy('position')
    .execute();
  const photosWithoutFace = rows.flatMap(({ face }) => (face === null || face === 'enrolled' ? [] : [face]));
  const facesToDraw = rows.flatMap(({ face, sha256 }) => (isDrawable(face) ? [sha256] : []));
  return photosWithoutFace.length > 0 ? { photosWithoutFace, facesToDraw } : {};
}

interface Waiting {
  id: string;
  why: Review['why'];
  due: Date;
  total: number;
}

/** Of the caller's own posts, which somebody else decides on, nothing that they would not read as who posted them. */
export async function readQueue(
  { db, faces }: { db: Db; faces: FaceIndex },
  caller: SignedIn,
  limit: number,
): Promise<OutputOf<typeof moderationQueue>> {
  const waiting = await readWaiting(db, limit);
  const opened = await openForReview(
    db,
    caller,
    waiting.map(({ id }) => id),
  );
  const data: Review[] = [];
  for (const { id, why, due } of waiting) {
    const { row, mark } = opened.get(id) ?? {};
    const report = row && projectReport(row, caller, 'full');
    if (!row || !report) continue;
    const mine = isOwner(row, caller);
    const similar = await reportsById(db, mine ? [] : await findSimilar(db, row, faces));
    data.push({
      report,
      ...(mark === undefined ? {} : { mark }),
      why,
      dueAt: due.toISOString(),
      flags: mine ? [] : await readFlags(db, id),
      ...(why === 'appeal' ? await readAppeal(db, id) : {}),
      similar: [...similar.values()].flatMap((other) => projectReport(other, caller) ?? []),
      ...(mine ? {} : await seenBeforeOf(db, id)),
      ...(!mine && row.hidden_for === 'seen-before' ? { held: true as const } : {}),
      ...(await withoutFace(db, id)),
      ...(row.owner_id === null ? {} : await readOwner(db, row.owner_id)),
    });
  }
  const facesLeft = await countOlder(db);
  const facesToDraw = await countToDraw(db, caller);
  return {
    data,
    total: waiting[0]?.total ?? 0,
    ...(facesLeft > 0 ? { facesLeft } : {}),
    ...(facesToDraw > 0 ? { facesToDraw } : {}),
  };
}

/**
 * Found by what waits: most reports are published, and nobody waits for them. What is kept of a scan is nothing to decide on,
 * whatever is said of it or it is like.
 */
async function readWaiting(db: Db, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with flagged as (select report_id, min(at) as flagged_at from flag where handled_at is null group by report_id),
      found as (
        select id from report where status in ('pending_review', 'appealed') and not kept_scan
        union select id from report where hidden_for = 'flags'
        union select id from report where hidden_for = 'seen-before'
        union select report_id from flagged
        union select report_id from report_file where ${IS_UNSEEN}
        union select report_id from report_file where face_unseen_at is not null)
    select id, why, due, (count(*) over ())::int as total from (
      select report.id,
        case when status = 'pending_review' then 'new' when status = 'appealed' then 'appeal'
          when hidden_for = 'flags' or flagged_at is not null then 'flagged' else 'photo' end as why,
        case when status = 'published' and hidden_for = 'flags' then hidden_at + ${minutes(FLAG_LOOK_MINUTES)}
          when status = 'published' then coalesce(flagged_at, unseen_from, hidden_at) + ${minutes(REVIEW_HOURS * 60)}
          else coalesce(entered_at, created_at) + ${minutes(REVIEW_HOURS * 60)} end as due
      from found join report on report.id = found.id left join flagged on flagged.report_id = report.id
      cross join lateral (
        select max(at) as entered_at from history h
        where h.report_id = report.id and h.what = 'status' and h.to_status = report.status and h.from_status is not null) as moves
      cross join lateral (
        select min(least(unseen_at, face_unseen_at)) as unseen_from from report_file f where f.report_id = report.id) as late
      where not kept_scan and not ${IS_CLOSED} and status in ('pending_review', 'appealed', 'published')) as waiting
    order by due, id
    limit ${limit}`.execute(db);
  return rows;
}

async function readFlags(db: Db, reportId: string): Promise<Review['flags']> {
  const rows = await db
    .selectFrom('flag')
    .select(['reason', 'text', 'at'])
    .where('report_id', '=', reportId)
    .where('handled_at', 'is', null)
    .orderBy('at')
    .execute();
  return rows.map(({ reason, text, at }) => ({ reason, at: at.toISOString(), ...(text ? { text } : {}) }));
}

/** Why it was refused, and what its owner says to that. */
async function readAppeal(db: Db, reportId: string): Promise<Pick<Review, 'rejectedFor' | 'appeal'>> {
  const last = (to: 'rejected' | 'appealed') =>
    db
      .selectFrom('history')
      .select('reason')
      .where('report_id', '=', reportId)
      .where('what', '=', 'status')
      .where('to_status', '=', to)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [rejected, appealed] = [await last('rejected'), await last('appealed')];
  return {
    ...(rejected?.reason ? { rejectedFor: rejected.reason } : {}),
    ...(appealed?.reason ? { appeal: appealed.reason } : {}),
  };
}

/** What is known of the owner's earlier posts: how many were shown, how many refused. */
async function readOwner(db: Db, id: string): Promise<Pick<Review, 'owner'>> {
  const owner = await db
    .selectFrom('app_user')
    .select(['id', 'name', 'role', 'suspended_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!owner) return {};
  const { rows } = await sql<{ published: number; rejected: number }>`
    select count(distinct report_id) filter (where to_status = 'published')::int as published,
      count(distinct report_id) filter (where to_status = 'rejected')::int as rejected
    from history join report on report.id = report_id
    where owner_id = ${id} and what = 'status'`.execute(db);
  const counts = rows[0] ?? { published: 0, rejected: 0 };
  const { suspended_at, ...known } = owner;
  return { owner: { ...known, ...counts, suspended: suspended_at !== null } };
}
