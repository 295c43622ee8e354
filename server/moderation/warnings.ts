/** Messages, claims and notes with the signs of a fraud, as they wait for a reviewer: whose, and, once opened, in what words. */

import { type RawBuilder, sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { openWarning, Warning } from '../../contract/moderation.ts';
import type { Sign } from '../../contract/sign.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';

const PAGE = 100;

/**
 * Each with its place: a person's in one conversation, in one claim, or in notes on one report, are one thing to look at; and
 * with those whose matter it is too: who talks there, who claims and who is asked, who posted the report that a note is on.
 */
const PLACED = sql`(
  select warning.*, coalesce(claim_id, conversation_id, report_id) as place, coalesce(talking, claiming, reporting) as parties
  from warning left join (
    select message.id, conversation_id, array[starter_id, owner_id] as talking
    from message join conversation on conversation.id = conversation_id) m on m.id = message_id
  left join (
    select claim.id, array[claimant_id, owner_id] as claiming
    from claim join report on report.id = report_id) c on c.id = claim_id
  left join (
    select note.id, report_id, array[owner_id] as reporting
    from note join report on report.id = report_id) n on n.id = note_id)`;

/**
 * Of these `w` those for this reader. None of what they have written or of a matter of their own: nobody is a judge there, and of
 * notes on their report they read what its reporter may (notes/readers.ts).
 */
const waitsFor = (userId: string): RawBuilder<unknown> => sql`
  w.handled_at is null and w.author_id <> ${userId}::uuid and (${userId}::uuid = any(w.parties)) is not true`;

/** The oldest first: they wait the longest. */
export async function readWarnings(
  db: Db,
  { userId }: Pick<SignedIn, 'userId'>,
): Promise<{ data: Warning[]; total: number }> {
  const { rows } = await sql<{
    id: string;
    about: Warning['about'];
    signs: Sign[];
    count: number;
    author_id: string;
    name: string;
    suspended: boolean;
    at: Date;
    total: number;
  }>`
    select (array_agg(w.id order by at, w.id))[1] as id, min(at) as at, count(distinct w.id)::int as count,
      case when max(claim_id::text) is not null then 'claim' when max(note_id::text) is not null then 'note' else 'message' end as about,
      array_agg(distinct sign) as signs, author_id, max(name) as name,
      bool_or(suspended_at is not null) as suspended, (count(*) over ())::int as total
    from ${PLACED} w join app_user on app_user.id = author_id cross join lateral unnest(signs) as sign
    where ${waitsFor(userId)} group by author_id, place order by at, id limit ${PAGE}`.execute(db);
  const data = rows.map(({ author_id, name, suspended, at, total: _, ...row }) => ({
    ...row,
    at: at.toISOString(),
    who: { id: author_id, name, suspended },
  }));
  return { data, total: rows[0]?.total ?? 0 };
}

/** Those that wait with it for this caller: of the same person in the same place. */
const together = (id: string, { userId }: SignedIn): RawBuilder<unknown> => sql`
  select w.id from ${PLACED} w join ${PLACED} first on first.author_id = w.author_id and first.place = w.place
  where first.id = ${id}::uuid and ${waitsFor(userId)}`;

/** Read what was written, and write down that it was read. */
export async function readWarned(tx: Db, caller: SignedIn, id: string): Promise<OutputOf<typeof openWarning>['data']> {
  const { rows } = await sql<Warned>`
    select coalesce(warning.message_id, warning.claim_id, warning.note_id) as subject_id, warning.author_id, warning.signs,
      warning.at, coalesce(message.text, note.text) as text, note.region, coalesce(message.address, note.address) as address,
      ${SAID_IN_CLAIM} as said
    from warning left join message on message.id = warning.message_id left join claim on claim.id = warning.claim_id
    left join note on note.id = warning.note_id
    where warning.id in (${together(id, caller)}) order by warning.at, warning.id limit ${PAGE}`.execute(tx);
  const [first] = rows;
  if (!first) throw new AppError('not-found', 'There is no such warning that waits');
  await writeAudit(tx, caller, 'warning-open', first.author_id);
  return rows.map(({ subject_id, text, region, address, said, signs, at }) => ({
    ...{ subjectId: subject_id, signs, at: at.toISOString() },
    text: [text, region, address, said].filter(Boolean).join(' '),
  }));
}

interface Warned {
  subject_id: string;
  author_id: string;
  text: string | null;
  region: string | null;
  address: string | null;
  said: string | null;
  signs: Sign[];
  at: Date;
}

/**
 * What the claimant says, or what the finder asks, by whose the warning is; the answers are for the finder, and for who opens
 * the claim.
 */
const SAID_IN_CLAIM = sql`case when claim.claimant_id = warning.author_id then claim.message else claim.reason end`;

export async function closeWarned(tx: Db, caller: SignedIn, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{ author_id: string }>`
    update warning set handled_at = now() where id in (${together(id, caller)}) returning author_id`.execute(tx);
  const [first] = rows;
  if (!first) throw new AppError('not-found', 'There is no such warning that waits');
  await writeAudit(tx, caller, 'warning-close', first.author_id, reason);
}
