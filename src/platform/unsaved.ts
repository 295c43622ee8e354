/** Whether something on the page would be lost if it were opened anew. Whoever holds such a thing says so here. */

let holders = 0;

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Say that something is unsaved; call the answer once it is saved or given up. Made to be an effect's return value. */
export function holdUnsaved(): () => void {
  let held = true;
  if (holders++ === 0) addEventListener('beforeunload', askBeforeLeaving);
  return () => {
    if (!held) return;
    held = false;
    if (--holders === 0) removeEventListener('beforeunload', askBeforeLeaving);
  };
}

export const hasUnsaved = (): boolean => holders > 0;

/** The user has agreed to lose it. */
export function dropUnsaved(): void {
  removeEventListener('beforeunload', askBeforeLeaving);
}
