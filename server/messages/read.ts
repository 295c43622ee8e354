/** Conversations as each of the two reads them: masked, but for what the other one revealed by their own tap (A16). */

import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Conversation, Message } from '../../contract/message.ts';
import type { Caller } from '../../contract/user.ts';
import { maskedName } from '../auth/masked-name.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { projectReport, settledView } from '../reports/projection.ts';
import { reportsById } from '../reports/read.ts';
import { signsOf } from './signs.ts';

export const PAGE = 50;

/**
 * The caller's conversations, or that one; the newest first. One whose report was erased is there for nobody: what the two
 * said about it went with it, and what is left is proof for moderators.
 */
const rowsOf = (db: Db, userId: string) =>
  db
    .selectFrom('conversation')
    .innerJoin('conversation_side as mine', (join) =>
      join.onRef('mine.conversation_id', '=', 'conversation.id').on('mine.user_id', '=', userId),
    )
    .innerJoin('conversation_side as theirs', (join) =>
      join.onRef('theirs.conversation_id', '=', 'conversation.id').on('theirs.user_id', '<>', userId),
    )
    .innerJoin('app_user as them', 'them.id', 'theirs.user_id')
    .where('conversation.report_id', 'is not', null)
    .select(['conversation.id', 'conversation.last_seq', 'conversation.updated_at'])
    .select((of) => of.ref('conversation.report_id').$notNull().as('report_id'))
    .select(['mine.read_seq', 'mine.blocked_at', 'mine.shows_phone', 'mine.shows_email'])
    .select(['theirs.user_id as their_id', 'theirs.read_seq as their_read', 'theirs.delivered_seq as their_delivered'])
    .select(['theirs.blocked_at as their_block', 'theirs.shows_phone as they_show_phone'])
    .select(['theirs.shows_email as they_show_email', 'them.name', 'them.phone', 'them.email', 'them.erased_at'])
    .select(
      sql<number>`(select count(*)::int from message m where m.conversation_id = conversation.id
        and m.seq > mine.read_seq and m.author_id is distinct from ${userId}::uuid)`.as('unread'),
    )
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id');

/** A conversation from the caller's side of it. */
export interface ConversationRow {
  id: string;
  report_id: string;
  last_seq: number;
  updated_at: Date;
  read_seq: number;
  blocked_at: Date | null;
  shows_phone: boolean;
  shows_email: boolean;
  their_id: string;
  their_read: number;
  their_delivered: number;
  their_block: Date | null;
  they_show_phone: boolean;
  they_show_email: boolean;
  name: string;
  phone: string | null;
  email: string;
  /** When they erased their account. */
  erased_at: Date | null;
  /** Messages of the other one that the caller has not read. */
  unread: number;
}

/** The row of a conversation that the caller is one of the two of. */
export async function findConversation(db: Db, id: string, userId: string): Promise<ConversationRow> {
  const row = await rowsOf(db, userId).where('conversation.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such conversation');
  return row;
}

export async function conversationsOf(db: Db, caller: SignedIn): Promise<Conversation[]> {
  // One that was opened by an accepted claim is there before its first word.
  return viewConversations(db, await rowsOf(db, caller.userId).limit(200).execute(), caller);
}

export async function conversationFor(db: Db, id: string, caller: SignedIn): Promise<Conversation> {
  const [view] = await viewConversations(db, [await findConversation(db, id, caller.userId)], caller);
  if (!view) throw new Error('a row makes a conversation');
  return view;
}

async function viewConversations(db: Db, rows: readonly ConversationRow[], caller: SignedIn): Promise<Conversation[]> {
  const reports = await reportsById(
    db,
    rows.map(({ report_id }) => report_id),
  );
  const last = await lastMessages(db, rows, caller);
  return rows.map((row): Conversation => {
    const report = reports.get(row.report_id);
    const open = report && projectReport(report, caller);
    const view = open ?? (report && settledView(report)); // the two knew it when they began
    const newest = last.get(row.id);
    return {
      id: row.id,
      reportId: row.report_id,
      seesReport: open !== undefined,
      ...(view?.title ? { title: view.title } : {}),
      ...(view?.image ? { image: view.image } : {}),
      with: maskedName(row.name),
      ...(row.erased_at ? { withErased: true } : {}),
      revealed: {
        ...(row.they_show_phone && row.phone ? { phone: row.phone } : {}),
        ...(row.they_show_email ? { email: row.email } : {}),
      },
      revealing: [...(row.shows_phone ? (['phone'] as const) : []), ...(row.shows_email ? (['email'] as const) : [])],
      // Who is blocked is not told so; their messages are refused as if the other had gone.
      blocked: row.blocked_at ? 'by-me' : row.their_block ? 'by-them' : 'no',
      ...(newest ? { last: newest } : {}),
      unread: row.unread,
      theirDelivered: row.their_delivered,
      theirRead: row.their_read,
      myRead: row.read_seq,
      updatedAt: row.updated_at.toISOString(),
    };
  });
}

async function lastMessages(db: Db, rows: readonly ConversationRow[], caller: SignedIn): Promise<Map<string, Message>> {
  if (rows.length === 0) return new Map();
  const found = await messageRows(db)
    .innerJoin('conversation', (join) =>
      join.onRef('conversation.id', '=', 'message.conversation_id').onRef('conversation.last_seq', '=', 'message.seq'),
    )
    .where(
      'message.conversation_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return new Map(found.map((row) => [row.conversation_id, viewMessage(row, caller)]));
}

const messageRows = (db: Db) => db.selectFrom('message').selectAll('message');
type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number];

function viewMessage(row: MessageRow, caller: SignedIn): Message {
  const signs = signsOf(row.text, row.address);
  const place = row.lat !== null && row.lng !== null ? { lat: row.lat, lng: row.lng } : undefined;
  return {
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    mine: row.author_id === caller.userId,
    ...(row.text ? { text: row.text } : {}),
    ...(row.photo ? { photo: row.photo } : {}),
    ...(signs.length > 0 ? { signs } : {}),
    ...(place ? { place: { ...place, ...(row.address ? { address: row.address } : {}) } } : {}),
    createdAt: row.created_at.toISOString(),
  };
}

/** A page of messages, oldest first: those after a place, those before one, or the latest. */
export async function messagesOf(
  db: Db,
  conversationId: string,
  caller: SignedIn,
  { after, before }: { after?: number | undefined; before?: number | undefined },
): Promise<Message[]> {
  const rows = await messageRows(db)
    .where('conversation_id', '=', conversationId)
    .$if(after !== undefined, (query) => query.where('seq', '>', after ?? 0))
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', after === undefined ? 'desc' : 'asc')
    .limit(PAGE)
    .execute();
  const ordered = after === undefined ? rows.reverse() : rows;
  return ordered.map((row) => viewMessage(row, caller));
}

export async function messageFor(db: Db, id: string, caller: SignedIn): Promise<Message> {
  const row = await messageRows(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such message');
  await findConversation(db, row.conversation_id, caller.userId);
  return viewMessage(row, caller);
}

/** Who may see a photo in a message: the two, as long as they see the conversation. */
export async function seesMessage(db: Db, id: string, caller: Caller): Promise<boolean> {
  if (caller.kind === 'anonymous') return false;
  const row = await db
    .selectFrom('message')
    .innerJoin('conversation_side', 'conversation_side.conversation_id', 'message.conversation_id')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select('message.id')
    .where('message.id', '=', id)
    .where('conversation.report_id', 'is not', null)
    .where('conversation_side.user_id', '=', caller.userId)
    .executeTakeFirst();
  return row !== undefined;
}
