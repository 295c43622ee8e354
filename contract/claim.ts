/** "It is mine": a claim on a found thing, its review by the finder alone, and the hand-over (A17, A20). */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CODE_DIGITS, MAX_IMAGES, MAX_MARKS, MAX_TEXT, MAX_TITLE } from './limits.ts';
import { Id, Instant, Op, optionalText, Receipt, Sha256, shortText } from './primitives.ts';
import { ReportView } from './report.ts';
import { Sign } from './sign.ts';
import { PERMISSIONS } from './user.ts';

/**
 * submitted -> asked -> submitted (answered); submitted or asked -> accepted | rejected | withdrawn;
 * accepted -> handed_over | withdrawn; any of those but the last -> frozen by a moderator, and back.
 */
export const ClaimStatus = z.enum(['submitted', 'asked', 'accepted', 'rejected', 'withdrawn', 'frozen', 'handed_over']);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

/** How an answer compares with the finder's secret mark; the mark itself is never told to anyone. */
export const Agreement = z.enum(['agrees', 'partly', 'differs']);

/** A claim as its claimant, the finder, or a moderator may see it. */
export const Claim = z.object({
  id: Id,
  report: ReportView,
  /** Whether its page is there for the viewer; absent from an older server. */
  seesReport: z.optional(z.boolean()),
  status: ClaimStatus,
  mine: z.boolean(),
  /** A first name and an initial. */
  by: z.string(),
  message: z.optional(z.string()),
  answers: z.array(z.object({ question: z.string(), answer: z.string(), agreement: z.optional(Agreement) })),
  /** Photos, receipts, other proof; for the claimant, the finder and a moderator. */
  proofs: z.array(Sha256),
  /** What the finder asked or why they refused. */
  reason: z.optional(z.string()),
  /** Of a fraud, in what either has written, for both to be warned; absent when there are none. */
  signs: z.optional(z.array(Sign)),
  /** The conversation between the two, open from the moment of acceptance. */
  conversationId: z.optional(Id),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Claim = z.infer<typeof Claim>;

export const createClaim = endpoint({
  method: 'POST',
  path: '/claims',
  access: PERMISSIONS.member,
  queued: { makes: 'entity', together: true, sealed: true },
  input: z.object({
    ...Op,
    reportId: Id,
    message: optionalText(MAX_TEXT),
    /** In the order of the report's questions; empty text where the claimant does not know. */
    answers: z._default(z.array(z.string().check(z.trim(), z.maxLength(MAX_TITLE))).check(z.maxLength(MAX_MARKS)), []),
    proofs: z._default(z.array(Sha256).check(z.maxLength(MAX_IMAGES)), []),
  }),
  output: z.object({ receipt: Receipt, data: Claim }),
});

export const listClaims = endpoint({
  method: 'GET',
  path: '/claims',
  access: PERMISSIONS.user,
  input: z.object({
    /** `made`: the caller's own. `received`: on what the caller found. */
    scope: z.enum(['made', 'received']),
    reportId: z.optional(Id),
  }),
  output: z.object({ data: z.array(Claim) }),
});

export const getClaim = endpoint({
  method: 'GET',
  path: '/claims/:id',
  access: PERMISSIONS.user,
  widerForOffice: true,
  input: z.object({ id: Id }),
  output: z.object({ data: Claim }),
});

/**
 * The finder: `accept`, `ask`, `reject` (the last two with a reason). The claimant: `answer` (with text) and `withdraw`.
 * A moderator: `freeze` and `unfreeze`, and nothing else.
 */
export const updateClaim = endpoint({
  method: 'PUT',
  path: '/claims/:id',
  access: PERMISSIONS.member,
  queued: { together: true, sealed: true },
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    action: z.enum(['accept', 'ask', 'reject', 'answer', 'withdraw', 'freeze', 'unfreeze']),
    text: optionalText(MAX_TEXT),
  }),
  output: z.object({ receipt: z.optional(Receipt), data: Claim }),
});

/** The claimant of an accepted claim draws the code that they show, as digits or QR, when the thing is in their hands. */
export const drawHandoverCode = endpoint({
  method: 'POST',
  path: '/claims/:id/code',
  access: PERMISSIONS.member,
  input: z.object({ id: Id }),
  output: z.object({ code: z.string(), expiresAt: Instant }),
});

/** The finder types or scans the claimant's code: the thing is returned. */
export const handOver = endpoint({
  method: 'POST',
  path: '/claims/:id/handover',
  access: PERMISSIONS.member,
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    code: shortText(CODE_DIGITS).check(z.regex(/^\d+$/)),
  }),
  output: z.object({ receipt: z.optional(Receipt), data: Claim }),
});
