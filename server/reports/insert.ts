/** New reports: their rows, the files they name, their numbers, the first lines of their histories, and the changes that devices pull. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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

/** A report as it was posted. */
export type NewPost = {
  id: string;
  ownerId: string | undefined;
  /** Hashes, the first is shown first; the bytes may come later. */
  photos: readonly string[];
  videos: readonly string[];
} & ({ person: NewPerson } | { item: NewItem });

const DAY_MS = 86_400_000;

export const expiryAfter = (days: number, now = Date.now()): Date => new Date(now + days * DAY_MS);

/**
 * Store posted people and items, waiting for review, and answer their numbers in the order of the posts. An id that is
 * taken is a conflict: ids are made once, on the device.
 */
export async function insertReports(tx: Db, posts: readonly NewPost[]): Promise<string[]> {
  const numbers = await insertRows(tx, posts);
  const files = posts.flatMap(({ id, photos, videos }) => [
    ...filesOf(id, 'photo', photos),
    ...filesOf(id, 'video', videos),
  ]);
  await attachFiles(tx, files);
  const marks = posts.flatMap((post) => ('item' in post ? marksOf(post.id, post.item) : []));
  if (marks.length > 0) await tx.insertInto('report_mark').values(marks).execute();
  const templates = posts.flatMap((post) => ('person' in post ? templateOf(post, post.person) : []));
  if (templates.length > 0) await tx.insertInto('template').values(templates).execute();
  const first = { what: 'status', from: null, to: 'pending_review' } as const;
  await logChange(tx, ...posts.map(({ id, ownerId }) => ({ ...first, id, actor: actorOf(ownerId) })));
  await recordReport(tx, ...posts.map(({ id }) => id)); // nobody has reviewed them, so the public has not seen them
  return posts.map(({ id }) => numbers.get(id) ?? '');
}

const actorOf = (ownerId: string | undefined): string => (ownerId ? `owner:${ownerId}` : 'anonymous');

/** The rows themselves; their numbers by id. */
async function insertRows(tx: Db, posts: readonly NewPost[]): Promise<Map<string, string>> {
  const inserted = await tx
    .insertInto('report')
    .values(posts.map(rowOf))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number'])
    .execute();
  const numbers = new Map(inserted.map(({ id, number }) => [id, number]));
  if (inserted.length === posts.length) return numbers;
  const left = posts.filter(({ id }) => !numbers.has(id));
  const ids = left.map(({ id }) => id);
  const known = await tx.selectFrom('report').select('id').where('id', '=', sql<string>`any(${ids})`).execute();
  if (known.length > 0 || ids.length === 0) throw new AppError('conflict', 'A report with this id exists');
  return new Map([...numbers, ...(await insertRows(tx, left))]); // somebody has their numbers: draw again
}

function rowOf(post: NewPost) {
  const { id, ownerId } = post;
  const { columns, subject } = 'person' in post ? personRow(post.person) : itemRow(post.item);
  const number = drawNumber();
  const role: PostingRole = columns.posting_role ?? (columns.type === 'lost' ? 'victim' : 'founder');
  const words = {
    ...{ number, title: columns.title, description: columns.description, region: columns.region },
    ...('name' in columns ? { name: columns.name, clothColor: columns.cloth_color } : {}),
    ...('category' in columns ? { category: columns.category, colour: columns.colour } : {}),
  };
  return {
    ...columns,
    ...subject,
    id,
    owner_id: ownerId ?? null,
    posting_role: role,
    status: 'pending_review' as const,
    consent_at: columns.consent_notice === null ? null : new Date(),
    number,
    search: searchText(words, otherNames(columns.region)),
  };
}

function personRow({ code: _, ...columns }: NewPerson) {
  const condition = columns.type === 'lost' ? ('missing' as const) : ('found' as const);
  return { columns, subject: { subject: 'person' as const, condition } };
}

function itemRow({ marks: _, expiresInDays, ...columns }: NewItem) {
  const expires_at = expiryAfter(expiresInDays ?? DEFAULT_EXPIRY_DAYS);
  return { columns, subject: { subject: 'item' as const, item_status: columns.type, expires_at } };
}

/** The marks that the finder of a thing keeps. */
const marksOf = (reportId: string, { marks }: NewItem) =>
  marks.map((mark, position) => ({ report_id: reportId, position, ...mark }));

const templateOf = ({ id, photos }: NewPost, { code }: NewPerson) =>
  code
    ? [
        {
          ...{ id: randomUUID(), report_id: id, sha256: photos[0] ?? null },
          ...{ version: TEMPLATE_VERSION, code: Buffer.from(code) },
        },
      ]
    : [];

interface NamedFile {
  report_id: string;
  sha256: string;
  position: number;
  purpose: 'photo' | 'video';
}

/** The files of a report as it names them. */
export const filesOf = (reportId: string, purpose: NamedFile['purpose'], hashes: readonly string[]): NamedFile[] =>
  [...new Set(hashes)].map((sha256, position) => ({ report_id: reportId, sha256, position, purpose }));

/** Name files. The same file for two purposes of a report is named once, for the first. */
export async function attachFiles(tx: Db, files: readonly NamedFile[]): Promise<void> {
  if (files.length === 0) return;
  const attach = tx.insertInto('report_file').values([...files]);
  await attach.onConflict((row) => row.columns(['report_id', 'sha256']).doNothing()).execute();
}
