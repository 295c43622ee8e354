/** Who may do what with a claim, and where it then stands. Pure. */

import type { ClaimStatus, updateClaim } from '../../contract/claim.ts';
import type { InputOf } from '../../contract/endpoint.ts';

/** The part somebody has in a claim; a moderator of their own claim is its claimant. */
export type Part = 'finder' | 'claimant' | 'moderator';
export type Action = InputOf<typeof updateClaim>['action'];

interface Step {
  by: Part;
  from: readonly ClaimStatus[];
  /** `before`: where it stood before it was frozen. */
  to: ClaimStatus | 'before';
  /** It must come with words. */
  needsText?: true;
}

const OPEN = ['submitted', 'asked'] as const;

/** Only the finder reviews (R153, R317); a moderator may only freeze a disputed claim (A17). */
export const STEPS: Record<Action, Step> = {
  accept: { by: 'finder', from: OPEN, to: 'accepted' },
  ask: { by: 'finder', from: OPEN, to: 'asked', needsText: true },
  reject: { by: 'finder', from: [...OPEN, 'accepted'], to: 'rejected', needsText: true },
  answer: { by: 'claimant', from: ['asked'], to: 'submitted', needsText: true },
  withdraw: { by: 'claimant', from: [...OPEN, 'accepted'], to: 'withdrawn' },
  freeze: { by: 'moderator', from: [...OPEN, 'accepted'], to: 'frozen', needsText: true },
  unfreeze: { by: 'moderator', from: ['frozen'], to: 'before' },
};

/** While one of these stands, the thing is claimed. */
export const STANDING: readonly ClaimStatus[] = ['submitted', 'asked', 'accepted', 'frozen'];

export type Verdict =
  | { kind: 'to'; status: ClaimStatus }
  | { kind: 'not-yours' }
  | { kind: 'not-now' }
  | { kind: 'text-needed' };

/** What comes of an action by somebody who has these parts in the claim. */
export function judge(
  action: Action,
  parts: readonly Part[],
  claim: { status: ClaimStatus; frozenFrom: ClaimStatus | null },
  text: string,
): Verdict {
  const step = STEPS[action];
  if (!parts.includes(step.by)) return { kind: 'not-yours' };
  if (!step.from.includes(claim.status)) return { kind: 'not-now' };
  if (step.needsText && text === '') return { kind: 'text-needed' };
  return { kind: 'to', status: step.to === 'before' ? (claim.frozenFrom ?? 'submitted') : step.to };
}
