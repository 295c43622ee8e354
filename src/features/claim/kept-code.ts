/**
 * The hand-over code on the claimant's phone, so that it can be shown where there is no network. It is worth nothing to
 * anyone but the finder of this very thing, and for a day.
 */

import * as z from 'zod/mini';
import { isOutpost } from '../../platform/outpost.ts';

const KeptCode = z.object({ code: z.string(), expiresAt: z.iso.datetime() });
export type KeptCode = z.infer<typeof KeptCode>;

const keyOf = (claimId: string): string => `wapsi-code-${claimId}`;

/** The code that was drawn before, if it still counts. */
export function readKeptCode(claimId: string, now: number): KeptCode | undefined {
  try {
    const kept = KeptCode.safeParse(JSON.parse(localStorage.getItem(keyOf(claimId)) ?? 'null'));
    if (kept.success && Date.parse(kept.data.expiresAt) > now) return kept.data;
    localStorage.removeItem(keyOf(claimId));
    return undefined;
  } catch {
    return undefined; // a browser told to keep nothing: a new one is drawn
  }
}

export function keepCode(claimId: string, code: KeptCode): void {
  if (isOutpost()) return; // shown while this page is open: whoever uses the device next must not find it
  try {
    localStorage.setItem(keyOf(claimId), JSON.stringify(code));
  } catch (error) {
    console.warn('The code could not be kept; it is shown while this page is open', error);
  }
}
