/** Who is calling. Accounts come with their own calls; this is what every endpoint needs to know. */

import * as z from 'zod/mini';

/** `poster`, `finder`, `admin` are the specification's session roles; the others are verified by an admin. */
export const Role = z.enum(['poster', 'finder', 'admin', 'moderator', 'volunteer', 'officer']);
export type Role = z.infer<typeof Role>;

/** The person (or nobody) a request comes from. `key` stands for the caller in rate limits. */
export type Caller = { kind: 'anonymous'; key: string } | { kind: 'user'; key: string; userId: string; role: Role };
