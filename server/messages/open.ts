/** A conversation between two people about one report: there is one, however often it is begun. */

import { randomUUID } from 'node:crypto';
import type { Db } from '../db/schema.ts';

export interface Between {
  reportId: string;
  /** Who began it. */
  starterId: string;
  /** Whose report it is. */
  ownerId: string;
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
