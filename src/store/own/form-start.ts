/** What the form of a report begins with: a draft that was kept, or a new report whose id and write are named here, once. */

import { startTransition, useEffect, useState } from 'react';
import type { LocalDb } from '../db.ts';
import { filesOf, type Photo } from '../files.ts';
import type { Draft, FormValues } from '../rows.ts';

/** With its files as bytes. */
export interface FormStart extends Pick<Draft, 'id' | 'opId' | 'values' | 'face' | 'corrects'> {
  photos: readonly Photo[];
  videos: readonly Photo[];
}

export interface Begun {
  start: FormStart;
  /** It was begun before and has been kept. */
  isOld: boolean;
}

export const newStart = (values: FormValues): FormStart => ({
  id: crypto.randomUUID(),
  opId: crypto.randomUUID(),
  values,
  photos: [],
  videos: [],
});

export async function startOf(
  db: LocalDb,
  { id, opId, values, face, corrects, photos, videos }: Draft,
): Promise<FormStart> {
  const files = { photos: await filesOf(db, photos), videos: await filesOf(db, videos) };
  return { id, opId, values, ...(face ? { face } : {}), ...(corrects ? { corrects } : {}), ...files };
}

/** Made once for what the form is `about`; undefined while a draft is read. */
export function useFormStart<Start = Begun>(make: () => Promise<Start>, about: string): Start | undefined {
  const [begun, setBegun] = useState<Start>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counted when the form began counts, not what came later
  useEffect(() => {
    let here = true;
    // In steps: to draw a form at once would take a slow phone a third of a second.
    void make().then((start) => here && startTransition(() => setBegun(start)));
    return () => {
      here = false;
    };
  }, [about]);
  return begun;
}
