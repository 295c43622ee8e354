/**
 * Told at once: while somebody who is signed in looks at the app, the server says what has changed, and what is on the
 * screen is read again. Without it everything still works, a little later.
 */

import { AppError } from '../../contract/errors.ts';
import { type LiveEvent, liveEvents } from '../../contract/message.ts';
import type { EndpointName } from '../../contract/protocol.ts';
import type { Api } from './client.ts';
import { readsOf } from './query.ts';
import { accessToken, useSession } from './session.ts';
import { refreshUnread, setUnread } from './unread.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

export interface LiveDeps {
  api: Pick<Api, 'events'>;
  /** Whose events are wanted now: the token of who is signed in and looks at the app; undefined for none. */
  wanted: () => string | undefined;
  onEvent: (event: LiveEvent) => void;
  random: () => number;
}

export interface Live {
  /** Something that `wanted` depends on has changed, or the link may be back. */
  look(): void;
}

/** Follow the events while they are wanted; a stream that breaks is opened again, each time after a longer pause. */
export function openLive({ api, wanted, onEvent, random }: LiveDeps): Live {
  let current: { token: string; leave: AbortController } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function follow(token: string): Promise<void> {
    const leave = new AbortController();
    const own = { token, leave };
    current = own;
    try {
      for await (const event of api.events(liveEvents, {}, leave.signal)) {
        failures = 0;
        onEvent(event);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    if (current !== own) return; // it was left on purpose
    current = undefined;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++);
    timer = setTimeout(look, pause * (0.5 + random() / 2));
  }

  function look(): void {
    const token = wanted();
    if (current?.token === token) return;
    clearTimeout(timer);
    current?.leave.abort();
    current = undefined;
    if (token !== undefined) void follow(token);
  }

  return { look };
}

/** What an event makes old. At the beginning anything may have happened while nobody looked. */
const MESSAGES: readonly EndpointName[] = ['listMessages', 'listConversations'];
const NOTICES: readonly EndpointName[] = [
  ...(['inbox', 'listClaims', 'getClaim', 'getReport', 'listNotes', 'listMatches', 'dutyList'] as const),
];
const OLD: Record<LiveEvent['kind'], readonly EndpointName[]> = {
  hello: [...MESSAGES, ...NOTICES],
  message: MESSAGES,
  receipt: MESSAGES,
  notice: NOTICES,
};

/** Keep what is on the screen, and the badge of the inbox, as the server has them. */
export function startLive(api: Api): void {
  const wanted = () => (document.visibilityState === 'visible' ? accessToken() : undefined);
  const onEvent = ({ kind }: LiveEvent): void => {
    for (const name of OLD[kind]) void readsOf(api).invalidateQueries({ queryKey: [name] });
    if (kind === 'hello' || kind === 'notice') void refreshUnread(api);
  };
  const live = openLive({ api, wanted, onEvent, random: Math.random });
  document.addEventListener('visibilitychange', live.look);
  addEventListener('online', live.look);
  useSession.subscribe(({ signedIn }) => {
    if (!signedIn) setUnread(0);
    live.look();
  });
  live.look();
}
