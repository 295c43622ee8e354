/** What was erased since a backup was made is erased again when it is restored: its key is not among those of now. */

import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { SEALED } from '../db/sealed-columns.ts';
import { keysOf } from '../db/sealing.ts';

/** Those with a key of their own, in the order in which they can go: an account after its reports. */
const RECORDS = ['note', 'claim', 'objection', 'conversation', 'report', 'app_user'] as const;
const PAGE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Take out the records that cannot be read any more; how many they were. */
export async function eraseAgain(db: Db): Promise<number> {
  let count = 0;
  for (const table of RECORDS) {
    const gone = await unreadable(db, table);
    for (const id of gone) await erase(db, table, id);
    count += gone.length;
  }
  return count;
}

async function erase(db: Db, table: (typeof RECORDS)[number], id: string): Promise<void> {
  await sql`delete from ${sql.id(table)} where id = ${id}::uuid`.execute(db);
}

/** The ids of those of a table whose own key is gone. */
async function unreadable(db: Db, table: (typeof RECORDS)[number]): Promise<string[]> {
  const gone: string[] = [];
  for (let after = FIRST; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.id(table)} where id > ${after}::uuid and ${isSealed(table)} order by id limit ${PAGE}`.execute(
      db,
    );
    const ids = rows.map(({ id }) => id);
    const keys = await keysOf(db).read(ids);
    gone.push(...ids.filter((id) => !keys.has(id)));
    if (rows.length < PAGE) return gone;
    after = ids.at(-1) ?? after;
  }
}

/** Whether something in the row is sealed by its own key; of a conversation, in one of its messages. */
function isSealed(table: (typeof RECORDS)[number]) {
  if (table === 'conversation')
    return sql<boolean>`exists (select from message where conversation_id = conversation.id and left(text, 1) = chr(1))`;
  const own = [...(SEALED[table] ?? [])].filter(([, { by, reach }]) => by[0] === 'id' && !reach);
  return sql<boolean>`(${sql.join(
    own.map(([column]) => sql`left(${sql.id(column)}, 1) = chr(1)`),
    sql` or `,
  )})`;
}
