/** Being told: what is followed, the inbox, and pushes to a device. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_TITLE } from './limits.ts';
import { Id, Instant, shortText } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/** What happened; the app has the words for each kind in the reader's language. */
export const NoticeKind = z.enum([
  'report-published',
  'report-rejected',
  'report-expiring',
  /** To whoever misses somebody: a day, a week and a month after they posted; and once a year. */
  'any-news',
  'still-looking',
  /** To the family: somebody who may be the one was found, or more is known of where; and that it was not them. */
  'reunion-possible',
  /** In words of their own with {@link ERASED}, {@link ERASED_FOR_OFFICE} and {@link APART}. */
  'reunion-withdrawn',
  /** To the family by an officer's word; to a finder when the family agrees. */
  'reunion-together',
  /** It has ended, and is erased in two weeks unless its owner keeps it. */
  'report-erasing',
  'report-hidden',
  'report-changed',
  /** A new report in a place that is followed; with {@link ALERT} an alert for a district. */
  'report-in-area',
  'note-added',
  'note-confirmed',
  'match-possible',
  'match-confirmed',
  'claim-made',
  'claim-asked',
  'claim-answered',
  'claim-accepted',
  'claim-rejected',
  'claim-frozen',
  'claim-returned',
  'message',
  'role-changed',
  /** To admins; with {@link NAMED} it has been done. */
  'admin-proposed',
  'flags-hid',
  /** `detail` is the reason. */
  'strike',
  /** Of an appeal against a strike; `detail` is the answer. */
  'strike-lifted',
  'strike-stands',
  /** An officer of another district has opened a record of this one; `detail` is who. */
  'opened-elsewhere',
  /** A child of the officer's district is missing or was found, and waits for the number of a case. */
  'case-needed',
  /** Something waits at the duty desk; of a child whose case is to be named it is `case-needed`. */
  'duty',
  /** The same, and nobody nearer took it in time. */
  'duty-raised',
  /** The person says that they are safe; never where. */
  'person-safe',
  /** A report was taken down; `detail` is why. */
  'report-removed',
  /** Somebody says "this is me", and a moderator is to decide. */
  'objection-made',
  /** Somebody looked at others far more than they are used to; `detail` is whose account. */
  'odd-looks',
  /** The operator writes to all who are affected; `detail` is what. */
  'from-operator',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/**
 * The detail of a notice by which the police ask a district to look for somebody; of `case-needed`, to who raised an alert:
 * it shows nothing until then.
 */
export const ALERT = 'alert';

/** The detail of `report-changed`, to who raised an alert: its record names another place now, and the alert stays. */
export const ALERT_MOVED = 'alert-moved';

/** In which words of its own an alert is told of with this detail; undefined: in none. */
export function alertWords(
  kind: NoticeKind,
  detail: string | null | undefined,
): 'area-alert' | 'alert-waits' | 'alert-moved' | undefined {
  if (kind === 'report-in-area' && detail === ALERT) return 'area-alert';
  if (kind === 'case-needed' && detail === ALERT) return 'alert-waits';
  return kind === 'report-changed' && detail === ALERT_MOVED ? 'alert-moved' : undefined;
}

/** The detail of `admin-proposed`: the operator has named one, and nobody is asked to confirm it. */
export const NAMED = 'named';

/** The details of `reunion-withdrawn`: the record of who was found is erased; to officers, a side of a pair that was theirs. */
export const ERASED = 'erased';
export const ERASED_FOR_OFFICE = 'erased-office';
/** To each who was told that they are together, and to officers: it does not hold. */
export const APART = 'apart';
const WITHDRAWN_WORDS = {
  [ERASED]: 'reunion-erased',
  [ERASED_FOR_OFFICE]: 'link-erased',
  [APART]: 'reunion-apart',
} as const;

/** By which words `reunion-withdrawn` is told with this detail; undefined: by its own. */
export const withdrawnWords = (
  kind: NoticeKind,
  detail: string | null | undefined,
): (typeof WITHDRAWN_WORDS)[keyof typeof WITHDRAWN_WORDS] | undefined =>
  kind === 'reunion-withdrawn' && detail && Object.hasOwn(WITHDRAWN_WORDS, detail)
    ? WITHDRAWN_WORDS[detail as keyof typeof WITHDRAWN_WORDS]
    : undefined;

/** Those that lead to what is to be done now, not to the report. */
export const REUNION_KINDS: readonly NoticeKind[] = ['reunion-possible', 'reunion-together'];

/** Where a notice leads that names nothing of its own. */
export const TEAM_PAGES: Partial<Record<NoticeKind, string>> = {
  'admin-proposed': '/moderation/people',
  'flags-hid': '/moderation',
  'objection-made': '/moderation',
  'odd-looks': '/moderation?tab=log',
  strike: '/profile',
  'strike-lifted': '/profile',
  'strike-stands': '/profile',
};

/** It leads to the duty desk, whatever it is about. */
export const isOfDesk = (kind: NoticeKind): boolean => kind === 'duty' || kind === 'duty-raised';

export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  reportId: z.optional(Id),
  claimId: z.optional(Id),
  conversationId: z.optional(Id),
  /** What the report is called, as far as the reader may know. */
  title: z.optional(z.string()),
  /** For some kinds: the reason given, the new status. */
  detail: z.optional(z.string()),
  createdAt: Instant,
  read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const inbox = endpoint({
  method: 'GET',
  path: '/inbox',
  access: PERMISSIONS.user,
  input: z.object({ before: z.optional(Instant) }),
  output: z.object({ data: z.array(Notice), unread: z.int() }),
});

export const readInbox = endpoint({
  method: 'PUT',
  path: '/inbox',
  access: PERMISSIONS.user,
  /** Everything up to this moment has been looked at. */
  input: z.object({ readTo: Instant }),
  output: z.object({ unread: z.int() }),
});

export const Follow = z.object({
  id: Id,
  reportId: z.optional(Id),
  region: z.optional(z.string()),
  title: z.optional(z.string()),
  createdAt: Instant,
});

/** Follow a report, or every new report of a region; doing it again changes nothing. */
export const follow = endpoint({
  method: 'POST',
  path: '/follows',
  access: PERMISSIONS.user,
  queued: { together: true, sealed: true },
  input: z.object({ opId: z.optional(Id), reportId: z.optional(Id), region: z.optional(shortText(MAX_TITLE)) }),
  output: z.object({ data: Follow }),
});

export const listFollows = endpoint({
  method: 'GET',
  path: '/follows',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({ data: z.array(Follow) }),
});

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/follows/:id',
  access: PERMISSIONS.user,
  input: z.object({ id: Id }),
  output: z.object({ stopped: z.literal(true) }),
});

/** One tap in an e-mail or a push ends it, without signing in: the token names one follow, or all mail of one account. */
export const stopByToken = endpoint({
  method: 'POST',
  path: '/follows/stop',
  access: PERMISSIONS.guest,
  input: z.object({ token: z.string().check(z.maxLength(100)) }),
  output: z.object({ stopped: z.literal(true) }),
});

export const pushKey = endpoint({
  method: 'GET',
  path: '/push/key',
  access: PERMISSIONS.public,
  input: z.object({}),
  /** The server's VAPID public key, base64url. */
  output: z.object({ key: z.string() }),
});

export const subscribePush = endpoint({
  method: 'POST',
  path: '/push/subscriptions',
  access: PERMISSIONS.user,
  input: z.object({
    endpoint: z.url().check(z.maxLength(1000)),
    keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(60)) }),
  }),
  output: z.object({ subscribed: z.literal(true) }),
});

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/push/subscriptions',
  access: PERMISSIONS.user,
  input: z.object({ endpoint: z.url().check(z.maxLength(1000)) }),
  output: z.object({ subscribed: z.literal(false) }),
});
