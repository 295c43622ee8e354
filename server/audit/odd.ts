/** Odd looking is noticed: who looked at others far more than they are used to, elsewhere, or at night, is told to admins. */

import { sql } from 'kysely';
import type { AuditAction } from '../../contract/moderation.ts';
import { PERMISSIONS } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { tellTeam } from '../notices/tell.ts';
import { writeAudit } from './audit.ts';

/**
 * By which one learns something about somebody. Not `record-review`: each page of the queue is dozens of them, and who decides
 * it must look. Nor what is read as a list, which stands in the log once an hour, however much is in it.
 */
const LOOKS = [
  ...([
    'record-open',
    'record-open-elsewhere',
    'photo-review',
    'face-search',
    'word-search',
    'alike-read',
    'reunion-read',
    'look-up-account',
    'claim-read',
    'warning-open',
    'note-dismiss',
  ] as const),
] satisfies readonly AuditAction[];

/**
 * From so many in 24 hours on, and more than so many times the median of one's own days before: an officer of a large
 * station, or on the night shift, is measured by themselves. Days without any do not count, so that who works one day a
 * week is not odd each time.
 */
const LEAST = { all: 30, elsewhere: 5, night: 10 } as const;
const TIMES = 4;
const DAYS = 28;

/**
 * Tell all other admins of each whose last 24 hours are odd, once a day, and write it down. The night is from 23 to 5 in
 * India.
 */
export async function noticeOdd(db: Db, now = new Date()): Promise<void> {
  const { rows } = await sql<{ actor_id: string; why: string }>`
    with look as (
      select actor_id, floor(extract(epoch from ${now}::timestamptz - at) / 86400)::int as days_ago,
        action = 'record-open-elsewhere' as elsewhere,
        extract(hour from at at time zone 'Asia/Kolkata') not between 5 and 22 as at_night
      from audit
      where at > ${now}::timestamptz - make_interval(days => ${sql.lit(DAYS + 1)}) and at <= ${now}::timestamptz
        and action in (${sql.join(LOOKS)})
        and actor_id in (
          select actor_id from audit where at > ${now}::timestamptz - interval '1 day' and at <= ${now}::timestamptz
            and action in (${sql.join(LOOKS)}))
    ), day as (
      select actor_id, days_ago, count(*) as "all", count(*) filter (where elsewhere) as elsewhere,
        count(*) filter (where at_night) as night
      from look group by actor_id, days_ago
    ), kind as (
      select actor_id, days_ago, why, n from day
      cross join lateral (values ('all', "all"), ('elsewhere', elsewhere), ('night', night)) as counted (why, n)
    )
    select today.actor_id, string_agg(today.why, ', ' order by today.why) as why from kind as today
    where days_ago = 0
      and n >= case why when 'all' then ${sql.lit(LEAST.all)} when 'elsewhere' then ${sql.lit(LEAST.elsewhere)} else ${sql.lit(LEAST.night)} end
      and n > ${sql.lit(TIMES)} * coalesce((
        select percentile_cont(0.5) within group (order by before.n) from kind as before
        where before.actor_id = today.actor_id and before.why = today.why and before.days_ago > 0 and before.n > 0), 0)
      and not exists (
        select 1 from audit told where told.subject_id = today.actor_id and told.action = 'odd-looks'
          and told.at > ${now}::timestamptz - interval '1 day')
    group by today.actor_id`.execute(db);
  for (const { actor_id, why } of rows)
    await db.transaction().execute(async (tx) => {
      await writeAudit(tx, { kind: 'anonymous', key: 'odd-looks' }, 'odd-looks', actor_id, why);
      await tellTeam(tx, PERMISSIONS.administer, { kind: 'odd-looks', detail: actor_id }, actor_id);
    });
}
