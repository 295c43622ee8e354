/** What is kept of an access token. */

import { createHash } from 'node:crypto';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
