/** The filters in the address; what is typed reaches it a moment later, so that a word is one search. */

import { startTransition, useEffect, useMemo, useOptimistic, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Filters, type ListName, readFilters, writeFilters } from './filters.ts';

const TYPING_MS = 250;

export function useFilters(list: ListName) {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const settled = useMemo(() => readFilters(list, new URLSearchParams(address)), [list, address]);
  /** What is typed and not in the address yet, and the address it was typed at. */
  const [typed, setTyped] = useState<{ change: Partial<Filters>; at: string }>();
  const pending = typed?.at === address ? typed.change : undefined;
  /** What was chosen shows at once, also while the list that goes with it is still being drawn. */
  const [chosen, choose] = useOptimistic(settled);
  const shown = pending ? { ...chosen, ...pending } : chosen;

  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(
      () => setParams(writeFilters(list, { ...settled, ...pending }), { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [pending, list, settled, setParams]);

  function change(change: Partial<Filters>, isTyped = false): void {
    if (isTyped) setTyped({ change: { ...pending, ...change }, at: address });
    else
      startTransition(() => {
        const next = { ...shown, ...change };
        choose(next);
        setParams(writeFilters(list, next));
      });
  }
  return { shown, settled, change };
}
