/**
 * The log is kept for a year. What is older goes from its beginning, and the chain goes on from where it was cut: `audit-start`
 * says behind which hash. The newest entry that is older than a year stays: its own time, which is sealed, shows that nothing
 * younger was cut off (chain.ts).
 */

import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { lockChain, readStart, writeStart } from './sealing.ts';

/** Cut off a page of what is older than `before`; how many entries those were. */
export async function pruneAudit(tx: Db, before: Date, page: number): Promise<number> {
  await lockChain(tx);
  const oldest = await tx
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('at', '<', before)
    .where('seq', 'is not', null)
    .executeTakeFirst();
  const start = await readStart(tx);
  const cut = Math.min(Number(oldest?.seq ?? 0) - 1, start.seq + page);
  if (cut <= start.seq) return 0;
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit where seq = ${cut}::bigint`.execute(tx);
  const [last] = rows;
  if (!last) throw new Error(`entry ${cut} of the log is missing`);
  await writeStart(tx, { seq: cut, hash: last.hash });
  const gone = await tx.deleteFrom('audit').where('seq', '<=', String(cut)).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
