/** Since when a note may be its reader's who posted the report: docs/decisions/100. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table note add column released_at timestamptz').execute(db);
  await sql.raw("update note set released_at = created_at where not unsigned or status = 'confirmed'").execute(db);
  await sql.raw('alter table note drop column unsigned').execute(db);
}
