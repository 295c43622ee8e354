/** Strikes: a moderator's word against one message, claim, note or post. Who has one is told why, and may appeal once. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { Id, Instant, shortText } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

export const StrikeAbout = z.enum(['message', 'claim', 'note', 'report']);
export type StrikeAbout = z.infer<typeof StrikeAbout>;

export const Strike = z.object({
  id: Id,
  about: StrikeAbout,
  reason: z.string(),
  at: Instant,
  /** What its owner says against it; once. */
  appeal: z.optional(z.string()),
  /** Absent until somebody else than its giver has decided on the appeal. */
  outcome: z.optional(z.enum(['lifted', 'stands'])),
  answer: z.optional(z.string()),
});
export type Strike = z.infer<typeof Strike>;

/**
 * Against whoever wrote the message or the note, made the claim or posted the report; with the `warning` that it is given for,
 * against whose words that is about: in a claim they may be the finder's. One each. Three within 90 days pause them.
 */
export const giveStrike = endpoint({
  method: 'POST',
  path: '/moderation/strikes',
  access: PERMISSIONS.moderate,
  input: z.object({
    opId: z.optional(Id),
    about: StrikeAbout,
    id: Id,
    warning: z.optional(Id),
    reason: shortText(MAX_TEXT),
  }),
  /** How many of theirs count now, and until when they are paused. */
  output: z.object({ count: z.int(), pausedUntil: z.optional(Instant) }),
});

/** The caller's own, the newest first. */
export const listStrikes = endpoint({
  method: 'GET',
  path: '/strikes',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({ data: z.array(Strike), pausedUntil: z.optional(Instant) }),
});

export const appealStrike = endpoint({
  method: 'PUT',
  path: '/strikes/:id',
  access: PERMISSIONS.user,
  input: z.object({ id: Id, text: shortText(MAX_TEXT) }),
  output: z.object({ data: Strike }),
});

/** Appeals that wait, the oldest first; `mine`: the caller gave the strike, so somebody else decides. */
export const strikeAppeals = endpoint({
  method: 'GET',
  path: '/moderation/strikes',
  access: PERMISSIONS.moderate,
  input: z.object({}),
  output: z.object({
    data: z.array(z.extend(Strike, { mine: z.boolean(), who: z.object({ id: Id, name: z.string() }) })),
  }),
});

export const decideStrike = endpoint({
  method: 'PUT',
  path: '/moderation/strikes/:id',
  access: PERMISSIONS.moderate,
  input: z.object({ id: Id, outcome: z.enum(['lifted', 'stands']), reason: shortText(MAX_TEXT) }),
  output: z.object({ decided: z.literal(true) }),
});
