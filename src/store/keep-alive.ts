/**
 * An IndexedDB transaction ends by itself as soon as nothing is asked of it. While something else is waited for, it is
 * asked for a row that is not there, again and again; the answer of the wait is given inside one of those turns, so that
 * what follows is still within the transaction.
 */
export function keepAlive<T>(transaction: IDBTransaction, store: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let settle: (() => void) | undefined;
    work.then(
      (value) => {
        settle = () => resolve(value);
      },
      (error: unknown) => {
        settle = () => reject(error);
      },
    );
    const turn = (): void => {
      if (settle) {
        settle();
        return;
      }
      try {
        const request = transaction.objectStore(store).get(NOWHERE);
        request.onsuccess = turn;
        request.onerror = () => reject(request.error);
      } catch (error) {
        reject(error); // the transaction was aborted meanwhile
      }
    };
    turn();
  });
}

/** A key that no row of ours has. */
const NOWHERE = Number.NEGATIVE_INFINITY;
