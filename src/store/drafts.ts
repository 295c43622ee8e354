/** Forms being filled, each kept through a crash, a kill or an empty battery under the id of the report it will be. */

import type { Draft, LocalDb } from './db.ts';

export const readDraft = (db: LocalDb, id: string): Promise<Draft | undefined> => db.draft.get(id);
export const writeDraft = (db: LocalDb, draft: Draft): Promise<string> => db.draft.put(draft);
export const dropDraft = (db: LocalDb, id: string): Promise<void> => db.draft.delete(id);

/** The one written last. */
export const latestDraft = (db: LocalDb): Promise<Draft | undefined> => db.draft.orderBy('updatedAt').last();

/** Put a report that the server refused back into a form, to be mended and sent as a new write of the same report. */
export async function mendReport(db: LocalDb, id: string, newOpId: string, now: number): Promise<void> {
  await db.transaction('rw', db.draft, db.report, db.outbox, async () => {
    const report = await db.report.get(id);
    if (!report || report.receipt) return;
    const { values, photos, videos, face } = report;
    await db.draft.put({ id, opId: newOpId, values, photos, videos, ...(face ? { face } : {}), updatedAt: now });
    await db.outbox.where('entityId').equals(id).delete();
    await db.report.delete(id);
  });
}
