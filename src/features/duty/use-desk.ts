/** The desk at work: the list from the server, or as this device last read it, and acts that go by the outbox. */

import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DutyTask } from '../../../contract/duty.ts';
import { seenAt, useRead, useReadPages, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { readMeta } from '../../store/meta.ts';
import { keepDesk, readKeptDesk } from '../../store/others/desk.ts';
import { dropWrite, pendingWrites, queueWrite } from '../../store/own/writes.ts';
import { showToast } from '../../ui/toasts.ts';
import {
  type Act,
  type Decision,
  lostOf,
  missedRows,
  missingOf,
  type Own,
  ownActs,
  ownDecisions,
  type Row,
  rowsOf,
  tasksIn,
} from './desk.ts';

/** Colleagues act too; what they do is told by the live events where those come through. */
const ASK_EVERY_MS = 60_000;
const NONE: readonly DutyTask[] = [];

type QueuedWrite =
  | { endpoint: 'actOnDuty'; input: { id: string; rev: string; act: Act; reason?: string } }
  | { endpoint: 'decideCandidate'; input: { id: string; rev: string; decision: Decision; reason?: string } };

interface Desk {
  /** Absent until something could be read. */
  rows: readonly Row[] | undefined;
  /** How many there are, as far as they are counted. */
  total: number;
  /** Brings those that come after; absent where these are all that can be read now. */
  more: (() => void) | undefined;
  /** They are on their way. */
  moreComing: boolean;
  /** When it was read, where the server cannot be asked now. */
  seen: number | undefined;
  failed: boolean;
  again: () => void;
  act: (task: DutyTask, act: Act, reason?: string) => Promise<void>;
  /** On what a task is about. */
  decide: (task: DutyTask, decision: Decision, reason?: string) => Promise<void>;
  /** What a colleague has ended, where what was done here came too late: it is not among what waits any more. */
  missed: readonly Row[];
  /** The same of tasks of which no more is known here. */
  lost: readonly Own<Act | Decision>[];
  /** Read, that a colleague was first: what was done here is given up. */
  forget: (own: Own<unknown>) => Promise<void>;
}

/** What waits, or what was done within the week. */
export function useDesk(isDone: boolean): Desk {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const refresh = useRefresh();
  const input = { done: String(isDone) as 'true' | 'false' };
  const read = useReadPages('dutyList', input, { refetchInterval: ASK_EVERY_MS });
  const { data: pages, dataUpdatedAt, hasNextPage, isFetching, isError, fetchNextPage } = read;
  const data = useMemo(() => pages && { tasks: tasksIn(pages.pages), total: pages.pages[0]?.total ?? 0 }, [pages]);
  useEffect(() => {
    if (!data || isDone) return;
    const keep = async () => {
      const visit = await readMeta(db, 'visit');
      await keepDesk(db, { ...data, at: dataUpdatedAt }, visit);
    };
    keep().catch((error: unknown) => console.warn('The desk could not be kept on this device', error));
  }, [db, data, dataUpdatedAt, isDone]);
  const kept = useLiveQuery(() => readKeptDesk(db), [db]);
  const acts = useLiveQuery(() => pendingWrites(db, 'actOnDuty'), [db]);
  const decisions = useLiveQuery(() => pendingWrites(db, 'decideCandidate'), [db]);
  const own = useMemo(() => ownActs(acts ?? []), [acts]);
  const decided = useMemo(() => ownDecisions(decisions ?? []), [decisions]);

  // What has arrived, or was refused, has changed the desk.
  const before = useRef('');
  const state = [...(acts ?? []), ...(decisions ?? [])].map(({ opId, steps }) => `${opId} ${steps[0]?.state}`).join();
  useEffect(() => {
    if (before.current !== '' && before.current !== state) void refresh('dutyList');
    before.current = state;
  }, [state, refresh]);

  async function queue(task: DutyTask, write: QueuedWrite): Promise<void> {
    const label = t(`duty.kind.${task.kind}`);
    try {
      await queueWrite(db, { ...write, opId: crypto.randomUUID(), id: write.input.id, label, now: Date.now() });
    } catch (error) {
      console.error('An act could not be kept', error);
      showToast(t('details.notSaved'), 'lost');
      return;
    }
    sync.wake();
  }

  const shown = data ?? (isDone || !kept ? undefined : kept);
  const tasks = shown?.tasks ?? NONE;
  const late = isDone ? [] : missingOf(tasks, own, decided);
  const isCut = data ? hasNextPage : tasks.length < (kept?.total ?? 0);
  // Somebody acted on what stands further down: they are told how it is now, without looking for it.
  const looksFurther = late.length > 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (looksFurther) void fetchNextPage();
  }, [looksFurther, fetchNextPage]);
  const done = useRead('dutyList', { done: 'true' }, { enabled: late.length > 0 });
  const ended = late.length > 0 && (done.data || done.isError) ? (done.data?.data ?? NONE) : undefined;
  const isGone = ({ id }: DutyTask) => !tasks.some((task) => task.id === id);
  const isStuck = read.isError || read.failureCount > 0 || read.fetchStatus === 'paused';
  return {
    rows: shown && acts && decisions && rowsOf(shown.tasks, own, decided),
    total: shown?.total ?? 0,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    moreComing: read.isFetchingNextPage,
    seen: data ? seenAt(read) : isDone || !isStuck ? undefined : kept?.at,
    failed: isStuck,
    again: () => void read.refetch(),
    async act(task, act, reason) {
      const input = { id: task.id, rev: task.rev, act, ...(reason ? { reason } : {}) };
      await queue(task, { endpoint: 'actOnDuty', input });
    },
    async decide(task, decision, reason) {
      if (!task.candidate) return;
      const { id, rev } = task.candidate;
      const input = { id, rev, decision, ...(reason ? { reason } : {}) };
      await queue(task, { endpoint: 'decideCandidate', input });
    },
    missed: ended ? missedRows(ended.filter(isGone), own, decided) : [],
    lost: ended ? lostOf(isCut, [...tasks, ...ended], own, decided) : [],
    async forget({ opIds }) {
      for (const opId of opIds) await dropWrite(db, opId);
    },
  };
}
