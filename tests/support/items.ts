/** Reports about things, and accounts that post them, over the server's own calls. */

import { randomUUID } from 'node:crypto';
import type { Candidate } from '../../contract/candidate.ts';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import type { createReport } from '../../contract/report.ts';
import type { Role } from '../../contract/user.ts';
import { findAccount } from '../../server/auth/accounts.ts';
import { reopenAccount } from '../../server/users/closing.ts';
import { signIn, type TestHost } from './client.ts';
import { publishReport } from './publish.ts';

export interface Person {
  userId: string;
  token: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers; the test says what it should be
  body: any;
}

/** Somebody with an account; without a role, somebody without one. */
export async function personOf(host: TestHost, role?: Role, name?: string, districts?: string[]): Promise<Person> {
  const { userId, token } = role ? await signIn(host.db, role, districts) : { userId: '', token: '' };
  if (name) await host.db.updateTable('app_user').set({ name }).where('id', '=', userId).execute();
  const headers: Record<string, string> = token ? { authorization: token } : {};
  return {
    userId,
    token,
    async call(method, url, payload) {
      const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
      return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
    },
  };
}

/** Of a report, as they may read them. */
export async function candidates(of: Person, id: string): Promise<Candidate[]> {
  const { status, body } = await of.call('GET', `/report/${id}/candidates`);
  return status === 200 ? body.data : [];
}

type Item = InputOf<typeof createReport>;

export const newItem = (change: Partial<Item> = {}): Item => ({
  id: randomUUID(),
  opId: randomUUID(),
  reportType: 'lost',
  category: 'Wallet',
  title: 'Black wallet',
  ...change,
});

/** Post a thing, and publish it as a moderator does unless it is to wait. */
export async function postItem(
  host: TestHost,
  owner: Person,
  change: Partial<Item> = {},
  { published = true } = {},
): Promise<OutputOf<typeof createReport>['data']> {
  const { status, body } = await owner.call('POST', '/report', newItem(change));
  if (status !== 200) throw new Error(`the thing was not taken: ${JSON.stringify(body)}`);
  if (published) await publishReport(host, body.data.id);
  return body.data;
}

/** Bring a closed account back, as signing in to it does. */
export const reopen = (host: TestHost, { userId }: Pick<Person, 'userId'>): Promise<void> =>
  host.db.transaction().execute(async (tx) => {
    const account = await findAccount(tx, userId);
    if (account) await reopenAccount(tx, account);
  });
