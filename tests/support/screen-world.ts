/** A server on which something has happened: everything that a screen can show, there to be shown. */

import { randomUUID } from 'node:crypto';
import type { Role } from '../../contract/user.ts';
import { callAs, sessionOf } from './accounts.ts';

/** Accounts of the sample data; the officer and the admin have done nothing, and their lists are empty. */
const ROLES = ['poster', 'finder', 'volunteer', 'officer', 'moderator', 'admin'] as const satisfies readonly Role[];

type Session = Awaited<ReturnType<typeof sessionOf>>;

export interface ScreenWorld {
  readonly origin: string;
  readonly sessions: Readonly<Record<Role, Session>>;
  /** Ids, by what they are of. */
  readonly ids: Readonly<
    Record<
      | 'person'
      | 'child'
      | 'thing'
      | 'claimable'
      | 'guarded'
      | 'elsewhere'
      | 'own'
      | 'waiting'
      | 'accepted'
      | 'asked'
      | 'thread'
      | 'warned',
      string
    >
  >;
}

/** The settings that the server needs: posts wait for people, and no limit is met. */
export const SCREEN_SETTINGS = {
  REVIEW: 'people',
  COMPARE_LIMIT_ANONYMOUS: '1000',
  REPORT_LIMIT: '1000',
  CODE_LIMIT_EMAIL: '1000',
  CODE_LIMIT_CALLER: '1000',
  SIGN_IN_LIMIT: '1000',
};

interface Row {
  id: string;
  title?: string;
  subject: { kind: string; name?: string };
}

/** Let it happen on a server with the sample data that has {@link SCREEN_SETTINGS}. */
export async function openScreenWorld(origin: string): Promise<ScreenWorld> {
  const found = await Promise.all(ROLES.map(async (role) => [role, await sessionOf(origin, role)] as const));
  const sessions = Object.fromEntries(found) as ScreenWorld['sessions'];
  const call = (role: Role, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    callAs(origin, sessions[role].accessToken, method, path, body);
  const rows = async (role: Role, query: string): Promise<Row[]> => (await call(role, 'GET', `/report?${query}`)).data;
  const post = async (change: object): Promise<string> => {
    const thing = { reportType: 'lost', category: 'Other', region: 'Ludhiana, Punjab', colour: 'Blue' };
    return (await call('poster', 'POST', '/report', { id: randomUUID(), ...thing, ...change })).data.id;
  };
  const idOf = (row: Row | undefined): string => {
    if (!row) throw new Error('the sample data has changed');
    return row.id;
  };

  const things = await rows('volunteer', 'kind=item&type=found&limit=50');
  const people = await rows('volunteer', 'kind=person&type=lost&limit=50');
  const found_ = await rows('finder', 'scope=mine&kind=person&limit=50');
  const own = await rows('poster', 'scope=mine&kind=item&limit=50');
  const thing = idOf(things.find(({ title }) => title === 'Black wallet'));
  const claimable = idOf(things.find(({ id }) => id !== thing));
  const person = idOf(people.find(({ subject }) => subject.name === 'Gurpreet Singh'));
  const children = await rows('poster', 'scope=mine&kind=person&ageMax=17');
  const [guarded, elsewhere] = [idOf(children[0]), idOf(found_[0])];

  const waiting = await post({ title: 'Silver anklet', description: 'With small bells, lost near the clock tower' });
  const child = randomUUID();
  const missing = {
    type: 'lost',
    title: 'Did not come home',
    name: 'Jasleen',
    lostPersonAge: '9',
    phoneNumber: '+91 00000 10000',
    details: {
      ...{ sex: 'female', nickname: 'Jassi', languages: ['pa', 'hi'], heightCm: 128, build: 'thin' },
      ...{
        relative: { kind: 'father', name: 'Mohinder Singh' },
        marks: 'Mole on the left cheek',
        carries: 'School bag',
      },
      ...{ medical: 'Asthma, needs her inhaler', lastSeenWith: 'Two friends at the school gate' },
    },
  };
  await call('poster', 'POST', '/api/face/uploadLostFoundPerson', {
    ...missing,
    id: child,
    region: 'Ludhiana, Punjab',
  });
  for (const title of ['Blue bicycle', 'School bag with books']) await post({ title });

  const claim = async (role: Role, reportId: string, ...answers: string[]): Promise<string> =>
    (await call(role, 'POST', '/claims', { id: randomUUID(), reportId, answers, message: 'I lost it on Monday' })).data
      .id;
  const step = (role: Role, id: string, action: string, text?: string) =>
    call(role, 'PUT', `/claims/${id}`, { opId: randomUUID(), action, ...(text ? { text } : {}) });
  const accepted = await claim('poster', thing, 'My two children', 'HDFC');
  const { conversationId: thread } = (await step('finder', accepted, 'accept')).data;
  const asked = await claim('volunteer', claimable, 'A red thread', 'Three');
  await step('finder', asked, 'ask', 'How many keys are on it?');

  const say = (role: Role, id: string, text: string) =>
    call(role, 'POST', `/conversations/${id}/messages`, { id: randomUUID(), text });
  await say('poster', thread, 'Thank you! Can we meet on Sunday at the clock tower?');
  await say('finder', thread, 'Yes, at eleven. I wear a green turban.');
  await say('poster', thread, 'I will be there with my sister.');
  const talk = { id: randomUUID(), reportId: person, text: 'I think I saw him at the bus stand.' };
  const other = (await call('volunteer', 'POST', '/conversations', talk)).data.id;
  await say('volunteer', other, 'Send Rs 500 first, then I tell you where he is.');
  const said = (await call('poster', 'GET', `/conversations/${other}/messages`)).data.at(-1).id;
  const strike = { opId: randomUUID(), about: 'message', id: said, reason: 'Asks for money before anybody was found' };
  await call('moderator', 'POST', '/moderation/strikes', strike);
  await call('officer', 'POST', `/report/${person}/open`, { reason: 'case' });
  await call('poster', 'PUT', `/conversations/${other}`, { complaint: 'Asks for money' });

  const note = { reportId: person, kind: 'sighting', text: 'Near the grain market, with a blue bag', region: 'Khanna' };
  await call('finder', 'POST', `/report/${person}/notes`, { id: randomUUID(), ...note });
  const self = { reportId: person, kind: 'self', text: 'I am well, and do not want to be found' };
  await call('volunteer', 'POST', `/report/${person}/notes`, { id: randomUUID(), ...self });
  const objection = { kind: 'safe', words: 'I left by my own will', contact: '+91 00000 20000' };
  await call('finder', 'POST', `/report/${person}/objections`, objection);
  await call('finder', 'POST', `/report/${idOf(own[0])}/flags`, { opId: randomUUID(), reason: 'other' });
  const next = { role: 'admin', reason: 'Runs the district desk' };
  await call('admin', 'PUT', `/users/${sessions.moderator.user.id}/role`, { opId: randomUUID(), ...next });
  await call('poster', 'POST', '/follows', { region: 'Ludhiana' });
  await call('poster', 'POST', '/follows', { reportId: claimable });

  const ids = {
    person,
    child,
    thing,
    claimable,
    guarded,
    elsewhere,
    own: idOf(own[0]),
    waiting,
    accepted,
    asked,
    thread,
    warned: other,
  };
  return { origin, sessions, ids };
}
