/** Secrets that all server processes share and no person chooses: drawn once, kept in the database. */

import { randomBytes } from 'node:crypto';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';

export const readSecret = (db: Db, key: 'address-salt' | 'code-key' | 'number-key'): Promise<string> =>
  readMeta(db, key, () => randomBytes(32).toString('base64url'));
