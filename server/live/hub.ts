/** Tells the open pages of a person that something changed. It carries no content: a page asks for what it may see. */

import type { LiveEvent } from '../../contract/message.ts';

export interface Hub {
  /** Tell every open page of this person; called after the write is committed. */
  publish(userId: string, event: LiveEvent): void;
  /** The events of one open page, until it is left, the server stops, or `isOver` says that its session has ended. */
  subscribe(userId: string, isOver: () => Promise<boolean>): AsyncIterable<LiveEvent>;
  /** Sessions may have ended: every page is asked at once. What another process ended is found out within LOOK_EVERY_MS. */
  look(): void;
  /** End all of them. */
  close(): void;
}

/** A page that does not read may have so many events waiting; it asks for everything when it is back. */
const MAX_WAITING = 100;

/** How long a session that was ended elsewhere may go on being told that something is new. */
const LOOK_EVERY_MS = 20_000;

interface Page {
  waiting: LiveEvent[];
  /** Look at its session again before it waits. */
  isAsked: boolean;
  wake: () => void;
}

export function openHub(): Hub {
  const pages = new Map<string, Set<Page>>();
  let closed = false;

  async function* follow(userId: string, isOver: () => Promise<boolean>): AsyncGenerator<LiveEvent> {
    const page: Page = { waiting: [{ kind: 'hello' }], isAsked: false, wake: () => undefined };
    const own = pages.get(userId) ?? new Set();
    pages.set(userId, own.add(page));
    const timer = setInterval(() => page.wake(), LOOK_EVERY_MS).unref();
    try {
      while (!closed && !(await isOver())) {
        const event = page.waiting.shift();
        if (event) yield event;
        else if (!page.isAsked && !closed)
          await new Promise<void>((resolve) => {
            page.wake = resolve;
          });
        page.isAsked = false;
      }
    } finally {
      clearInterval(timer);
      own.delete(page);
      if (own.size === 0) pages.delete(userId);
    }
  }

  return {
    publish(userId, event) {
      for (const page of pages.get(userId) ?? []) {
        if (page.waiting.length < MAX_WAITING) page.waiting.push(event);
        page.wake();
      }
    },
    subscribe: follow,
    look() {
      for (const own of pages.values())
        for (const page of own) {
          page.isAsked = true;
          page.wake();
        }
    },
    close() {
      closed = true;
      for (const own of pages.values()) for (const page of own) page.wake();
    },
  };
}
