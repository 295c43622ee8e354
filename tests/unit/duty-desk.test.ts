/** What an officer's desk shows of what was done on it and has not arrived, and how its clock is read. */

import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../contract/candidate.ts';
import type { DutyTask } from '../../contract/duty.ts';
import type { ReportView } from '../../contract/report.ts';
import {
  actsOf,
  clockOf,
  decisionsOf,
  lostOf,
  missedRows,
  missingOf,
  ownActs,
  ownDecisions,
  refusedOf,
  rowsOf,
  tasksIn,
  undoOf,
  withAct,
} from '../../src/features/duty/desk.ts';
import { LocalDb } from '../../src/store/db.ts';
import { readMeta, writeMeta } from '../../src/store/meta.ts';
import { keepDesk, readKeptDesk } from '../../src/store/others/desk.ts';
import { dropWrite, pendingWrites, queueWrite } from '../../src/store/own/writes.ts';
import { measureOf } from '../../src/ui/reason-words.ts';

const AT = '2026-11-20T10:00:00.000Z';
const NOW = Date.parse(AT);
const MINUTE_MS = 60_000;

const report = {
  ...{ id: 'r', _id: 'r', rev: '1', type: 'lost', reportType: 'lost', status: 'pending_review', reviewed: false },
  ...{ createdAt: AT, title: 'Did not come home', region: 'Ludhiana', photos: ['a'.repeat(64)], contact: 'open' },
  phoneNumber: '+91 00000 10000',
  subject: {
    kind: 'person',
    condition: 'missing',
    name: 'Jasleen',
    ageMin: 9,
    ageMax: 9,
    details: { nickname: 'Jassi' },
  },
} as unknown as ReportView;

const task = (more: Partial<DutyTask> = {}): DutyTask => ({
  ...{ id: 't', rev: '1', kind: 'missing-child', level: 'district', report, since: AT, state: 'open' },
  dueAt: new Date(NOW + 30 * MINUTE_MS).toISOString(),
  history: [{ at: AT, act: 'made' }],
  ...more,
});

const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  ...{ id: 'c', rev: '4', lost: report, found: report, band: 'likely', because: [], state: 'open', createdAt: AT },
  ...more,
});

async function queued(db: LocalDb, acts: readonly string[]) {
  let rev = 1;
  for (const act of acts) {
    const input = { id: 't', rev: String(rev++), act: act as 'take' };
    await queueWrite(db, {
      endpoint: 'actOnDuty',
      opId: crypto.randomUUID(),
      id: 't',
      input,
      label: 'x',
      now: NOW + rev,
    });
  }
  return pendingWrites(db, 'actOnDuty');
}

describe('the desk', () => {
  it('says that a colleague was first only of what one has, has done or has decided, else that it is another now', () => {
    const decided = { waits: ['confirm'] as const, refused: 'changed-meanwhile' as const, opIds: ['o'] };
    const ofTwo = (state: Candidate['state']) => task({ kind: 'candidate', candidate: candidate({ state }) });
    const said = (['open', 'confirmed', 'rejected'] as const).map(
      (state) => refusedOf({ task: ofTwo(state), own: undefined, decided })?.byColleague,
    );
    expect(said).toEqual([false, true, true]);
    const theirs = { ...ofTwo('open'), state: 'taken' as const, taken: { at: AT, mine: false } };
    expect(refusedOf({ task: theirs, own: undefined, decided })?.byColleague).toBe(true);
    const own = { waits: ['take'] as const, refused: 'changed-meanwhile' as const, opIds: ['o'] };
    const acted = [
      task({ kind: 'candidate', candidate: candidate(), rev: '3', level: 'state' }),
      task({ state: 'taken', taken: { at: AT, mine: true } }),
      task({ state: 'taken', taken: { at: AT, mine: false } }),
      task({ state: 'done', taken: { at: AT, mine: false } }),
    ].map((now) => refusedOf({ task: now, own, decided: undefined })?.byColleague);
    expect(acted).toEqual([false, false, true, true]);
    expect(refusedOf({ task: ofTwo('open'), own: { waits: ['take'], opIds: ['o'] }, decided: undefined })).toBe(
      undefined,
    );
  });

  it('shows what was done here as if it had arrived, each step one more in its number', async () => {
    const db = new LocalDb(`desk-${Math.random()}`);
    const own = ownActs(await queued(db, ['take', 'done']));
    const [row] = rowsOf([task()], own, new Map());
    expect([row?.task.state, row?.task.rev, row?.own?.waits]).toEqual(['done', '3', ['take', 'done']]);
    expect(withAct(task(), 'pass-on').level).toBe('state');
    expect(withAct(task({ level: 'state' }), 'pass-on').level).toBe('team');
    expect(withAct(task({ state: 'done' }), 'reopen')).toMatchObject({ state: 'open', rev: '2' });
  });

  it('shows a task as the server has it once a colleague was first, until that was read; and of one that is gone, that it is', async () => {
    const db = new LocalDb(`desk-${Math.random()}`);
    await queued(db, ['take', 'done']);
    await db.made.toCollection().modify((row) => {
      if (row.input.act !== 'take' || !row.steps[0]) return;
      row.steps = [{ ...row.steps[0], state: 'refused', error: 'changed-meanwhile' }];
    });
    const own = ownActs(await pendingWrites(db, 'actOnDuty'));
    const theirs = task({ rev: '2', state: 'taken', taken: { at: AT, station: 'Sadar', mine: false } });
    const [row] = rowsOf([theirs], own, new Map());
    expect([row?.task, row?.own?.refused]).toEqual([theirs, 'changed-meanwhile']);
    expect(missingOf([theirs], own, new Map())).toEqual([]);
    expect(missingOf([], own, new Map()).map(({ waits }) => waits)).toEqual([['take', 'done']]);
    for (const opId of row?.own?.opIds ?? []) await dropWrite(db, opId);
    expect(await pendingWrites(db, 'actOnDuty')).toEqual([]);
  });

  it('offers what can be done with a task by its state, and what takes it back', () => {
    expect(actsOf(task())).toEqual(['take', 'pass-on']);
    expect(actsOf(task({ level: 'team' }))).toEqual(['take']);
    expect(actsOf(task({ state: 'taken', taken: { at: AT, mine: true } }))).toEqual(['done', 'pass-on', 'give-back']);
    expect(actsOf(task({ state: 'taken', taken: { at: AT, mine: false } }))).toEqual([]);
    expect(actsOf(task({ state: 'done' }))).toEqual(['reopen']);
    // Two things are for their owners to decide: an officer can only see to it that they do.
    const things = task({ kind: 'unanswered', candidate: candidate() });
    expect([actsOf(things), decisionsOf(things)]).toEqual([['take'], []]);
    expect(actsOf({ ...things, state: 'taken', taken: { at: AT, mine: true } })).toEqual(['done', 'give-back']);
    expect([undoOf('take'), undoOf('done'), undoOf('pass-on')]).toEqual(['give-back', 'reopen', undefined]);
  });

  it('shows a decision on two records as made while it waits, with nothing else to do but to take it back', async () => {
    const db = new LocalDb(`desk-${Math.random()}`);
    const pair = task({ kind: 'candidate', candidate: candidate() });
    const input = { id: 'c', rev: '4', decision: 'confirm' as const };
    const written = { opId: crypto.randomUUID(), id: 'c', input, label: 'x', now: NOW };
    await queueWrite(db, { endpoint: 'decideCandidate', ...written });
    const decisions = ownDecisions(await pendingWrites(db, 'decideCandidate'));
    const [row] = rowsOf([pair], new Map(), decisions);
    expect([row?.task.state, row?.task.candidate?.state, row?.task.candidate?.rev]).toEqual(['done', 'confirmed', '5']);
    expect(row && [actsOf(row.task), decisionsOf(row.task)]).toEqual([[], ['reopen']]);
    const [again] = rowsOf([pair], new Map(), new Map([['c', { waits: ['confirm', 'reopen'], opIds: [] }]]));
    expect([again?.task.state, again?.task.candidate?.state]).toEqual(['open', 'open']);
    const [refused] = rowsOf(
      [pair],
      new Map(),
      new Map([['c', { waits: ['reject'], opIds: [], refused: 'changed-meanwhile' }]]),
    );
    expect(refused?.task).toEqual(pair);
  });

  it('shows what a colleague has decided, where a decision came too late and the two wait no more', () => {
    const late = new Map([['c', { waits: ['reject' as const], opIds: ['o'], refused: 'changed-meanwhile' as const }]]);
    const decided = { at: AT, station: 'Kotwali', mine: false };
    const ended = task({
      kind: 'candidate',
      state: 'done',
      candidate: { ...candidate(), state: 'confirmed', decided },
    });
    const other = task({ id: 'other', state: 'done' });
    expect(missingOf([other], new Map(), late)).toHaveLength(1);
    expect(missingOf([other, ended], new Map(), late)).toEqual([]);
    const rows = missedRows([other, ended], new Map(), late);
    expect(rows.map((row) => [row.task, refusedOf(row)?.byColleague])).toEqual([[ended, true]]);
  });

  it('says of none that it has left the desk while more of it is to be read, and shows none twice that moved meanwhile', () => {
    const late = new Map([['t', { waits: ['take' as const], opIds: ['o'], refused: 'changed-meanwhile' as const }]]);
    const of = [[task({ id: 'other' })], late, new Map()] as const;
    expect([missingOf(...of).length, lostOf(true, ...of).length, lostOf(false, ...of).length]).toEqual([1, 0, 1]);
    const pages = [{ data: [task(), task({ id: 'other' })] }, { data: [task({ id: 'other', rev: '2' })] }];
    expect(tasksIn(pages).map(({ id, rev }) => [id, rev])).toEqual([
      ['t', '1'],
      ['other', '2'],
    ]);
  });

  it('lets nobody decide on two records that a colleague has taken, and ends such a task by the decision alone', () => {
    const pair = (more: Partial<DutyTask>) => task({ kind: 'candidate', candidate: candidate(), ...more });
    expect(decisionsOf(pair({}))).toEqual(['confirm', 'reject']);
    expect(decisionsOf(pair({ state: 'taken', taken: { at: AT, mine: false } }))).toEqual([]);
    const mine = pair({ state: 'taken', taken: { at: AT, mine: true } });
    expect([decisionsOf(mine), actsOf(mine)]).toEqual([
      ['confirm', 'reject'],
      ['pass-on', 'give-back'],
    ]);
    expect(decisionsOf(task())).toEqual([]);
  });

  it('lets whoever looks once more at what a family doubts take it back, or leave it as it is', () => {
    const doubted = task({
      ...{ kind: 'candidate', state: 'taken', taken: { at: AT, mine: true } },
      candidate: { ...candidate(), state: 'confirmed', doubted: true },
    });
    expect([decisionsOf(doubted), actsOf(doubted)]).toEqual([['reopen'], ['done', 'pass-on', 'give-back']]);
  });

  it('says how long there is, and how long it is over', () => {
    const at = (minutes: number, more: Partial<DutyTask> = {}) => clockOf(task(more), NOW + minutes * MINUTE_MS);
    expect(at(0)).toEqual({ kind: 'due', unit: 'minutes', count: 30, share: 1 });
    expect(at(18)).toMatchObject({ unit: 'minutes', count: 12, share: 0.4 });
    expect(at(30)).toEqual({ kind: 'late', unit: 'minutes', count: 1 });
    expect(at(95)).toEqual({ kind: 'late', unit: 'hours', count: 1 });
    expect(at(4000)).toEqual({ kind: 'late', unit: 'days', count: 2 });
    const dueAt = new Date(NOW + 24 * 60 * MINUTE_MS).toISOString();
    expect(at(0, { dueAt, taken: { at: AT, mine: true } })).toEqual({
      kind: 'due',
      unit: 'hours',
      count: 24,
      share: 1,
    });
  });

  it('says of what was compared a number where it has one that says something', () => {
    expect(measureOf({ field: 'place', says: 'near', value: 11.6 })).toEqual({ field: 'place', count: 12 });
    expect(measureOf({ field: 'age', says: 'same', value: 0 })).toBe(undefined);
    expect(measureOf({ field: 'sex', says: 'same', value: 1 })).toBe(undefined);
  });

  it('is kept on the device without what an opened record shows, and not for who has left', async () => {
    const db = new LocalDb(`desk-${Math.random()}`);
    const sighting = { face: 'likely' as const, photos: ['b'.repeat(64)] };
    await keepDesk(db, { tasks: [task({ sighting })], total: 1, at: NOW }, undefined);
    const kept = await readKeptDesk(db);
    expect(kept?.tasks[0]?.report.subject).toEqual({ kind: 'person', condition: 'missing', ageMin: 9, ageMax: 9 });
    expect(JSON.stringify(kept)).not.toMatch(/Jasleen|Jassi|Ludhiana|Did not|\+91|aaaa|bbbb/);
    expect(kept?.tasks[0]?.sighting?.face).toBe('likely');
    await writeMeta(db, 'visit', 'another');
    await keepDesk(db, { tasks: [], total: 0, at: NOW }, undefined);
    expect((await readMeta(db, 'desk'))?.total).toBe(1);
  });
});
