/** Messages and claims with the signs of a fraud, as they wait for a reviewer: whose, and, once opened, in what words. */

import { type RawBuilder, sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { openWarning, Warning } from '../../contract/moderation.ts';
import type { Sign } from '../../contract/sign.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';

const PAGE = 100;

/** A person's warnings in one conversation, or in one claim, are one thing to look at. */
const PLACE = sql`warning.author_id, coalesce(claim_id, conversation_id)`;

/** None of what the one who reads has written: nobody judges themselves. */
const waitingFor = (userId: string): RawBuilder<unknown> => sql`
  from warning join app_user on app_user.id = warning.author_id left join message on message.id = message_id
  where handled_at is null and warning.author_id <> ${userId}::uuid`;

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
    select (array_agg(warning.id order by at, warning.id))[1] as id, min(at) as at, count(distinct warning.id)::int as count,
      case when max(claim_id::text) is null then 'message' else 'claim' end as about,
      array_agg(distinct sign) as signs, warning.author_id, max(name) as name,
      bool_or(suspended_at is not null) as suspended, (count(*) over ())::int as total
    from (select warning.*, conversation_id, name, suspended_at ${waitingFor(userId)}) as warning
    cross join lateral unnest(signs) as sign
    group by ${PLACE} order by at, id limit ${PAGE}`.execute(db);
  const data = rows.map(({ author_id, name, suspended, at, total: _, ...row }) => ({
    ...row,
    at: at.toISOString(),
    who: { id: author_id, name, suspended },
  }));
  return { data, total: rows[0]?.total ?? 0 };
}

/** Those that wait with it for this caller: of the same person in the same place. */
const together = (id: string, { userId }: SignedIn): RawBuilder<unknown> => sql`
  select w.id from warning w left join message m on m.id = w.message_id
  join warning first on first.id = ${id}::uuid left join message f on f.id = first.message_id
  where w.handled_at is null and w.author_id = first.author_id and w.author_id <> ${userId}::uuid
    and coalesce(w.claim_id, m.conversation_id) = coalesce(first.claim_id, f.conversation_id)`;

/** Read what was written, and write down that it was read. */
export async function readWarned(tx: Db, caller: SignedIn, id: string): Promise<OutputOf<typeof openWarning>['data']> {
  const { rows } = await sql<Warned>`
    select coalesce(warning.message_id, warning.claim_id) as subject_id, warning.author_id, warning.signs, warning.at,
      message.text, message.address, ${SAID_IN_CLAIM} as said
    from warning left join message on message.id = warning.message_id left join claim on claim.id = warning.claim_id
    where warning.id in (${together(id, caller)}) order by warning.at, warning.id limit ${PAGE}`.execute(tx);
  const [first] = rows;
  if (!first) throw new AppError('not-found', 'There is no such warning that waits');
  await writeAudit(tx, caller, 'warning-open', first.author_id);
  return rows.map(({ subject_id, text, address, said, signs, at }) => ({
    ...{ subjectId: subject_id, signs, at: at.toISOString() },
    text: [text, address, said].filter(Boolean).join(' '),
  }));
}

interface Warned {
  subject_id: string;
  author_id: string;
  text: string | null;
  address: string | null;
  said: string | null;
  signs: Sign[];
  at: Date;
}

/** What the claimant says, or what the finder asks, by whose the warning is; the answers are for the finder, and for who opens the claim. */
const SAID_IN_CLAIM = sql`case when claim.claimant_id = warning.author_id then claim.message else claim.reason end`;

export async function closeWarned(tx: Db, caller: SignedIn, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{ author_id: string }>`
    update warning set handled_at = now() where id in (${together(id, caller)}) returning author_id`.execute(tx);
  const [first] = rows;
  if (!first) throw new AppError('not-found', 'There is no such warning that waits');
  await writeAudit(tx, caller, 'warning-close', first.author_id, reason);
}
