/** Conversations as they are written: begun, answered, read, blocked, complained of. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_TEXT } from '../../contract/limits.ts';
import type { sendMessage, startConversation, updateConversation } from '../../contract/message.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { attach } from '../files/attachments.ts';
import { tell } from '../notices/tell.ts';
import { listSightOf } from '../reports/projection.ts';
import { findIf } from '../reports/read.ts';
import { isOwner } from '../reports/rules.ts';
import { placeColumns } from '../reports/upload.ts';
import { blocked, openConversation, refuseBlocked } from './open.ts';
import { type ConversationRow, findConversation } from './read.ts';
import { warnOf } from './warnings.ts';

interface NewMessage {
  id: string;
  conversationId: string;
  text?: string | undefined;
  photo?: string | undefined;
  place?: Parameters<typeof placeColumns>[0];
}

/** Write the first words to the owner of a report that the caller sees. Answers the conversation, old or new. */
export async function beginConversation(
  tx: Db,
  id: string,
  caller: SignedIn,
  { reportId, text }: ParsedInputOf<typeof startConversation>,
): Promise<void> {
  // A guarded record is asked after at 112 or 1098, never through its reporter.
  const report = await findIf(tx, reportId, (one) => !['none', 'guarded'].includes(listSightOf(one, caller)));
  if (!report) throw new AppError('not-found', 'There is no such report');
  if (isOwner(report, caller)) throw new AppError('conflict', 'It is your own report');
  if (!report.owner_id) throw new AppError('conflict', 'It was posted without an account; nobody can be written to');
  await refuseBlocked(tx, caller.userId, report.owner_id);
  const between = { reportId, starterId: caller.userId, ownerId: report.owner_id };
  const conversationId = await openConversation(tx, between, id);
  await insertMessage(tx, caller, { id: randomUUID(), conversationId, text });
}

/** The conversation that a write by `beginConversation` went to. */
export async function conversationAbout(db: Db, reportId: string, caller: SignedIn): Promise<string> {
  const row = await db
    .selectFrom('conversation')
    .select('id')
    .where('report_id', '=', reportId)
    .where('starter_id', '=', caller.userId)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such conversation');
  return row.id;
}

/** Add a message at the end: the conversation's row is held, so that the numbers have no gap and no double. */
export async function insertMessage(tx: Db, caller: SignedIn, message: NewMessage): Promise<void> {
  const { id, conversationId, text, photo, place } = message;
  const row = await findConversation(tx, conversationId, caller.userId);
  if (row.blocked_at || row.their_block) throw blocked();
  if (!text && !photo && !place)
    throw new AppError('bad-input', 'A message has words, a photo or a place', { fields: { text: 'required' } });
  const { last_seq: seq } = await tx
    .updateTable('conversation')
    .set({ last_seq: sql`last_seq + 1`, updated_at: new Date() })
    .where('id', '=', conversationId)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  const inserted = await tx
    .insertInto('message')
    .values({
      id,
      conversation_id: conversationId,
      seq,
      author_id: caller.userId,
      text: text || null,
      photo: photo ?? null,
      ...placeColumns(place),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new AppError('conflict', 'A message with this id exists');
  await warnOf(tx, { author_id: caller.userId, message_id: id }, text, place?.address);
  if (photo) await attach(tx, 'message', id, [photo]);
  await mark(tx, conversationId, caller.userId, { read: seq, delivered: seq });
  await tell(tx, {
    userId: row.their_id,
    kind: 'message',
    conversationId,
    reportId: row.report_id,
  });
}

export const sendIn = (tx: Db, id: string, caller: SignedIn, input: ParsedInputOf<typeof sendMessage>): Promise<void> =>
  insertMessage(tx, caller, { ...input, id });

/** Marks only go forward, and never past the last message. */
async function mark(
  tx: Db,
  conversationId: string,
  userId: string,
  { read, delivered }: { read?: number | undefined; delivered?: number | undefined },
): Promise<void> {
  await sql`
    update conversation_side s
    set read_seq = greatest(s.read_seq, least(${read ?? 0}::int, c.last_seq)),
        delivered_seq = greatest(s.delivered_seq, least(${Math.max(delivered ?? 0, read ?? 0)}::int, c.last_seq))
    from conversation c
    where c.id = s.conversation_id and s.conversation_id = ${conversationId} and s.user_id = ${userId}`.execute(tx);
}

/** What was answered to the caller has reached them. */
export const markDelivered = (db: Db, conversationId: string, userId: string, seq: number): Promise<void> =>
  mark(db, conversationId, userId, { delivered: seq });

/** What one side says of the conversation: how far they read, what they reveal, that they want no more of it. */
export async function changeSide(
  tx: Db,
  caller: SignedIn,
  input: ParsedInputOf<typeof updateConversation>,
): Promise<void> {
  const { id, read, delivered, blocked, reveal, hide, complaint } = input;
  const row = await findConversation(tx, id, caller.userId);
  if (read !== undefined || delivered !== undefined) await mark(tx, id, caller.userId, { read, delivered });
  if (read !== undefined) await readNotice(tx, id, caller.userId);
  const shown = {
    ...(reveal === 'phone' ? { shows_phone: true } : {}),
    ...(reveal === 'email' ? { shows_email: true } : {}),
    ...(hide === 'phone' ? { shows_phone: false } : {}),
    ...(hide === 'email' ? { shows_email: false } : {}),
  };
  if (Object.keys(shown).length > 0)
    await tx
      .updateTable('conversation_side')
      .set(shown)
      .where('conversation_id', '=', id)
      .where('user_id', '=', caller.userId)
      .execute();
  if (blocked !== undefined || complaint) await setBlock(tx, caller.userId, row.their_id, blocked !== false);
  // To whom, by their id: the log holds no number, no address and no name of theirs.
  if (reveal === 'phone' && !row.shows_phone) await writeAudit(tx, caller, 'phone-shown', row.report_id, row.their_id);
  if (reveal === 'email' && !row.shows_email) await writeAudit(tx, caller, 'email-shown', row.report_id, row.their_id);
  if (complaint) await complain(tx, caller, row, complaint);
}

/**
 * A person is blocked, not what they talk of: it holds in each conversation of the two. Nothing that was revealed to them is
 * shown to them from then on, nor again when the block ends: the number may be a new one by then.
 */
async function setBlock(tx: Db, byId: string, otherId: string, isBlocked: boolean): Promise<void> {
  const between = tx
    .selectFrom('conversation')
    .select('id')
    .where(({ and, eb, or }) =>
      or([
        and([eb('starter_id', '=', byId), eb('owner_id', '=', otherId)]),
        and([eb('starter_id', '=', otherId), eb('owner_id', '=', byId)]),
      ]),
    );
  await tx
    .updateTable('conversation_side')
    .set(isBlocked ? { blocked_at: new Date(), shows_phone: false, shows_email: false } : { blocked_at: null })
    .where('user_id', '=', byId)
    .where('conversation_id', 'in', between)
    .execute();
}

/**
 * One complaint of each side waits of a conversation: what is said after it is read with it, as far as there is room, so that
 * nobody's pile hides another's. Two at once wait for each other by the side's row, which a complaint writes too.
 */
async function complain(tx: Db, caller: SignedIn, { id, their_id }: ConversationRow, said: string): Promise<void> {
  const waiting = await tx
    .selectFrom('complaint')
    .select(['id', 'text'])
    .where('conversation_id', '=', id)
    .where('by_id', '=', caller.userId)
    .where('handled_at', 'is', null)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  if (waiting) {
    const text = `${waiting.text}\n${said}`.slice(0, MAX_TEXT);
    const of = tx.updateTable('complaint').where('id', '=', waiting.id).where('conversation_id', '=', id);
    await of.set({ text }).execute();
    return;
  }
  await tx
    .insertInto('complaint')
    .values({
      ...{ id: randomUUID(), conversation_id: id, by_id: caller.userId, about_id: their_id },
      ...{ text: said, handled_at: null },
    })
    .execute();
}

/** Read here is read in the inbox too. */
async function readNotice(tx: Db, conversationId: string, userId: string): Promise<void> {
  await tx
    .updateTable('notice')
    .set({ read_at: new Date() })
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('kind', '=', 'message')
    .where('read_at', 'is', null)
    .execute();
}
