/** Whom the phones of the mix write to: accounts, what they have posted, and conversations between them, from before the faults. */

import { randomUUID } from 'node:crypto';
import { startConversation } from '../../../contract/message.ts';
import { inbox } from '../../../contract/notice.ts';
import { uploadLostFoundPerson } from '../../../contract/person.ts';
import { createReport } from '../../../contract/report.ts';
import { approveAs, callAs, type Session, sessionOf } from '../../support/accounts.ts';

/** Who uses the phones; nobody is signed in where it is undefined. */
export const USERS = ['poster', undefined, 'finder', 'volunteer'] as const;
export type User = (typeof USERS)[number];
export type Account = Exclude<User, undefined>;
const ACCOUNTS = USERS.filter((user) => user !== undefined);

/** Below what the server lets one account do in an hour, of claims in a month: these limits are not what the mix is about. */
const MOST = { claims: 20, conversations: 24, messages: 500 };
const PERSONS_EACH = 2;

export interface Stage {
  /** One that nobody else has, made before the faults as long as there are some. */
  session(user: Account): Promise<Session>;
  /** The server no longer knows it; false also while nobody answers. */
  isOver(token: string): Promise<boolean>;
  /** By its id. */
  accountOf(user: User): string | undefined;
  userOf(account: string): User;
  /** A person somebody else looks for. */
  person(user: Account, random: () => number): string | undefined;
  /** A found thing of somebody else that this user has not claimed. */
  toClaim(user: Account): string | undefined;
  /** One about which they have not written to its finder, while they may still begin conversations. */
  toAskAbout(user: Account): string | undefined;
  /** A conversation that they are in, while they may still write. */
  conversation(user: Account, random: () => number): string | undefined;
}

/** `count`: how many things each account has found, and how many sessions it has. */
export async function setStage(server: string, count: number): Promise<Stage> {
  const sessions = await Promise.all(ACCOUNTS.map((user) => sessionOf(server, user)));
  const spare = new Map<Account, Session[]>();
  for (const user of ACCOUNTS) {
    spare.set(user, []);
    for (let i = 0; i < count; i++) spare.get(user)?.push(await sessionOf(server, user));
  }
  const moderator = await sessionOf(server, 'moderator');
  const tokens = new Map(ACCOUNTS.map((user, i) => [user, sessions[i]?.accessToken ?? '']));
  const ids = new Map<User, string | undefined>(ACCOUNTS.map((user, i) => [user, sessions[i]?.user.id]));
  const callOf = (user: Account, path: string, input: object) =>
    callAs(server, tokens.get(user) ?? '', 'POST', path, input);

  async function post(user: Account, path: string, report: object): Promise<string> {
    const id = randomUUID();
    await callOf(user, path, { ...report, id, opId: randomUUID() });
    await approveAs(server, moderator.accessToken, id);
    return id;
  }
  const postSome = (user: Account, count: number, path: string, report: object): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => post(user, path, report)));
  const found = new Map<Account, string[]>();
  const missing = new Map<Account, string[]>();
  const talks = new Map<Account, string[]>(ACCOUNTS.map((user) => [user, []]));
  for (const user of ACCOUNTS) {
    found.set(user, await postSome(user, count, createReport.path, THING));
    missing.set(user, await postSome(user, PERSONS_EACH, uploadLostFoundPerson.path, PERSON));
  }
  for (const starter of ACCOUNTS) {
    for (const owner of ACCOUNTS.filter((other) => other !== starter)) {
      const [id, reportId] = [randomUUID(), missing.get(owner)?.[0]];
      await callOf(starter, startConversation.path, { id, opId: randomUUID(), reportId, text: 'Staged' });
      for (const side of [starter, owner]) talks.get(side)?.push(id);
    }
  }

  const ofOthers = (those: ReadonlyMap<Account, string[]>, user: Account): string[] =>
    ACCOUNTS.filter((other) => other !== user).flatMap((other) => those.get(other) ?? []);
  const unclaimed = new Map(ACCOUNTS.map((user) => [user, ofOthers(found, user).slice(0, MOST.claims)]));
  const unasked = new Map(ACCOUNTS.map((user) => [user, ofOthers(found, user).slice(0, MOST.conversations)]));
  const written = new Map<Account, number>();
  const oneOf = (those: readonly string[], random: () => number) => those[Math.floor(random() * those.length)];
  return {
    session: async (user) => spare.get(user)?.shift() ?? sessionOf(server, user),
    isOver: (authorization) =>
      fetch(`${server}${inbox.path}`, { headers: { authorization } }).then(
        ({ status }) => status === 401,
        () => false,
      ),
    accountOf: (user) => ids.get(user),
    userOf: (account) => ACCOUNTS.find((user) => ids.get(user) === account),
    person: (user, random) => oneOf(ofOthers(missing, user), random),
    toClaim: (user) => unclaimed.get(user)?.shift(),
    toAskAbout: (user) => unasked.get(user)?.shift(),
    conversation(user, random) {
      const count = (written.get(user) ?? 0) + 1;
      written.set(user, count);
      return count > MOST.messages ? undefined : oneOf(talks.get(user) ?? [], random);
    },
  };
}

const THING = { kind: 'item', reportType: 'found', category: 'Keys', title: 'Staged' };
const PERSON = { type: 'lost', title: 'Staged', name: 'Staged', lostPersonAge: '34', region: 'Moga' };
