/** What in a message, a claim or a note is often how people are cheated; who reads it is warned, and it waits for a reviewer. */

import * as z from 'zod/mini';

/** `pay`: a UPI id or an app that pays. `code`: a one-time code or a secret number is asked for. */
export const Sign = z.enum(['pay', 'phone', 'link', 'money', 'code']);
export type Sign = z.infer<typeof Sign>;
