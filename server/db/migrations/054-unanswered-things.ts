/** Two things on which an owner does not answer are a task of the desk, too: docs/decisions/081. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table duty_task drop constraint duty_task_kind_check').execute(db);
  await sql
    .raw(`alter table duty_task add constraint duty_task_kind_check
      check (kind in ('candidate', 'missing-child', 'found-person', 'sighting', 'unanswered'))`)
    .execute(db);
}
