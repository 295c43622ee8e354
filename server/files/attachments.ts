/** The photos of notes, claims and messages: named with the write, sent after it, and read by who may read that. */

import { sql } from 'kysely';
import type { Caller } from '../../contract/user.ts';
import type { AttachmentKind, Db } from '../db/schema.ts';
import { mayModerate } from '../reports/rules.ts';

/** Whether this caller may see what belongs to the note, claim or message with this id. */
export type Seer = (ownerId: string, caller: Caller) => Promise<boolean>;

/** Name the photos of a note, claim or message, in their order. */
export async function attach(tx: Db, kind: AttachmentKind, ownerId: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const rows = [...new Set(hashes)].map((sha256, position) => ({ kind, owner_id: ownerId, sha256, position }));
  const insert = tx.insertInto('attachment').values(rows);
  await insert.onConflict((row) => row.columns(['kind', 'owner_id', 'sha256']).doNothing()).execute();
}

/** The photos of these notes, claims or messages, in their order. */
export async function attachmentsOf(
  db: Db,
  kind: AttachmentKind,
  ownerIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ownerIds.length === 0) return found;
  const rows = await db
    .selectFrom('attachment')
    .select(['owner_id', 'sha256'])
    .where('kind', '=', kind)
    .where('owner_id', 'in', [...ownerIds])
    .orderBy('position')
    .execute();
  for (const { owner_id, sha256 } of rows) found.set(owner_id, [...(found.get(owner_id) ?? []), sha256]);
  return found;
}

/** Whoever wrote what an attachment belongs to. */
export const MAKER = sql<string | null>`coalesce((select author_id from note where id = owner_id),
  (select claimant_id from claim where id = owner_id), (select author_id from message where id = owner_id))`;

/** Whoever posted the report that a note with an attachment is on: what others tell of the person may be kept from them. */
export const NOTE_FOR = sql<string | null>`(select report.owner_id from note join report on report.id = note.report_id
  where attachment.kind = 'note' and note.id = attachment.owner_id)`;

/**
 * Whether any note, claim or message that the caller may see shows this photo, its maker having brought it. One that is like
 * something that was taken down is shown to its maker and to moderators alone, until one of them has looked; of a
 * note never to the moderator who posted its report.
 */
export async function seesAttachment(
  db: Db,
  seers: Record<AttachmentKind, Seer>,
  sha256: string,
  caller: Caller,
): Promise<boolean> {
  const userId = caller.kind === 'user' ? caller.userId : undefined;
  const uses = await db
    .selectFrom('attachment')
    .select(['kind', 'owner_id', 'taken_down', 'looked_at', MAKER.as('maker'), NOTE_FOR.as('note_for')])
    .where('sha256', '=', sha256)
    .where('brought_at', 'is not', null)
    .execute();
  for (const { kind, owner_id, taken_down, looked_at, maker, note_for } of uses) {
    const waits = taken_down !== null && looked_at === null;
    if (waits && mayModerate(caller) && userId !== note_for) return true;
    if (waits && userId !== maker) continue;
    if (await seers[kind](owner_id, caller)) return true;
  }
  return false;
}
