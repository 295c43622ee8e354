/** An admin is made by two admins, or named by the operator: what one of them alone could do, whoever took their phone could too. */

import { ADMIN_PROPOSAL_HOURS } from '../../contract/limits.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { mayActNow } from '../auth/standing.ts';
import type { Db } from '../db/schema.ts';
import { tellTeam } from '../notices/tell.ts';

const HOUR_MS = 3_600_000;

const since = (now: Date): Date => new Date(now.getTime() - ADMIN_PROPOSAL_HOURS * HOUR_MS);

/** Whether another admin, who still is one, has proposed it; else it is proposed now, and the others are told. */
export async function confirmsAdmin(tx: Db, admin: SignedIn, userId: string, reason: string): Promise<boolean> {
  const now = new Date();
  const proposed = (await proposalsOf(tx, [userId], now)).get(userId);
  if (proposed && proposed.by.id !== admin.userId) return true;
  await tx
    .insertInto('admin_proposal')
    .values({ user_id: userId, proposer_id: admin.userId, at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ proposer_id: admin.userId, at: now }))
    .execute();
  await writeAudit(tx, admin, 'propose-admin', userId, reason);
  if (!proposed) await tellTeam(tx, ['admin'], { kind: 'admin-proposed' }, admin.userId);
  return false;
}

/** It was settled, one way or the other. Answers whether there was one. */
export async function forgetProposal(tx: Db, userId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('admin_proposal').where('user_id', '=', userId).returning('at').execute();
  return gone.some(({ at }) => at > since(new Date()));
}

/** Those whose time is over. */
export async function forgetProposals(db: Db, now = new Date()): Promise<void> {
  await db.deleteFrom('admin_proposal').where('at', '<', since(now)).execute();
}

export interface AdminProposal {
  by: { id: string; name: string };
  at: Date;
}

/** Of these accounts the ones that are proposed as admins, by somebody who still is one. */
export const proposalsOf = (
  db: Db,
  userIds: readonly string[],
  now = new Date(),
): Promise<Map<string, AdminProposal>> =>
  userIds.length === 0 ? Promise.resolve(new Map()) : readProposals(db, now, userIds);

/** By whose account, those that end first in front: of these, or all. */
export async function readProposals(
  db: Db,
  now = new Date(),
  userIds?: readonly string[],
): Promise<Map<string, AdminProposal>> {
  const rows = await db
    .selectFrom('admin_proposal as p')
    .innerJoin('app_user as u', 'u.id', 'p.proposer_id')
    .select(['p.user_id', 'p.at', 'u.id', 'u.name'])
    .$if(userIds !== undefined, (query) => query.where('p.user_id', 'in', userIds ?? []))
    .where('p.at', '>', since(now))
    .where('u.role', '=', 'admin')
    .where(mayActNow('u'))
    .orderBy('p.at')
    .orderBy('p.user_id')
    .execute();
  return new Map(rows.map(({ user_id, at, id, name }) => [user_id, { by: { id, name }, at }]));
}
