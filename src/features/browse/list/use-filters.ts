/** The filters in the address; what is typed reaches it a moment later, so that a word is one search. */

import { startTransition, useCallback, useEffect, useMemo, useOptimistic, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Filters, type ListName, readFilters, writeFilters } from './filters.ts';

const TYPING_MS = 250;

export function useFilters(list: ListName) {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const settled = useMemo(() => readFilters(list, new URLSearchParams(address)), [list, address]);
  /** What was chosen shows at once, also while the list that goes with it is still being drawn. */
  const [chosen, choose] = useOptimistic(settled);
  const at = writeFilters(list, chosen).toString();
  /** What is typed and not chosen yet, and where: going back leaves it behind. */
  const [typed, setTyped] = useState<{ change: Partial<Filters>; at: string }>();
  const pending = typed?.at === at ? typed.change : undefined;
  const shown = pending ? { ...chosen, ...pending } : chosen;

  const go = useCallback(
    (next: Filters, how?: { replace: boolean }) =>
      startTransition(() => {
        choose(next);
        setTyped(undefined);
        setParams(writeFilters(list, next), how);
      }),
    [list, choose, setParams],
  );

  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => go({ ...chosen, ...pending }, { replace: true }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [pending, chosen, go]);

  function change(change: Partial<Filters>, isTyped = false): void {
    if (isTyped) setTyped({ change: { ...pending, ...change }, at });
    else go({ ...shown, ...change });
  }
  return { shown, settled, change };
}
