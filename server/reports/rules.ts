/** The life of a report on the server (A19), of the item it may be about (A20), and who acts in it. Pure. */

import type * as z from 'zod/mini';
import { mayBeChild, mayBeEither } from '../../contract/person.ts';
import type { HistoryEntry, ItemStatus, PersonCondition, ReportStatus } from '../../contract/report.ts';
import { type Caller, PERMISSIONS, type Role } from '../../contract/user.ts';

export type ItemState = z.infer<typeof ItemStatus>;
export type Condition = z.infer<typeof PersonCondition>;

/**
 * Where each status may go; whatever is not listed is refused. `published` goes back to `pending_review` when its owner
 * changes what others read: nothing is shown that nobody has looked at.
 */
const NEXT: Record<ReportStatus, readonly ReportStatus[]> = {
  pending_review: ['published', 'rejected', 'withdrawn'],
  published: ['resolved', 'withdrawn', 'expired', 'pending_review'],
  rejected: ['appealed', 'withdrawn'],
  appealed: ['published', 'rejected', 'withdrawn'],
  resolved: [],
  withdrawn: [],
  expired: ['published', 'withdrawn'],
};

const ITEM_NEXT: Record<ItemState, readonly ItemState[]> = {
  lost: ['found'],
  found: ['claimed'],
  claimed: ['returned', 'found'],
  returned: [],
};

/** Stands for the district of a report whose place nobody knows. */
export const NOWHERE = '';

/** What was ended by mistake is opened again by a moderator; what a reunion had ended, by whoever takes that back. */
const REOPENED: readonly ReportStatus[] = ['resolved'];

/** Somebody whom nobody has published yet is found: by officers, who look for them by then, or at home. */
const FOUND_BEFORE: readonly ReportStatus[] = ['pending_review', 'appealed'];

/** Two of whom an officer has confirmed that they are one come together also where nobody is shown any more. */
const MET_BEFORE: readonly ReportStatus[] = [...FOUND_BEFORE, 'rejected', 'expired'];

export const mayChange = (from: ReportStatus, to: ReportStatus, actor = ''): boolean =>
  NEXT[from].includes(to) ||
  (REOPENED.includes(from) && (to === 'published' || FOUND_BEFORE.includes(to)) && isModerator(actor)) ||
  (REOPENED.includes(from) && (to === 'published' || MET_BEFORE.includes(to)) && actor.endsWith(BY_REUNION)) ||
  (to === 'resolved' && FOUND_BEFORE.includes(from) && (isOfficer(actor) || isMaker(actor))) ||
  (to === 'resolved' && MET_BEFORE.includes(from) && actor.endsWith(BY_REUNION));

/** Behind who says so: they are together, and an officer has confirmed who was found; or that they are not after all. */
export const BY_REUNION = ':together';

/** The actor of what two owners have said of a possible match. */
export const BY_MATCH = 'system:match';

export const mayChangeItem = (from: ItemState, to: ItemState, actor = ''): boolean =>
  ITEM_NEXT[from].includes(to) ||
  (from === 'returned' && to === 'found' && isModerator(actor)) ||
  (from === 'found' && to === 'lost' && actor === BY_MATCH);

/** Of a person anything may be learned at any time, but what is known already is no change. */
export const mayChangeCondition = (from: Condition, to: Condition): boolean => from !== to;

/**
 * What is known of a person by a word that was confirmed: by the family's or an officer's what it says, by anybody else's no
 * more than that they were seen. Found or safe they are no longer compared with anybody, and whoever keeps a child could say so.
 */
export function mayMakeKnown(says: Condition, known: Condition, isFamilyOrOfficer: boolean): Condition {
  if (isFamilyOrOfficer || says === 'seen') return says;
  return says !== 'missing' && known === 'missing' ? 'seen' : known;
}

interface Aged {
  age_min: number | null;
  age_max: number | null;
}

export const isEither = ({ age_min, age_max }: Aged): boolean =>
  mayBeEither(age_min ?? undefined, age_max ?? undefined);

/**
 * Whether it waits for an officer to name a case: of a child, and of somebody who may be one by the age that is given and
 * of whom no reviewer has said that they do not look like one.
 */
export const needsCase = (
  row: Aged & { subject: 'person' | 'item'; looks_adult: boolean; case_kind: string | null },
): boolean =>
  row.subject === 'person' &&
  row.case_kind === null &&
  mayBeChild(row.age_min ?? undefined) &&
  !(row.looks_adult && isEither(row));

/** Whether a person has looked at what it shows, and did not refuse it: what comes from now on they have not seen. */
export const isLookedAt = ({ reviewed, status }: { reviewed: boolean; status: ReportStatus }): boolean =>
  reviewed && status !== 'pending_review' && status !== 'rejected' && status !== 'appealed';

export const VEILS = ['objection', 'protected', 'seen-before'] as const;

/**
 * Why a report is hidden, by who may know of it then besides its owner. For `flags`, and while its owner's account is
 * `closed`, whoever may know of it when it is not shown. For an `objection`, when the person is `protected`, and when it is like
 * something that was taken down (`seen-before`), moderators alone: an officer may be the one they fled from.
 */
export const isVeiled = ({ hidden_for }: { hidden_for: string | null }): boolean =>
  VEILS.some((why) => why === hidden_for);

type Kept = Parameters<typeof needsCase>[0] & {
  owner_id: string | null;
  district: string | null;
  hidden_for: string | null;
  kept_scan: boolean;
};

/** In which somebody is still looked for. */
export const OPEN: readonly ReportStatus[] = ['pending_review', 'published', 'appealed'];

/**
 * Whether the caller may say under which case a person is looked for: an officer, of who may be a child. `isTheirs`: it is
 * theirs by their place of duty or, where the caller has looked for that, by their desk (duty/asked.ts).
 */
export const mayNameCase = (row: Kept, caller: Caller, isTheirs = isOfDuty(row, caller)): boolean =>
  isPolice(caller) &&
  isTheirs &&
  !isOwner(row, caller) &&
  !isVeiled(row) &&
  !row.kept_scan &&
  needsCase({ ...row, case_kind: null });

/**
 * Whether the caller may see to it that nobody finds this person. Never of their own report: that they may no more would say
 * that somebody has.
 */
export const mayShield = (row: Kept, caller: Caller): boolean =>
  row.subject === 'person' && mayProtect(caller) && isOfDuty(row, caller) && !isOwner(row, caller) && !isVeiled(row);

/** Whether the caller may say that nobody needs to look for this person any more: an officer, as above. */
export const mayEndSearch = (row: Kept, caller: Caller, isTheirs = isOfDuty(row, caller)): boolean =>
  row.subject === 'person' && isPolice(caller) && isTheirs && !isOwner(row, caller) && !isVeiled(row);

/** Whether the caller may ask a district to look for this person: an officer, as above. */
export const mayAlert = mayEndSearch;

const isModerator = (actor: string): boolean => /^(moderator|admin):/.test(actor);
const isOfficer = (actor: string): boolean => actor.startsWith('officer:');
const isMaker = (actor: string): boolean => /^(owner:|anonymous$)/.test(actor);

export const isOwner = (row: { owner_id: string | null }, caller: Caller): boolean =>
  caller.kind === 'user' && row.owner_id === caller.userId;

/** Whether the caller's role lets them see and answer for records that are not their own. */
export const mayProtect = (caller: Caller): boolean => holds(caller, PERMISSIONS.protect);
/** Whether it lets them know of guarded records, without the whole of any. */
export const mayAssist = (caller: Caller): boolean => holds(caller, ['volunteer', ...PERMISSIONS.protect]);
export const isPolice = (caller: Caller): boolean => holds(caller, PERMISSIONS.police);
export const mayModerate = (caller: Caller): boolean => holds(caller, PERMISSIONS.moderate);

/**
 * The districts whose reports are of the caller's place of duty; those of a place that nobody knows are everybody's who has
 * one. Who decides on posts has all of India, and is not asked this.
 */
export const dutyOf = (caller: Caller): readonly string[] =>
  caller.kind === 'user' && caller.districts.length > 0 ? [NOWHERE, ...caller.districts] : [];

/** Whether a report is of the caller's place of duty. */
export const isOfDuty = ({ district }: { district: string | null }, caller: Caller): boolean =>
  mayModerate(caller) || (district !== null && dutyOf(caller).includes(district));

const holds = (caller: Caller, roles: readonly Role[]): boolean =>
  caller.kind === 'user' && caller.standing === 'whole' && roles.includes(caller.role);

/** How an act is signed in the history of a report: `owner:<id>`, `officer:<id>`, `moderator:<id>`. */
export function actorOf(caller: Caller, row: { owner_id: string | null }): string {
  if (caller.kind === 'anonymous') return 'anonymous';
  if (isOwner(row, caller)) return `owner:${caller.userId}`;
  return `${caller.role}:${caller.userId}`;
}

/** Who that was, for who reads the history: never which person. */
export function actorKind(actor: string, ownerId: string | null): z.infer<typeof HistoryEntry>['by'] {
  if (isModerator(actor)) return 'moderator';
  if (isOfficer(actor)) return 'officer';
  return /^(anonymous|owner)(:|$)/.test(actor) || actor === ownerId ? 'owner' : 'system';
}
