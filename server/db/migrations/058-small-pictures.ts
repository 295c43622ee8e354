/** What a photo is held against when it comes after its small picture: docs/decisions/104. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table report_file add column ahead bytea').execute(db);
}
