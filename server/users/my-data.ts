/** All that is kept of an account and of what it made, for its owner alone: each part is of the rows that are theirs. */

import { sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { AuditAction } from '../../contract/moderation.ts';
import type { myData } from '../../contract/my-data.ts';
import type { Note } from '../../contract/note.ts';
import type { NoticeKind } from '../../contract/notice.ts';
import { findAccount } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { statusFor } from '../notes/readers.ts';
import { historyOf } from '../reports/details.ts';
import { projectReport } from '../reports/projection.ts';
import { findJudged, reportsById } from '../reports/read.ts';
import { toOwnUser } from './view.ts';

/** What others wrote down to watch an office that may be misused: whoever holds it is not warned (decision 063). */
const OF_THE_OFFICE: AuditAction[] = ['odd-looks', 'look-up-account'];

type MyData = OutputOf<typeof myData>;
type Row = MyData['notes'][number];

export async function readMyData(db: Db, caller: SignedIn): Promise<MyData> {
  const { userId, key } = caller;
  const account = await findAccount(db, userId);
  if (!account) throw new AppError('not-found', 'There is no such account');
  const reports = await readReports(db, caller);
  const written = await rows(sql`
    select id, report_id, kind, text, condition, region, lat, lng, address, seen_at, status, created_at,
      ${filesOf('note', sql`note.id`)} as photos
    from note where author_id = ${userId} order by created_at`);
  const notes = await withoutAnswers(db, written, caller);
  const claims = await rows(sql`
    select id, report_id, status, message, created_at, updated_at, ${filesOf('claim', sql`claim.id`)} as photos,
      array(select answer from claim_answer where claim_id = claim.id order by position) as answers
    from claim where claimant_id = ${userId} order by created_at`);
  const messages = await rows(sql`
    select id, conversation_id, text, photo, lat, lng, address, created_at
    from message where author_id = ${userId} order by created_at`);
  const photos = [...notes, ...claims].flatMap((row) => row.photos as string[]);
  const sent = messages.flatMap(({ photo }) => (typeof photo === 'string' ? [photo] : []));
  return {
    madeAt: new Date().toISOString(),
    account: toOwnUser(account, caller),
    reports,
    notes,
    claims,
    messages,
    flags: await rows(sql`select report_id, reason, text, at from flag where user_id = ${userId} order by at`),
    complaints: await rows(sql`select conversation_id, text, at from complaint where by_id = ${userId} order by at`),
    follows: await rows(
      sql`select report_id, region, created_at from follow where user_id = ${userId} order by created_at`,
    ),
    notices: (
      await rows(sql`
        select kind, report_id, detail, created_at, read_at from notice where user_id = ${userId} order by created_at`)
    ).map(withoutColleague),
    scans: await rows(
      sql`select scanned_at, searched, created_at from scan where caller_key = ${key} order by created_at`,
    ),
    strikes: await rows(sql`
      select about, reason, at, appeal, appealed_at, outcome, answer from strike where user_id = ${userId} order by at`),
    sessions: await rows(sql`
      select browser, system, created_at, seen_at, expires_at from session
      where user_id = ${userId} and revoked_at is null order by created_at`),
    loans: await rows(sql`
      select scope, districts, built_at, ends_at from lent_pack where user_id = ${userId} order by built_at`),
    passkeys: await rows(sql`select name, added_at, used_at from passkey where user_id = ${userId} order by added_at`),
    log: await rows(sql`
      select at, role, action, reason from audit
      where subject_id = ${userId} and action <> all(${OF_THE_OFFICE}::text[]) order by at`),
    files: [...new Set([...reports.flatMap(({ report }) => report.photos), ...photos, ...sent])],
    videos: [...new Set(reports.flatMap(({ report }) => report.videos ?? []))],
    ...(account.avatar_sha256 ? { avatar: account.avatar_sha256 } : {}),
  };

  /** As JSON has them: times as texts, nothing for what is empty. */
  async function rows(query: ReturnType<typeof sql>): Promise<Row[]> {
    const found = (await query.execute(db)).rows as Row[]; // whatever the columns are called
    return found.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
  }
}

/** Their own words, with no more of the answers than where they read them (notes/readers.ts). */
async function withoutAnswers(db: Db, notes: readonly Row[], caller: SignedIn): Promise<Row[]> {
  if (notes.length === 0) return [];
  const judged = await findJudged(db, [...new Set(notes.map(({ report_id }) => String(report_id)))]);
  const reports = new Map(judged.map((report) => [report.id, report]));
  return notes.map((note) => {
    const report = reports.get(String(note.report_id));
    const told = { author_id: caller.userId, status: note.status as Note['status'] };
    return { ...note, status: report ? statusFor(report, told, caller) : 'open' };
  });
}

/** Which colleague it was is for the inbox to tell, and is no data of whoever takes theirs home. */
const withoutColleague = ({ detail, ...notice }: Row): Row =>
  detail === undefined || notice.kind === ('opened-elsewhere' satisfies NoticeKind) ? notice : { ...notice, detail };

const filesOf = (kind: 'note' | 'claim', id: ReturnType<typeof sql>) =>
  sql`array(select sha256 from attachment where attachment.kind = ${kind} and attachment.owner_id = ${id} order by position)`;

async function readReports(db: Db, caller: SignedIn): Promise<MyData['reports']> {
  const own = await db
    .selectFrom('report')
    .select('id')
    .where('owner_id', '=', caller.userId)
    .orderBy('created_at')
    .execute();
  const rows = await reportsById(
    db,
    own.map(({ id }) => id),
  );
  const reports: MyData['reports'] = [];
  for (const { id } of own) {
    const row = rows.get(id);
    const report = row && projectReport(row, caller);
    if (!report) continue;
    const given = await db
      .selectFrom('consent')
      .select(['purpose', 'given', 'notice', 'at'])
      .where('report_id', '=', row.id)
      .orderBy('id')
      .execute();
    reports.push({ report, history: await historyOf(db, row, 'full'), consents: given });
  }
  return reports;
}
