/** Two records that may be about one person or thing: joined by the server, decided by a person (issue Reunite). */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Band } from './face.ts';
import { MAX_TEXT } from './limits.ts';
import { Id, Instant, optionalText } from './primitives.ts';
import { ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

/** `withdrawn`: one side of it ended, was protected or changed so that they fit no longer. */
export const CandidateState = z.enum(['open', 'confirmed', 'rejected', 'withdrawn']);
export type CandidateState = z.infer<typeof CandidateState>;

/** One thing that was compared. `value` is what the card says: years, km, days apart; absent where words are enough. */
export const Reason = z.object({
  field: z.enum([
    'face',
    'sex',
    'age',
    'name',
    'relative',
    'language',
    'place',
    'time',
    'height',
    'clothing',
    'marks',
    'serial',
    'category',
    'words',
    'colour',
  ]),
  says: z.enum(['same', 'near', 'differs']),
  value: z.optional(z.number()),
  /** Of a face. */
  band: z.optional(Band),
});
export type Reason = z.infer<typeof Reason>;

/**
 * As one viewer may see it: both records by the projection. `band` comes of all that was compared; a face alone never makes
 * a child's candidate `likely`. No score and no weight is told. Reasons stand in the order of weight.
 */
export const Candidate = z.object({
  id: Id,
  rev: z.string(),
  lost: ReportView,
  found: ReportView,
  band: Band,
  because: z.array(Reason),
  state: CandidateState,
  /** Who decided, by office; never a name. */
  decided: z.optional(
    z.object({ at: Instant, station: z.optional(z.string()), mine: z.boolean(), reason: z.optional(z.string()) }),
  ),
  createdAt: Instant,
  /** It is confirmed, and the family says that it was not them. */
  doubted: z.optional(z.literal(true)),
});
export type Candidate = z.infer<typeof Candidate>;

/** The candidates of one record, for officers of its district and moderators: the open ones first, the best first. */
export const listCandidates = endpoint({
  method: 'GET',
  path: '/report/:id/candidates',
  access: PERMISSIONS.protect,
  input: z.object({ id: Id }),
  output: z.object({ data: z.array(Candidate) }),
});

/** A report of the same side that likely tells of the same person; no score and no weight is told. */
export const Alike = z.object({ report: ReportView, because: z.array(Reason) });
export type Alike = z.infer<typeof Alike>;

/**
 * What is reported already, as for a form ("search before create"): the reports of the same side that likely tell of the person
 * of this one, the likeliest first. For officers of its district or on whose desk it is, and moderators, and of those reports
 * only what they may see anyway.
 */
export const listAlike = endpoint({
  method: 'GET',
  path: '/report/:id/alike',
  access: PERMISSIONS.protect,
  input: z.object({ id: Id }),
  output: z.object({ data: z.array(Alike) }),
});

/**
 * Somebody who may see both sides decides. `reopen` takes a decision back, and with it what it made. `rev` is what was seen:
 * where a colleague decided meanwhile it is `changed-meanwhile`, and nothing is written over.
 */
export const decideCandidate = endpoint({
  method: 'PUT',
  path: '/candidates/:id',
  access: PERMISSIONS.protect,
  queued: { together: true, sealed: true },
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    rev: z.string().check(z.maxLength(40)),
    decision: z.enum(['confirm', 'reject', 'reopen']),
    reason: optionalText(MAX_TEXT),
  }),
  output: z.object({ data: Candidate }),
});
