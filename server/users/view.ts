/** An account as its owner and who looks it up see it: the session user of the specification. */

import type { User } from '../../contract/auth.ts';
import type { AccountRow } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { standingOf } from '../auth/standing.ts';

/** As its owner sees it, by the session that asks. */
export const toOwnUser = (row: AccountRow, { lacksPasskey }: SignedIn): User => ({
  ...toUser(row),
  ...(lacksPasskey ? { needsPasskey: true } : {}),
});

export function toUser(row: AccountRow): User {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    ...(row.avatar_sha256 ? { avatar_url: `/avatars/${row.avatar_sha256}` } : {}),
    joinedAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.phone ? { phone: row.phone } : {}),
    ...(row.bio ? { bio: row.bio } : {}),
    status: row.suspended_at ? 'inactive' : 'active',
    verification: row.verified_at ? 'verified' : 'pending',
    standing: standingOf(row),
    ...(row.organisation ? { organisation: row.organisation } : {}),
    ...(row.districts.length > 0 ? { districts: row.districts } : {}),
    language: row.language,
    mailNotices: row.mail_notices,
  };
}
