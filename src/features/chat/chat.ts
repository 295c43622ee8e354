/** A conversation as it is read: what the server has and what still waits on this phone, in one row. Pure. */

import type { Conversation, Message } from '../../../contract/message.ts';
import type { Place } from '../../../contract/primitives.ts';

/** A message that the server does not have yet. */
export interface Pending {
  opId: string;
  text?: string;
  photo?: string;
  place?: Place;
  createdAt: number;
}

/** What has become of an own message; each word holds for all before it. */
export type Mark = 'sent' | 'delivered' | 'read';

export const markOf = ({ seq }: Pick<Message, 'seq'>, { theirRead, theirDelivered }: Conversation): Mark =>
  seq <= theirRead ? 'read' : seq <= theirDelivered ? 'delivered' : 'sent';

/** Under these own messages a mark is shown: the last of each kind, for the others follow from them. */
export function markedSeqs(messages: readonly Message[], conversation: Conversation): Map<number, Mark> {
  const last = new Map<Mark, number>();
  for (const message of messages) if (message.mine) last.set(markOf(message, conversation), message.seq);
  return new Map([...last].map(([mark, seq]) => [seq, mark]));
}

/**
 * Messages read before and the newest page as one row without doubles, oldest first. With a gap between them the older
 * ones are let go: they can be asked for again, and nothing that was said in between is passed over unseen.
 */
export function joined(before: readonly Message[], page: readonly Message[]): readonly Message[] {
  const first = page[0]?.seq;
  if (first === undefined) return before;
  const older = before.filter(({ seq }) => seq < first);
  const last = older.at(-1)?.seq;
  return last === undefined || last === first - 1 ? [...older, ...page] : page;
}

/** The newest message of the other one that is not marked as read; undefined when all are. */
export const unreadUpTo = (
  messages: readonly Message[],
  { myRead }: Pick<Conversation, 'myRead'>,
): number | undefined => messages.findLast(({ mine, seq }) => !mine && seq > myRead)?.seq;

/** The write of a message as it waits, when it is one of this conversation. */
export function pendingOf(
  write: { opId: string; entityId: string; input: Record<string, unknown>; createdAt: number },
  conversationId: string,
): Pending | undefined {
  if (write.entityId !== conversationId) return undefined;
  const { text, photo, place } = write.input as Partial<Pick<Pending, 'text' | 'photo' | 'place'>>; // as queued here
  const { opId, createdAt } = write;
  return { opId, createdAt, ...(text ? { text } : {}), ...(photo ? { photo } : {}), ...(place ? { place } : {}) };
}

/** A place in figures, where nobody gave it a name. */
export const placeText = ({ address, lat, lng }: Place): string => address ?? `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
