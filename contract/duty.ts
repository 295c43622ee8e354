/** The duty desk: what waits for an officer of a district, with a clock each (issue Reunite). */

import * as z from 'zod/mini';
import { Candidate } from './candidate.ts';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { Id, Instant, optionalText, Sha256 } from './primitives.ts';
import { ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

/**
 * `candidate`: two records may be one. `missing-child`, `found-person`: a record that only officers see. `sighting`: a note
 * on a guarded record. `unanswered`: two things are likely one and the same, and an owner says nothing: nobody is told of it, and
 * nobody else is asked. One task per thing and place; made by the write that made the thing.
 */
export const DutyKind = z.enum(['candidate', 'missing-child', 'found-person', 'sighting', 'unanswered']);
export type DutyKind = z.infer<typeof DutyKind>;

/** Who is asked now: the district's officers; nobody took it, and the state's are; at last moderators and admins. */
export const DutyLevel = z.enum(['district', 'state', 'team']);

/**
 * Of a sighting with photos: how the face on them stands to the photos of the record. `unclear`: on one of the two sides none
 * can be made out; `waits`: it is not looked at yet.
 */
export const SightingFace = z.object({
  face: z.enum(['likely', 'possible', 'none', 'unclear', 'waits']),
  /** While the viewer has the record open. */
  photos: z.array(Sha256),
  /** Another missing person of the district whose face it likely is. */
  looksLike: z.optional(Id),
});
export type SightingFace = z.infer<typeof SightingFace>;

export const DutyTask = z.object({
  id: Id,
  /** A number, one more with each step: so a device knows it of what it has done itself and not yet sent. */
  rev: z.string(),
  kind: DutyKind,
  level: DutyLevel,
  /** What it is about, as the viewer may see it. */
  report: ReportView,
  candidate: z.optional(Candidate),
  noteId: z.optional(Id),
  sighting: z.optional(SightingFace),
  /** When the clock began, and when it goes to the next level. */
  since: Instant,
  dueAt: Instant,
  state: z.enum(['open', 'taken', 'done']),
  taken: z.optional(z.object({ at: Instant, station: z.optional(z.string()), mine: z.boolean() })),
  /** Each step, the latest last; by office, never a name. */
  history: z.array(
    z.object({
      at: Instant,
      act: z.enum(['made', 'taken', 'given-back', 'passed-on', 'raised', 'done', 'reopened']),
      station: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  ),
});
export type DutyTask = z.infer<typeof DutyTask>;

/** More than so many are not counted. */
export const MOST_TASKS_COUNTED = 1000;

/**
 * A page of what waits in the caller's place of duty, what hurries most first; of the `done` ones of the last week with
 * `done=true`. `cursor` is absent on the last page.
 */
export const dutyList = endpoint({
  method: 'GET',
  path: '/duty',
  access: PERMISSIONS.protect,
  input: z.object({
    done: z._default(z.stringbool(), false),
    cursor: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  output: z.object({ data: z.array(DutyTask), total: z.int(), cursor: z.optional(z.string()) }),
});

/** `pass-on` gives it to the next level at once, with a reason. A colleague who was first is `changed-meanwhile`. */
export const actOnDuty = endpoint({
  method: 'PUT',
  path: '/duty/:id',
  access: PERMISSIONS.protect,
  queued: { together: true, sealed: true },
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    rev: z.string().check(z.maxLength(40)),
    act: z.enum(['take', 'give-back', 'pass-on', 'done', 'reopen']),
    reason: optionalText(MAX_TEXT),
  }),
  output: z.object({ data: DutyTask }),
});
