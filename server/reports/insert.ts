/** New reports: a row, the files it names, its number, its first line of history, and the change that devices pull. */

import { randomUUID } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { DEFAULT_EXPIRY_DAYS } from '../../contract/limits.ts';
import type { PostingRole } from '../../contract/report.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';
import { drawNumber } from './number.ts';
import { otherNames } from './region.ts';
import { searchText } from './search.ts';
import { logChange, recordReport } from './store.ts';
import type { NewItem, NewPerson } from './upload.ts';

/** What every post has, whatever it is about. */
interface Post {
  id: string;
  ownerId: string | undefined;
  /** Hashes, the first is shown first; the bytes may come later. */
  photos: readonly string[];
  videos: readonly string[];
}

export interface PersonPost extends Post {
  person: NewPerson;
}

export interface ItemPost extends Post {
  item: NewItem;
}

const DAY_MS = 86_400_000;

export const expiryAfter = (days: number, now = Date.now()): Date => new Date(now + days * DAY_MS);

/** Store a posted person, waiting for review, and answer its number. An id that is taken is a conflict: ids are made once, on the device. */
export async function insertPerson(tx: Db, { person, ...post }: PersonPost): Promise<string> {
  const { code, ...columns } = person;
  const condition = person.type === 'lost' ? ('missing' as const) : ('found' as const);
  const number = await insertReport(tx, post, { ...columns, subject: 'person', condition });
  if (code) await addTemplate(tx, post.id, post.photos[0], code);
  return number;
}

/** Store a posted item with the marks that its finder keeps, the same way. */
export async function insertItem(tx: Db, { item, ...post }: ItemPost): Promise<string> {
  const { marks, expiresInDays, ...columns } = item;
  const expires_at = expiryAfter(expiresInDays ?? DEFAULT_EXPIRY_DAYS);
  const number = await insertReport(tx, post, { ...columns, subject: 'item', item_status: item.type, expires_at });
  const rows = marks.map((mark, position) => ({ report_id: post.id, position, ...mark }));
  if (rows.length > 0) await tx.insertInto('report_mark').values(rows).execute();
  return number;
}

type Columns = Omit<NewPerson, 'code'> | Omit<NewItem, 'marks' | 'expiresInDays'>;
type Subject =
  | { subject: 'person'; condition: 'missing' | 'found' }
  | { subject: 'item'; item_status: 'lost' | 'found'; expires_at: Date };

async function insertReport(tx: Db, post: Post, columns: Columns & Subject): Promise<string> {
  const { id, ownerId, photos, videos } = post;
  const number = drawNumber();
  const role: PostingRole = columns.posting_role ?? (columns.type === 'lost' ? 'victim' : 'founder');
  const words = {
    ...{ number, title: columns.title, description: columns.description, region: columns.region },
    ...('name' in columns ? { name: columns.name, clothColor: columns.cloth_color } : {}),
    ...('category' in columns ? { category: columns.category, colour: columns.colour } : {}),
  };
  const inserted = await tx
    .insertInto('report')
    .values({
      ...columns,
      id,
      owner_id: ownerId ?? null,
      posting_role: role,
      status: 'pending_review',
      consent_at: columns.consent_notice === null ? null : new Date(),
      number,
      search: searchText(words, otherNames(columns.region)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    const known = await tx.selectFrom('report').select('id').where('id', '=', id).executeTakeFirst();
    if (known) throw new AppError('conflict', 'A report with this id exists');
    return insertReport(tx, post, columns); // somebody has this number: draw again
  }
  await attachFiles(tx, id, 'photo', photos);
  await attachFiles(tx, id, 'video', videos);
  const actor = ownerId ? `owner:${ownerId}` : 'anonymous';
  await logChange(tx, { id, what: 'status', from: null, to: 'pending_review', actor });
  await recordReport(tx, id); // nobody has reviewed it, so the public has not seen it
  return number;
}

/** Name the files of a report. The same file for two purposes is named once, for the first. */
export async function attachFiles(
  tx: Db,
  reportId: string,
  purpose: 'photo' | 'video',
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return;
  const rows = [...new Set(hashes)].map((sha256, position) => ({ report_id: reportId, sha256, position, purpose }));
  const attach = tx.insertInto('report_file').values(rows);
  await attach.onConflict((row) => row.columns(['report_id', 'sha256']).doNothing()).execute();
}

async function addTemplate(tx: Db, reportId: string, sha256: string | undefined, code: Uint8Array): Promise<void> {
  await tx
    .insertInto('template')
    .values({
      id: randomUUID(),
      report_id: reportId,
      sha256: sha256 ?? null,
      version: TEMPLATE_VERSION,
      code: Buffer.from(code),
    })
    .execute();
}
