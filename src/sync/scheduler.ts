/** When to sync: on a new op, a proved connection, a look at the app, the service worker's wake-up, and a timer. */

import { AppError } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/primitives.ts';
import { envelopesLinkIsBack } from '../store/own/envelopes.ts';
import { heldRows } from '../store/own/held.ts';
import { linkIsBack, waitsForSignIn } from '../store/own/outbox.ts';
import { isEnded } from './ended.ts';
import { keepSealKey, pushEnvelopes } from './envelopes.ts';
import { bringInHeld, type HeldDeps } from './held.ts';
import { startListening } from './listen.ts';
import { linkOf } from './probe.ts';
import { type PullDeps, pullChanges } from './pull.ts';
import { type PushDeps, pushOutbox } from './push.ts';
import type { SyncStatusStore } from './status.ts';

/** While the link is down and somebody looks, ask this often: a report leaves within seconds of the network's return. */
const PROBE_VISIBLE_MS = 1000;
const PROBE_HIDDEN_MS = 30_000;
/** With nothing to send, look for changes this often. */
const PULL_MS = 60_000;
/** In a tab that leaves the sending to another. */
const WATCH_MS = 10_000;
/** However long the server asks us to stay away, look again after this. */
const MAX_REST_MS = 3_600_000;
const LOCK = 'wapsi-sync';

export interface Scheduler {
  /** Something to send. */
  wake(): void;
  /** Somebody looks, or the link may have changed: what is said of it must be true now, also while a run waits for an answer. */
  look(): void;
  /** Run once now and wait for it; true when everything due was sent and pulled. */
  run(): Promise<boolean>;
  stop(): void;
}

export interface SchedulerDeps extends PushDeps, PullDeps, HeldDeps {
  status: SyncStatusStore;
  locks: Pick<LockManager, 'request'>;
  /** Whether somebody looks at this page. */
  visible: () => boolean;
  nonce: () => string;
  /** The server says that the session of this device was ended by its owner. */
  onEnded?: () => void;
}

export function startScheduler(deps: SchedulerDeps): Scheduler {
  const { status, locks, visible, now } = deps;
  const listener = startListening(deps);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let again = false;
  let stopped = false;

  /** One run, by the one tab that holds the lock. Another tab's run serves this one too. */
  function run(): Promise<boolean> {
    if (running) return running;
    again = false;
    running = locks
      .request(LOCK, { ifAvailable: true }, async (lock) => (lock ? syncOnce() : watch()))
      .catch((error: unknown) => {
        // A full disk or a closed database may mend; the outbox is still whole. Whoever woke this run meets the same: not at once.
        rest(again ? pause() : PULL_MS);
        again = false;
        throw error;
      })
      .finally(() => {
        running = undefined;
        if (again && !stopped) void run();
      });
    return running;
  }

  async function syncOnce(): Promise<boolean> {
    const wasOnline = status.get().link === 'online';
    await bringInHeld(deps);
    const { link, update } = await listener.ask();
    const needs = update ? 'update' : (await waitsForSignIn(deps.db)) ? 'sign-in' : undefined;
    status.set({ needs });
    if (link !== 'online') return rest(pause());
    if (!wasOnline) await beginAgain();
    // Beside the reports: a link that breaks before the last of them has left must not leave their author unable to seal.
    // An older server has none, and the next run asks again; a database that is closed meanwhile ends the run by itself.
    const key = attempt(() => keepSealKey(deps)).catch(() => undefined);
    // Changes of others are read even when an own op fails: one bad photo must not keep the device in the past.
    const onSending: PushDeps['onSending'] = (sending) => status.set({ sending });
    const received: Receipt[] = [];
    const onReceivedHeld = (receipt: Receipt) => void received.push(receipt);
    const pushed = await attempt(() =>
      listener.during((cut) => pushOutbox({ ...deps, onSending, cut, onReceivedHeld })),
    );
    if (received.length > 0) deps.onHeld?.({ received, still: await heldRows() });
    if (pushed.failure?.code === 'cancelled') return give(pushed.failure); // nobody answers: nothing to read either
    const carried = await attempt(() => listener.during((cut) => pushEnvelopes({ ...deps, cut })));
    const pulled = await attempt(() => listener.during(() => pullChanges(deps)));
    await key;
    const failure = pushed.failure ?? carried.failure ?? pulled.failure;
    if (failure) return give(failure);
    const dueAt = earliest(pushed.value, carried.value);
    return rest(dueAt === undefined ? PULL_MS : Math.max(0, Math.min(PULL_MS, dueAt - now())), dueAt === undefined);
  }

  /** The link is back: what failed for want of it goes at once, wherever it waits. */
  async function beginAgain(): Promise<void> {
    await linkIsBack(deps.db);
    await envelopesLinkIsBack(deps.db);
  }

  /** Say what the failure means for the user, and come again. */
  function give(failure: AppError): boolean {
    status.set({ link: failure.code === 'cancelled' ? 'silent' : linkOf(failure) });
    if (['sign-in-needed', 'account-gone'].includes(failure.code)) status.set({ needs: 'sign-in' });
    if (isEnded(failure)) deps.onEnded?.();
    if (failure.code === 'update-needed') status.set({ needs: 'update' });
    return rest(failure.retryAfterMs ?? (failure.next === 'wait' ? PULL_MS : pause())); // who signs in wakes us
  }

  /** Another tab sends; this one only keeps its own word on the link true. */
  async function watch(): Promise<boolean> {
    await listener.ask();
    return rest(WATCH_MS);
  }

  const pause = () => (visible() ? PROBE_VISIBLE_MS : PROBE_HIDDEN_MS);

  function rest(milliseconds: number, done = false): boolean {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), Math.min(MAX_REST_MS, milliseconds));
    return done;
  }

  function wake(): void {
    if (running) again = true;
    else if (!stopped) void run();
  }

  return {
    wake,
    look() {
      if (running && !stopped) void attempt(listener.ask);
      wake();
    },
    run,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const earliest = (...times: (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
};

/** The outcome of a step that the world may let fail; a bug goes on up. */
async function attempt<T>(step: () => Promise<T>): Promise<{ value?: T; failure?: AppError }> {
  try {
    return { value: await step() };
  } catch (error) {
    if (error instanceof AppError) return { failure: error };
    throw error;
  }
}
