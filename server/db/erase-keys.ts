/** Takes the keys of what was erased, once that is committed; see Note: A key for each record. */

import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type KeyName, reachOf } from './keys.ts';
import type { Db } from './schema.ts';
import { keysOf, OWN_KEYS } from './sealing.ts';

/** Added by the database itself for each row with a key that is deleted (023-sealed.ts). */
export const ERASE_KEYS = 'erase-keys';
/** `reach`: of these the keys of what an ended report gives up. */
const Erased = z.object({ ids: z._default(z.array(z.string()), []), reach: z._default(z.array(z.string()), []) });

/** A record is written within seconds of its key; what has none by then never came, or its erasure was interrupted. */
const UNUSED_MS = 3_600_000;
const AT_ONCE = 500;

/** Have the keys taken of what reports have given up, or of objections that are settled. */
export async function eraseKeysSoon(
  tx: Db,
  gone: { ids?: readonly string[]; reach?: readonly string[] },
): Promise<void> {
  await sql`insert into job (kind, payload) values (${ERASE_KEYS}, ${JSON.stringify(gone)})`.execute(tx);
}

/** The job {@link ERASE_KEYS}. Doing it again changes nothing. */
export const eraseKeys =
  (db: Db) =>
  async (payload: unknown): Promise<void> => {
    const { ids, reach } = Erased.parse(payload);
    await eraseDead(db, [...ids.flatMap((id) => [id, reachOf(id)]), ...reach.map(reachOf)]);
  };

/** Take the keys that no record needs, whatever became of the job that should have. */
export async function sweepKeys(db: Db, now = Date.now()): Promise<void> {
  const keys = keysOf(db);
  for await (const names of keys.list())
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const dead = await withoutRecord(db, names.slice(at, at + AT_ONCE));
      await eraseDead(db, await keys.olderThan(now - UNUSED_MS, dead));
    }
}

/** Looked at once more with the reports held, so that nothing is written by a key that is being taken. */
async function eraseDead(db: Db, names: readonly KeyName[]): Promise<void> {
  for (let at = 0; at < names.length; at += AT_ONCE)
    await db.transaction().execute(async (tx) => {
      const some = names.slice(at, at + AT_ONCE);
      const ids = idsOf(some);
      await sql`select from report where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
      await keysOf(db).erase(await withoutRecord(tx, some));
    });
}

const UUID = 36;
const SHA256 = 64;

/** The kept files that something names. */
async function shown(tx: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from file where sha256 = any(${hashes}::text[])
    union select sha256 from report_file where sha256 = any(${hashes}::text[])
    union select sha256 from attachment where sha256 = any(${hashes}::text[])
    union select avatar_sha256 from app_user where avatar_sha256 = any(${hashes}::text[])`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

const idsOf = (names: readonly KeyName[]): string[] => [
  ...new Set(names.filter((name) => name.length >= UUID && name.length < SHA256).map((name) => name.slice(0, UUID))),
];

/** Those of these keys that nothing needs. */
async function withoutRecord(db: Db, names: readonly KeyName[]): Promise<KeyName[]> {
  const ids = idsOf(names);
  const { rows } = await sql<{ id: string; whole: boolean }>`
    select id, stripped_at is null as whole from report where id = any(${ids}::uuid[])
    union all select id, false from note where id = any(${ids}::uuid[])
    union all select id, false from claim where id = any(${ids}::uuid[])
    union all select id, false from strike where id = any(${ids}::uuid[])
    union all select id, false from conversation where id = any(${ids}::uuid[])
    union all select id, false from objection where id = any(${ids}::uuid[]) and decided_at is null
    union all select id, false from audit where id = any(${ids}::uuid[]) and reason is not null
    union all select id, false from app_user where id = any(${ids}::uuid[])`.execute(db);
  const needed = new Set<KeyName>([
    ...OWN_KEYS,
    ...rows.flatMap(({ id, whole }) => (whole ? [id, reachOf(id)] : [id])),
    ...(await shown(
      db,
      names.filter((name) => name.length === SHA256),
    )),
  ]);
  return names.filter((name) => !needed.has(name));
}
