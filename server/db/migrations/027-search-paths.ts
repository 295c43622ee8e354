/**
 * Indexes by which rows are found from the other side of what they belong to, and the short lists of what waits among all
 * that was settled. Without them erasing one account or one report read whole tables of everybody's.
 */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create index note_by_author on note (author_id) where author_id is not null;
create index note_open on note (created_at, id) where status = 'open';
create index flag_by_user on flag (user_id);
create index flag_waiting on flag (report_id) where handled_at is null;
create index conversation_by_starter on conversation (starter_id);
create index conversation_by_owner on conversation (owner_id);
create index message_by_author on message (author_id) where author_id is not null;
create index complaint_by_conversation on complaint (conversation_id);
create index complaint_by_author on complaint (by_id);
create index complaint_by_about on complaint (about_id);
create index complaint_waiting on complaint (at) where handled_at is null;
create index notice_by_report on notice (report_id) where report_id is not null;
create index notice_by_claim on notice (claim_id) where claim_id is not null;
create index notice_by_conversation on notice (conversation_id) where conversation_id is not null;
create index notice_unread on notice (user_id) where read_at is null;
create index strike_by_moderator on strike (by_id) where by_id is not null;
create index session_by_passkey on session (passkey_id) where passkey_id is not null;
create index courier_by_passkey on courier (passkey_id) where passkey_id is not null;
create index scan_by_caller on scan (caller_key, created_at) where caller_key <> 'anonymous';
create index report_open on report (subject, created_at) where status in ('pending_review', 'published', 'appealed');
create index report_open_by_category on report (category, created_at)
  where subject = 'item' and status in ('pending_review', 'published', 'appealed');
create index report_hidden_by_flags on report (hidden_at) where hidden_for = 'flags';
create index admin_proposal_by_proposer on admin_proposal (proposer_id);
create index passkey_challenge_by_user on passkey_challenge (user_id) where user_id is not null;
`)
    .execute(db);
}
