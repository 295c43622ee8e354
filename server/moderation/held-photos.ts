/** Photos of notes, claims and messages that are like something that was taken down, as they wait for a moderator. */

import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { decidePhoto, heldPhotos } from '../../contract/moderation.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { MAKER, NOTE_FOR } from '../files/attachments.ts';
import { addJob } from '../jobs/jobs.ts';
import { REMOVE_FILES } from '../reports/record.ts';

const PAGE = 100;

/** What was taken down first is first; never of a note on the caller's own report. */
export async function readHeldPhotos(db: Db, { userId }: SignedIn): Promise<OutputOf<typeof heldPhotos>> {
  const rows = await db
    .with('waiting', (q) =>
      q
        .selectFrom('attachment')
        .select(['sha256', 'kind', 'owner_id', MAKER.as('maker')])
        .select([sql<string>`taken_down::text`.as('taken_down'), sql<number>`(count(*) over ())::int`.as('total')])
        .where('taken_down', 'is not', null)
        .where('looked_at', 'is', null)
        .where('brought_at', 'is not', null)
        .where(NOTE_FOR, 'is distinct from', userId)
        .orderBy('attachment.taken_down')
        .orderBy('kind')
        .orderBy('owner_id')
        .limit(PAGE),
    )
    .selectFrom('waiting')
    .leftJoin('app_user', 'app_user.id', 'waiting.maker')
    .selectAll('waiting')
    .select(['app_user.name', 'app_user.suspended_at'])
    .execute();
  const data = rows.map(({ sha256, kind, owner_id, taken_down, maker, name, suspended_at }) => ({
    ...{ sha256, kind, ownerId: owner_id, takenDown: taken_down },
    ...(maker !== null && name !== null ? { who: { id: maker, name, suspended: suspended_at !== null } } : {}),
  }));
  return { data, total: rows[0]?.total ?? 0 };
}

/** Show it to whom it is for, or remove it. Nobody but the log is told. */
export async function decideOnPhoto(
  tx: Db,
  by: SignedIn,
  { sha256, kind, ownerId, show, reason }: ParsedInputOf<typeof decidePhoto>,
): Promise<void> {
  const held = await tx
    .updateTable('attachment')
    .set({ looked_at: new Date() })
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('taken_down', 'is not', null)
    .where('looked_at', 'is', null)
    .where(NOTE_FOR, 'is distinct from', by.userId)
    .returning(MAKER.as('maker'))
    .executeTakeFirst();
  if (!held) throw new AppError('not-found', 'There is no such photo that waits');
  if (held.maker === by.userId) throw new AppError('not-allowed', 'Somebody else looks at your own photos');
  await writeAudit(tx, by, show ? 'photo-show' : 'photo-remove', held.maker ?? ownerId, reason);
  if (show) return;
  await tx
    .deleteFrom('attachment')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('sha256', '=', sha256)
    .execute();
  await addJob(tx, REMOVE_FILES, { hashes: [sha256] });
}
