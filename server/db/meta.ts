/** What a database says of itself, a value for each key. */

import type { Db } from './schema.ts';

/** Say it, in the place of what was said before. */
export async function setMeta(tx: Db, key: string, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((row) => row.column('key').doUpdateSet({ value }))
    .execute();
}

/** What it says, made first if it says nothing; of two processes that make it at once the first one's is kept. */
export async function readMeta(db: Db, key: string, make: () => string | Promise<string>): Promise<string> {
  const kept = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  if (kept) return kept.value;
  await db
    .insertInto('meta')
    .values({ key, value: await make() })
    .onConflict((row) => row.column('key').doNothing())
    .execute();
  return readMeta(db, key, make);
}
