/** Who is signed in on a device, in the browser's storage: read, kept, changed elsewhere, forgotten. */

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../contract/auth.ts';
import { REGISTER_STUB_MS } from '../../contract/limits.ts';
import { openSession, refreshUser, signOut } from '../../src/api/account.ts';
import { type Api, createApi } from '../../src/api/client.ts';
import { sendEndings } from '../../src/api/endings.ts';
import {
  accessToken,
  closeSession,
  keepUser,
  readSession,
  startSession,
  TOKEN_KEY,
  USER_EVENT,
  USER_KEY,
  useSession,
} from '../../src/api/session.ts';
import { defaultUser, generatedAvatar, readUser } from '../../src/api/session-user.ts';
import { registerLocal } from '../../src/features/auth/local.ts';

const ID = '0b8f2a60-54c3-4f0e-9d0a-1c9b8f7e6d5c';
const ASHA: User = {
  id: ID,
  _id: ID,
  name: 'Asha Devi',
  email: 'asha@example.in',
  role: 'finder',
  joinedAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-02T00:00:00Z',
  status: 'active',
  verification: 'verified',
  standing: 'whole',
  language: 'pa',
  mailNotices: true,
  phone: '+91 98140 12345',
};

const page = new EventTarget();
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

/** What a change in another tab brings to this one. */
const fromOtherTab = (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));

/** A server that answers each path with what stands there, and keeps what it was asked. */
function serverWith(answers: Record<string, unknown>) {
  const asked: { path: string; token: string | null }[] = [];
  const send = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname: path } = new URL(String(input));
    asked.push({ path, token: new Headers(init.headers).get('authorization') });
    if (!(path in answers)) throw new TypeError('fetch failed');
    return Response.json(answers[path]);
  };
  const api: Api = createApi({ base: 'http://server', fetch: send, token: accessToken });
  return { api, asked };
}

const session = () => useSession.getState();

beforeAll(() => {
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  startSession();
});
beforeEach(() => {
  kept.clear();
  readSession();
});
afterEach(() => vi.restoreAllMocks());

describe('the stored session', () => {
  it('of a device with an access token is a signed-in user, under the keys of the specification (R21, R167, R227, R228, R231, R378)', () => {
    kept.set('accessToken', 'token-1');
    kept.set('user', JSON.stringify(ASHA));
    readSession();
    expect(session()).toMatchObject({ signedIn: true, user: { name: 'Asha Devi', role: 'finder' } });
    expect([TOKEN_KEY, USER_KEY]).toEqual(['accessToken', 'user']);
  });

  it('without an access token is nobody (R232)', () => {
    kept.set(TOKEN_KEY, 'token-1');
    kept.set(USER_KEY, JSON.stringify(ASHA));
    readSession();
    expect(session().signedIn).toBe(true);
    kept.delete(TOKEN_KEY);
    readSession();
    expect(session()).toEqual({ signedIn: false, user: undefined });
  });

  it('follows a change in another tab and the event of this one (R233, R234)', () => {
    kept.set(TOKEN_KEY, 'token-1');
    kept.set(USER_KEY, JSON.stringify(ASHA));
    fromOtherTab(USER_KEY);
    expect(session().user?.name).toBe('Asha Devi');
    kept.set(USER_KEY, JSON.stringify({ ...ASHA, name: 'Asha Rani' }));
    page.dispatchEvent(new Event(USER_EVENT));
    expect(session().user?.name).toBe('Asha Rani');
    kept.clear();
    fromOtherTab('something else');
    expect(session().signedIn).toBe(true);
    fromOtherTab(TOKEN_KEY);
    expect(session().signedIn).toBe(false);
  });

  it('that cannot be read is logged and is nobody (R238)', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const broken of ['{"name":', '"asha"', '{"name":"Asha"}', 'null']) {
      kept.set(TOKEN_KEY, 'token-1');
      kept.set(USER_KEY, broken);
      readSession();
      expect([broken, session()]).toEqual([broken, { signedIn: false, user: undefined }]);
      expect(accessToken()).toBeUndefined();
    }
    expect(logged).toHaveBeenCalledTimes(4);
  });
});

describe('a user record', () => {
  it('is read by id or _id, and what is missing gets its plainest value (R168 to R174)', () => {
    const old = {
      _id: ID,
      name: 'Asha Devi',
      email: 'asha@example.in',
      role: 'poster',
      joinedAt: '2024-01-01T00:00:00Z',
    };
    expect(readUser(old)).toMatchObject({
      id: ID,
      _id: ID,
      role: 'poster',
      joinedAt: '2024-01-01T00:00:00Z',
      status: 'active',
      standing: 'whole',
      avatar_url: generatedAvatar('Asha Devi'),
    });
    expect(readUser({ ...ASHA, avatar_url: '/avatars/1' })).toMatchObject({
      phone: '+91 98140 12345',
      avatar_url: '/avatars/1',
      verification: 'verified',
    });
  });

  it('has a drawn picture where there is none: initials in any script, and never markup (R172)', () => {
    const drawn = (name: string) => decodeURIComponent(generatedAvatar(name));
    expect(drawn('Asha Devi')).toContain('>AD<');
    expect(drawn('ਜਸਪ੍ਰੀਤ ਕੌਰ')).toContain('>ਜਕ<');
    expect(drawn('<script>')).not.toContain('script');
    expect(drawn('')).toContain('>?<');
  });
});

describe('a login', () => {
  it('keeps the token, asks who it is, and takes the first of the list (R191, R239, R240)', async () => {
    const { api, asked } = serverWith({ '/me': [ASHA, { ...ASHA, name: 'Somebody Else' }] });
    await openSession({ accessToken: 'token-2', email: 'asha@example.in' }, api);
    expect(asked).toEqual([{ path: '/me', token: 'token-2' }]);
    expect(kept.get('accessToken')).toBe('token-2');
    expect(JSON.parse(kept.get('user') ?? '')).toMatchObject({ name: 'Asha Devi' });
    expect(session().user?.name).toBe('Asha Devi');
  });

  it('falls back to the user that the login named, when none is to be had (R241)', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const login = { accessToken: 'token-2', user: { ...ASHA, name: 'From the login' }, email: 'asha@example.in' };
    for (const answers of [{ '/me': [] }, {}]) {
      await openSession(login, serverWith(answers).api);
      expect(session().user?.name).toBe('From the login');
    }
  });

  it('falls back to a default user: the name before the @, a poster, a drawn picture, joined now (R242 to R245)', async () => {
    const user = await openSession(
      { accessToken: 'token-2', email: 'asha.devi@example.in' },
      serverWith({ '/me': [] }).api,
    );
    expect(user).toMatchObject({ name: 'asha.devi', role: 'poster', avatar_url: generatedAvatar('asha.devi') });
    expect(Math.abs(Date.now() - Date.parse(user.joinedAt))).toBeLessThan(5000);
    expect(defaultUser('x@y').id).not.toBe(defaultUser('x@y').id);
  });

  it('is looked up again later, and stays as it was when the server cannot be asked', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await openSession({ accessToken: 'token-2', email: 'asha@example.in' }, serverWith({ '/me': [ASHA] }).api);
    await refreshUser(serverWith({}).api);
    expect(session().user?.role).toBe('finder');
    await refreshUser(serverWith({ '/me': [{ ...ASHA, role: 'volunteer' }] }).api);
    expect(session().user?.role).toBe('volunteer');
  });
});

describe('a logout', () => {
  it('clears the user, the stored record and the token, and tells the server whose token it was (R235 to R237)', async () => {
    const { api, asked } = serverWith({ '/auth/logout': { ended: 1 } });
    kept.set(TOKEN_KEY, 'token-3');
    keepUser(ASHA);
    readSession();
    const told = signOut(api);
    expect(session()).toEqual({ signedIn: false, user: undefined });
    expect([kept.has(TOKEN_KEY), kept.has(USER_KEY)]).toEqual([false, false]);
    expect(await told).toBe(true);
    expect(asked).toEqual([{ path: '/auth/logout', token: 'token-3' }]);
    expect([...kept.keys()]).toEqual([]);
  });

  it('works without a network too, and ends the session on the server once there is one, whoever is signed in then', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    kept.set(TOKEN_KEY, 'token-3');
    readSession();
    expect(await signOut(serverWith({}).api)).toBe(false);
    expect(session().signedIn).toBe(false);
    kept.set(TOKEN_KEY, 'token-4');
    readSession();
    const { api, asked } = serverWith({ '/auth/logout': { ended: 1 } });
    expect(await sendEndings(api)).toBe(true);
    expect(asked).toEqual([{ path: '/auth/logout', token: 'token-3' }]);
    expect(await sendEndings(api)).toBe(true);
    expect([asked.length, kept.get(TOKEN_KEY)]).toEqual([1, 'token-4']);
  });
});

describe('a registration without a network (A6)', () => {
  it('waits 800 ms, makes a user with a random id in memory and storage, and calls nobody (R246 to R248, R377)', async () => {
    const waited: number[] = [];
    const person = { name: 'Asha Devi', email: 'asha@example.in', phone: '98140 12345' };
    const local = { ageGroup: 'adult' as const, terms: '2026-11' };
    const register = () => registerLocal({ ...person, local }, async (milliseconds) => void waited.push(milliseconds));
    const [first, second] = [await register(), await register()];
    expect(waited).toEqual([800, 800]);
    expect(REGISTER_STUB_MS).toBe(800);
    expect(first.id).not.toBe(second.id);
    expect(session()).toMatchObject({ signedIn: false, user: { id: second.id, verification: 'pending' } });
    expect(kept.has(TOKEN_KEY)).toBe(false);
    expect(kept.get(USER_KEY)).not.toMatch(/password/i);
    readSession();
    expect(session().user?.id).toBe(second.id);
    closeSession();
  });
});
