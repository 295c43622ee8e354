/** The browser's Web Locks where there is no browser: one at a time of each name, in the order of asking. */

export function queuedLocks(): Pick<LockManager, 'request'> {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, ...[work]: [() => Promise<unknown>]): Promise<unknown> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
  return { request: request as LockManager['request'] }; // the one form of it that is asked for
}
