/** Between two people: claims, conversations, news for one. */

import type { Screen, Shown } from '../open-screen.ts';
import { answered, inTurn, item, nowhere, press, reading, screen, submit } from './steps.ts';

const claim = (id: 'accepted' | 'asked') => (world: Shown) => `/claims/${world.ids[id]}`;
const thread = ({ ids }: Shown) => `/chat/${ids.thread}`;

export const BETWEEN: Screen[] = [
  screen('claim form', 'full', item('claimable', '/claim'), { signedIn: 'poster' }),
  screen('claim form', 'errors', item('claimable', '/claim'), { signedIn: 'poster', after: submit }),
  screen('claim form', 'already', item('thing', '/claim'), { signedIn: 'poster' }),
  screen('claim form', 'offline', item('claimable', '/claim'), { signedIn: 'poster', offline: true }),
  ...reading('claims', '/claims', '/claims', { signedIn: 'poster' }),
  screen('claims', 'received', '/claims?scope=received', { signedIn: 'finder' }),
  screen('claims', 'empty', '/claims', { signedIn: 'officer' }),
  ...reading('claim', claim('accepted'), '/claims', { signedIn: 'poster' }),
  screen('claim', 'code', claim('accepted'), {
    signedIn: 'poster',
    after: inTurn(
      press((say) => say.claim.code.draw),
      (page) => page.locator('[data-code]').waitFor(),
    ),
  }),
  screen('claim', 'returned', claim('accepted'), {
    signedIn: 'poster',
    after: (page, world) =>
      answered(`/claims/${world.ids.accepted}`, async (route) => {
        const { data } = (await (await route.fetch()).json()) as { data: object };
        return { data: { ...data, status: 'handed_over' } };
      })(page, world),
  }),
  screen('claim', 'finder', claim('accepted'), { signedIn: 'finder' }),
  screen('claim', 'finder reviews', claim('asked'), { signedIn: 'finder' }),
  screen('claim', 'asked', claim('asked'), { signedIn: 'volunteer' }),
  screen('claim', 'moderator', claim('asked'), { signedIn: 'moderator' }),
  screen('claim', 'gone', nowhere('claims'), { signedIn: 'poster' }),
  screen('chat', 'signed out', '/chat'),
  ...reading('chat', '/chat', '/conversations', { signedIn: 'poster' }),
  screen('chat', 'empty', '/chat', { signedIn: 'officer' }),
  ...reading('thread', thread, '/conversations', { signedIn: 'poster' }),
  screen('thread', 'safety', thread, { signedIn: 'poster', after: press((say) => say.chat.between) }),
  screen('thread', 'warned', ({ ids }) => `/chat/${ids.warned}`, { signedIn: 'poster' }),
  screen('thread', 'account erased', thread, {
    signedIn: 'poster',
    after: (page, world) =>
      answered(`/conversations/${world.ids.thread}/messages`, async (route) => {
        const answer = (await (await route.fetch()).json()) as { conversation: object };
        return { ...answer, conversation: { ...answer.conversation, with: '', withErased: true } };
      })(page, world),
  }),
  ...reading('inbox', '/inbox', '/inbox', { signedIn: 'poster' }),
  screen('inbox', 'empty', '/inbox', { signedIn: 'officer' }),
  screen('stop', 'full', '/stop/some-token'),
];
