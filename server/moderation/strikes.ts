/**
 * Strikes: given by a moderator with a reason, told to whom it is about, appealed once, decided by another moderator. Enough
 * of them pause an account; one that is lifted counts no more, and the pause ends with it.
 */

import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { PAUSE_DAYS, STRIKE_DAYS, STRIKES_TO_PAUSE } from '../../contract/limits.ts';
import type { decideStrike, giveStrike, Strike, StrikeAbout, strikeAppeals } from '../../contract/strike.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db, Schema } from '../db/schema.ts';
import { leaveDesk } from '../duty/open.ts';
import { tell } from '../notices/tell.ts';

type StrikeRow = Selectable<Schema['strike']>;
type Subject = Pick<ParsedInputOf<typeof giveStrike>, 'about' | 'id' | 'warning'>;

const DAY_MS = 24 * 3_600_000;

interface Whose {
  author: string;
  /** Those whose matter it is, its author among them. */
  parties: (string | null)[];
}

/** Whose it is. @throws AppError not-found, also for what was posted without an account, and for a warning of something else */
async function whoseIs(tx: Db, { about, id, warning }: Subject): Promise<Whose> {
  const things: Record<StrikeAbout, () => Promise<{ author: string | null; of: (string | null)[] } | undefined>> = {
    message: () =>
      tx
        .selectFrom('message')
        .innerJoin('conversation', 'conversation.id', 'conversation_id')
        .select(['author_id as author', sql<string[]>`array[starter_id, owner_id]`.as('of')])
        .where('message.id', '=', id)
        .executeTakeFirst(),
    claim: () =>
      tx
        .selectFrom('claim')
        .innerJoin('report', 'report.id', 'report_id')
        .select(['claimant_id as author', sql<string[]>`array[claimant_id, owner_id]`.as('of')])
        .where('claim.id', '=', id)
        .executeTakeFirst(),
    note: () =>
      tx
        .selectFrom('note')
        .innerJoin('report', 'report.id', 'report_id')
        .select(['author_id as author', sql<string[]>`array[owner_id]`.as('of')])
        .where('note.id', '=', id)
        .executeTakeFirst(),
    report: () =>
      tx
        .selectFrom('report')
        .select(['owner_id as author', sql<string[]>`array[owner_id]`.as('of')])
        .where('id', '=', id)
        .executeTakeFirst(),
  };
  const thing = await things[about]();
  const author = (warning === undefined ? thing : await warnedOf(tx, { about, id, warning }))?.author;
  if (!author) throw new AppError('not-found', 'There is no such thing of an account');
  return { author, parties: [author, ...(thing?.of ?? [])] };
}

/** Whose words the warning is about; it names one of those that wait of a person in one place, of which this is another. */
async function warnedOf(
  tx: Db,
  { about, id, warning }: { about: StrikeAbout; id: string; warning: string },
): Promise<{ author: string } | undefined> {
  if (about === 'report') return undefined;
  return tx
    .selectFrom('warning')
    .innerJoin('warning as named', 'named.author_id', 'warning.author_id')
    .select('named.author_id as author')
    .where('named.id', '=', warning)
    .where(`warning.${about}_id`, '=', id)
    .executeTakeFirst();
}

/** The account, held: of two strikes at once the second counts the first. */
async function holdAccount(tx: Db, id: string) {
  return tx
    .selectFrom('app_user')
    .select(['id', 'role', 'paused_until'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function strikeFor(
  tx: Db,
  moderator: SignedIn,
  { reason, ...subject }: Subject & { reason: string },
): Promise<void> {
  const { author: userId, parties } = await whoseIs(tx, subject);
  if (parties.includes(moderator.userId))
    throw new AppError('conflict', 'Nobody gives a strike to themselves or in a matter of their own');
  const { role } = await holdAccount(tx, userId);
  const isStaff = role === 'admin' || role === 'moderator';
  if (isStaff && moderator.role !== 'admin')
    throw new AppError('not-allowed', 'Only an admin gives this role a strike');
  const nothingYet = { appeal: null, appealed_at: null, outcome: null, answer: null, decided_at: null };
  const given = await tx
    .insertInto('strike')
    .values({
      ...{ id: randomUUID(), user_id: userId, by_id: moderator.userId, about: subject.about, subject_id: subject.id },
      ...{ reason, at: new Date(), ...nothingYet },
    })
    .onConflict((conflict) => conflict.columns(['about', 'subject_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!given) throw new AppError('conflict', 'There was a strike for it already');
  await settlePause(tx, userId);
  await writeAudit(tx, moderator, 'strike', userId, reason);
  await tell(tx, { userId, kind: 'strike', detail: reason });
}

/** How it stands with the author of something after a strike. */
export async function countOf(db: Db, subject: Subject): Promise<OutputOf<typeof giveStrike>> {
  const { author: userId } = await whoseIs(db, subject);
  return { count: (await countingOf(db, userId)).length, ...(await pauseOf(db, userId)) };
}

/** When those that count were given, the oldest first. */
async function countingOf(db: Db, userId: string, now = Date.now()): Promise<Date[]> {
  const rows = await db
    .selectFrom('strike')
    .select('at')
    .where('user_id', '=', userId)
    .where('outcome', 'is distinct from', 'lifted')
    .where('at', '>', new Date(now - STRIKE_DAYS * DAY_MS))
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** The pause runs from the strike that was one too many; without it there is none. */
async function settlePause(tx: Db, userId: string): Promise<void> {
  const counting = await countingOf(tx, userId);
  const last = counting.length >= STRIKES_TO_PAUSE ? counting.at(-1) : undefined;
  await tx
    .updateTable('app_user')
    .set({ paused_until: last ? new Date(last.getTime() + PAUSE_DAYS * DAY_MS) : null })
    .where('id', '=', userId)
    .execute();
  if (last) await leaveDesk(tx, userId);
}

async function pauseOf(db: Db, userId: string): Promise<{ pausedUntil?: string }> {
  const { paused_until } = await db
    .selectFrom('app_user')
    .select('paused_until')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return paused_until && paused_until > new Date() ? { pausedUntil: paused_until.toISOString() } : {};
}

/** As its owner reads it: never who gave it. */
const viewOf = ({ id, about, reason, at, appeal, outcome, answer }: StrikeRow): Strike => ({
  ...{ id, about, reason, at: at.toISOString() },
  ...(appeal === null ? {} : { appeal }),
  ...(outcome === null ? {} : { outcome }),
  ...(answer === null ? {} : { answer }),
});

export async function strikesOf(db: Db, { userId }: SignedIn): Promise<{ data: Strike[]; pausedUntil?: string }> {
  const rows = await db.selectFrom('strike').selectAll().where('user_id', '=', userId).orderBy('at', 'desc').execute();
  return { data: rows.map(viewOf), ...(await pauseOf(db, userId)) };
}

export async function appealFor(tx: Db, { userId }: SignedIn, id: string, text: string): Promise<Strike> {
  const row = await tx
    .selectFrom('strike')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such strike');
  if (row.appeal !== null) throw new AppError('conflict', 'It was appealed before');
  const appeal = { appeal: text, appealed_at: new Date() };
  await tx.updateTable('strike').set(appeal).where('id', '=', id).where('user_id', '=', userId).execute();
  return viewOf({ ...row, ...appeal });
}

export async function readAppeals(db: Db, { userId }: SignedIn): Promise<OutputOf<typeof strikeAppeals>> {
  const rows = await db
    .selectFrom('strike')
    .innerJoin('app_user', 'app_user.id', 'strike.user_id')
    .selectAll('strike')
    .select('app_user.name')
    .where('appealed_at', 'is not', null)
    .where('outcome', 'is', null)
    .where('strike.user_id', '<>', userId) // somebody else decides on one's own
    .orderBy('appealed_at')
    .limit(100)
    .execute();
  return {
    data: rows.map(({ name, ...row }) => ({
      ...viewOf(row),
      mine: row.by_id === userId,
      who: { id: row.user_id, name },
    })),
  };
}

export async function decideAppeal(
  tx: Db,
  moderator: SignedIn,
  { id, outcome, reason }: ParsedInputOf<typeof decideStrike>,
): Promise<void> {
  const row = await tx.selectFrom('strike').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.user_id === moderator.userId) throw new AppError('not-found', 'There is no such strike');
  if (row.by_id === moderator.userId) throw new AppError('not-allowed', 'Who gave it does not decide on the appeal');
  if (row.appeal === null || row.outcome !== null) throw new AppError('conflict', 'No appeal of it waits');
  await holdAccount(tx, row.user_id);
  await tx
    .updateTable('strike')
    .set({ outcome, answer: reason, decided_at: new Date() })
    .where('id', '=', id)
    .where('user_id', '=', row.user_id)
    .execute();
  await settlePause(tx, row.user_id);
  await writeAudit(tx, moderator, `strike-${outcome}`, row.user_id, reason);
  await tell(tx, { userId: row.user_id, kind: `strike-${outcome}`, detail: reason });
}
