/** Who is signed in on this device: the access token and the user record, in the browser's storage and in one store. */

import { create } from 'zustand';
import { MAX_DEVICE_TOKENS } from '../../contract/limits.ts';
import { isOutpost } from '../platform/outpost.ts';
import { readUser, type SessionUser } from './session-user.ts';

/** The storage keys (R227, R228, R378). */
export const TOKEN_KEY = 'accessToken';
export const USER_KEY = 'user';
/** Whoever changed the stored record says so with this event; other tabs hear of it through the storage itself. */
export const USER_EVENT = 'user-update';

interface Session {
  /** There is an access token (R231). */
  signedIn: boolean;
  /** Who it is; also somebody who registered without a network and has no token yet (`local`). */
  user: SessionUser | undefined;
}

/** Nobody until {@link startSession} has read what is stored, at the end of this file. */
export const useSession = create<Session>(() => ({ signedIn: false, user: undefined }));

/** Who is signed in here, with the token that proves it; undefined for nobody. */
export function currentSession(): { account: string; token: string } | undefined {
  const account = useSession.getState().user?.id;
  const token = accessToken();
  return account !== undefined && token !== undefined ? { account, token } : undefined;
}

export const accessToken = (): string | undefined => stored(TOKEN_KEY) || undefined;

/** Read the stored session now, and again whenever another tab (R233) or this page (R234) changes it. */
export function startSession(): void {
  readSession();
  addEventListener('storage', ({ key }) => {
    if (key === USER_KEY || key === TOKEN_KEY || key === null) readSession();
  });
  addEventListener(USER_EVENT, readSession);
}

/** A record that cannot be read is logged, and its owner is signed out (R238). */
export function readSession(): void {
  const signedIn = accessToken() !== undefined;
  const text = stored(USER_KEY);
  try {
    const user = text === null ? undefined : readUser(JSON.parse(text));
    // Without a token nobody is signed in (R232); who registered here without a network waits for one.
    useSession.setState({ signedIn, user: signedIn || user?.local ? user : undefined });
  } catch (error) {
    console.error('The stored user cannot be read; sign in again', error);
    closeSession();
  }
}

/** Keep the token of a session that begins (R239). */
export function keepToken(token: string): void {
  store(TOKEN_KEY, token);
  useSession.setState({ signedIn: true });
}

/** What tells the server that its owners sign in on this device; it opens nothing, and stays when they sign out. */
const DEVICES_KEY = 'devices';

/** For the calls by which one signs in: all that this device has, as it does not keep whose each is. */
export function knownDevices(): { devices: string[] } {
  const kept = stored(DEVICES_KEY)?.split(' ').filter(Boolean) ?? [];
  return { devices: kept.slice(-MAX_DEVICE_TOKENS) };
}

/** The server has met this device. */
export function keepDevice(token: string | undefined): void {
  if (token) store(DEVICES_KEY, [...knownDevices().devices, token].slice(-MAX_DEVICE_TOKENS).join(' '));
}

/** Keep the record and show it everywhere in this tab; the storage tells the others. */
export function keepUser(user: SessionUser): SessionUser {
  const kept = readUser(user);
  store(USER_KEY, JSON.stringify(kept));
  useSession.setState({ user: kept });
  return kept;
}

/** Forget who was signed in (R235 to R237). What the outbox holds stays. */
export function closeSession(): void {
  for (const key of [USER_KEY, TOKEN_KEY]) forget(key);
  useSession.setState({ signedIn: false, user: undefined });
}

/** A browser told to keep nothing throws here; the session then lasts as long as the page. */
const lasting = new Map<string, string>();

/** On a shared device the session lives in memory alone, and between two openings in its owner's vault. */
export const sessionToKeep = (): Record<string, string> => Object.fromEntries(lasting);
export function takeSession(kept: Record<string, string>): void {
  lasting.clear();
  for (const [key, value] of Object.entries(kept)) lasting.set(key, value);
  readSession();
}

export function stored(key: string): string | null {
  if (isOutpost()) return lasting.get(key) ?? null;
  try {
    return localStorage.getItem(key);
  } catch {
    return lasting.get(key) ?? null;
  }
}

export function store(key: string, value: string): void {
  if (isOutpost()) {
    lasting.set(key, value);
    return;
  }
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`The ${key} could not be stored`, error);
    lasting.set(key, value);
  }
}

export function forget(key: string): void {
  lasting.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing can be stored, so nothing is.
  }
}

// Whoever asks who is signed in finds it out: no page is drawn for nobody while somebody is.
if ('localStorage' in globalThis) startSession();
