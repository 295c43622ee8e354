/**
 * Two ways to rows that were walks over their tables: what somebody follows, of which the two indexes of 002 hold a part of
 * the rows each; and jobs of one kind, of which thousands wait while a whole district is told of an alert.
 */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`create index follow_by_user on follow (user_id)`.execute(db);
  await sql`create index job_by_kind on job (kind)`.execute(db);
}
