/**
 * Servers and browsers end with the file that started them, however it ends.
 *
 * A hook of a file that fails keeps its later lines from running; a server left behind would hold the address that the
 * worker's next files need, and each of them would fail for it.
 */

const left = new Set<() => Promise<void>>();

/** `remove` is called after the file's own hooks; doing it again must change nothing. */
export const removeAfterFile = (remove: () => Promise<void>): unknown => left.add(remove);

export async function removeWhatIsLeft(): Promise<void> {
  // The last first: what a server listens at is given back after the server has ended.
  for (const remove of [...left].reverse()) await remove();
  left.clear();
}
