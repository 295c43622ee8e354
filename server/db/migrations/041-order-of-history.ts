/** The lines of a history that one transaction writes stand in the order in which it wrote them. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`alter table history alter column at set default clock_timestamp()`.execute(db);
}
