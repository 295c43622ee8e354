/** A form being filled, kept through a crash, a kill or an empty battery. */

import type { Draft, LocalDb } from './db.ts';

export const readDraft = (db: LocalDb, key: string): Promise<Draft | undefined> => db.draft.get(key);
export const writeDraft = (db: LocalDb, draft: Draft): Promise<string> => db.draft.put(draft);
export const dropDraft = (db: LocalDb, key: string): Promise<void> => db.draft.delete(key);
