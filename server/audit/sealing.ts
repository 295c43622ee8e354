/** The chain of chain.ts in the database: sealed by a job right behind each entry, read out in pages. */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { setMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { Head, hashOf, type Link, reasonHashOf, START, type Verdict, verify } from './chain.ts';

export const SEAL_AUDIT = 'seal-audit';

const HEAD = 'audit-head';
const BEGINNING = 'audit-start';
const PAGE = 500;
/** Any number that nothing else locks by: one server at a time adds to the chain. */
const SEAL_LOCK = 7_460_117;

/** The next in line are sealed, all that are there: doing it again changes nothing. */
export const sealAudit =
  (db: Db): JobHandler =>
  async () => {
    while (await db.transaction().execute(sealSome));
  };

/** Nobody else adds to the chain, or cuts it, until the end of the transaction. */
export async function lockChain(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SEAL_LOCK)})`.execute(tx);
}

/** Whether there may be more. */
async function sealSome(tx: Db): Promise<boolean> {
  await lockChain(tx);
  const rows = await readLinks(tx, sql`seq is null`, sql`at, id`);
  let head = (await readHead(tx)) ?? START;
  for (const row of rows) {
    // Of a version that sealed nothing the reason has no hash yet.
    const { salt, reasonHash } = row.reason === null || row.reasonHash ? row : salted(row.reason);
    const hash = hashOf(head, { ...row, reasonHash });
    head = { seq: head.seq + 1, hash };
    await tx
      .updateTable('audit')
      .set({ seq: head.seq, hash: bytesOf(hash), reason_salt: bytesOf(salt), reason_hash: bytesOf(reasonHash) })
      .where('id', '=', row.id)
      .execute();
  }
  if (rows.length > 0) await writeMark(tx, HEAD, head);
  return rows.length === PAGE;
}

/** Salt and hash of a reason, as an entry is written with them: what is sealed later is what was written. */
export function reasonColumns(reason: string | undefined) {
  if (reason === undefined) return { reason: null, reason_salt: null, reason_hash: null };
  const { salt, reasonHash } = salted(reason);
  return { reason, reason_salt: bytesOf(salt), reason_hash: bytesOf(reasonHash) };
}

function salted(reason: string): Pick<Link, 'salt' | 'reasonHash'> {
  const salt = randomBytes(16).toString('hex');
  return { salt, reasonHash: reasonHashOf(salt, reason) };
}

const bytesOf = (hex: string): Buffer | null => (hex === '' ? null : Buffer.from(hex, 'hex'));

/** Where the chain ends by the database's own word. */
export const readHead = (db: Db): Promise<Head | undefined> => readMark(db, HEAD);

/** Behind what it begins: where it was cut (pruning.ts), or nothing. */
export const readStart = async (db: Db): Promise<Head> => (await readMark(db, BEGINNING)) ?? START;
export const writeStart = (tx: Db, start: Head): Promise<void> => writeMark(tx, BEGINNING, start);

async function readMark(db: Db, key: string): Promise<Head | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  return row && Head.parse(JSON.parse(row.value));
}

const writeMark = (tx: Db, key: string, mark: Head): Promise<void> => setMeta(tx, key, JSON.stringify(mark));

/** A page of the chain behind an entry, in order. */
export const linksAfter = (db: Db, seq: number): Promise<Link[]> => readLinks(db, sql`seq > ${seq}::bigint`, sql`seq`);

async function readLinks(db: Db, which: ReturnType<typeof sql>, order: ReturnType<typeof sql>): Promise<Link[]> {
  const hex = (column: string) => sql`coalesce(encode(${sql.ref(column)}, 'hex'), '')`;
  const { rows } = await sql<Omit<Link, 'seq'> & { seq: string | null }>`
    select seq, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_id as actor, role, action,
      subject_id as subject, reason, ${hex('reason_salt')} as salt, ${hex('reason_hash')} as "reasonHash",
      ${hex('hash')} as hash
    from audit where ${which} order by ${order} limit ${PAGE}`.execute(db);
  return rows.map((row) => ({ ...row, seq: Number(row.seq ?? 0) }));
}

/**
 * Look through the whole log as it is stored. A reason that is gone while its subject is still there was not erased by us,
 * and an entry is sealed within moments.
 */
export async function verifyStored(db: Db): Promise<Verdict> {
  const links: Link[] = [];
  for (let page = await linksAfter(db, 0); page.length > 0; page = await linksAfter(db, links.at(-1)?.seq ?? 0))
    links.push(...page);
  const start = await readStart(db);
  const verdict = verify(links, (await readHead(db)) ?? START, START, { start, at: new Date() });
  if (verdict.fault) return verdict;
  const late = await sql<{ count: number }>`
    select count(*)::int as count from audit where seq is null and at < now() - interval '5 minutes'`.execute(db);
  const open = late.rows[0]?.count ?? 0;
  if (open > 0) return { ...verdict, fault: `${open} entries were never sealed` };
  const subjects = verdict.erased.flatMap(({ subject }) => subject ?? []);
  const { rows } = await sql<{ id: string }>`
    select id from report where id = any(${subjects}::uuid[])
    union all select id from app_user where id = any(${subjects}::uuid[])
    union all select id from claim where id = any(${subjects}::uuid[])
    union all select id from note where id = any(${subjects}::uuid[])`.execute(db);
  const kept = new Set(rows.map(({ id }) => id));
  const taken = verdict.erased.find(({ subject }) => subject === null || kept.has(subject));
  return taken
    ? { ...verdict, fault: `the reason of entry ${taken.seq} is gone, and what it is about is not` }
    : verdict;
}
