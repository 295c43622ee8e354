/** Handing on an address or a few words: by the device's own share sheet, or by its clipboard. */

import type { TFunction } from 'i18next';
import { showToast } from './toasts.ts';

interface Shared {
  url: string;
  title?: string;
  /** Stands before the address. */
  text?: string;
}

/** Where there is no share sheet it is copied, and said so. */
export async function shareLink(t: TFunction, shared: Shared): Promise<void> {
  if (navigator.share) return void (await navigator.share({ ...shared }).catch(() => undefined)); // closed without sharing
  const { text, url } = shared;
  await copyText(t, text === undefined ? url : `${text} ${url}`, t('details.copied'));
}

/** `said`: shown when it is on the clipboard; `failed` when it cannot be put there. */
export async function copyText(
  t: TFunction,
  text: string,
  said: string,
  failed = t('details.copyFailed'),
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(said, 'found');
  } catch {
    showToast(failed, 'lost');
  }
}
