/** Sightings that nobody signed: docs/decisions/100. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table note add column unsigned boolean not null default false').execute(db);
}
