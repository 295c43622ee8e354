/** A hash is a name, not a right: each naming of a file remembers whether its bytes were brought for it. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report_file add column brought_at timestamptz;
alter table attachment add column brought_at timestamptz;
-- Who named a file before this was written down is taken at their word.
update report_file set brought_at = now();
update attachment set brought_at = now();

-- Envelopes that wait lay among the photos; whoever carries one still has it.
insert into job (kind, payload)
  select 'remove-files', jsonb_build_object('hashes', jsonb_agg(sha256)) from envelope where outcome = 'waits'
  having count(*) > 0;
`)
    .execute(db);
}
