/** The toast on show. Any layer that may import `ui` can add one; `ToastRegion` draws them. */

import { create } from 'zustand';

export interface Toast {
  id: number;
  tone: 'found' | 'lost' | 'wait' | 'plain';
  text: string;
}

export const useToasts = create<{ toast: Toast | undefined }>(() => ({ toast: undefined }));

/** What is said within it stands together: nobody could have read the first. */
const TOGETHER_MS = 1000;

let nextId = 1;
let saidAt = Number.NEGATIVE_INFINITY;

/**
 * Say in passing that something happened; what is said last stands alone. What the user must act on belongs in the page,
 * not here.
 */
export function showToast(text: string, tone: Toast['tone'] = 'plain'): void {
  const now = performance.now();
  const { toast: before } = useToasts.getState();
  const isTogether = before !== undefined && now - saidAt < TOGETHER_MS;
  saidAt = now;
  useToasts.setState({ toast: { id: nextId++, tone, text: isTogether ? `${before.text}\n${text}` : text } });
}

/** Nothing more is said of what whoever leaves has done. */
export const closeToasts = (): void => useToasts.setState({ toast: undefined });

export function closeToast(id: number): void {
  useToasts.setState(({ toast }) => ({ toast: toast?.id === id ? undefined : toast }));
}
