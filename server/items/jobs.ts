/** The work that follows when a thing becomes public, or its words change. */

import * as z from 'zod/mini';
import { Id } from '../../contract/primitives.ts';
import type { Db } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { matchItem } from './store.ts';

const Payload = z.object({ id: Id });

export const matchItems =
  (db: Db): JobHandler =>
  (payload) =>
    matchItem(db, Payload.parse(payload).id);
