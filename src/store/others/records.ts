/** Reports of others, pulled from the server, readable without a network. */

import { GUARDED_VIEW, type ReportView } from '../../../contract/report.ts';
import type { SyncPage } from '../../../contract/sync.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { wasLately } from '../lately.ts';
import { isSameVisit, readMeta, writeMeta } from '../meta.ts';
import { changeScans } from '../own/made.ts';
import { doubtServer } from '../own/put-back.ts';
import type { OwnScan, PulledRecord, StoredFile } from '../rows.ts';

/** At most so many small photos of others are kept; the oldest go first. */
export const MAX_THUMBS = 2000;

/**
 * Apply one page of the feed and its cursor, together: a page is never half read and never read as done too early. False
 * when who asked for it has left: it may show more than others may see.
 */
export async function applyReports(db: LocalDb, page: SyncPage, visit?: string): Promise<boolean> {
  return atOnce(db, 'rw', [db.record, db.thumb, db.areaPhoto, db.made, db.meta], async (db) => {
    if (!(await isSameVisit(db, visit))) return false;
    if (page.reset) {
      const before = (await readMeta(db, 'reportsCursor')) ?? '';
      await Promise.all([db.record.clear(), db.thumb.clear(), db.areaPhoto.clear(), doubtServer(db)]);
      await db.meta.delete('desk'); // of another place of duty, perhaps
      if (isOfOffice(before) || isOfOffice(page.cursor)) await shrinkScans(db);
    }
    for (const change of page.changes) {
      if (change.kind === 'report') {
        const { row } = change;
        await forgetPhotos(db, row.id, row.photos);
        await db.record.put({ id: row.id, type: row.type, createdAt: row.createdAt, view: row });
      } else if (change.kind === 'gone') {
        await forgetPhotos(db, change.id, []);
        await db.record.delete(change.id);
        await forgetInScans(db, change.id);
      }
    }
    await writeMeta(db, 'reportsCursor', page.cursor);
    return true;
  });
}

/** The cursor of a feed that shows more than the public's carries the mark of whose it is (server/sync/routes.ts). */
const isOfOffice = (cursor: string): boolean => cursor.includes('-');

type Candidate = NonNullable<OwnScan['answer']>['candidates'][number];

/** That somebody was found, and how alike; what they look like is for whoever opens the record with a reason. */
export const bareCandidate = ({ band, data: { id } }: Candidate): Candidate => ({
  band,
  data: { ...GUARDED_VIEW, id, _id: id },
});

/** Answers to scans keep no more than that. */
async function shrinkScans(db: LocalDb): Promise<void> {
  await changeScans(
    db,
    ({ answer }) => answer !== undefined,
    ({ answer }) => {
      if (answer) answer.candidates = answer.candidates.map(bareCandidate);
    },
  );
}

/** Small photos that the record no longer shows. */
async function forgetPhotos(db: LocalDb, id: string, shown: readonly string[]): Promise<void> {
  const known = await db.record.get(id);
  const hidden = known?.view.photos.filter((sha256) => !shown.includes(sha256)) ?? [];
  await db.thumb.bulkDelete(hidden);
  await db.areaPhoto.bulkDelete(hidden);
}

/** An answer to a scan holds what its candidates looked like then; one that is gone goes from there too. */
async function forgetInScans(db: LocalDb, id: string): Promise<void> {
  await changeScans(
    db,
    ({ answer }) => answer?.candidates.some(({ data }) => data.id === id) ?? false,
    ({ answer }) => {
      if (answer) answer.candidates = answer.candidates.filter(({ data }) => data.id !== id);
    },
  );
}

/** The one of that number; of those that this phone keeps. */
export const findByNumber = (db: LocalDb, number: string): Promise<PulledRecord | undefined> =>
  db.record.filter(({ view }) => view.number === number).first();

/** The newest reports of lost or found people or things, with their small photo when it is on the device. */
export async function recentRecords(
  db: LocalDb,
  limit: number,
  of: { type: ReportView['type']; kind: ReportView['subject']['kind'] } = { type: 'lost', kind: 'person' },
): Promise<{ view: ReportView; thumb: Blob | undefined }[]> {
  const wanted = db.record
    .orderBy('createdAt')
    .reverse()
    .filter(({ view }) => view.type === of.type && view.subject.kind === of.kind);
  const rows = await wanted.limit(limit).toArray();
  return Promise.all(rows.map(async ({ view }) => ({ view, thumb: await findThumb(db, view) })));
}

/** A record of others on this device. */
export const findRecord = (db: LocalDb, id: string): Promise<PulledRecord | undefined> => db.record.get(id);

/** The small photo of a record, when it is on this device. */
export async function findThumb(db: LocalDb, view: ReportView): Promise<Blob | undefined> {
  const [first] = view.photos;
  return first === undefined ? undefined : findPhoto(db, first);
}

/** A small photo, pulled with the others or kept for an area. */
export async function findPhoto(db: LocalDb, sha256: string): Promise<Blob | undefined> {
  const pulled = await db.thumb.get(sha256);
  const kept = pulled && pulled.blob.size > 0 ? pulled : await db.areaPhoto.get(sha256);
  return kept && kept.blob.size > 0 ? kept.blob : undefined;
}

/** A photo that was not to be had is asked for again after so long. */
const ASK_AGAIN_MS = 3_600_000;

/** First photos that are named by a record and not on the device, newest record first. */
export async function missingThumbs(db: LocalDb, limit: number, now: number): Promise<string[]> {
  const rows = await db.record.orderBy('createdAt').reverse().limit(MAX_THUMBS).toArray();
  const wanted = rows.flatMap(({ view }) => view.photos.slice(0, 1));
  const isKept = ({ blob, createdAt }: StoredFile) => blob.size > 0 || wasLately(createdAt, ASK_AGAIN_MS, now);
  const kept = new Set(await db.thumb.filter(isKept).primaryKeys());
  return wanted.filter((sha256) => !kept.has(sha256)).slice(0, limit);
}

/** Keep a small photo, unless who asked for it has left; an empty one says that there was none to be had. */
export async function keepThumb(db: LocalDb, sha256: string, blob: Blob, now: number, visit?: string): Promise<void> {
  await atOnce(db, 'rw', [db.thumb, db.meta], async (db) => {
    if (!(await isSameVisit(db, visit))) return;
    await db.thumb.put({ sha256, blob, createdAt: now });
    const over = (await db.thumb.count()) - MAX_THUMBS;
    if (over > 0) await db.thumb.bulkDelete(await db.thumb.orderBy('createdAt').limit(over).primaryKeys());
  });
}
