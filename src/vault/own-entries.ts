/**
 * On a shared device each entry of the browser's history is of whose vault was open when it was made. It outlives the lock
 * and the page, and holds an address, and what one page handed to the next: Back shows it to nobody else.
 */

import { useDesk } from './desk.ts';

/** Beside what the router keeps in an entry: the vault, or nobody's. */
interface Marked {
  of?: string;
}
const NOBODYS = '';

const markOf = (): string | undefined => (history.state as Marked | null)?.of; // whoever wrote it, an object or nothing

/** From here on each new entry says whose it is; to be called once a page. */
export function markEntries(): void {
  // Made before this device was a shared one, and gone back to since: of a person who is not asked for any more.
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]; // those of this name are
  if (opened?.type === 'back_forward' && markOf() === undefined)
    history.replaceState({ ...history.state, of: NOBODYS } satisfies Marked, '');
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history);
    history[name] = (state: unknown, unused, url) => {
      const { at } = useDesk.getState();
      write(at.kind === 'open' ? { ...(state as object | null), of: at.id } : state, unused, url);
    };
  }
}

/** The entry that is shown belongs to another than who has opened this vault. */
export const isOthersEntry = (id: string): boolean => {
  const of = markOf();
  return of !== undefined && of !== id;
};

/** What the browser itself opened, a link or a part of the page, belongs to who sees it. */
export function takeEntry(): void {
  if (markOf() === undefined) history.replaceState(history.state, '');
}
