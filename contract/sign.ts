/** What in a message or a claim is often how people are cheated; the two who read it are warned, and it waits for a reviewer. */

import * as z from 'zod/mini';

/** `pay`: a UPI id or an app that pays. `code`: a one-time code or a secret number is asked for. */
export const Sign = z.enum(['pay', 'phone', 'link', 'money', 'code']);
export type Sign = z.infer<typeof Sign>;
