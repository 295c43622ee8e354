/** The toast on show. Any layer that may import `ui` can add one; `ToastRegion` draws them. */

import { create } from 'zustand';

export interface Toast {
  id: number;
  tone: 'found' | 'lost' | 'wait' | 'plain';
  text: string;
}

export const useToasts = create<{ toast: Toast | undefined }>(() => ({ toast: undefined }));

let nextId = 1;

/**
 * Say in passing that something happened; what is said last stands alone. What the user must act on belongs in the page,
 * not here.
 */
export function showToast(text: string, tone: Toast['tone'] = 'plain'): void {
  const toast = { id: nextId++, tone, text };
  useToasts.setState({ toast });
}

export function closeToast(id: number): void {
  useToasts.setState(({ toast }) => ({ toast: toast?.id === id ? undefined : toast }));
}
