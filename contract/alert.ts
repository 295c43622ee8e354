/** An alert: the police ask everybody in a district to look for somebody, for as long as the officer says. */

import * as z from 'zod/mini';
import { Sex } from './details.ts';
import { endpoint } from './endpoint.ts';
import { MAX_ALERT_CHARS, MAX_ALERT_DAYS } from './limits.ts';
import { Id, Instant, optionalText } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/**
 * What everybody reads of who is looked for: sex, age and day. Of a child there is nothing else that is public: no name, no
 * face, no place nearer than the district.
 */
export const AlertedPerson = z.object({
  /** Of the report, on whose page whoever saw them says so. */
  id: Id,
  /** Of the report: under it the alert is passed on (contract/share.ts). */
  number: z.optional(z.string()),
  /** Its id (reference/districts.ts). */
  district: z.string(),
  sex: z.optional(Sex),
  ageMin: z.optional(z.int()),
  ageMax: z.optional(z.int()),
  /** Since when they are missing, `YYYY-MM-DD`. */
  since: z.optional(z.string()),
});

/** With what the officer says. */
export const AreaAlert = z.extend(AlertedPerson, {
  words: z.optional(z.string()),
  station: z.string(),
  until: Instant,
});
export type AlertedPerson = z.infer<typeof AlertedPerson>;
export type AreaAlert = z.infer<typeof AreaAlert>;

/** Those that run: of the caller's own districts first, then the newest. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: z.object({ data: z.array(AreaAlert) }),
});

/** Why words cannot be what everybody reads of a child: by it the officer is told what to leave out. */
export type AlertWordsFault = 'names them' | 'a number' | 'a school' | 'a place';

/**
 * An officer of the report's district lets everybody look for a person who is missing and whose report is published; of a
 * child that is under a case. No `days` end it. Words that tell who a child is or where it can be found are `bad-input`, the
 * field `words` an `AlertWordsFault`.
 */
export const alertArea = endpoint({
  method: 'PUT',
  path: '/report/:id/alert',
  access: PERMISSIONS.police,
  input: z.object({
    id: Id,
    days: z.int().check(z.gte(0), z.lte(MAX_ALERT_DAYS)),
    words: optionalText(MAX_ALERT_CHARS),
  }),
  /** Absent when it has ended. */
  output: z.object({ data: z.optional(AreaAlert) }),
});
