/** Tells the open pages of a person that something changed. It carries no content: a page asks for what it may see. */

import type { LiveEvent } from '../../contract/message.ts';

export interface Hub {
  /** Tell every open page of this person; called after the write is committed. */
  publish(userId: string, event: LiveEvent): void;
  /** The events of one open page, until it is left or the server stops. */
  subscribe(userId: string): AsyncIterable<LiveEvent>;
  /** End all of them. */
  close(): void;
}

/** A page that does not read may have so many events waiting; it asks for everything when it is back. */
const MAX_WAITING = 100;

interface Page {
  waiting: LiveEvent[];
  wake: () => void;
}

export function openHub(): Hub {
  const pages = new Map<string, Set<Page>>();
  let closed = false;

  async function* follow(userId: string): AsyncGenerator<LiveEvent> {
    const page: Page = { waiting: [{ kind: 'hello' }], wake: () => undefined };
    const own = pages.get(userId) ?? new Set();
    pages.set(userId, own.add(page));
    try {
      while (!closed) {
        const event = page.waiting.shift();
        if (event) yield event;
        else
          await new Promise<void>((resolve) => {
            page.wake = resolve;
          });
      }
    } finally {
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
    close() {
      closed = true;
      for (const own of pages.values()) for (const page of own) page.wake();
    },
  };
}
