/** How many notices wait in the inbox, for the badge beside it. */

import { create } from 'zustand';
import { AppError } from '../../contract/errors.ts';
import { inbox } from '../../contract/notice.ts';
import type { Api } from './client.ts';

const useCount = create<{ count: number }>(() => ({ count: 0 }));

/** 0 while nobody is signed in, and until the server has said. */
export const useUnread = (): number => useCount(({ count }) => count);

/** Now, and at each change. Answers how to stop. */
export function watchUnread(tell: (count: number) => void): () => void {
  tell(useCount.getState().count);
  return useCount.subscribe(({ count }) => tell(count));
}

export const setUnread = (count: number): void => useCount.setState({ count });

/** Ask the server; the badge stays as it was while there is no answer. */
export async function refreshUnread(api: Api): Promise<void> {
  try {
    setUnread((await api.call(inbox, {})).unread);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
