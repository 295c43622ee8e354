/** All faces the server may compare, in memory, kept up to date from the change feed by every process for itself. */

import type { ReportStatus } from '../../contract/report.ts';
import { type Gallery, type Hit, openGallery } from '../../match/gallery.ts';
import { readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { reportsById, templatesOf } from '../reports/read.ts';

export interface FaceIndex {
  /** Bring it up to date and search it; best first, one hit a report. */
  search(probe: Uint8Array, limit: number): Promise<{ hits: Hit[]; searched: number }>;
}

/** Reports in these states are looked for; a report that is waiting for review already is. */
const SEARCHED: readonly ReportStatus[] = ['pending_review', 'published', 'appealed'];
const PAGE = 1000;

export async function openFaceIndex(db: Db): Promise<FaceIndex> {
  let { gallery } = await openGallery();
  let cursor = '';
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    for (let more = true; more; ) {
      const page = await readChanges(db, 'references', cursor, PAGE);
      if (page.reset) ({ gallery } = await openGallery());
      await applyIds(
        db,
        gallery,
        page.ids.map(({ id }) => id),
      );
      ({ cursor, more } = page);
    }
  }

  return {
    async search(probe, limit) {
      // A refresh that began earlier may have read before the last commit: it is waited for, and then comes a new one.
      await refreshing?.catch(() => undefined);
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
      return { hits: gallery.search(probe, limit), searched: gallery.people };
    },
  };
}

async function applyIds(db: Db, gallery: Gallery, ids: string[]): Promise<void> {
  const rows = await reportsById(db, ids);
  const codes = await templatesOf(db, ids);
  gallery.apply(
    ids.map((id) => {
      const row = rows.get(id);
      const templates = codes.get(id);
      if (!row || row.closed || !templates || !SEARCHED.includes(row.status)) return { kind: 'drop', id };
      const updatedHour = Math.floor(row.created_at.getTime() / 3_600_000);
      return {
        kind: 'put',
        entry: { id, type: row.type, updatedHour, codes: templates },
      };
    }),
  );
}
