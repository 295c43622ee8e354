/** What whoever posts a report agrees to: one yes for each purpose, with the notice that was read, taken back as easily as given. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Receipt, Sha256 } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/**
 * - `photo`: anyone may see the photo.
 * - `compare`: our server compares the face with whatever anyone scans. Officers and moderators compare every report.
 * - `carry`: phones take the face along as numbers, to find the person without a network; of a child those of volunteers of
 *   the district alone, sealed (decision 061).
 * - `phone`: anyone may read the phone number.
 * - `guardian`: not a purpose but who agrees: a parent or guardian of the child, or somebody who acts for them.
 *
 * None of the first four shows anything of a child or of somebody who was found.
 */
export const Purpose = z.enum(['photo', 'compare', 'carry', 'phone', 'guardian']);
export type Purpose = z.infer<typeof Purpose>;
export type Consents = Record<Purpose, boolean>;

const Notice = z.string().check(z.maxLength(20));

/** With a report; absent means no. */
export const Consent = z.object({
  publicPhoto: z.boolean(),
  publicPhone: z.boolean(),
  /** Absent from older apps, whose notice asked for these two and the photo with one yes. */
  compareFace: z.optional(z.boolean()),
  carryFace: z.optional(z.boolean()),
  guardian: z.optional(z.boolean()),
  /** The version of the notice that was read. */
  notice: Notice,
});
export type Consent = z.infer<typeof Consent>;

export const consentsOf = (consent: Consent | undefined): Consents => ({
  photo: consent?.publicPhoto ?? false,
  compare: consent?.compareFace ?? consent?.publicPhoto ?? false,
  carry: consent?.carryFace ?? consent?.publicPhoto ?? false,
  phone: consent?.publicPhone ?? false,
  guardian: consent?.guardian ?? false,
});

/**
 * Whoever made a report gives or takes back one consent; at any time, in any standing, without an account by the secret
 * that was made with it. What it allowed ends at once.
 */
export const setConsent = endpoint({
  method: 'PUT',
  path: '/report/:id/consent',
  access: PERMISSIONS.public,
  queued: { sealed: true },
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    purpose: Purpose,
    given: z.boolean(),
    notice: Notice,
    secret: z.optional(Sha256),
  }),
  output: z.object({ receipt: z.optional(Receipt) }),
});
