/**
 * Leaves no database work behind in a page that is put away.
 *
 * Note: A page that is put away. A browser may keep a left page, stopped, to show it again at "Back". In WebKit (every
 * iPhone) its transactions then neither go on nor end, and hold their stores against every later page for ever: measured
 * with WebKitGTK 2.50, where `close` alone does not help, and `commit` is refused in the middle of a transaction. So what
 * is under way when a page is left is broken off, as if the page had been killed: nobody was told that it is done, and
 * what is written together is undone together. The connections are closed too, so that a newer version finds none in its
 * way; their libraries take it for the browser's own closing, and open again with the next call.
 */

/** The parts of the browser that it watches. */
export interface PutAwayDeps {
  factory: Pick<IDBFactory, 'open'>;
  database: Pick<IDBDatabase, 'transaction'>;
  /** What tells that the page is left. */
  page: Pick<EventTarget, 'addEventListener'>;
}

/** How a database names what was broken off; the last is Dexie's. */
const BROKEN_OFF = new Set<unknown>([
  'AbortError',
  'InvalidStateError',
  'TransactionInactiveError',
  'DatabaseClosedError',
]);

/** Watch every connection and transaction of this page, whichever library begins it; to be called before the first. */
export function breakOffWhenLeft({ factory, database, page }: PutAwayDeps): void {
  const { open } = factory;
  const { transaction: begin } = database;
  const connections = new Set<IDBDatabase>();
  const running = new Set<IDBTransaction>();

  function note(transaction: IDBTransaction): void {
    running.add(transaction);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
  }

  factory.open = function (...asked) {
    const request = open.apply(this, asked);
    request.addEventListener('upgradeneeded', () => request.transaction && note(request.transaction));
    request.addEventListener('success', () => connections.add(request.result));
    return request;
  };

  database.transaction = function (...asked) {
    const transaction = begin.apply(this, asked);
    note(transaction);
    return transaction;
  };

  let isLeft = false;
  page.addEventListener('pagehide', () => {
    isLeft = true;
    for (const transaction of running) breakOff(transaction);
    for (const connection of connections) {
      connection.close();
      connection.onclose?.(new Event('close')); // as a browser says that closes one by itself
    }
    connections.clear();
  });
  page.addEventListener('pageshow', () => {
    isLeft = false;
  });
  // Whoever waits for what was broken off goes with the page: it is no failure that anybody is to hear of.
  page.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as PromiseRejectionEvent;
    if (isLeft && BROKEN_OFF.has((reason as Error | undefined)?.name)) event.preventDefault();
  });
}

function breakOff(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    // It is about to end, and needs nothing more of this page.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
  }
}
