/** Who is calling, and what each kind of caller may do: the one permission table. */

import * as z from 'zod/mini';
import { MAX_DISTRICTS } from './limits.ts';

/** `poster`, `finder`, `admin` are the specification's session roles; the others are given by an admin's act. */
export const Role = z.enum(['poster', 'finder', 'admin', 'moderator', 'volunteer', 'officer']);
export type Role = z.infer<typeof Role>;

/** Who belongs to a station or an organisation, and has a place of duty: so many districts at most. */
export const MEMBER_DISTRICTS: Partial<Record<Role, number>> = { volunteer: MAX_DISTRICTS, officer: 1 };
export const isMember = (role: Role): boolean => role in MEMBER_DISTRICTS;

/**
 * What an account may do besides its role.
 * - `whole`: everything its role may.
 * - `young`: 13 to 17 without a guardian's consent: look, scan on the device, call 112 and 1098 (A8).
 * - `suspended`: look and appeal.
 */
export const Standing = z.enum(['whole', 'young', 'suspended']);
export type Standing = z.infer<typeof Standing>;

/**
 * The person (or nobody) a request comes from. `key` stands for the caller in rate limits, `network` for all who call from
 * near by; absent when no call from outside is behind it.
 */
export type Caller =
  | { kind: 'anonymous'; key: string; network?: string }
  | {
      kind: 'user';
      key: string;
      network?: string;
      userId: string;
      role: Role;
      standing: Standing;
      /** The ids of their place of duty: of officers one district, of volunteers some, of all others none. */
      districts: readonly string[];
      /**
       * Their office wants a passkey, and their session was not opened with one. Role and districts are then those of
       * anybody with an account, so that nothing anywhere takes them for more.
       */
      lacksPasskey?: true;
      /** When it was last proved that the session is its owner's; absent where the session has no passkey to ask for. */
      provedAt?: Date;
      /** The powers of their office were not used, or not proved, for long: the next use asks for a proof. */
      isIdle?: true;
      /** The session that the call came by; absent when the server itself asks what somebody may see. */
      session?: Uint8Array;
    };

/**
 * Who may call, by what they do there. Ownership comes on top: what is not the caller's own is `not-found`, and that is
 * decided where the row is read.
 *
 * - `guest`: nobody needs to be known, and a token is not read: signing in works with a token that has ended.
 * - `public`: anyone; a token that is not valid is refused, never taken for nobody.
 * - `user`: anyone signed in, also the young and the suspended: their own account, and what they may look at.
 * - `member`: signed in and in whole standing: writes that reach others.
 */
export const PERMISSIONS = {
  guest: 'guest',
  public: 'public',
  user: 'user',
  member: 'member',
  /** Looks at posts before others do, and freezes disputed claims (A17, A18). */
  moderate: ['moderator', 'admin'],
  /** Sees the whole of a record about a person, each time written down. */
  protect: ['officer', 'moderator', 'admin'],
  /** Has a place of duty, and is lent the faces of it. */
  carry: ['volunteer', 'officer'],
  /** Answers for a case of the police: of a district, with a station. */
  police: ['officer'],
  /** Gives and takes roles. */
  administer: ['admin'],
} as const satisfies Record<string, 'guest' | 'public' | 'user' | 'member' | readonly Role[]>;

export type Access = (typeof PERMISSIONS)[keyof typeof PERMISSIONS];

/** Why a caller may not make a call of this access; undefined when they may. */
export function refusalOf(access: Access, caller: Caller): 'sign-in-needed' | Refusal | undefined {
  if (access === 'guest' || access === 'public') return undefined;
  if (caller.kind === 'anonymous') return 'sign-in-needed';
  if (access === 'user') return undefined;
  if (caller.standing === 'suspended') return 'suspended';
  if (caller.standing === 'young') return 'guardian-needed';
  if (access === 'member') return undefined;
  if (caller.lacksPasskey) return 'passkey-needed';
  if (!access.some((role) => role === caller.role)) return 'not-allowed';
  return caller.isIdle ? 'proof-needed' : undefined;
}
type Refusal = 'suspended' | 'guardian-needed' | 'passkey-needed' | 'proof-needed' | 'not-allowed';
