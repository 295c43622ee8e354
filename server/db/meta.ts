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
