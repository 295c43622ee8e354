/** What an account may do besides its role, from its row; and what of its role a session may do. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ADULT_AGE } from '../../contract/limits.ts';
import { PERMISSIONS, type Role, type Standing } from '../../contract/user.ts';

/** What of an account may keep its owner from what their role may do. */
export interface Limited {
  suspended_at: Date | null;
  paused_until: Date | null;
  birth_year: number | null;
  guardian_at: Date | null;
}

/** Until the year in which they are surely 18, the young need a guardian's word (A8). */
export function standingOf(user: Limited, now = new Date()): Standing {
  if (user.suspended_at || (user.paused_until && user.paused_until > now)) return 'suspended';
  const mayBeYoung = user.birth_year !== null && now.getFullYear() - user.birth_year <= ADULT_AGE;
  return mayBeYoung && !user.guardian_at ? 'young' : 'whole';
}

/** The same of those who are not young, as the database reads it of an account under this name; and it was not closed. */
export const mayActNow = (account = 'app_user'): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${account}.suspended_at`)} is null and ${sql.ref(`${account}.closed_at`)} is null
  and (${sql.ref(`${account}.paused_until`)} is null or ${sql.ref(`${account}.paused_until`)} <= now()))`;

/** Whether the powers of moderators, officers and admins want a passkey: Config and Http say so. */
export interface PasskeyRule {
  staffPasskeys: boolean;
}

const POWERFUL: readonly Role[] = PERMISSIONS.protect;

/** Whether accounts of this role are to have a passkey. */
export const wantsPasskey = (role: Role, { staffPasskeys }: PasskeyRule): boolean =>
  staffPasskeys && POWERFUL.includes(role);

/** Whether a session, with the passkey that was shown in it, has not the powers of its owner's role. */
export const lacksPasskey = (
  { role, passkey_id }: { role: Role; passkey_id: string | null },
  rule: PasskeyRule,
): boolean => passkey_id === null && wantsPasskey(role, rule);
