/** A conversation between two people about one report: there is one, however often it is begun. */

import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Db } from '../db/schema.ts';

export interface Between {
  reportId: string;
  /** Who began it. */
  starterId: string;
  /** Whose report it is. */
  ownerId: string;
}

/** Answered to whoever writes where one of the two has blocked the other. */
export const blocked = () => new AppError('not-allowed', 'Nothing can be written here any more');

/** Whether one of two accounts has blocked the other, in any conversation of the two of which `of` holds. */
export const hasBlocked = (by: RawBuilder<unknown>, other: RawBuilder<unknown>, of = sql`true`): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from conversation c join conversation_side s on s.conversation_id = c.id
    where ((c.starter_id = ${by} and c.owner_id = ${other}) or (c.starter_id = ${other} and c.owner_id = ${by}))
      and s.user_id = ${by} and s.blocked_at is not null and ${of})`;

/** Of a conversation that the two still read. */
const IS_THERE = sql`c.report_id is not null`;

/** Whether the first of these accounts has blocked the other. */
export async function isBlockedBy(tx: Db, byId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`select where ${hasBlocked(idOf(byId), idOf(otherId))}`.execute(tx);
  return rows.length > 0;
}

/**
 * Refuse what would reach somebody past a block, by another report or a claim: the other one has blocked the caller, or the
 * caller the other in a conversation that is still there to end that in.
 * @throws AppError not-allowed
 */
export async function refuseBlocked(tx: Db, callerId: string, otherId: string): Promise<void> {
  const [caller, other] = [idOf(callerId), idOf(otherId)];
  const { rows } =
    await sql`select where ${hasBlocked(other, caller)} or ${hasBlocked(caller, other, IS_THERE)}`.execute(tx);
  if (rows.length > 0) throw blocked();
}

const idOf = (id: string): RawBuilder<unknown> => sql`${id}::uuid`;

/**
 * The id of the conversation of these two about this report; `id` is the one it gets when it is new. An accepted claim opens
 * one also where one of the two has blocked the other: the block holds in it.
 */
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
  const side = (user_id: string, other: string) => ({
    conversation_id: conversation.id,
    user_id,
    blocked_at: sql<Date | null>`case when ${hasBlocked(idOf(user_id), idOf(other), IS_THERE)} then now() end`,
  });
  const sides = [side(starterId, ownerId), side(ownerId, starterId)];
  await tx
    .insertInto('conversation_side')
    .values(sides)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return conversation.id;
}
