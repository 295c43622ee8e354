/** The desk as the officer reads it: what the server says of each task, and what of theirs it does not know yet. Pure. */

import type * as z from 'zod/mini';
import type { decideCandidate } from '../../../contract/candidate.ts';
import type { actOnDuty, DutyTask } from '../../../contract/duty.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { OwnWrite } from '../../store/rows.ts';

export type Act = z.output<(typeof actOnDuty)['input']>['act'];

export type Decision = z.output<(typeof decideCandidate)['input']>['decision'];

/** What was done with one thing on this device, until the server has it: in the order in which it was done. */
export interface Own<What> {
  /** They are still to be sent. */
  waits: readonly What[];
  /** The server did not take the first of them, so it will take none; absent when all may go. */
  refused?: ErrorCode;
  /** The writes, to be given up once their maker has read that. */
  opIds: readonly string[];
}

export interface Row {
  task: DutyTask;
  own: Own<Act> | undefined;
  /** On the two records that it is about. */
  decided: Own<Decision> | undefined;
}

/** Acts by their task. */
export const ownActs = (writes: readonly OwnWrite[]): ReadonlyMap<string, Own<Act>> => ownOf(writes, 'act');
/** Decisions by their candidate. */
export const ownDecisions = (writes: readonly OwnWrite[]): ReadonlyMap<string, Own<Decision>> =>
  ownOf(writes, 'decision');

function ownOf<What>(writes: readonly OwnWrite[], field: string): ReadonlyMap<string, Own<What>> {
  const own = new Map<string, Own<What>>();
  for (const { entityId, opId, input, steps } of [...writes].sort((a, b) => a.order - b.order)) {
    const before = own.get(entityId) ?? { waits: [], opIds: [] };
    const error = steps.find(({ state }) => state === 'refused')?.error;
    const refused = before.refused ?? error;
    own.set(entityId, {
      waits: [...before.waits, input[field] as What], // as `useDesk` has queued it
      opIds: [...before.opIds, opId],
      ...(refused ? { refused } : {}),
    });
  }
  return own;
}

/** Tasks with what was done here as if it had arrived; where a colleague was first they stand as the server has them. */
export const rowsOf = (
  tasks: readonly DutyTask[],
  acts: ReadonlyMap<string, Own<Act>>,
  decisions: ReadonlyMap<string, Own<Decision>>,
): Row[] =>
  tasks.map((task) => {
    const own = acts.get(task.id);
    const decided = decisions.get(task.candidate?.id ?? '');
    const acted = own && !own.refused ? own.waits.reduce(withAct, task) : task;
    return { task: decided && !decided.refused ? decided.waits.reduce(withDecision, acted) : acted, own, decided };
  });

/**
 * What the server did not take of a row, and whether a colleague has done something with it: of what still waits, or of two
 * records on which still nobody has decided, only more is known since the officer looked.
 */
export function refusedOf({ task, own, decided }: Row): { own: Own<Act | Decision>; byColleague: boolean } | undefined {
  const isTheirs = task.state === 'taken' && !task.taken?.mine;
  if (own?.refused) return { own, byColleague: isTheirs || task.state === 'done' };
  if (decided?.refused) return { own: decided, byColleague: isTheirs || task.candidate?.state !== 'open' };
  return undefined;
}

/** The tasks of the pages that were read: one that moved between two reads may stand on both. */
export const tasksIn = (pages: readonly { data: readonly DutyTask[] }[]): DutyTask[] => [
  ...new Map(pages.flatMap(({ data }) => data.map((task) => [task.id, task]))).values(),
];

/** What the server did not take, of acts and decisions whose task is not among these. */
export function missingOf(
  tasks: readonly DutyTask[],
  acts: ReadonlyMap<string, Own<Act>>,
  decisions: ReadonlyMap<string, Own<Decision>>,
): Own<Act | Decision>[] {
  const here = new Set(tasks.flatMap(({ id, candidate }) => [id, ...(candidate ? [candidate.id] : [])]));
  return [...acts, ...decisions].flatMap(([id, its]) => (its.refused && !here.has(id) ? [its] : []));
}

/** The same of those whose task has left the desk: as long as there is `more` of it than these, it may stand further down. */
export const lostOf = (more: boolean, ...of: Parameters<typeof missingOf>): Own<Act | Decision>[] =>
  more ? [] : missingOf(...of);

/** Those of these tasks on which the server did not take what was done here: a colleague was first, and they are done. */
export const missedRows = (
  tasks: readonly DutyTask[],
  acts: ReadonlyMap<string, Own<Act>>,
  decisions: ReadonlyMap<string, Own<Decision>>,
): Row[] => rowsOf(tasks, acts, decisions).filter((row) => refusedOf(row) !== undefined);

/** A task once the server has done this with it, as far as it is seen on a desk. Each step is one more in its `rev`. */
export function withAct(task: DutyTask, act: Act): DutyTask {
  const { taken: _, ...open } = task;
  const next = { ...open, rev: String(Number(task.rev) + 1) };
  switch (act) {
    case 'take':
      return { ...next, state: 'taken', taken: { at: new Date().toISOString(), mine: true } };
    case 'give-back':
    case 'reopen':
      return { ...next, state: 'open' };
    case 'pass-on':
      return { ...next, state: 'open', level: task.level === 'district' ? 'state' : 'team' };
    case 'done':
      return { ...next, state: 'done', ...(task.taken ? { taken: task.taken } : {}) };
  }
}

/** A task once the server has this decision on what it is about. */
export function withDecision(task: DutyTask, decision: Decision): DutyTask {
  if (!task.candidate) return task;
  const { decided: _, ...candidate } = task.candidate;
  const rev = String(Number(candidate.rev) + 1);
  if (decision === 'reopen') return { ...withAct(task, 'reopen'), candidate: { ...candidate, rev, state: 'open' } };
  const decided = { at: new Date().toISOString(), mine: true };
  const state = decision === 'confirm' ? 'confirmed' : 'rejected';
  return { ...withAct(task, 'done'), candidate: { ...candidate, rev, state, decided } };
}

/** What can be done with it, the main thing first. What is decided by what it is about ends and opens with that. */
export function actsOf(task: DutyTask): readonly Act[] {
  const { state, level, taken, kind } = task;
  const isOfThings = kind === 'unanswered'; // which their owners decide on
  const candidate = isOfThings ? undefined : task.candidate;
  const further: readonly Act[] = level === 'team' || isOfThings ? [] : ['pass-on'];
  switch (state) {
    case 'open':
      return ['take', ...further];
    case 'taken':
      if (!taken?.mine) return [];
      // What was decided is looked at once more, and may stay so.
      return [...(candidate?.state === 'open' ? [] : (['done'] as const)), ...further, 'give-back'];
    case 'done':
      return candidate ? [] : ['reopen'];
  }
}

/** What can be said of the two records; not while a colleague is at it. */
export function decisionsOf({ kind, state, taken, candidate }: DutyTask): readonly Decision[] {
  if (!candidate || kind === 'unanswered' || (state === 'taken' && !taken?.mine)) return [];
  return candidate.state === 'open' ? ['confirm', 'reject'] : ['reopen'];
}

/** What takes it back, as long as nobody has gone on from there. */
export const undoOf = (act: Act): Act | undefined =>
  act === 'take' ? 'give-back' : act === 'done' ? 'reopen' : undefined;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Clock =
  | { kind: 'due'; unit: 'minutes' | 'hours' | 'days'; count: number; share: number }
  | { kind: 'late'; unit: 'minutes' | 'hours' | 'days'; count: number };

/** How much of its time is left, or since when it is over. */
export function clockOf({ dueAt, since, taken, history }: DutyTask, now: number): Clock {
  const due = Date.parse(dueAt);
  const left = due - now;
  if (left <= 0) {
    const over = -left;
    if (over >= 2 * DAY_MS) return { kind: 'late', unit: 'days', count: Math.floor(over / DAY_MS) };
    if (over >= HOUR_MS) return { kind: 'late', unit: 'hours', count: Math.floor(over / HOUR_MS) };
    return { kind: 'late', unit: 'minutes', count: Math.max(1, Math.floor(over / MINUTE_MS)) };
  }
  const from = Date.parse(taken?.at ?? history.at(-1)?.at ?? since);
  const share = Math.min(1, left / Math.max(1, due - from));
  if (left >= 2 * DAY_MS) return { kind: 'due', unit: 'days', count: Math.floor(left / DAY_MS), share };
  if (left >= 2 * HOUR_MS) return { kind: 'due', unit: 'hours', count: Math.floor(left / HOUR_MS), share };
  return { kind: 'due', unit: 'minutes', count: Math.ceil(left / MINUTE_MS), share };
}
