/** Children and people who must not be found: the case that a child is looked for under, protection, and objections. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FACE_SIZE, MAX_TEXT, MAX_TITLE, PROOF_MINUTES, SELFIE_MOMENTS } from './limits.ts';
import { Descriptor, FaceModel } from './photo-face.ts';
import { Id, Instant, optionalText, shortText } from './primitives.ts';
import { CaseKind, ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

/** As stations and committees write them: `0123/2026`, `CWC/LDH/2026-41`. */
const CaseNumber = z.string().check(z.trim(), z.regex(/^[\p{L}\p{M}\d][\p{L}\p{M}\d ./()-]{0,39}$/u), z.regex(/\d/));

/**
 * An officer of the report's district names the case of a person who is or may be a child. Without one nobody but officers
 * and moderators looks for a child; with another call the officer corrects it.
 */
export const nameCase = endpoint({
  method: 'PUT',
  path: '/report/:id/case',
  access: PERMISSIONS.police,
  input: z.object({ id: Id, kind: CaseKind, number: CaseNumber }),
  output: z.object({ data: ReportView }),
});

/**
 * A person who must not be found, as a woman who fled: for everyone but moderators and whoever posted it, their record is
 * from then on as if there were none. Whoever posted it is not told.
 */
export const protectPerson = endpoint({
  method: 'PUT',
  path: '/report/:id/protection',
  access: PERMISSIONS.protect,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ protected: z.literal(true) }),
});

/** A moderator ends it: it was a mistake, or the person says so. */
export const endProtection = endpoint({
  method: 'POST',
  path: '/report/:id/protection/end',
  access: PERMISSIONS.moderate,
  proofMinutes: PROOF_MINUTES,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ data: ReportView }),
});

/** `me`: this is me. `safe`: I am safe, tell them no more than that. `remove`: take it down. */
export const ObjectionKind = z.enum(['me', 'safe', 'remove']);
export type ObjectionKind = z.infer<typeof ObjectionKind>;

/** What a moderator makes of it: the family is told "safe" and nothing else, it is taken down, protected, or left. */
export const ObjectionOutcome = z.enum(['safe', 'removed', 'protected', 'refused']);
export type ObjectionOutcome = z.infer<typeof ObjectionOutcome>;

/** The upright face of one moment before a camera, as base64. The server makes its template itself. */
const FACE_BYTES = 3 * FACE_SIZE ** 2;
const FacePixels = z.string().check(z.length((FACE_BYTES / 3) * 4), z.regex(/^[A-Za-z0-9+/]+$/));

/**
 * "This is me", by anyone and without an account. With a live selfie that is near the report's own faces, or by an officer
 * who has the person before them (`inPerson`), it hides the report at once until a moderator decides, by `dueAt`. The face
 * is compared and not kept. The answer is the same whether or not anything was hidden, or is known to the caller.
 */
export const objectTo = endpoint({
  method: 'POST',
  path: '/report/:id/objections',
  access: PERMISSIONS.public,
  maxBodyBytes: 128 * 1024,
  input: z.object({
    id: Id,
    kind: ObjectionKind,
    words: optionalText(MAX_TEXT),
    /** How a moderator reaches them: a number or an address. */
    contact: optionalText(MAX_TITLE),
    selfie: z.optional(z.array(FacePixels).check(z.length(SELFIE_MOMENTS))),
    /** Of older apps. Accepted and never compared: who has a template of a face need not have the face. */
    descriptor: z.optional(
      z.pipe(
        Descriptor,
        z.transform(() => undefined),
      ),
    ),
    model: z.optional(
      z.pipe(
        FaceModel,
        z.transform(() => undefined),
      ),
    ),
    inPerson: z.optional(z.boolean()),
  }),
  output: z.object({ dueAt: Instant }),
});

export const Objection = z.object({
  id: Id,
  kind: ObjectionKind,
  proof: z.enum(['none', 'selfie', 'station']),
  words: z.optional(z.string()),
  contact: z.optional(z.string()),
  station: z.optional(z.string()),
  /** The report is hidden until `dueAt`. */
  holds: z.boolean(),
  createdAt: Instant,
  dueAt: Instant,
  report: ReportView,
});
export type Objection = z.infer<typeof Objection>;

/** Those that wait, the one that is due first first. */
export const listObjections = endpoint({
  method: 'GET',
  path: '/moderation/objections',
  access: PERMISSIONS.moderate,
  input: z.object({}),
  output: z.object({ data: z.array(Objection), total: z.int() }),
});

export const decideObjection = endpoint({
  method: 'PUT',
  path: '/moderation/objections/:id',
  access: PERMISSIONS.moderate,
  input: z.object({ id: Id, outcome: ObjectionOutcome, reason: shortText(MAX_TEXT) }),
  output: z.object({ decided: z.literal(true) }),
});
