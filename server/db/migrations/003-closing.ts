/** An account that its owner deleted, and may still bring back for a while (A44). */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table app_user add column closed_at timestamptz').execute(db);
}
