/** Claims as the screens show them: who is looking, how far it is, what they may do. Pure. */

import type { Claim, ClaimStatus, updateClaim } from '../../../contract/claim.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { CODE_DIGITS } from '../../../contract/limits.ts';

export type Action = InputOf<typeof updateClaim>['action'];

/** The part the viewer has in a claim. Whoever sees a claim that is neither theirs nor on their thing is a moderator. */
export type Part = 'claimant' | 'finder' | 'moderator';

export const partOf = ({ mine, report }: Pick<Claim, 'mine' | 'report'>): Part =>
  mine ? 'claimant' : report.mine ? 'finder' : 'moderator';

const OPEN: readonly ClaimStatus[] = ['submitted', 'asked'];
const BEFORE_THE_END: readonly ClaimStatus[] = [...OPEN, 'accepted'];

const FROM: Record<Action, { by: Part; from: readonly ClaimStatus[] }> = {
  accept: { by: 'finder', from: OPEN },
  ask: { by: 'finder', from: OPEN },
  reject: { by: 'finder', from: BEFORE_THE_END },
  answer: { by: 'claimant', from: ['asked'] },
  withdraw: { by: 'claimant', from: BEFORE_THE_END },
  freeze: { by: 'moderator', from: BEFORE_THE_END },
  unfreeze: { by: 'moderator', from: ['frozen'] },
};

/** Only the finder reviews (R153); the claimant answers and withdraws; a moderator may freeze, and nothing else (A17). */
export const mayDo = (action: Action, part: Part, status: ClaimStatus): boolean =>
  FROM[action].by === part && FROM[action].from.includes(status);

/** One has one claim on a thing at a time; after a refusal one may try again, with better proof. */
export const isOpen = (status: ClaimStatus): boolean => status === 'frozen' || BEFORE_THE_END.includes(status);

/** These come with words: a question, an answer, a reason. */
export const NEEDS_WORDS: readonly Action[] = ['ask', 'reject', 'answer', 'freeze'];

export type Tone = 'wait' | 'found' | 'lost' | 'plain';
export const TONES: Record<ClaimStatus, Tone> = {
  submitted: 'wait',
  asked: 'wait',
  accepted: 'found',
  rejected: 'lost',
  withdrawn: 'plain',
  frozen: 'lost',
  handed_over: 'found',
};

export interface Step {
  what: 'sent' | 'review' | ClaimStatus;
  how: 'done' | 'now' | 'ahead' | 'stopped';
}

/** The way of a claim from sent to returned, as far as it has come, or where it was stopped. */
export function stepsOf(status: ClaimStatus): Step[] {
  const sent: Step = { what: 'sent', how: 'done' };
  const reviewed: Step = { what: 'review', how: 'done' };
  const ahead = (...whats: Step['what'][]): Step[] => whats.map((what) => ({ what, how: 'ahead' }));
  switch (status) {
    case 'submitted':
      return [sent, { what: 'review', how: 'now' }, ...ahead('accepted', 'handed_over')];
    case 'asked':
      return [sent, { what: 'asked', how: 'now' }, ...ahead('accepted', 'handed_over')];
    case 'accepted':
      return [sent, reviewed, { what: 'accepted', how: 'now' }, ...ahead('handed_over')];
    case 'handed_over':
      return [sent, reviewed, { what: 'accepted', how: 'done' }, { what: 'handed_over', how: 'done' }];
    case 'rejected':
      return [sent, reviewed, { what: 'rejected', how: 'stopped' }];
    case 'withdrawn':
      return [sent, { what: 'withdrawn', how: 'stopped' }];
    case 'frozen':
      return [sent, { what: 'frozen', how: 'stopped' }];
  }
}

/** What the QR of a hand-over says: the address of the claim, so that any camera opens it, with the code filled in. */
export const codeLink = (origin: string, id: string, code: string): string => `${origin}/claims/${id}?code=${code}`;

export type Scanned = { kind: 'code'; code: string } | { kind: 'other-claim' } | { kind: 'not-ours' };

/** What a scanned QR means for this claim; the digits alone are taken too. */
export function readCode(text: string, id: string): Scanned {
  if (isCode(text)) return { kind: 'code', code: text };
  if (!URL.canParse(text)) return { kind: 'not-ours' };
  const { pathname, searchParams } = new URL(text);
  const [, claims, claimId] = pathname.split('/');
  const code = searchParams.get('code') ?? '';
  if (claims !== 'claims' || !isCode(code)) return { kind: 'not-ours' };
  return claimId === id ? { kind: 'code', code } : { kind: 'other-claim' };
}

export const isCode = (text: string): boolean => new RegExp(`^\\d{${CODE_DIGITS}}$`).test(text);

/** A claim that says nothing cannot be told from a guess. */
export const saysNothing = (answers: readonly string[], message: string, proofs: number): boolean =>
  proofs === 0 && [message, ...answers].every((text) => text.trim() === '');
