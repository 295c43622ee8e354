/** What others tell about a report: a sighting, something they know, or "I am this person". */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_IMAGES, MAX_TEXT, MAX_TITLE } from './limits.ts';
import { Id, Instant, Op, Place, Receipt, Sha256, shortText } from './primitives.ts';
import { PersonCondition } from './report.ts';
import { Sign } from './sign.ts';
import { PERMISSIONS } from './user.ts';

export const NoteKind = z.enum(['sighting', 'information', 'self']);
export type NoteKind = z.infer<typeof NoteKind>;

/**
 * Who reads a note, besides its writer:
 * - `self`: moderators and admins. Who posted the report may be the one they fled from, and is told nothing of it.
 * - of a child, a found person, or a report that nobody has looked at: verified officers and moderators.
 * - of nobody's name (`tellSighting`): the same, until one of them has confirmed it.
 * - any other: the report's owner too.
 * Never the public: where somebody was seen can hurt somebody who hides.
 */
export const Note = z.object({
  id: Id,
  reportId: Id,
  kind: NoteKind,
  text: z.string(),
  /**
   * What the writer says of the person now. It holds only once it was confirmed, of whoever is not the owner or an officer as
   * no more than `seen`, and of a `self` note never by itself.
   */
  condition: z.optional(PersonCondition),
  region: z.optional(z.string()),
  place: z.optional(Place),
  seenAt: z.optional(Instant),
  photos: z.array(Sha256),
  /** What in it is often a fraud; absent for most, and of a `self` note. */
  signs: z.optional(z.array(Sign)),
  status: z.enum(['open', 'confirmed', 'dismissed']),
  /** It is answered, and the caller may take that back. */
  mayReopen: z.optional(z.literal(true)),
  mine: z.boolean(),
  /** A first name and an initial; absent of one that was sent without an account. */
  by: z.optional(z.string()),
  createdAt: Instant,
});
export type Note = z.infer<typeof Note>;

/** Where and when they were seen. */
const Where = {
  region: z.optional(z.string().check(z.trim(), z.maxLength(MAX_TITLE))),
  place: z.optional(Place),
  seenAt: z.optional(Instant),
};

export const addNote = endpoint({
  method: 'POST',
  path: '/report/:reportId/notes',
  access: PERMISSIONS.member,
  queued: { makes: 'entity', together: true, sealed: true },
  input: z.object({
    ...Op,
    reportId: Id,
    kind: NoteKind,
    text: shortText(MAX_TEXT),
    condition: z.optional(PersonCondition),
    ...Where,
    photos: z.optional(z.array(Sha256).check(z.maxLength(MAX_IMAGES))),
  }),
  output: z.object({ receipt: Receipt, data: Note }),
});

/** Where a missing person was seen, by somebody who needs no account and is not asked who they are. It is not answered. */
export const tellSighting = endpoint({
  method: 'POST',
  path: '/report/:reportId/sightings',
  access: 'public',
  queued: { makes: 'entity', together: true, sealed: true },
  input: z.object({ ...Op, reportId: Id, text: shortText(MAX_TEXT), ...Where }),
  output: z.object({ receipt: Receipt }),
});

export const listNotes = endpoint({
  method: 'GET',
  path: '/report/:reportId/notes',
  access: PERMISSIONS.user,
  input: z.object({ reportId: Id }),
  output: z.object({ data: z.array(Note) }),
});

/**
 * Who reads it, but for its writer, confirms or dismisses; a confirmed condition becomes the person's as far as its writer may
 * say it, the newest wins. `reopen`: an office takes an answer back, and with it what it made known.
 */
export const answerNote = endpoint({
  method: 'PUT',
  path: '/notes/:id',
  access: PERMISSIONS.member,
  queued: { together: true, sealed: true },
  input: z.object({ opId: z.optional(Id), id: Id, answer: z.enum(['confirm', 'dismiss', 'reopen']) }),
  output: z.object({ receipt: z.optional(Receipt), data: Note }),
});
