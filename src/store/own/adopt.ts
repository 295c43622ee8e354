/** What somebody made on this phone before the server knew them is theirs, and goes out in their name (A6). */

import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import type { Author, Made } from '../rows.ts';
import { changeHeld } from './held.ts';

/** Everything that was made or begun under the account `before`, which was known on this phone alone, is the author's. */
export async function adoptWrites(db: LocalDb, before: string, author: Author): Promise<void> {
  const isTheirs = (row: Made) => row.author?.id === before;
  await atOnce(db, 'rw', [db.made, db.draft], async (db) => {
    await db.made.filter(isTheirs).modify({ author });
    // What was typed about something is named by what it is about, and who typed it.
    for (const draft of await db.draft.filter(({ id }) => id.endsWith(`/${before}`)).toArray()) {
      const id = `${draft.id.slice(0, -before.length)}${author.id}`;
      if (await db.draft.get(id)) continue; // their own words; the others stay where they are
      await db.draft.put({ ...draft, id });
      await db.draft.delete(draft.id);
    }
  });
  await changeHeld(isTheirs, (row) => void Object.assign(row, { author }));
}
