/** Ask the browser to keep this device's data, and learn how much room there is. */

/** True when the browser promised not to evict our data by itself. Many answer false; nothing may rely on it. */
export async function keepStorage(): Promise<boolean> {
  if (!navigator.storage?.persist) return false;
  return (await navigator.storage.persisted()) || navigator.storage.persist();
}

export interface Room {
  usedBytes: number;
  freeBytes: number;
  persisted: boolean;
}

export async function storageRoom(): Promise<Room | undefined> {
  if (!navigator.storage?.estimate) return undefined;
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { usedBytes: usage, freeBytes: Math.max(0, quota - usage), persisted: await navigator.storage.persisted() };
}

/** Whether bytes cost money here, as far as the browser says: a mobile connection, or the user's data saver. */
export function isMetered(): boolean {
  const connection = (navigator as { connection?: { type?: string; saveData?: boolean } }).connection; // not in every browser
  return connection?.saveData === true || connection?.type === 'cellular';
}
