/** Masked conversations between two people about one report (A16), and what is pushed to a page that is open. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT, MAX_TITLE } from './limits.ts';
import { Id, Instant, Op, optionalText, Place, Receipt, Sha256, shortText } from './primitives.ts';
import { Sign } from './sign.ts';
import { PERMISSIONS } from './user.ts';

export const Message = z.object({
  id: Id,
  conversationId: Id,
  /** Its place in the conversation, from 1. */
  seq: z.int(),
  mine: z.boolean(),
  text: z.optional(z.string()),
  photo: z.optional(Sha256),
  place: z.optional(Place),
  /** Of a fraud, for both to be warned; absent when there are none. */
  signs: z.optional(z.array(Sign)),
  createdAt: Instant,
});
export type Message = z.infer<typeof Message>;

export const Conversation = z.object({
  id: Id,
  reportId: Id,
  /** What the report is called; absent when the viewer may not know. */
  title: z.optional(z.string()),
  /** Whether its page is there for the viewer; absent from an older server. */
  seesReport: z.optional(z.boolean()),
  image: z.optional(z.string()),
  /** The other one, masked: a first name and an initial. */
  with: z.string(),
  /** They erased their account: there is no name, and nobody to write to. */
  withErased: z.optional(z.boolean()),
  /** What the other one has revealed by their own tap. */
  revealed: z.object({ phone: z.optional(z.string()), email: z.optional(z.string()) }),
  /** What the viewer has revealed. */
  revealing: z.array(z.enum(['phone', 'email'])),
  blocked: z.enum(['no', 'by-me', 'by-them']),
  last: z.optional(Message),
  unread: z.int(),
  /** Up to which of the viewer's messages the other's device has them, and the other has read them. */
  theirDelivered: z.int(),
  theirRead: z.int(),
  myRead: z.int(),
  updatedAt: Instant,
});
export type Conversation = z.infer<typeof Conversation>;

/** Write to the owner of a report; a second conversation of the same two about the same report is the first. */
export const startConversation = endpoint({
  method: 'POST',
  path: '/conversations',
  access: PERMISSIONS.member,
  queued: { makes: 'entity', sealed: true },
  input: z.object({ ...Op, reportId: Id, text: shortText(MAX_TEXT) }),
  output: z.object({ receipt: Receipt, data: Conversation }),
});

export const listConversations = endpoint({
  method: 'GET',
  path: '/conversations',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({ data: z.array(Conversation) }),
});

/** Messages after `after`, oldest first; without it the latest page. Reading them marks them delivered. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/conversations/:id/messages',
  access: PERMISSIONS.user,
  input: z.object({
    id: Id,
    after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  }),
  output: z.object({ conversation: Conversation, data: z.array(Message) }),
});

/** Text, a photo (its bytes follow by PUT /files), or a place; at least one. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/conversations/:conversationId/messages',
  access: PERMISSIONS.member,
  queued: { makes: 'part', together: true, sealed: true },
  input: z.object({
    ...Op,
    conversationId: Id,
    text: optionalText(MAX_TEXT),
    photo: z.optional(Sha256),
    place: z.optional(Place),
  }),
  output: z.object({ receipt: Receipt, data: Message }),
});

export const updateConversation = endpoint({
  method: 'PUT',
  path: '/conversations/:id',
  access: PERMISSIONS.user,
  input: z.object({
    id: Id,
    read: z.optional(z.int().check(z.gte(0))),
    delivered: z.optional(z.int().check(z.gte(0))),
    /** The other one, in whatever conversation of the two; what was revealed to them is taken back. */
    blocked: z.optional(z.boolean()),
    reveal: z.optional(z.enum(['phone', 'email'])),
    hide: z.optional(z.enum(['phone', 'email'])),
    /** Tell the moderators what is wrong; the other one is then blocked too. */
    complaint: z.optional(shortText(MAX_TITLE)),
  }),
  output: z.object({ data: Conversation }),
});

/** What an open page is told at once. It says what changed, never what it says: the page asks for that. */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('message'), conversationId: Id }),
  z.object({ kind: z.literal('receipt'), conversationId: Id }),
  z.object({ kind: z.literal('notice') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const liveEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: PERMISSIONS.user,
  body: 'events',
  input: z.object({}),
  output: LiveEvent,
});
