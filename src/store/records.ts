/** Reports of others, pulled from the server, readable without a network. */

import type { ReportView } from '../../contract/report.ts';
import type { SyncPage } from '../../contract/sync.ts';
import type { LocalDb } from './db.ts';
import { writeMeta } from './meta.ts';

/** At most so many small photos of others are kept; the oldest go first. */
export const MAX_THUMBS = 2000;

/** Apply one page of the feed and its cursor, together: a page is never half read and never read as done too early. */
export async function applyReports(db: LocalDb, page: SyncPage): Promise<void> {
  await db.transaction('rw', db.record, db.thumb, db.meta, async () => {
    if (page.reset) await Promise.all([db.record.clear(), db.thumb.clear()]);
    for (const change of page.changes) {
      if (change.kind === 'report') {
        const { row } = change;
        await db.record.put({ id: row.id, type: row.type, createdAt: row.createdAt, view: row });
      } else if (change.kind === 'gone') {
        const known = await db.record.get(change.id);
        await db.record.delete(change.id);
        if (known) await db.thumb.bulkDelete(known.view.photos);
      }
    }
    await writeMeta(db, 'reportsCursor', page.cursor);
  });
}

/** The newest reports of missing people, with their small photo when it is on the device. */
export async function recentRecords(
  db: LocalDb,
  limit: number,
): Promise<{ view: ReportView; thumb: Blob | undefined }[]> {
  const missing = db.record
    .orderBy('createdAt')
    .reverse()
    .filter(({ view }) => view.type === 'lost' && view.subject.kind === 'person');
  const rows = await missing.limit(limit).toArray();
  return Promise.all(rows.map(async ({ view }) => ({ view, thumb: await thumbOf(db, view) })));
}

export async function findRecord(
  db: LocalDb,
  id: string,
): Promise<{ view: ReportView; thumb: Blob | undefined } | undefined> {
  const row = await db.record.get(id);
  return row && { view: row.view, thumb: await thumbOf(db, row.view) };
}

async function thumbOf(db: LocalDb, view: ReportView): Promise<Blob | undefined> {
  const [first] = view.photos;
  return first === undefined ? undefined : (await db.thumb.get(first))?.blob;
}

/** First photos that are named by a record and not on the device, newest record first. */
export async function missingThumbs(db: LocalDb, limit: number): Promise<string[]> {
  const rows = await db.record.orderBy('createdAt').reverse().limit(MAX_THUMBS).toArray();
  const wanted = rows.flatMap(({ view }) => view.photos.slice(0, 1));
  const kept = new Set(await db.thumb.toCollection().primaryKeys());
  return wanted.filter((sha256) => !kept.has(sha256)).slice(0, limit);
}

export async function keepThumb(db: LocalDb, sha256: string, blob: Blob, now: number): Promise<void> {
  await db.transaction('rw', db.thumb, async () => {
    await db.thumb.put({ sha256, blob, createdAt: now });
    const over = (await db.thumb.count()) - MAX_THUMBS;
    if (over > 0) await db.thumb.bulkDelete(await db.thumb.orderBy('createdAt').limit(over).primaryKeys());
  });
}
