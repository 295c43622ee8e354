/** The outbox as the user reads it. */

import { describe, expect, it } from 'vitest';
import type { ReportStatus, ReportView } from '../../contract/report.ts';
import { type EntryState, toEntries } from '../../src/features/outbox/entries.ts';
import type { Op, OwnReport, ScanRecord } from '../../src/store/db.ts';
import type { Sending } from '../../src/sync/status.ts';

const op = (change: Partial<Op> = {}): Op => ({
  ...{ seq: 1, opId: 'text', entityId: 'r', endpoint: 'uploadLostFoundPerson', input: {}, rank: 0, state: 'waiting' },
  ...{ tries: 0, nextAt: 0, sentBytes: 0, bytes: 10, createdAt: 1 },
  ...change,
});
const photoOp = (n: number, change: Partial<Op> = {}) =>
  op({ seq: n + 1, opId: `r/${n}`, endpoint: 'putFile', rank: 1, ...change });
const report = (change: Partial<OwnReport> = {}): OwnReport => ({
  ...{
    id: 'r',
    opId: 'text',
    type: 'lost',
    label: 'Asha',
    photos: ['1', '2'],
    videos: ['3'],
    values: {},
    createdAt: 5,
  },
  ...change,
});
const receipt = { opId: 'text', number: 'W-7K4M-29', receivedAt: '2026-11-21T10:00:00Z' };
const sending = (opId: string, share = 0.5): Sending => ({ entityId: 'r', opId, share });

function stateOf(own: OwnReport, ops: Op[], now?: Sending): EntryState | undefined {
  const { waiting, arrived } = toEntries(ops, [own], [], now);
  return [...waiting, ...arrived][0]?.state;
}

describe('an entry of the outbox', () => {
  it('is saved until it is sent, and sending while its own op is under way', () => {
    expect(stateOf(report(), [op(), photoOp(1)])).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report(), [op({ tries: 2 })])).toEqual({ kind: 'saved', tried: true });
    expect(stateOf(report(), [op()], sending('other'))).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report(), [op()], sending('text'))).toEqual({ kind: 'sending', share: 0.5, file: undefined });
  });

  it('counts its files while they go, also after the text was received', () => {
    const own = report({ receipt });
    const left = [photoOp(2), photoOp(3)];
    expect(stateOf(own, left, sending('r/2'))).toEqual({ kind: 'sending', share: 0.5, file: { number: 2, of: 3 } });
    expect(stateOf(own, left)).toEqual({ kind: 'received', filesWaiting: 2, published: false, shown: false });
  });

  it('is received only with a receipt, and needs its maker when an op of it was refused', () => {
    expect(stateOf(report(), [])).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report({ receipt }), [])).toEqual({
      kind: 'received',
      filesWaiting: 0,
      published: false,
      shown: false,
    });
    const refused = photoOp(1, { state: 'refused', error: 'not-readable' });
    expect(stateOf(report({ receipt }), [refused, photoOp(2)])).toEqual({ kind: 'needs-you', error: 'not-readable' });
    expect(stateOf(report(), [op({ state: 'refused' })])).toEqual({ kind: 'needs-you', error: 'bad-input' });
  });

  it('is reviewed only when a person has looked at it, and closed when its life has ended (R251, A19)', () => {
    const states: [ReportStatus, boolean, EntryState][] = [
      ['pending_review', false, { kind: 'received', filesWaiting: 0, published: false, shown: false }],
      ['appealed', false, { kind: 'received', filesWaiting: 0, published: false, shown: false }],
      ['published', false, { kind: 'received', filesWaiting: 0, published: true, shown: false }],
      ['published', true, { kind: 'reviewed', shown: false }],
      ['rejected', true, { kind: 'closed', status: 'rejected' }],
      ['withdrawn', true, { kind: 'closed', status: 'withdrawn' }],
      ['expired', true, { kind: 'closed', status: 'expired' }],
      ['resolved', true, { kind: 'closed', status: 'resolved' }],
    ];
    for (const [status, reviewed, state] of states)
      expect(stateOf(report({ receipt, status, reviewed }), [])).toEqual(state);
  });

  it('of a scan waits until it was answered', () => {
    const scan: ScanRecord = { opId: 's', createdAt: 9 };
    const queued = op({ opId: 's', entityId: 's', endpoint: 'compareFace' });
    expect(toEntries([queued], [], [scan], undefined).waiting).toMatchObject([
      { kind: 'scan', state: { kind: 'saved', tried: false } },
    ]);
    const answered = { ...scan, answer: { receipt, searched: 3, candidates: [] } };
    const candidates = [{ band: 'likely', data: {} as ReportView }] as const; // that there is one is all that counts
    const found = { ...scan, answer: { ...answered.answer, candidates: [...candidates] } };
    expect(toEntries([], [], [found], undefined).waiting).toMatchObject([{ state: { kind: 'found' } }]);
    expect(toEntries([], [], [{ ...found, seen: true }], undefined).arrived).toMatchObject([
      { state: { kind: 'received' } },
    ]);
    expect(toEntries([], [], [answered], undefined).arrived).toMatchObject([{ id: 's', state: { kind: 'received' } }]);
  });

  it('stands with those that wait or those that have arrived, the newest on top', () => {
    const reports = [
      report({ id: 'a', createdAt: 1 }),
      report({ id: 'b', createdAt: 3 }),
      report({ id: 'c', createdAt: 2, receipt }),
    ];
    const { waiting, arrived } = toEntries([], reports, [], undefined);
    expect([waiting.map(({ id }) => id), arrived.map(({ id }) => id)]).toEqual([['b', 'a'], ['c']]);
  });
});
