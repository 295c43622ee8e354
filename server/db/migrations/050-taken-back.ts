/** By whom it was taken down what must not come again unseen: docs/decisions/099. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Of what is on the list nobody knows any more by whom it came there: it counts as the team's. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table suppression add column by_maker boolean not null default false;
alter table seen_before add column by_maker boolean not null default false;
`)
    .execute(db);
}
