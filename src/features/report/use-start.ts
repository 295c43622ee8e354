/** What a form begins with that is opened to post something. */

import { useServices } from '../../services.ts';
import type { LocalDb } from '../../store/db.ts';
import { latestDraft, writeDraft } from '../../store/own/drafts.ts';
import { type Begun, newStart, startOf, useFormStart } from '../../store/own/form-start.ts';
import type { Draft, FormValues } from '../../store/rows.ts';

interface Wish {
  /** What a new report begins with. */
  values: FormValues;
  /** Answered just now, on the way here: it counts more than what the draft says. */
  chosen?: FormValues | undefined;
  /** Above 0: the user wants an empty form instead of the kept one. */
  fresh: number;
}

/** Undefined while the draft is read. */
export function useStart(form: Draft['form'], wish: Wish): Begun | undefined {
  const { db } = useServices();
  return useFormStart(() => makeStart(db, form, wish), `${form} ${wish.fresh}`);
}

async function makeStart(db: LocalDb, form: Draft['form'], { values, chosen, fresh }: Wish): Promise<Begun> {
  const draft = fresh > 0 ? undefined : await latestDraft(db, form);
  if (!draft) return { start: newStart(values), isOld: false };
  const kept = { ...draft.values, ...chosen };
  if (chosen) await writeDraft(db, { ...draft, values: kept, updatedAt: Date.now() });
  return { start: await startOf(db, { ...draft, values: kept }), isOld: true };
}
