/** Conversations as calls, and the stream that tells open pages of what is new. */

import {
  listConversations,
  listMessages,
  liveEvents,
  sendMessage,
  startConversation,
  updateConversation,
} from '../../contract/message.ts';
import { isStillIn } from '../auth/sessions.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config.ts';
import { onceStored } from '../db/group.ts';
import { once, transact, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { idFrom, opOf, receiptOf } from '../http/op.ts';
import type { Hub } from '../live/hub.ts';
import { conversationFor, conversationsOf, findConversation, messageFor, messagesOf } from './read.ts';
import { beginConversation, changeSide, conversationAbout, markDelivered, sendIn } from './store.ts';

/** So many conversations a person begins in an hour; more is somebody who writes to everyone. */
const MOST_BEGUN = 30;
/** And so many messages. */
const MOST_SENT = 600;

export function messageRoutes(http: Http, { db, hub }: { db: Db; config: Config; hub: Hub }): void {
  /** Tell both sides' pages. */
  async function announce(conversationId: string, userId: string, kind: 'message' | 'receipt'): Promise<void> {
    const { their_id } = await findConversation(db, conversationId, userId);
    onceStored(() => {
      for (const id of [their_id, userId]) hub.publish(id, { kind, conversationId });
    });
  }

  mount(http, startConversation, async (call) => {
    const { input } = call;
    const caller = signedIn(call.caller);
    const op = opOf(call);
    if (!(await wasApplied(db, op))) await countUse(db, `conversation:${caller.key}`, MOST_BEGUN, Date.now());
    const { value, receivedAt, replayed } = await once(
      db,
      op,
      (tx) => beginConversation(tx, input.id ?? idFrom(op.opId, 'conversation'), caller, input),
      async (tx) => conversationFor(tx, await conversationAbout(tx, input.reportId, caller), caller),
    );
    if (!replayed) await announce(value.id, caller.userId, 'message');
    return { receipt: receiptOf(op.opId, receivedAt), data: value };
  });

  mount(http, listConversations, async ({ caller }) => ({ data: await conversationsOf(db, signedIn(caller)) }));

  mount(http, listMessages, async ({ input: { id, after, before }, caller: anyone }) => {
    const caller = signedIn(anyone);
    await findConversation(db, id, caller.userId);
    const data = await messagesOf(db, id, caller, { after, before });
    const newest = data.findLast(({ mine }) => !mine)?.seq;
    if (newest !== undefined) await markDelivered(db, id, caller.userId, newest);
    return { conversation: await conversationFor(db, id, caller), data };
  });

  mount(http, sendMessage, async (call) => {
    const { input } = call;
    const caller = signedIn(call.caller);
    const op = opOf(call);
    if (!(await wasApplied(db, op))) await countUse(db, `message:${caller.key}`, MOST_SENT, Date.now());
    const id = input.id ?? idFrom(op.opId, 'message');
    const { value, receivedAt, replayed } = await once(
      db,
      op,
      (tx) => sendIn(tx, id, caller, input),
      (tx) => messageFor(tx, id, caller),
    );
    if (!replayed) await announce(input.conversationId, caller.userId, 'message');
    return { receipt: receiptOf(op.opId, receivedAt), data: value };
  });

  mount(http, updateConversation, async ({ input, caller: anyone }) => {
    const caller = signedIn(anyone);
    await transact(db, (tx) => changeSide(tx, caller, input));
    await announce(input.id, caller.userId, 'receipt');
    return { data: await conversationFor(db, input.id, caller) };
  });

  mount(http, liveEvents, async ({ caller }) => {
    const page = signedIn(caller);
    return hub.subscribe(page.userId, async () => !(await isStillIn(db, page, http)));
  });
}
