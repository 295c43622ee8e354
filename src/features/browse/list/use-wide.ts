import { useSyncExternalStore } from 'react';

/** From here on two things fit beside each other; as in every stylesheet. */
const WIDE = '(min-width: 56.25em)';

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the screen is wide, also after it was turned. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
