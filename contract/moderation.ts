/** Looking at posts before others do (R22, A17, A18), flags, and the log of what was done. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT, MAX_TITLE, PROOF_MINUTES, RECORD_PROOF_MINUTES } from './limits.ts';
import { NoteKind } from './note.ts';
import { Id, Instant, optionalText, Sha256, shortText } from './primitives.ts';
import { getReport, ReportView } from './report.ts';
import { Sign } from './sign.ts';
import { PERMISSIONS, Role } from './user.ts';

export const FlagReason = z.enum(['false', 'private', 'child', 'hateful', 'fraud', 'other']);

/** "Something is wrong with this post": one a person and post. Three hide it until it is looked at, for an hour at most; not a child, nor somebody who was found. */
export const flagReport = endpoint({
  method: 'POST',
  path: '/report/:id/flags',
  access: PERMISSIONS.member,
  queued: { together: true, sealed: true },
  input: z.object({ opId: z.optional(Id), id: Id, reason: FlagReason, text: optionalText(MAX_TEXT) }),
  output: z.object({ flagged: z.literal(true) }),
});

const ReviewMark = z.string().check(z.regex(/^[\w-]{43}$/));

/** One post to look at. */
export const Review = z.object({
  report: ReportView,
  /**
   * Of all that is shown of it here and approved with it: the same while that is the same. Opaque. Absent of the caller's own
   * posts, on which somebody else decides, and from an older server.
   */
  mark: z.optional(ReviewMark),
  /** `photo`: one came after it was approved, and nobody else sees it yet. */
  why: z.enum(['new', 'appeal', 'flagged', 'photo']),
  /** When the 24 hours end; of what flags have hidden, the hour. */
  dueAt: Instant,
  flags: z.array(z.object({ reason: FlagReason, text: z.optional(z.string()), at: Instant })),
  /** Why it was refused before, and what its owner says to that. */
  rejectedFor: z.optional(z.string()),
  appeal: z.optional(z.string()),
  /** A photo, or a face, like one of it was taken down on that day, by the team or for the sake of who is on it: it is hidden. */
  seenBefore: z.optional(z.object({ photo: z.optional(z.iso.date()), face: z.optional(z.iso.date()) })),
  /** The same by whoever had posted that: it is hidden from nobody. Absent from an older server. */
  takenBack: z.optional(z.object({ photo: z.optional(z.iso.date()), face: z.optional(z.iso.date()) })),
  /**
   * It is hidden for what was `seenBefore`, and of a child `approve` ends no more than this: its officers, who know nothing of
   * it before, read it then and may name its case. Absent of the caller's own posts, and from an older server.
   */
  held: z.optional(z.literal(true)),
  /** Of photos of a person by which nobody will be found, why; in the order of the photos. */
  photosWithoutFace: z.optional(z.array(z.enum(['none', 'several', 'unclear', 'unreadable']))),
  /** Those of them on which a reviewer may draw the face; absent from an older server. */
  facesToDraw: z.optional(z.array(Sha256)),
  /** Other reports that may be about the same person or thing, best first. */
  similar: z.array(ReportView),
  /** Of its owner; absent for a post without an account. */
  owner: z.optional(
    z.object({ id: Id, name: z.string(), role: Role, published: z.int(), rejected: z.int(), suspended: z.boolean() }),
  ),
});
export type Review = z.infer<typeof Review>;

/** More are not counted. */
export const MOST_LEFT = 10_000;
export const MOST_TO_DRAW = 100;

/** What waits, the one that is due first first. */
export const moderationQueue = endpoint({
  method: 'GET',
  path: '/moderation/queue',
  access: PERMISSIONS.moderate,
  input: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20) }),
  output: z.object({
    data: z.array(Review),
    total: z.int(),
    /**
     * Photos of people whose faces are still to be read anew for a newer version, {@link MOST_LEFT} at most: until then no
     * search finds these. Absent when there are none.
     */
    facesLeft: z.optional(z.int()),
    /** Photos of `faceQueue`, {@link MOST_TO_DRAW} at most. Absent when there are none. */
    facesToDraw: z.optional(z.int()),
  }),
});

/**
 * `approve` publishes, or lifts the flags; `reject` takes down what is published too, and `reopen` shows again what was
 * returned or resolved by mistake. Both of these need a reason, which the owner reads. To approve is for who has seen it in the
 * queue as it is, and says so by its `mark`: else, or without one, `changed-meanwhile`.
 */
export const moderate = endpoint({
  method: 'POST',
  path: '/moderation/:id',
  access: PERMISSIONS.moderate,
  input: z.object({
    opId: z.optional(Id),
    id: Id,
    action: z.enum(['approve', 'reject', 'reopen']),
    reason: optionalText(MAX_TEXT),
    /**
     * Of the post as it was on the screen when that was decided, not as it was read since. Without it nothing is approved; what
     * is refused with another one must still wait, else a colleague has approved it meanwhile.
     */
    mark: z.optional(ReviewMark),
    /** With `approve`, of a person who may be a child by the age that is given: they do not look like one. */
    looksAdult: z.optional(z.boolean()),
    /** With `reject`: it may be posted again, mended. What is like it then waits for a look, and is hidden from nobody. */
    again: z.optional(z.boolean()),
  }),
  output: z.object({ data: ReportView }),
});

/** Claims that a moderator may freeze, and complaints about conversations. */
export const Complaint = z.object({
  id: Id,
  conversationId: Id,
  text: z.string(),
  about: z.object({ id: Id, name: z.string(), suspended: z.boolean() }),
  at: Instant,
});
export const complaints = endpoint({
  method: 'GET',
  path: '/moderation/complaints',
  access: PERMISSIONS.moderate,
  input: z.object({}),
  output: z.object({ data: z.array(Complaint) }),
});

/** Somebody has looked into it, whether or not they did anything about it: the list is of those that wait. */
export const closeComplaint = endpoint({
  method: 'PUT',
  path: '/moderation/complaints/:id',
  access: PERMISSIONS.moderate,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ closed: z.literal(true) }),
});

/**
 * Somebody's messages in one conversation, their words in one claim, or their notes on one report, that have the signs of a
 * fraud; what they say is opened first. Not of notes on the caller's own reports.
 */
export const Warning = z.object({
  /** Of the first that waits. */
  id: Id,
  about: z.enum(['message', 'claim', 'note']),
  signs: z.array(Sign),
  /** How many of theirs wait there. */
  count: z.int(),
  who: z.object({ id: Id, name: z.string(), suspended: z.boolean() }),
  at: Instant,
});
export type Warning = z.infer<typeof Warning>;
export const warnings = endpoint({
  method: 'GET',
  path: '/moderation/warnings',
  access: PERMISSIONS.moderate,
  input: z.object({}),
  output: z.object({ data: z.array(Warning), total: z.int() }),
});

/** What was written, without what the other side wrote; each look is written down. `subjectId` is what a strike is about. */
export const openWarning = endpoint({
  method: 'POST',
  path: '/moderation/warnings/:id',
  access: PERMISSIONS.moderate,
  input: z.object({ id: Id }),
  output: z.object({ data: z.array(z.object({ subjectId: Id, text: z.string(), signs: z.array(Sign), at: Instant })) }),
});

/** Somebody has looked; with it go the others of the same person in the same place. */
export const closeWarning = endpoint({
  method: 'PUT',
  path: '/moderation/warnings/:id',
  access: PERMISSIONS.moderate,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ closed: z.literal(true) }),
});

/** A photo that came with a note, a claim or a message, and is like one that was taken down. Until it is decided on nobody else sees it. */
export const HeldPhoto = z.object({
  sha256: Sha256,
  kind: z.enum(['note', 'claim', 'message']),
  /** The note, claim or message. */
  ownerId: Id,
  takenDown: z.iso.date(),
  /** Who sent it; absent when their account is gone. */
  who: z.optional(z.object({ id: Id, name: z.string(), suspended: z.boolean() })),
});
export type HeldPhoto = z.infer<typeof HeldPhoto>;
export const heldPhotos = endpoint({
  method: 'GET',
  path: '/moderation/photos',
  access: PERMISSIONS.moderate,
  input: z.object({}),
  output: z.object({ data: z.array(HeldPhoto), total: z.int() }),
});

/** `show`: whoever may read what it belongs to sees it; otherwise it is removed. */
export const decidePhoto = endpoint({
  method: 'PUT',
  path: '/moderation/photos/:sha256',
  access: PERMISSIONS.moderate,
  input: z.object({
    sha256: Sha256,
    kind: HeldPhoto.shape.kind,
    ownerId: Id,
    show: z.boolean(),
    reason: shortText(MAX_TEXT),
  }),
  output: z.object({ decided: z.literal(true) }),
});

/** What is written in the log. A role that was given is `role:` and its name. */
export const AUDIT_ACTS = [
  ...(['look-up-account', 'suspend', 'lift-suspension', 'guardian-consent', 'place-of-duty'] as const),
  ...(['propose-admin', 'refuse-admin', 'passkey-added', 'passkey-removed'] as const),
  ...(['account-closed', 'account-reopened', 'account-erased'] as const),
  ...(['report-approve', 'report-reject', 'report-reopen'] as const),
  ...(['duty-take', 'duty-give-back', 'duty-pass-on', 'duty-done', 'duty-reopen'] as const),
  ...([
    'record-open',
    'name-case',
    'area-alert',
    'end-alert',
    'end-search',
    'protect',
    'end-protection',
    'objection-in-person',
    'objections-read',
    'objection-safe',
    'objection-removed',
    'objection-protected',
    'objection-refused',
    'record-open-elsewhere',
    'record-review',
    'photo-review',
    'read-record',
    'note-confirm',
    'note-dismiss',
    'note-reopen',
    'face-search',
    'face-found',
    'word-search',
    'pack-lent',
    'phone-shown',
    'email-shown',
    'candidate-confirm',
    'candidate-reject',
    'candidate-reopen',
    'reunion-release',
    'reunion-together',
    'reunion-apart',
    'reunion-read',
    'face-draw',
    'face-leave',
    'face-leave-undone',
    'claim-read',
    'complaints-read',
    'alike-read',
    'complaint-close',
    'warning-open',
    'warning-close',
    'photo-show',
    'photo-remove',
    'photos-read',
    'strike',
    'strike-lifted',
    'strike-stands',
    'claim-freeze',
    'claim-unfreeze',
    'odd-looks',
    'end-sessions',
    'rotate-seal',
    'write-to-affected',
  ] as const),
] as const;
/** `nobody`: without an account, who searches a face; what this server noticed by itself; and its operator. */
export const AuditRole = z.enum([...Role.options, 'nobody']);
export type AuditRole = z.infer<typeof AuditRole>;

export type AuditAction = (typeof AUDIT_ACTS)[number] | `role:${Role}`;

/** What moderators, officers and admins did, and whose face anybody looked for: who, when, to what, why. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actor: z.string(),
  role: AuditRole,
  action: z.string(),
  subject: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export const auditLog = endpoint({
  method: 'GET',
  path: '/moderation/audit',
  access: PERMISSIONS.administer,
  /** `actor`: of one account alone. */
  input: z.object({ before: z.optional(Instant), actor: z.optional(Id) }),
  output: z.object({ data: z.array(AuditEntry) }),
});

/**
 * The whole log to take away, a part at a time: lines of JSON, first where its chain ends, then the entries behind `after`,
 * none when there are no more. Of what was done with posts of the caller's own only the hash. `npm run audit -- FILE` verifies it.
 */
export const auditExport = endpoint({
  method: 'GET',
  path: '/moderation/audit/export',
  access: PERMISSIONS.administer,
  proofMinutes: PROOF_MINUTES,
  body: 'bytes-out',
  input: z.object({ after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  output: z.unknown(),
});

/** Why somebody opens the whole of a record that is not their own. */
export const OpenReason = z.enum(['review', 'match', 'sighting', 'case', 'asked', 'complaint']);
export type OpenReason = z.infer<typeof OpenReason>;

/**
 * An officer or moderator opens the whole of one record, with the reason written down (A14). For a while they may then see
 * its photos and read the notes on it; lists and feeds show no more than before. One of another district an officer opens
 * with a `detail`, and the officers there are told.
 */
export const openRecord = endpoint({
  method: 'POST',
  path: '/report/:id/open',
  access: PERMISSIONS.protect,
  proofMinutes: RECORD_PROOF_MINUTES,
  input: z.object({ id: Id, reason: OpenReason, detail: optionalText(MAX_TITLE) }),
  output: z.object({
    data: ReportView,
    history: getReport.output.shape.history,
    /** Until then its photos and notes can be read. */
    until: Instant,
  }),
});

/**
 * For the owner of a report: who opened the whole of it or looked at it in the queue, and which face searches told of it, the
 * latest first. `station`: of an office, whose holder is not named. `more`: there are older ones.
 */
export const listLooks = endpoint({
  method: 'GET',
  path: '/report/:id/looks',
  access: PERMISSIONS.user,
  input: z.object({ id: Id }),
  output: z.object({
    data: z.array(
      z.object({
        at: Instant,
        what: z.enum(['opened', 'opened-elsewhere', 'reviewed', 'found']),
        role: AuditRole,
        station: z.optional(z.string()),
        reason: z.optional(OpenReason),
      }),
    ),
    more: z.boolean(),
  }),
});

/**
 * Notes that their owner is not told of and that wait for the team: "I am this person" for moderators, what was seen of
 * guarded people for officers too. What they say is read on the record, opened with a reason.
 */
export const waitingNotes = endpoint({
  method: 'GET',
  path: '/moderation/notes',
  access: PERMISSIONS.protect,
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ id: Id, kind: NoteKind, createdAt: Instant, report: ReportView })),
    total: z.int(),
  }),
});
