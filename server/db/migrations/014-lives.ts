/**
 * Marks of the lives of the database, which cursors carry (Note: Marks, in epoch.ts), and the secret that numbers of
 * reports are made with: here before the first report, so that every copy of the database has it.
 */

import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table life (
  id bigint generated always as identity primary key,
  mark text collate "C" not null unique,
  at timestamptz not null default now(),
  end_xid xid8,
  end_horizon xid8,
  end_last xid8,
  constraint ends_whole check (num_nulls(end_xid, end_horizon, end_last) in (0, 3))
);
`)
    .execute(db);
  const value = randomBytes(32).toString('base64url');
  await db.insertInto('meta').values({ key: 'number-key', value }).execute();
}
