/** The outbox as the user reads it. */

import { describe, expect, it } from 'vitest';
import type { ReportStatus, ReportView } from '../../contract/report.ts';
import { type EntryState, toEntries } from '../../src/features/outbox/entries.ts';
import type { Op, OwnReport, OwnWrite, ScanRecord } from '../../src/store/db.ts';
import type { Sending } from '../../src/sync/status.ts';

const op = (change: Partial<Op> = {}): Op => ({
  seq: 1,
  opId: 'text',
  entityId: 'r',
  endpoint: 'uploadLostFoundPerson',
  input: {},
  rank: 0,
  state: 'waiting',
  tries: 0,
  nextAt: 0,
  sentBytes: 0,
  bytes: 10,
  createdAt: 1,
  ...change,
});
const photoOp = (n: number, change: Partial<Op> = {}) =>
  op({ seq: n + 1, opId: `r/${n}`, endpoint: 'putFile', rank: 1, ...change });
const report = (change: Partial<OwnReport> = {}): OwnReport => ({
  id: 'r',
  opId: 'text',
  type: 'lost',
  label: 'Asha',
  photos: ['1', '2'],
  videos: ['3'],
  values: {},
  createdAt: 5,
  ...change,
});
const receipt = { opId: 'text', number: 'W-7K4M-29', receivedAt: '2026-11-21T10:00:00Z' };
const sending = (opId: string, share = 0.5): Sending => ({ entityId: 'r', opId, share });

function stateOf(own: OwnReport, ops: Op[], now?: Sending): EntryState | undefined {
  const { waiting, arrived } = toEntries({ ops, reports: [own], scans: [] }, now);
  return [...waiting, ...arrived][0]?.state;
}

describe('an entry of the outbox', () => {
  it('is saved until it is sent, and sending while its own op is under way', () => {
    expect(stateOf(report(), [op(), photoOp(1)])).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report(), [op({ tries: 2 })])).toEqual({ kind: 'saved', tried: true });
    expect(stateOf(report(), [op()], sending('other'))).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report(), [op()], sending('text'))).toEqual({ kind: 'sending', share: 0.5, file: undefined });
  });

  it('says that it waits behind an earlier write of the same thing that the user must mend first (fault 18)', () => {
    const write = (opId: string): OwnWrite => ({
      opId,
      endpoint: 'sendMessage',
      entityId: 'c',
      label: 'Keys',
      input: {},
      files: [],
      createdAt: 1,
    });
    const message = (seq: number, change: Partial<Op> = {}) =>
      op({ seq, opId: `m${seq}`, entityId: 'c', endpoint: 'sendMessage', ...change });
    const ops = [message(1), message(2, { state: 'refused', error: 'bad-input' }), message(3)];
    const writes = ['m1', 'm2', 'm3'].map(write);
    const { waiting } = toEntries({ ops, reports: [], scans: [], writes }, undefined);
    expect(waiting.map(({ id, state }) => [id, state])).toEqual([
      ['m1', { kind: 'saved', tried: false, waits: { for: 'account', error: 'sign-in-needed' } }],
      ['m2', { kind: 'needs-you', error: 'bad-input' }],
      ['m3', { kind: 'saved', tried: false, waits: { for: 'earlier' } }],
    ]);
  });

  it('counts its files while they go, also after the text was received', () => {
    const own = report({ receipt });
    const left = [photoOp(2), photoOp(3)];
    expect(stateOf(own, left, sending('r/2'))).toEqual({ kind: 'sending', share: 0.5, file: { number: 2, of: 3 } });
    expect(stateOf(own, left)).toEqual({ kind: 'received', filesWaiting: 2, published: false, shown: false });
  });

  it('waits until its last file was received, also between two of them', () => {
    const placeOf = (ops: Op[], now?: Sending) => {
      const { waiting, arrived } = toEntries({ ops, reports: [report({ receipt })], scans: [] }, now);
      return [waiting.length, arrived.length];
    };
    expect(placeOf([photoOp(3)], sending('r/3'))).toEqual([1, 0]);
    expect(placeOf([photoOp(3, { tries: 1, nextAt: 9e15 })])).toEqual([1, 0]);
    expect(placeOf([])).toEqual([0, 1]);
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
    expect(toEntries({ ops: [queued], reports: [], scans: [scan] }, undefined).waiting).toMatchObject([
      { kind: 'scan', state: { kind: 'saved', tried: false } },
    ]);
    const answered = { ...scan, answer: { receipt, searched: 3, candidates: [] } };
    const candidates = [{ band: 'likely', data: {} as ReportView }] as const; // that there is one is all that counts
    const found = { ...scan, answer: { ...answered.answer, candidates: [...candidates] } };
    expect(toEntries({ ops: [], reports: [], scans: [found] }, undefined).waiting).toMatchObject([
      { state: { kind: 'found' } },
    ]);
    expect(toEntries({ ops: [], reports: [], scans: [{ ...found, seen: true }] }, undefined).arrived).toMatchObject([
      { state: { kind: 'received' } },
    ]);
    expect(toEntries({ ops: [], reports: [], scans: [answered] }, undefined).arrived).toMatchObject([
      { id: 's', state: { kind: 'received' } },
    ]);
  });

  it('of another write is its own, though it is about a report of the same device', () => {
    const edit: OwnWrite = {
      opId: 'e',
      endpoint: 'updateReport',
      entityId: 'r',
      label: 'Asha',
      input: {},
      files: ['9'],
      createdAt: 7,
    };
    const own = report({ receipt, status: 'published', reviewed: true });
    const queued = [op({ opId: 'e', endpoint: 'updateReport' }), photoOp(4, { opId: 'e/9' })];
    const at = (write: OwnWrite, ops: Op[], now?: Sending) =>
      toEntries({ ops, reports: [own], scans: [], writes: [write], account: 'asha' }, now);
    expect(at(edit, queued).waiting).toMatchObject([
      { kind: 'write', id: 'e', state: { kind: 'saved', tried: false } },
    ]);
    expect(at(edit, queued).arrived).toMatchObject([{ kind: 'report', state: { kind: 'reviewed' } }]);
    expect(at(edit, queued, sending('e')).waiting).toMatchObject([{ state: { kind: 'sending' } }]);
    const received = { ...edit, receivedAt: 8 };
    expect(at(received, queued.slice(1)).waiting).toMatchObject([
      { id: 'e', state: { kind: 'received', filesWaiting: 1 } },
    ]);
    expect(at(edit, [op({ opId: 'e', state: 'refused', error: 'conflict' })]).waiting).toMatchObject([
      { state: { kind: 'needs-you', error: 'conflict' } },
    ]);
  });

  it('says who must sign in before it can go (A37)', () => {
    const author = { id: 'asha', name: 'Asha Devi' };
    const stateFor = (queued: Op, account?: string) =>
      toEntries({ ops: [queued], reports: [report()], scans: [], account }, undefined).waiting[0]?.state;
    expect(stateFor(op({ author }), 'asha')).toEqual({ kind: 'saved', tried: false });
    for (const account of ['bela', undefined])
      expect(stateFor(op({ author }), account)).toMatchObject({ waits: { for: 'author', name: 'Asha Devi' } });
    expect(stateFor(op({ author, error: 'suspended' }), 'asha')).toMatchObject({
      waits: { for: 'account', error: 'suspended' },
    });
    expect(stateFor(op({ endpoint: 'createReport' }))).toMatchObject({
      waits: { for: 'account', error: 'sign-in-needed' },
    });
  });

  it('stands with those that wait or those that have arrived, the newest on top', () => {
    const reports = [
      report({ id: 'a', createdAt: 1 }),
      report({ id: 'b', createdAt: 3 }),
      report({ id: 'c', createdAt: 2, receipt }),
    ];
    const { waiting, arrived } = toEntries({ ops: [], reports, scans: [] }, undefined);
    expect([waiting.map(({ id }) => id), arrived.map(({ id }) => id)]).toEqual([['b', 'a'], ['c']]);
  });

  it('keeps its place among those of the same moment, however they were read', () => {
    const reports = ['b', 'c', 'a'].map((id) => report({ id }));
    const scans: ScanRecord[] = [{ opId: 'bb', createdAt: 5 }];
    for (const own of [reports, reports.toReversed()]) {
      const { waiting } = toEntries({ ops: [], reports: own, scans }, undefined);
      expect(waiting.map(({ id }) => id)).toEqual(['a', 'b', 'bb', 'c']);
    }
  });
});
