/** New reports: their rows, the files they name, their numbers, the first lines of their histories, and the changes that devices pull. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { DEFAULT_EXPIRY_DAYS, MAX_EXPIRY_DAYS } from '../../contract/limits.ts';
import type { PostingRole, ReportType } from '../../contract/report.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';
import { enrolSoon } from '../face/enrol-soon.ts';
import { isLooking } from '../face/looking.ts';
import { holdFile } from '../files/rights.ts';
import { holdFaces, holdPhotos } from '../suppression/hold.ts';
import { consentRows } from './agreed.ts';
import { askAfter } from './asked.ts';
import { blindWords } from './blind-words.ts';
import { districtOf } from './district.ts';
import { keepNames } from './near-names.ts';
import { numberMaker } from './number.ts';
import { publicWordsOf } from './person-details.ts';
import { recordReport } from './record.ts';
import { otherNames } from './region.ts';
import { searchText } from './search.ts';
import { logChange } from './store.ts';
import type { NewItem, NewPerson } from './upload.ts';

/** A report as it was posted. */
export type NewPost = {
  id: string;
  ownerId: string | undefined;
  /** Of the secret by which its maker may end it (end.ts). */
  secretHash?: string | undefined;
  /** Hashes, the first is shown first; the bytes may come later. */
  photos: readonly string[];
  videos: readonly string[];
  /** Those of them that came inside of the call. */
  brought: readonly string[];
} & ({ person: NewPerson } | { item: NewItem });

const DAY_MS = 86_400_000;

/**
 * Until when it stands. Whoever is missing is looked for until somebody says that it is over. Somebody who was found stands
 * for a year: their family may report them months later, and whoever found them, mostly without an account, is never asked
 * again; but nobody said yes for them, so that it is not for ever. A thing as long as its poster chose.
 */
export const standsUntil = (
  { subject, type }: { subject: 'person' | 'item'; type: ReportType },
  days: number | undefined,
  now = Date.now(),
): Date | null => {
  if (subject === 'item') return new Date(now + (days ?? DEFAULT_EXPIRY_DAYS) * DAY_MS);
  return type === 'lost' ? null : new Date(now + (days ?? MAX_EXPIRY_DAYS) * DAY_MS);
};

/**
 * Store posted people and items, waiting for review, and answer their numbers in the order of the posts. An id that is
 * taken is a conflict: ids are made once, on the device.
 */
export async function insertReports(tx: Db, posts: readonly NewPost[]): Promise<string[]> {
  const makeNumber = await numberMaker(tx);
  const numbers = await insertRows(tx, posts, makeNumber);
  await keepNames(
    tx,
    posts.flatMap((post) => ('person' in post ? [{ id: post.id, name: post.person.name }] : [])),
  );
  const files = posts.flatMap(({ id, photos, videos, brought }) => [
    ...filesOf(id, 'photo', photos, brought),
    ...filesOf(id, 'video', videos, brought),
  ]);
  await attachFiles(tx, files);
  const marks = posts.flatMap((post) => ('item' in post ? marksOf(post.id, post.item) : []));
  if (marks.length > 0) await tx.insertInto('report_mark').values(marks).execute();
  const unproven = isLooking(tx);
  const templates = posts.flatMap((post) => ('person' in post ? templatesOf(post, post.person, unproven) : []));
  if (templates.length > 0) await tx.insertInto('template').values(templates).execute();
  const agreed = posts.flatMap((post) => consentRows(post.id, 'person' in post ? post.person : post.item));
  if (agreed.length > 0) await tx.insertInto('consent').values(agreed).execute();
  const first = { what: 'status', from: null, to: 'pending_review' } as const;
  await logChange(tx, ...posts.map(({ id, ownerId }) => ({ ...first, id, actor: actorOf(ownerId) })));
  await recordReport(tx, ...posts.map(({ id }) => id)); // nobody has reviewed them, so the public has not seen them
  for (const { id, brought } of posts) {
    await holdPhotos(tx, id, brought);
    await holdFaces(
      tx,
      id,
      templates.filter(({ report_id }) => report_id === id),
    );
  }
  return posts.map(({ id }) => numbers.get(id) ?? '');
}

const actorOf = (ownerId: string | undefined): string => (ownerId ? `owner:${ownerId}` : 'anonymous');

/** The rows themselves; their numbers by id. */
async function insertRows(
  tx: Db,
  posts: readonly NewPost[],
  makeNumber: (id: string, draw: number) => string,
  draw = 0,
): Promise<Map<string, string>> {
  if (draw === 0) await refuseKnown(tx, posts);
  const inserted = await tx
    .insertInto('report')
    .values(posts.map((post) => rowOf(post, makeNumber(post.id, draw))))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number'])
    .execute();
  const numbers = new Map(inserted.map(({ id, number }) => [id, number]));
  if (inserted.length === posts.length) return numbers;
  const left = posts.filter(({ id }) => !numbers.has(id));
  const ids = left.map(({ id }) => id);
  const known = await tx.selectFrom('report').select('id').where('id', '=', sql<string>`any(${ids})`).execute();
  if (known.length > 0 || ids.length === 0) throw isThere();
  // Somebody has their numbers.
  return new Map([...numbers, ...(await insertRows(tx, left, makeNumber, draw + 1))]);
}

/**
 * Also the id of a report that was erased is taken: else whoever knows an id could tell one that is hidden from one that is gone.
 */
async function refuseKnown(tx: Db, posts: readonly NewPost[]): Promise<void> {
  const known = await tx
    .selectFrom('change')
    .select('id')
    .where('feed', '=', 'reports')
    .where('id', '=', sql<string>`any(${posts.map(({ id }) => id)}::uuid[])`)
    .limit(1)
    .executeTakeFirst();
  if (known) throw isThere();
}

const isThere = () => new AppError('conflict', 'A report with this id exists');

function rowOf(post: NewPost, number: string) {
  const { id, ownerId } = post;
  const { columns, subject } = 'person' in post ? personRow(post.person) : itemRow(post.item);
  const role: PostingRole = columns.posting_role ?? (columns.type === 'lost' ? 'victim' : 'founder');
  const words = {
    number,
    title: columns.title,
    description: columns.description,
    region: columns.region,
    ...('name' in columns
      ? { name: columns.name, clothColor: columns.cloth_color, details: publicWordsOf(columns) }
      : {}),
    ...('category' in columns ? { category: columns.category, colour: columns.colour } : {}),
  };
  return {
    ...columns,
    ...subject,
    id,
    owner_id: ownerId ?? null,
    secret_hash: post.secretHash === undefined ? null : Buffer.from(post.secretHash, 'hex'),
    posting_role: role,
    status: 'pending_review' as const,
    consent_at: columns.consent_notice === null ? null : new Date(),
    number,
    district: districtOf(columns),
    search: blindWords(searchText(words, otherNames(columns.region))),
  };
}

function personRow({ templates: _, ...columns }: NewPerson) {
  const condition = columns.type === 'lost' ? ('missing' as const) : ('found' as const);
  const now = new Date();
  const standing = {
    expires_at: columns.kept_scan
      ? new Date(now.getTime() + KEPT_DAYS.keptScans * DAY_MS)
      : standsUntil({ subject: 'person', type: columns.type }, undefined, now.getTime()),
    ask_at: columns.type === 'lost' ? askAfter(now, now) : null,
  };
  return { columns, subject: { subject: 'person' as const, condition, ...standing } };
}

function itemRow({ marks: _, expiresInDays, ...columns }: NewItem) {
  const expires_at = standsUntil({ subject: 'item', type: columns.type }, expiresInDays);
  return { columns, subject: { subject: 'item' as const, item_status: columns.type, expires_at } };
}

/** The marks that the finder of a thing keeps. */
const marksOf = (reportId: string, { marks }: NewItem) =>
  marks.map((mark, position) => ({ report_id: reportId, position, ...mark }));

/** A face of a photo that the report does not show is not kept. */
const templatesOf = ({ id, photos }: NewPost, { templates }: NewPerson, unproven: boolean) =>
  templates
    .filter(({ photo }) => photo === undefined || photos.includes(photo))
    .map(({ photo = photos[0] ?? null, code }) => ({
      id: randomUUID(),
      report_id: id,
      sha256: photo,
      version: TEMPLATE_VERSION,
      code: Buffer.from(code),
      unproven,
    }));

interface NamedFile {
  report_id: string;
  sha256: string;
  position: number;
  purpose: 'photo' | 'video';
  brought_at: Date | null;
  arrived_at: Date | null;
}

/** The files of a report as it names them; the bytes of those that are not `brought` are still to come. */
export const filesOf = (
  reportId: string,
  purpose: NamedFile['purpose'],
  hashes: readonly string[],
  brought: readonly string[],
): NamedFile[] =>
  [...new Set(hashes)].map((sha256, position) => {
    const brought_at = brought.includes(sha256) ? new Date() : null;
    return { report_id: reportId, sha256, position, purpose, brought_at, arrived_at: brought_at };
  });

/** Name files. The same file for two purposes of a report is named once, for the first. */
export async function attachFiles(tx: Db, files: readonly NamedFile[]): Promise<void> {
  if (files.length === 0) return;
  const brought = files.flatMap(({ sha256, brought_at }) => (brought_at ? [sha256] : []));
  for (const sha256 of brought.sort()) await holdFile(tx, sha256);
  const attach = tx.insertInto('report_file').values([...files]);
  await attach.onConflict((row) => row.columns(['report_id', 'sha256']).doNothing()).execute();
  if (brought.length > 0) await enrolSoon(tx);
}
