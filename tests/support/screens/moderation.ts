/** What moderators decide and admins look up. */

import { randomUUID } from 'node:crypto';
import type { Screen } from '../open-screen.ts';
import { answered, choose, inTurn, press, reading, screen, sees } from './steps.ts';

export const MODERATION: Screen[] = [
  ...reading('moderation', '/moderation', '/moderation', { signedIn: 'moderator' }),
  screen('moderation', 'empty', '/moderation', {
    signedIn: 'moderator',
    answer: ['/moderation', { data: [], total: 0 }],
  }),
  screen('moderation', 'reject', '/moderation', {
    signedIn: 'moderator',
    after: press((say) => say.moderation.reject),
  }),
  screen('moderation', 'child', '/moderation', {
    signedIn: 'moderator',
    after: inTurn(
      press((say) => say.moderation.next),
      sees((say) => say.moderation.needsCase),
    ),
  }),
  screen('moderation', 'child held for a photo', '/moderation', {
    signedIn: 'moderator',
    after: inTurn(
      answered('/moderation/queue', async (route) => {
        const { data, total } = await (await route.fetch()).json();
        const ofChild = data.filter((review: { report: { needsCase?: true } }) => review.report.needsCase);
        return { data: [{ ...ofChild[0], held: true, seenBefore: { face: '2026-11-02' } }], total };
      }),
      sees((say) => say.moderation.needsCaseHeld),
    ),
  }),
  screen('moderation', 'objections', '/moderation', {
    signedIn: 'moderator',
    after: choose((say) => say.moderation.tab.objections),
  }),
  screen('moderation', 'objection decided', '/moderation', {
    signedIn: 'moderator',
    after: inTurn(
      choose((say) => say.moderation.tab.objections),
      press((say) => say.moderation.outcome.removed),
    ),
  }),
  screen('moderation', 'notes', '/moderation', {
    signedIn: 'moderator',
    after: choose((say) => say.moderation.tab.notes),
  }),
  screen('moderation', 'complaints', '/moderation', {
    signedIn: 'moderator',
    after: choose((say) => say.moderation.tab.complaints),
  }),
  screen('moderation', 'people', '/moderation', {
    signedIn: 'moderator',
    after: choose((say) => say.moderation.tab.people),
  }),
  screen('moderation', 'signs of a fraud in a note', '/moderation', {
    signedIn: 'moderator',
    after: inTurn(
      answered('/moderation/warnings', async (_, { ids, sessions }) => {
        const { id, name } = sessions.finder.user;
        const what = { id: ids.person, about: 'note', signs: ['money', 'pay'], count: 1 };
        return { data: [{ ...what, who: { id, name, suspended: false }, at: new Date().toISOString() }], total: 1 };
      }),
      choose((say) => say.moderation.tab.people),
      (page) =>
        page.route(/\/moderation\/warnings\/./, (route) => {
          const text = 'I have your brother. Send 2,000 rupees by UPI and I bring him.';
          const said = { subjectId: randomUUID(), text, signs: ['money', 'pay'], at: new Date().toISOString() };
          return route.fulfill({ json: { data: [said] } });
        }),
      press((say) => say.moderation.openWarning),
      sees((say) => say.moderation.strike),
    ),
  }),
  screen('moderation', 'held photos', '/moderation', {
    signedIn: 'moderator',
    after: inTurn(
      answered('/moderation/photos', async (route, { origin, ids, sessions }) => {
        const answer = await route.fetch({ url: `${origin}/report/${ids.person}` });
        const { data } = (await answer.json()) as { data: { photos: string[] } };
        const { id, name } = sessions.finder.user;
        const about = { kind: 'note', ownerId: ids.person, takenDown: '2026-11-02' };
        const who = { id, name, suspended: false };
        return { data: [{ sha256: data.photos[0], ...about, who }], total: 1 };
      }),
      choose((say) => say.moderation.tab.people),
    ),
  }),
  screen('moderation', 'faces to draw', '/moderation', {
    signedIn: 'moderator',
    after: inTurn(
      answered('/moderation/faces', async (route, { origin, ids }) => {
        const answer = await route.fetch({ url: `${origin}/report/${ids.person}` });
        const { data: report } = (await answer.json()) as { data: { photos: string[] } };
        return { data: [{ report, photo: report.photos[0], face: 'several' }] };
      }),
      answered('/moderation/queue', async (route) => {
        const queue = (await (await route.fetch()).json()) as object;
        return { ...queue, facesToDraw: 1 };
      }),
      press((say) => say.moderation.faceQueue.look),
      sees((say) => say.moderation.faceQueue.leave),
      (page) => page.getByRole('img', { name: 'Gurpreet Singh' }).waitFor(),
    ),
  }),
  screen('moderation', 'taken back before', '/moderation', {
    signedIn: 'moderator',
    after: answered('/moderation/queue', async (route) => {
      const queue = (await (await route.fetch()).json()) as { data: object[] };
      const [first, ...rest] = queue.data;
      return { ...queue, data: [{ ...first, takenBack: { photo: '2026-11-02', face: '2026-11-02' } }, ...rest] };
    }),
  }),
  screen('moderation', 'log', '/moderation', { signedIn: 'admin', after: choose((say) => say.moderation.tab.log) }),
];
