/** The end that is looked for: somebody who may be the one was found, the family is told, and somebody says that they are together. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { Id, Instant, optionalText, Receipt, Sha256 } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/**
 * What its viewer may know of it. Where somebody is, and whom to ask for them, is what an officer releases and nothing else:
 * of the other record nothing is told.
 */
export const Reunion = z.object({
  /** As its viewer reads it: whoever changes it says what they saw ({@link updateReunion}). */
  rev: z.string(),
  confirmedAt: Instant,
  /** Of whoever confirmed it. */
  station: z.optional(z.string()),
  /** What an officer lets the family know: where to go, whom to ask for. */
  words: z.optional(z.string()),
  /** To call there. */
  phone: z.optional(z.string()),
  /** The family, the finder, or an officer has said so. */
  together: z.boolean(),
  /** The family has said that it was not them: an officer looks once more. */
  doubted: z.optional(z.literal(true)),
  /** The family has agreed that whoever found them is told; for the family. Of a reunion that has ended it stays so. */
  tellsFinder: z.optional(z.literal(true)),
  /** How the viewer is part of it. */
  as: z.enum(['family', 'finder', 'office']),
});
export type Reunion = z.infer<typeof Reunion>;

/** Of a report: for its owner, whom `readMine` tells it by its secret, and for officers of its district. To a finder there is none until the family agreed that they are told. */
export const readReunion = endpoint({
  method: 'GET',
  path: '/report/:id/reunion',
  access: PERMISSIONS.user,
  widerForOffice: true,
  input: z.object({ id: Id }),
  output: z.object({ data: Reunion }),
});

/**
 * "They are together": of the family it ends their report, of the finder theirs, of an officer both. Officers release what
 * the family may know by `words` and `phone`. `false` takes it back, of the family and of an officer: what it had ended on
 * either side is looked for again; of the family it says besides that it was not them, and officers look once more. With a
 * `rev` it is `changed-meanwhile` where another has changed it since. Who has the secret that was made with a report says it without an account. A
 * family that says nothing of the finder may agree later, once, also where an officer was first.
 */
export const updateReunion = endpoint({
  method: 'PUT',
  path: '/report/:id/reunion',
  access: PERMISSIONS.public,
  queued: { sealed: true },
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    secret: z.optional(Sha256),
    rev: z.optional(z.string().check(z.maxLength(64))),
    together: z.optional(z.boolean()),
    /** The family agrees that whoever found them is told. */
    tellFinder: z.optional(z.boolean()),
    words: optionalText(MAX_TEXT),
    phone: z.optional(z.string().check(z.trim(), z.regex(/^$|^\+?[\d\s()-]{3,24}$/))),
  }),
  /** Without data where it was taken back and nothing is left of it: whoever found them has erased their record, say. */
  output: z.object({ receipt: z.optional(Receipt), data: z.optional(Reunion) }),
});
