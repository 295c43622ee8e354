/** What an account may do besides its role, from its row. */

import { ADULT_AGE } from '../../contract/limits.ts';
import type { Standing } from '../../contract/user.ts';

/** Until the year in which they are surely 18, the young need a guardian's word (A8). */
export function standingOf(
  user: { suspended_at: Date | null; birth_year: number | null; guardian_at: Date | null },
  now = new Date(),
): Standing {
  if (user.suspended_at) return 'suspended';
  const mayBeYoung = user.birth_year !== null && now.getFullYear() - user.birth_year <= ADULT_AGE;
  return mayBeYoung && !user.guardian_at ? 'young' : 'whole';
}
