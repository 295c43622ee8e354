/** The rules of the claim screens: whose part one has, what may be done, how far it is, what a scanned code means. */

import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { ClaimStatus } from '../../contract/claim.ts';
import type { ReportView } from '../../contract/report.ts';
import { judge, STEPS } from '../../server/claims/rules.ts';
import {
  type Action,
  codeLink,
  isOpen,
  mayDo,
  partOf,
  readCode,
  saysNothing,
  stepsOf,
} from '../../src/features/claim/claim.ts';

const CLAIM = '6b0a1d0c-4f0e-4c57-9c3e-0a5d0e9d2f11';
const report = (mine?: boolean) => ({ mine }) as ReportView; // the rules read nothing else of it

describe('a claim on the screen', () => {
  it('offers each part just what the server takes from it: the finder alone reviews (R153, R284, R317)', () => {
    const parts = ['claimant', 'finder', 'moderator'] as const;
    for (const part of parts)
      for (const status of ClaimStatus.options)
        for (const action of Object.keys(STEPS) as Action[]) {
          const verdict = judge(action, [part], { status, frozenFrom: null }, 'words');
          expect([part, status, action, mayDo(action, part, status)]).toEqual([
            ...[part, status, action],
            verdict.kind === 'to',
          ]);
        }
  });

  it('knows whose it is: the claimant, the finder of the thing, else a moderator', () => {
    expect(partOf({ mine: true, report: report() })).toBe('claimant');
    expect(partOf({ mine: false, report: report(true) })).toBe('finder');
    expect(partOf({ mine: false, report: report(false) })).toBe('moderator');
  });

  it('is drawn from sent to returned, and where it was stopped it stops (R284)', () => {
    const drawn = (status: ClaimStatus) => stepsOf(status).map(({ what, how }) => `${what} ${how}`);
    expect(drawn('submitted')).toEqual(['sent done', 'review now', 'accepted ahead', 'handed_over ahead']);
    expect(drawn('asked')[1]).toBe('asked now');
    expect(drawn('handed_over').every((step) => step.endsWith('done'))).toBe(true);
    for (const status of ['rejected', 'withdrawn', 'frozen'] as const)
      expect(drawn(status).at(-1)).toBe(`${status} stopped`);
  });

  it('stands in the way of another only while it is open', () => {
    expect(ClaimStatus.options.filter(isOpen)).toEqual(['submitted', 'asked', 'accepted', 'frozen']);
  });

  it('must say something; proof is not needed (R151, R220)', () => {
    expect(saysNothing([' ', ''], ' ', 0)).toBe(true);
    expect(saysNothing(['', 'a bell'], '', 0)).toBe(false);
    expect(saysNothing([], 'It is mine', 0)).toBe(false);
    expect(saysNothing([], '', 1)).toBe(false);
  });
});

describe('a hand-over code', () => {
  it('is read back from the QR that shows it, and from bare digits', () => {
    const link = codeLink('https://wapsi.example', CLAIM, '012345');
    expect(readCode(link, CLAIM)).toEqual({ kind: 'code', code: '012345' });
    expect(readCode('012345', CLAIM)).toEqual({ kind: 'code', code: '012345' });
    expect(encode(link, { ecc: 'M' }).size).toBeLessThan(50); // coarse enough for a cheap camera
  });

  it('of another claim, or of something else, is told apart', () => {
    const other = codeLink('https://wapsi.example', '00000000-0000-4000-8000-000000000000', '012345');
    expect(readCode(other, CLAIM)).toEqual({ kind: 'other-claim' });
    for (const text of ['upi://pay?pa=x', 'https://wapsi.example/claims/x', '12345', '', 'WIFI:S:home;;'])
      expect(readCode(text, CLAIM)).toEqual({ kind: 'not-ours' });
  });
});
