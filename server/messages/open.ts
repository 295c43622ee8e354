/** A conversation between two people about one report: there is one, however often it is begun. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

export interface Between {
  reportId: string;
  /** Who began it. */
  starterId: string;
  /** Whose report it is. */
  ownerId: string;
}

/**
 * Whether the other one has blocked the caller in any conversation of the two, or the caller the other in one that is still
 * there to end that in.
 */
export async function areBlocked(tx: Db, callerId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversation c join conversation_side s on s.conversation_id = c.id
    where ((c.starter_id = ${callerId}::uuid and c.owner_id = ${otherId}::uuid)
        or (c.starter_id = ${otherId}::uuid and c.owner_id = ${callerId}::uuid))
      and s.blocked_at is not null and (s.user_id = ${otherId}::uuid or c.report_id is not null)
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The id of the conversation of these two about this report; `id` is the one it gets when it is new. */
export async function openConversation(tx: Db, between: Between, id: string = randomUUID()): Promise<string> {
  const { reportId, starterId, ownerId } = between;
  await tx
    .insertInto('conversation')
    .values({ id, report_id: reportId, starter_id: starterId, owner_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const conversation = await tx
    .selectFrom('conversation')
    .select('id')
    .where('report_id', '=', reportId)
    .where('starter_id', '=', starterId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const sides = [starterId, ownerId].map((user_id) => ({
    conversation_id: conversation.id,
    user_id,
    blocked_at: null,
  }));
  await tx
    .insertInto('conversation_side')
    .values(sides)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return conversation.id;
}
