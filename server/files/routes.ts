/** Photos and videos in, in pieces; renditions of photos out, to those who may see them. */

import { AppError } from '../../contract/errors.ts';
import { getFile, putFile, uploadState } from '../../contract/file.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { projectReport } from '../reports/projection.ts';
import { findReports } from '../reports/read.ts';
import type { FileStore } from './store.ts';

/** A shown photo may be taken back: others keep it no longer than this. */
const SHOWN_S = 3600;

export function fileRoutes(http: Http, { db, files }: { db: Db; files: FileStore }): void {
  /** What this file is in the reports that name it; without one nobody has business with it. */
  async function usesOf(sha256: string) {
    const rows = await db
      .selectFrom('report_file')
      .select(['report_id', 'purpose'])
      .where('sha256', '=', sha256)
      .execute();
    if (rows.length === 0) throw new AppError('not-found', 'No report names this file');
    return rows;
  }

  mount(http, uploadState, async ({ input }) => {
    await usesOf(input.sha256);
    return files.state(input.sha256);
  });

  mount(http, putFile, async ({ input: { sha256, offset, total }, body }) => {
    const isVideo = (await usesOf(sha256)).some((use) => use.purpose === 'video');
    if (!body) throw new AppError('bad-input', 'The bytes must come as application/octet-stream');
    const places = Number.isInteger(offset) && Number.isInteger(total) && offset >= 0 && total > 0;
    if (!places) {
      const fields = { offset: 'not a place in a file' };
      throw new AppError('bad-input', 'A piece has a place in its file', { fields });
    }
    return files.append(sha256, isVideo ? 'video' : 'photo', { offset, total, body });
  });

  mount(http, getFile, async ({ input: { sha256, size }, caller }) => {
    const ids = (await usesOf(sha256)).map((use) => use.report_id);
    const shown = (await findReports(db, ids)).some((row) => projectReport(row, caller)?.photos.includes(sha256));
    const bytes = shown ? await files.rendition(sha256, size) : undefined;
    if (!bytes) throw new AppError('not-found', 'There is no such photo for you');
    return { type: 'image/webp', bytes, maxAgeS: SHOWN_S };
  });
}
