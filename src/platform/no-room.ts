/**
 * Whether an error says that the device is full. Each store says it in its own way: a cache by name; IndexedDB by an
 * abort with the reason inside, or one reason for each row; files of the origin's own by an abort whose words alone tell.
 */
export function isNoRoom(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, message, inner, cause, failures } = error as Record<string, unknown>; // whatever was thrown
  if (name === 'QuotaExceededError' || code === 'no-space') return true;
  if (name === 'AbortError' && /quota|data pipe/i.test(String(message))) return true;
  return isNoRoom(inner) || isNoRoom(cause) || (Array.isArray(failures) && failures.some(isNoRoom));
}
