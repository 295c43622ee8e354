/** The accounts of the sample data, signed in on a page or called for. */

import type { Page } from 'playwright-core';
import { login } from '../../contract/auth.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { Role } from '../../contract/user.ts';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import { approve } from './approve.ts';

/** Make a call as somebody; answers the JSON, and fails with what the server says. */
export async function callAs(
  origin: string,
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers; the test says what it should be
): Promise<any> {
  const headers = {
    ...(token ? { authorization: token } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Look at the queue of a server and approve a post of it; fails where it is not taken. */
export const approveAs = (origin: string, token: string, id: string): Promise<unknown> =>
  approve((method, path, body) => callAs(origin, token, method, path, body), id);

export type Session = OutputOf<typeof login>;

export const sessionOf = async (origin: string, role: Role): Promise<Session> =>
  login.output.parse(
    await callAs(origin, '', 'POST', '/login', { primaryEmail: demoEmail(role), password: DEMO_PASSWORD }),
  );

/** Sign in on a page of the app that is open, without its form. */
export async function signInAs(page: Page, origin: string, role: Role): Promise<string> {
  const session = await sessionOf(origin, role);
  await signInWith(page, session);
  return session.accessToken;
}

/** With a session that is there already: it needs no server. */
export const signInWith = (page: Page, session: Session): Promise<void> =>
  page.evaluate(({ accessToken, user }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('user', JSON.stringify(user));
    dispatchEvent(new Event('user-update'));
  }, session);

/** By the menu of a phone; what is said then is the caller's. */
export async function signOutHere(page: Page): Promise<void> {
  const header = page.locator('header');
  await header.locator('button[aria-expanded]:visible').click();
  await header.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
}
