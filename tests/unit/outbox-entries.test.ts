/** The outbox as the user reads it. */

import { describe, expect, it } from 'vitest';
import type { ReportStatus, ReportView } from '../../contract/report.ts';
import { type EntryState, toEntries } from '../../src/features/outbox/entries.ts';
import { type Made, type OwnReport, type OwnScan, type OwnWrite, type Step, WAITS } from '../../src/store/rows.ts';
import type { Sending } from '../../src/sync/status.ts';
import { step } from '../support/made.ts';

const photo = (n: number, change: Partial<Step> = {}) => step({ rank: 1, sha256: String(n), ...change });
const NAMES = { entityId: 'r', input: {}, order: 1, steps: [] };
const report = (change: Partial<OwnReport> = {}): OwnReport => ({
  ...NAMES,
  opId: 'text',
  endpoint: 'uploadLostFoundPerson',
  type: 'lost',
  label: 'Asha',
  photos: ['1', '2'],
  videos: ['3'],
  values: {},
  createdAt: 5,
  ...change,
});
const write = (change: Partial<OwnWrite> = {}): OwnWrite => ({
  ...NAMES,
  opId: 'e',
  endpoint: 'updateReport',
  label: 'Asha',
  files: ['9'],
  createdAt: 7,
  ...change,
});
const receipt = { opId: 'text', number: 'W-7K4M-29', receivedAt: '2026-11-21T10:00:00Z' };
const sending = (opId: string, share = 0.5): Sending => ({ entityId: 'r', opId, share });

const withSteps = <M extends Made>(row: M, steps: Step[]): M => ({
  ...row,
  steps,
  ...(steps.length > 0 && { waits: WAITS }),
});

function stateOf(own: OwnReport, steps: Step[], now?: Sending): EntryState | undefined {
  const { waiting, arrived } = toEntries({ made: [withSteps(own, steps)] }, now);
  return [...waiting, ...arrived][0]?.state;
}

describe('an entry of the outbox', () => {
  it('is saved until it is sent, and sending while its own op is under way', () => {
    expect(stateOf(report(), [step(), photo(1)])).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report(), [step({ tries: 2 })])).toEqual({ kind: 'saved', tried: true });
    expect(stateOf(report(), [step()], sending('other'))).toEqual({ kind: 'saved', tried: false });
    expect(stateOf(report(), [step()], sending('text'))).toEqual({ kind: 'sending', share: 0.5, file: undefined });
  });

  it('says that it waits behind an earlier write of the same thing that the user must mend first (fault 18)', () => {
    const message = (order: number, change: Partial<Step> = {}) =>
      withSteps(write({ opId: `m${order}`, entityId: 'c', endpoint: 'sendMessage', order, createdAt: 1 }), [
        step(change),
      ]);
    const made = [message(1), message(2, { state: 'refused', error: 'bad-input' }), message(3)];
    const { waiting } = toEntries({ made }, undefined);
    expect(waiting.map(({ id, state }) => [id, state])).toEqual([
      ['m1', { kind: 'saved', tried: false, waits: { for: 'account', error: 'sign-in-needed' } }],
      ['m2', { kind: 'needs-you', error: 'bad-input' }],
      ['m3', { kind: 'saved', tried: false, waits: { for: 'earlier' } }],
    ]);
  });

  it('counts its files while they go, also after the text was received', () => {
    const own = report({ receipt });
    const left = [photo(2), photo(3)];
    expect(stateOf(own, left, sending('r/2'))).toEqual({ kind: 'sending', share: 0.5, file: { number: 2, of: 3 } });
    expect(stateOf(own, left)).toEqual({ kind: 'received', filesWaiting: 2, published: false, shown: false });
  });

  it('waits until its last file was received, also between two of them', () => {
    const placeOf = (steps: Step[], now?: Sending) => {
      const { waiting, arrived } = toEntries({ made: [withSteps(report({ receipt }), steps)] }, now);
      return [waiting.length, arrived.length];
    };
    expect(placeOf([photo(3)], sending('r/3'))).toEqual([1, 0]);
    expect(placeOf([photo(3, { tries: 1, nextAt: 9e15 })])).toEqual([1, 0]);
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
    const refused = photo(1, { state: 'refused', error: 'not-readable' });
    expect(stateOf(report({ receipt }), [refused, photo(2)])).toEqual({ kind: 'needs-you', error: 'not-readable' });
    expect(stateOf(report(), [step({ state: 'refused' })])).toEqual({ kind: 'needs-you', error: 'bad-input' });
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
    const scan: OwnScan = { ...NAMES, opId: 's', entityId: 's', endpoint: 'compareFace', createdAt: 9 };
    expect(toEntries({ made: [withSteps(scan, [step()])] }, undefined).waiting).toMatchObject([
      { kind: 'scan', state: { kind: 'saved', tried: false } },
    ]);
    const answered = { ...scan, answer: { receipt, searched: 3, candidates: [] } };
    const candidates = [{ band: 'likely', data: {} as ReportView }] as const; // that there is one is all that counts
    const found = { ...scan, answer: { ...answered.answer, candidates: [...candidates] } };
    expect(toEntries({ made: [found] }, undefined).waiting).toMatchObject([{ state: { kind: 'found' } }]);
    expect(toEntries({ made: [{ ...found, seen: true }] }, undefined).arrived).toMatchObject([
      { state: { kind: 'received' } },
    ]);
    expect(toEntries({ made: [answered] }, undefined).arrived).toMatchObject([
      { id: 's', state: { kind: 'received' } },
    ]);
  });

  it('of another write is its own, though it is about a report of the same device', () => {
    const edit = write();
    const own = report({ receipt, status: 'published', reviewed: true });
    const queued = [step(), photo(9)];
    const at = (edit: OwnWrite, steps: Step[], now?: Sending) =>
      toEntries({ made: [own, withSteps(edit, steps)], account: 'asha' }, now);
    expect(at(edit, queued).waiting).toMatchObject([
      { kind: 'write', id: 'e', state: { kind: 'saved', tried: false } },
    ]);
    expect(at(edit, queued).arrived).toMatchObject([{ kind: 'report', state: { kind: 'reviewed' } }]);
    expect(at(edit, queued, sending('e')).waiting).toMatchObject([{ state: { kind: 'sending' } }]);
    const received = { ...edit, receivedAt: 8 };
    expect(at(received, queued.slice(1)).waiting).toMatchObject([
      { id: 'e', state: { kind: 'received', filesWaiting: 1 } },
    ]);
    expect(at(edit, [step({ state: 'refused', error: 'conflict' })]).waiting).toMatchObject([
      { state: { kind: 'needs-you', error: 'conflict' } },
    ]);
  });

  it('says who must sign in before it can go (A37)', () => {
    const author = { id: 'asha', name: 'Asha Devi' };
    const stateFor = (change: Partial<OwnReport>, of: Partial<Step> = {}, account?: string) =>
      toEntries({ made: [withSteps(report(change), [step(of)])], account }, undefined).waiting[0]?.state;
    expect(stateFor({ author }, {}, 'asha')).toEqual({ kind: 'saved', tried: false });
    for (const account of ['bela', undefined])
      expect(stateFor({ author }, {}, account)).toMatchObject({ waits: { for: 'author', name: 'Asha Devi' } });
    expect(stateFor({ author }, { error: 'suspended' }, 'asha')).toMatchObject({
      waits: { for: 'account', error: 'suspended' },
    });
    expect(stateFor({ endpoint: 'createReport' })).toMatchObject({
      waits: { for: 'account', error: 'sign-in-needed' },
    });
  });

  it('stands with those that wait or those that have arrived, the newest on top', () => {
    const made = [
      report({ opId: 'a', createdAt: 1 }),
      report({ opId: 'b', createdAt: 3 }),
      report({ opId: 'c', createdAt: 2, receipt }),
    ];
    const { waiting, arrived } = toEntries({ made }, undefined);
    expect([waiting.map(({ id }) => id), arrived.map(({ id }) => id)]).toEqual([['b', 'a'], ['c']]);
  });

  it('keeps its place among those of the same moment, however they were read', () => {
    const scan: OwnScan = { ...NAMES, opId: 'bb', entityId: 'bb', endpoint: 'compareFace', createdAt: 5 };
    const made = [...['b', 'c', 'a'].map((opId) => report({ opId })), scan];
    for (const rows of [made, made.toReversed()]) {
      const { waiting } = toEntries({ made: rows }, undefined);
      expect(waiting.map(({ id }) => id)).toEqual(['a', 'b', 'bb', 'c']);
    }
  });
});
