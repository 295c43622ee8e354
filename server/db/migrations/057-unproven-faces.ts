/** The face that a device sends is its word until the photo has been looked at: docs/decisions/105. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table template add column unproven boolean not null default false').execute(db);
}
