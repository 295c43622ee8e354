/**
 * Which drafts stand in an open form, in whichever window: a second window begins a form of its own, so that none of the
 * two writes over what is typed in the other. A Web Lock says it, since it ends with its page, however that ends.
 */

import { useEffect } from 'react';

const PREFIX = 'wapsi-draft/';

/** Absent in old browsers, and where there is no window: nothing is open elsewhere then. */
const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks);

/** Of this page: a form that is opened again here goes on where it was. */
const ours = new Map<string, number>();

/** Say that a form with this draft is open here, until the returned function is called. */
function holdDraft(id: string): () => void {
  let release = (): void => undefined;
  ours.set(id, (ours.get(id) ?? 0) + 1);
  const hold = (): void => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Shared: two windows may show one all the same, and none of them waits for the other.
    void locks()?.request(PREFIX + id, { mode: 'shared' }, () => held);
  };
  // A left page that the browser keeps for "Back" is no open form; see Note: A page that is put away.
  const leave = (): void => release();
  const comeBack = ({ persisted }: PageTransitionEvent): void => void (persisted && hold());
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  hold();
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    release();
    const left = (ours.get(id) ?? 1) - 1;
    if (left > 0) ours.set(id, left);
    else ours.delete(id);
  };
}

/** The draft of a form, as long as that form is open. */
export function useOpenDraft(id: string): void {
  useEffect(() => holdDraft(id), [id]);
}

/** The drafts that are open in another window. */
export async function openElsewhere(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  return new Set(names.filter((id) => !ours.has(id)));
}
