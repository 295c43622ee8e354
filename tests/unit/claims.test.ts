/** Claims: who may do what when, and how an answer is held against a secret mark. */

import { describe, expect, it } from 'vitest';
import { ClaimStatus } from '../../contract/claim.ts';
import { agreementOf } from '../../server/claims/agreement.ts';
import { type Action, judge, type Part, STEPS } from '../../server/claims/rules.ts';

const PARTS: readonly Part[] = ['finder', 'claimant', 'moderator'];
const STATUSES = ClaimStatus.options;

/** The whole table: `part action: from>to`. Everything else is refused. */
const ALLOWED = new Set([
  ...['finder accept: submitted>accepted', 'finder accept: asked>accepted'],
  ...['finder ask: submitted>asked', 'finder ask: asked>asked'],
  ...['finder reject: submitted>rejected', 'finder reject: asked>rejected', 'finder reject: accepted>rejected'],
  ...['claimant answer: asked>submitted'],
  ...['claimant withdraw: submitted>withdrawn', 'claimant withdraw: asked>withdrawn'],
  ...['claimant withdraw: accepted>withdrawn'],
  ...['moderator freeze: submitted>frozen', 'moderator freeze: asked>frozen', 'moderator freeze: accepted>frozen'],
  ...['moderator unfreeze: frozen>asked'],
]);

describe('the steps of a claim', () => {
  it('are the ones of the table and no others: the finder alone reviews (R153, R284, R317, A17)', () => {
    const found = new Set<string>();
    for (const action of Object.keys(STEPS) as Action[])
      for (const part of PARTS)
        for (const status of STATUSES) {
          const verdict = judge(action, [part], { status, frozenFrom: 'asked' }, 'because');
          if (verdict.kind === 'to') found.add(`${part} ${action}: ${status}>${verdict.status}`);
        }
    expect(found).toEqual(ALLOWED);
  });

  it('that refuse or ask come with words', () => {
    for (const action of ['ask', 'reject', 'freeze', 'answer'] as const) {
      const { by, from } = STEPS[action];
      const [status = 'asked'] = from;
      expect(judge(action, [by], { status, frozenFrom: null }, '')).toEqual({ kind: 'text-needed' });
    }
    expect(judge('accept', ['finder'], { status: 'submitted', frozenFrom: null }, '')).toMatchObject({ kind: 'to' });
  });

  it('are told apart: not yours, and not now', () => {
    expect(judge('accept', ['claimant'], { status: 'submitted', frozenFrom: null }, '')).toEqual({ kind: 'not-yours' });
    expect(judge('accept', [], { status: 'submitted', frozenFrom: null }, '')).toEqual({ kind: 'not-yours' });
    expect(judge('accept', ['finder'], { status: 'handed_over', frozenFrom: null }, '')).toEqual({ kind: 'not-now' });
  });
});

describe('an answer beside the finder’s mark', () => {
  it.each([
    ['A scratch near the camera', 'there is a scratch near the camera', 'agrees'],
    ['A scratch near the camera', 'it has a scratch', 'partly'],
    ['A scratch near the camera', 'a blue sticker', 'differs'],
    ['Blue purse', 'ਨੀਲਾ ਪਰਸ', 'agrees'],
    ['Two keys', 'two keys and a ring', 'agrees'],
    ['Photo of a girl, 2014', 'a photo of a girl, 2019', 'partly'],
    ['500 rupees', '500 rs', 'partly'],
    ['Red', 'lal', 'agrees'],
    ['Red', 'green', 'differs'],
  ] as const)('"%s" and "%s": %s', (mark, answer, expected) => {
    expect(agreementOf(mark, answer)).toBe(expected);
  });

  it('is nothing when there is no answer', () => {
    expect(agreementOf('Two keys', '  ')).toBeUndefined();
  });
});
