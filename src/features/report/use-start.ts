/** What a form begins with: the draft that was kept, or a new report whose id and write are named here, once. */

import { useEffect, useState } from 'react';
import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { filesOf, type Photo } from '../../store/files.ts';
import { latestDraft, writeDraft } from '../../store/own/drafts.ts';
import type { Draft, FormValues } from '../../store/rows.ts';

/** A draft, or a new report, with its files as bytes. */
export interface FormStart extends Pick<Draft, 'id' | 'opId' | 'values' | 'face'> {
  photos: Photo[];
  videos: Photo[];
}

interface Start {
  start: FormStart;
  /** It was begun before and has been kept. */
  isOld: boolean;
}

interface Wish {
  /** What a new report begins with. */
  values: FormValues;
  /** Answered just now, on the way here: it counts more than what the draft says. */
  chosen?: FormValues | undefined;
  /** Above 0: the user wants an empty form instead of the kept one. */
  fresh: number;
}

/** Undefined while the draft is read. */
export function useStart(form: Draft['form'], wish: Wish): Start | undefined {
  const { db } = useServices();
  const [made, setMade] = useState<Start>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first values count when the form begins, not later
  useEffect(() => {
    let here = true;
    void makeStart(db, form, wish).then((start) => here && setMade(start));
    return () => {
      here = false;
    };
  }, [db, form, wish.fresh]);
  return made;
}

async function makeStart(db: LocalDb, form: Draft['form'], { values, chosen, fresh }: Wish): Promise<Start> {
  const draft = fresh > 0 ? undefined : await latestDraft(db, form);
  if (!draft) {
    const names = { id: crypto.randomUUID(), opId: crypto.randomUUID() };
    return { start: { ...names, values, photos: [], videos: [] }, isOld: false };
  }
  const { id, opId, face, photos, videos } = draft;
  const kept = { ...draft.values, ...chosen };
  if (chosen) await writeDraft(db, { ...draft, values: kept, updatedAt: Date.now() });
  const files = { photos: await filesOf(db, photos), videos: await filesOf(db, videos) };
  return { start: { id, opId, values: kept, ...(face ? { face } : {}), ...files }, isOld: true };
}
