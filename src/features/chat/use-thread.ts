/** One conversation: its messages from the server page by page, those that wait on this phone, and what was read of it. */

import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { listMessages, type Message, updateConversation } from '../../../contract/message.ts';
import { refreshUnread } from '../../api/unread.ts';
import { seenAt, useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { pendingWrites } from '../../store/own/writes.ts';
import { joined, pendingOf, unreadUpTo } from './chat.ts';

/** While the stream of what is new is broken, ask this often. */
const ASK_EVERY_MS = 15_000;

export function useThread(id: string) {
  const { api, db } = useServices();
  const refresh = useRefresh();
  const read = useRead('listMessages', { id }, { refetchInterval: ASK_EVERY_MS });
  const [older, setOlder] = useState<readonly Message[]>([]);
  const page = read.data?.data;
  const messages = useMemo(() => joined(older, page ?? []), [older, page]);
  const conversation = read.data?.conversation;
  const isGone = read.error instanceof AppError && ['not-found', 'bad-input'].includes(read.error.code);

  const pending = useLiveQuery(async () => {
    const writes = await pendingWrites(db, 'sendMessage');
    return writes.flatMap((write) => pendingOf(write, id) ?? []);
  }, [db, id]);
  const waiting = useRef(0);
  const count = pending?.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count < waiting.current) void Promise.all([refresh('listMessages', { id }), refresh('listConversations')]);
    waiting.current = count;
  }, [count, id, refresh]);

  const toRead = conversation && unreadUpTo(messages, conversation);
  useEffect(() => {
    if (toRead === undefined) return;
    const markRead = async () => {
      try {
        await api.call(updateConversation, { id, read: toRead });
        await Promise.all([refresh('listMessages', { id }), refresh('listConversations'), refreshUnread(api)]);
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // it is said again at the next look
      }
    };
    void markRead();
  }, [api, id, toRead, refresh]);

  /** The page before the first message that is shown. */
  async function readOlder(): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const { data } = await api.call(listMessages, { id, before: first.seq });
    setOlder([...data, ...messages]);
  }

  return {
    conversation,
    messages,
    pending: pending ?? [],
    isGone,
    readOlder,
    hasOlder: (messages[0]?.seq ?? 1) > 1,
    seenAt: seenAt(read),
    isStuck: read.isError || read.fetchStatus === 'paused',
    again: () => void read.refetch(),
    changed: () => void Promise.all([refresh('listMessages', { id }), refresh('listConversations')]),
  };
}
