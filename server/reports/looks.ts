/** Who looked at somebody's report with the power to, and whose face search found it: what its owner is told of the log. */

import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { type AuditAction, AuditRole, type listLooks, OpenReason } from '../../contract/moderation.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { findIf } from './read.ts';
import { isOwner, isVeiled } from './rules.ts';

type Look = OutputOf<typeof listLooks>['data'][number];

const WHAT: Partial<Record<AuditAction, Look['what']>> = {
  'record-open': 'opened',
  'record-open-elsewhere': 'opened-elsewhere',
  'record-review': 'reviewed',
  'photo-review': 'reviewed',
  'face-found': 'found',
};
const PAGE = 50;

/** Where somebody was seen is told by neither a scan nor a station: whoever posted a person may be who they fled from. */
const OF_PERSONS: readonly AuditAction[] = ['record-open', 'record-open-elsewhere', 'record-review', 'photo-review'];

/**
 * The latest first. An office is named by its station and never by who holds it: they answer to it, not to the owner. Of a
 * person the owner reads that it was opened, and nothing of why (it may be one with another, somebody was seen: that is told
 * by an officer, if at all), of scans, of stations, or of what came after it was hidden.
 */
export async function readLooks(db: Db, id: string, caller: Caller): Promise<OutputOf<typeof listLooks>> {
  const row = await findIf(db, id, (report) => isOwner(report, caller));
  if (!row) throw new AppError('not-found', 'There is no such report of yours');
  const isPerson = row.subject === 'person';
  const rows = await db
    .selectFrom('audit')
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['audit.at', 'audit.role', 'audit.action', 'audit.reason', 'organisation'])
    .where('subject_id', '=', id)
    .where('action', 'in', isPerson ? [...OF_PERSONS] : Object.keys(WHAT))
    .$if(isVeiled(row) && row.hidden_at !== null, (query) => query.where('audit.at', '<', row.hidden_at))
    .where((eb) => eb.or([eb('actor_id', 'is', null), eb('actor_id', '!=', row.owner_id)]))
    .orderBy('audit.at', 'desc')
    .limit(PAGE + 1)
    .execute();
  const data = rows.slice(0, PAGE).flatMap(({ at, role, action, reason, organisation }): Look[] => {
    const what = WHAT[action as AuditAction];
    if (!what) return [];
    const why = OpenReason.safeParse(/^\w+/.exec(reason ?? '')?.[0]).data;
    const isOffice = role !== 'nobody' && role !== 'poster' && role !== 'finder';
    return [
      {
        at: at.toISOString(),
        what,
        role: AuditRole.parse(role),
        ...(isOffice && organisation && !isPerson ? { station: organisation } : {}),
        ...(why && what !== 'reviewed' && !isPerson ? { reason: why } : {}),
      },
    ];
  });
  return { data, more: rows.length > PAGE };
}
