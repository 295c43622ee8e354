/** Forms being filled, each kept through a crash, a kill or an empty battery under the id of the report it will be. */

import { type Draft, type LocalDb, SCHEMA } from './db.ts';

export const readDraft = (db: LocalDb, id: string): Promise<Draft | undefined> => db.draft.get(id);
export const writeDraft = (db: LocalDb, draft: Draft): Promise<string> => db.draft.put({ ...draft, schema: SCHEMA });
export const dropDraft = (db: LocalDb, id: string): Promise<void> => db.draft.delete(id);

/** The one of this form that was written last. */
export const latestDraft = (db: LocalDb, form?: Draft['form']): Promise<Draft | undefined> =>
  db.draft
    .orderBy('updatedAt')
    .filter((draft) => draft.form === form && (draft.schema ?? 1) <= SCHEMA) // a newer one waits for the newer form
    .last();

/** Put a report that the server refused back into a form, to be mended and sent as a new write of the same report. */
export async function mendReport(db: LocalDb, id: string, newOpId: string, now: number): Promise<void> {
  await db.transaction('rw', db.draft, db.report, db.outbox, async () => {
    const report = await db.report.get(id);
    if (!report || report.receipt) return;
    const { kind, values, photos, videos, face } = report;
    const form = { ...(kind ? { form: kind } : {}), ...(face ? { face } : {}), schema: SCHEMA };
    await db.draft.put({ id, opId: newOpId, values, photos, videos, ...form, updatedAt: now });
    await db.outbox.where('entityId').equals(id).delete();
    await db.report.delete(id);
  });
}
