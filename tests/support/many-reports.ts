/** A database as it stands after years: many reports with all that hangs on them, made by the database itself in seconds. */

import { type RawBuilder, sql } from 'kysely';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../../server/db/schema.ts';
import { blindEach, blindWords } from '../../server/reports/blind-words.ts';
import { searchText } from '../../server/reports/search.ts';

/** What can be looked for in it, by how many have it. */
export const WORDS = {
  nobody: 'zanzibar',
  /** One in 10,000. */
  rare: 'harmonium',
  /** One in 10. */
  common: 'kurta',
  /** One in 20, and all of them among the oldest twentieth: a flood of long ago. */
  old: 'satluj',
} as const;
/** Fewer than one in 1,000 are of it. */
export const RARE_CATEGORY = 'Keys';
/** The day on which one in 1,000 and no other was last seen. */
export const LAST_DAY = '2030-01-01';

/** Where they are, in turn; of one in seven nobody knows. */
export const DISTRICTS = ['pb-ludhiana', 'pb-moga', '', 'pb-patiala', 'br-patna', 'dl-new-delhi', 'kl-idukki'];

/** The same id for the same text: a UUID as a device draws it. */
const uuidOf = (text: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

const EVERYDAY = 'black blue red bag phone wallet scarf shirt school bus stand market near station temple old new';

/**
 * Fill an empty database with `count` reports: six in ten about people, nine in ten published. Words and filters find
 * them; `seedAround` adds what else a report has.
 */
export async function seedReports(db: Db, count: number): Promise<void> {
  const forms = (word: string): string =>
    searchText({ number: '', title: word, description: null, region: null }).trim();
  const everydayCount = EVERYDAY.split(' ').length;
  const everyday = blindEach(EVERYDAY.split(' ').map(forms));
  const [rare, common, old] = [
    blindWords(forms(WORDS.rare)),
    blindWords(forms(WORDS.common)),
    blindWords(forms(WORDS.old)),
  ];
  await withoutIndexes(db, ['report'], async (tx) => {
    await sql`
      insert into app_user (id, name, email, role)
      select ${uuidOf(sql`'user' || i`)}, 'Asha Rani', 'asha' || i || '@example.org', 'poster'
      from generate_series(0, greatest(1, ${count}::integer / 20)) i`.execute(tx);
    await sql`
      insert into report (id, owner_id, posting_role, type, status, subject, title, description, region, reward_rupees,
        time_of_loss_date, phone, public_photo, compare_face, carry_face, consent_notice, consent_at, name, age_min, age_max, condition, category,
        item_status, number, created_at, ever_public, district, search)
      select ${uuidOf(sql`'report' || i`)}, ${uuidOf(sql`'user' || i % greatest(1, ${count}::integer / 20)`)},
        case when lost then 'victim' else 'founder' end, case when lost then 'lost' else 'found' end,
        (case when i % 10 = 9 then 'pending_review' else 'published' end),
        case when person then 'person' else 'item' end, 'Did not come home from the market', 'Seen last at the bus stand',
        'Ludhiana, Punjab', case when i % 500 = 7 then i % 9000 + 100 end,
        case when i % 1000 = 501 then ${LAST_DAY}::date when i % 3 = 0 then (at - interval '2 days')::date end,
        '+919814012345', true, true, true, '1', at, case when person then 'Gurpreet Singh' end,
        case when person then age end, case when person then age + 5 end, case when person then 'missing' end,
        case when person then null when i % 3000 = 6 then ${RARE_CATEGORY} when i % 2 = 0 then 'Bags' else 'Other' end,
        case when person then null when lost then 'lost' else 'found' end, 'W-' || i, at, i % 10 <> 9,
        (${DISTRICTS}::text[])[1 + i * 11 % 7919 % ${DISTRICTS.length}],
        concat_ws(' ', 'w' || i, (${everyday}::text[])[1 + i % ${everydayCount}], (${everyday}::text[])[1 + i / 7 % ${everydayCount}],
          case when i % 10000 = 5006 then ${rare}::text end, case when i % 10 = 3 then ${common}::text end,
          case when i < ${count}::integer / 20 then ${old}::text end, ${blindWords('ludhiana ~ldn punjab ~pnjb @ludhiana @punjab')}::text)
      from (select i, i % 10 < 6 as person, i / 10 % 4 > 0 as lost, case when i % 997 = 3 then 95 else 8 + i * 7 / 3 % 70 end as age,
          timestamptz '2026-11-01' - (${count}::integer - i) * interval '5 minutes' as at
        from generate_series(0, ${count}::integer - 1) i) made`.execute(tx);
  });
  await tidy(db, ['app_user', 'report']);
}

/** What hangs on seeded reports: a photo each, three in ten a face, who published them, and their place in both feeds. */
export async function seedAround(db: Db): Promise<void> {
  await withoutIndexes(db, ['report_file', 'template', 'history'], async (tx) => {
    await sql`
      insert into report_file (report_id, sha256, position, purpose)
      select id, md5(number) || md5(title || number), 0, 'photo' from report`.execute(tx);
    await sql`
      insert into template (id, report_id, version, code, created_at)
      select ${uuidOf(sql`'template' || number`)}, id, ${TEMPLATE_VERSION},
        decode((select string_agg(md5(number || k), '') from generate_series(1, ${DIMS / 16}) k), 'hex'), created_at
      from report where substr(number, 3)::integer % 10 < 3`.execute(tx);
    await sql`
      insert into history (id, report_id, from_status, to_status, actor, at)
      select ${uuidOf(sql`'history' || number`)}, id, 'pending_review', 'published', 'moderator:' || owner_id, created_at
      from report where status = 'published'`.execute(tx);
    await sql`
      insert into change (feed, id)
      select feed, id from report, unnest(array['reports', 'references']) feed order by created_at`.execute(tx);
  });
  await tidy(db, ['report_file', 'template', 'history', 'change']);
}

/** Rows are written, and then the indexes made anew, which is quicker than keeping them meanwhile. */
async function withoutIndexes(db: Db, tables: readonly string[], write: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: indexes } = await sql<{ name: string; made: string }>`
      select c.relname as name, pg_get_indexdef(i.indexrelid) as made
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any (${tables}::text[]::regclass[]) and not i.indisunique`.execute(tx);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(tx);
    await write(tx);
    for (const { made } of indexes) await sql.raw(made).execute(tx);
  });
}

async function tidy(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

/** How many of each kind wait for somebody, however many were settled. */
export const WAITING = 20;

/**
 * What people did with each other about seeded reports: `count` of each, spread over the accounts and the reports, all of
 * it settled but {@link WAITING} of each.
 */
export async function seedDeeds(db: Db, count: number): Promise<void> {
  const tables = ['objection', 'note', 'conversation', 'message', 'complaint', 'flag', 'warning', 'strike', 'consent'];
  const others = ['notice', 'session', 'audit', 'scan', 'follow', 'area_alert'];
  const settled = sql`case when i < ${count - WAITING}::integer then at end`;
  const user = (nth: RawBuilder<unknown>) => sql`${uuidOf(sql`'user' || ${nth} % users`)}`;
  const [one, two] = [user(sql`i`), user(sql`(i + 1)`)];
  const report = sql`${uuidOf(sql`'report' || i % reports`)}`;
  const words = 'Seen near the bus stand, with a blue bag, in the early evening';
  const from = sql`from (select i, timestamptz '2026-11-01' - (${count}::integer - i) * interval '5 minutes' as at,
      greatest(1, reports / 20)::integer as users, reports
    from generate_series(0, ${count}::integer - 1) i, (select count(*)::integer as reports from report) r) made`;
  await withoutIndexes(db, [...tables, ...others], async (tx) => {
    const write = (into: string, select: RawBuilder<unknown>) =>
      sql`insert into ${sql.raw(into)} select ${select} ${from}`.execute(tx);
    await write(
      'objection (id, report_id, kind, proof, hid, words, created_at, due_at, decided_at, outcome)',
      sql`gen_random_uuid(), ${report}, 'remove', 'none', false, ${words}, at, at, ${settled}, case when ${settled} is not null then 'refused' end`,
    );
    await write(
      'note (id, report_id, author_id, kind, text, status, created_at)',
      sql`gen_random_uuid(), ${report}, ${two}, 'self', ${words}, case when ${settled} is null then 'open' else 'dismissed' end, at`,
    );
    await write(
      'conversation (id, report_id, starter_id, owner_id, last_seq)',
      sql`${uuidOf(sql`'talk' || i`)}, ${report}, ${two}, ${one}, 1`,
    );
    await write(
      'message (id, conversation_id, seq, author_id, text)',
      sql`${uuidOf(sql`'message' || i`)}, ${uuidOf(sql`'talk' || i`)}, 1, ${two}, ${words}`,
    );
    await write(
      'complaint (id, conversation_id, by_id, about_id, text, at, handled_at)',
      sql`gen_random_uuid(), ${uuidOf(sql`'talk' || i`)}, ${one}, ${two}, ${words}, at, ${settled}`,
    );
    await write(
      'flag (report_id, user_id, reason, text, at, handled_at)',
      sql`${report}, ${two}, 'other', ${words}, at, ${settled}`,
    );
    await write(
      'warning (id, author_id, message_id, signs, at, handled_at)',
      sql`gen_random_uuid(), ${two}, ${uuidOf(sql`'message' || i`)}, '{money}', at, ${settled}`,
    );
    await write(
      'strike (id, user_id, by_id, about, subject_id, reason, at, appeal, appealed_at, outcome, decided_at)',
      sql`gen_random_uuid(), ${two}, ${one}, 'message', ${uuidOf(sql`'message' || i`)}, ${words}, at, ${words}, at,
        case when ${settled} is not null then 'stands' end, ${settled}`,
    );
    await write(
      'consent (report_id, purpose, given, notice, at)',
      sql`${report}, (array['photo', 'compare', 'carry'])[1 + i % 3], true, '1', at`,
    );
    await write(
      'notice (id, user_id, kind, report_id, detail, created_at, read_at)',
      sql`gen_random_uuid(), ${one}, 'objection-made', ${report}, ${words}, at, ${settled}`,
    );
    await write(
      'session (token_hash, user_id, created_at, expires_at)',
      sql`sha256(('token' || i)::bytea), ${one}, at, at + interval '90 days'`,
    );
    await write(
      'audit (id, at, actor_id, role, action, subject_id, reason)',
      sql`gen_random_uuid(), at, ${two}, 'officer', 'record-open', ${report}, 'case'`,
    );
    await write(
      'follow (id, user_id, region, region_mark, created_at)',
      sql`gen_random_uuid(), ${one}, 'Town ' || i, 'town ' || i, at`,
    );
    await write(
      'area_alert (report_id, by_id, district, station, made_at, until)',
      sql`${report}, ${two}, (array['pb-ludhiana', 'pb-moga', 'br-patna'])[1 + i % 3], 'City police station', at, case when ${settled} is null then now() + interval '1 day' else at end`,
    );
    await write('scan (op_id, caller_key, searched, created_at)', sql`gen_random_uuid(), 'user:' || ${one}, 5, at`);
  });
  await tidy(db, [...tables, ...others]);
}
