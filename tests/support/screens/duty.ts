/** The duty desk of an officer. */

import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import type { Screen } from '../open-screen.ts';
import { answered, type Do, inTurn, item, press, reading, screen, sees } from './steps.ts';

const AT = '/duty';

export const DUTY: Screen[] = [
  ...reading('duty', AT, AT, { signedIn: 'officer' }),
  screen('duty', 'empty', AT, { signedIn: 'moderator', answer: [AT, { data: [], total: 0 }] }),
  screen('duty', 'pass on', AT, { signedIn: 'officer', after: press((say) => say.duty.act['pass-on']) }),
  screen('duty', 'overdue', AT, {
    signedIn: 'officer',
    after: answered(AT, async (route) => {
      const { data, total } = (await (await route.fetch()).json()) as { data: object[]; total: number };
      const dueAt = new Date(Date.now() - 50 * 60_000).toISOString();
      return { data: data.map((task) => ({ ...task, dueAt, level: 'state' })), total };
    }),
  }),
  screen('duty', 'more than one page', AT, {
    signedIn: 'officer',
    after: inTurn(
      answered(AT, async (route) => ({ ...(await (await route.fetch()).json()), total: 143, cursor: 'next' })),
      sees((say) => say.browse.more),
    ),
  }),
  screen('duty', 'two side by side', AT, { signedIn: 'officer', after: sideBySide() }),
  screen('duty', 'reported already', AT, {
    signedIn: 'officer',
    after: inTurn(
      (page, world) => alikeTo(world.ids.person)(page, world),
      sees((say) => say.alike.title),
    ),
  }),
  screen('item', 'compared', item('person'), {
    signedIn: 'officer',
    after: inTurn(
      (page, world) => alikeTo(world.ids.person)(page, world),
      sees((say) => say.alike.compared),
    ),
  }),
  screen('duty', 'a scan beside it', AT, { signedIn: 'officer', after: sideBySide({ keptScan: true, title: 'Scan' }) }),
  screen('duty', 'doubted by the family', AT, {
    signedIn: 'officer',
    after: sideBySide({}, { state: 'confirmed', doubted: true }),
  }),
  screen('duty', 'a sighting', AT, { signedIn: 'officer', after: sighting() }),
  screen('duty', 'things nobody answered', AT, { signedIn: 'officer', after: things() }),
];

/** Who is reported already, and two that this record was compared with. */
function alikeTo(id: string): Do {
  const viewOf = async (route: Route, origin: string) =>
    (await (await route.fetch({ url: `${origin}/report/${id}` })).json()).data as object;
  const because = [
    { field: 'name', says: 'near' },
    { field: 'sex', says: 'same' },
    { field: 'age', says: 'near', value: 1 },
    { field: 'place', says: 'near', value: 12 },
  ];
  const alike: Do = (page, { origin }) =>
    page.route(/\/alike$/, async (route) => {
      const report = { ...(await viewOf(route, origin)), contact: 'guarded' };
      await route.fulfill({ json: { data: [{ report, because }] } });
    });
  return inTurn(
    alike,
    answered(`/report/${id}/candidates`, async (route, { origin }) => {
      const view = { ...(await viewOf(route, origin)), contact: 'guarded', photos: [] };
      const found = { ...view, id: randomUUID(), type: 'found' };
      const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
      const one = { rev: '2', lost: view, found, band: 'likely', because, createdAt: at };
      const decided = { at, station: 'Sadar Ludhiana', mine: false, reason: 'Her brother knew her' };
      return {
        data: [
          { ...one, id: randomUUID(), state: 'open' },
          { ...one, id: randomUUID(), state: 'confirmed', decided },
        ],
      };
    }),
  );
}

/** Somebody sent a photo of whom they saw; the record is open to the officer, and another is like it too. */
function sighting(): Do {
  return inTurn(
    answered(AT, async (route, { origin, ids }) => {
      const { data } = (await (await route.fetch()).json()) as { data: object[] };
      const report = (await (await route.fetch({ url: `${origin}/report/${ids.person}` })).json()).data;
      const seen = { face: 'none', photos: report.photos.slice(0, 1), looksLike: ids.person };
      return { data: [{ ...data[0], kind: 'sighting', report, noteId: ids.person, sighting: seen }], total: 1 };
    }),
    sees((say) => say.duty.looksLike),
  );
}

/** Two things on which an owner does not answer. */
function things(): Do {
  return inTurn(
    answered(AT, async (route, { origin, ids }) => {
      const { data } = (await (await route.fetch()).json()) as { data: object[] };
      const lost = (await (await route.fetch({ url: `${origin}/report/${ids.thing}` })).json()).data;
      const because = ['category', 'words', 'colour'].map((field) => ({ field, says: 'same' }));
      const candidate = { id: ids.thing, rev: '1', lost, found: { ...lost, type: 'found' }, band: 'likely', because };
      const state = { state: 'open', createdAt: new Date().toISOString() };
      const dueAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
      const task = { ...data[0], kind: 'unanswered', dueAt, report: lost, candidate: { ...candidate, ...state } };
      return { data: [task], total: 1 };
    }),
    sees((say) => say.duty.kind.unanswered),
  );
}

/** A pair that may be one person; `change`: how the found side differs from the other; `decided`: what became of it. */
function sideBySide(change: object = {}, decided: object = {}): Do {
  return inTurn(
    answered(AT, async (route, { origin, ids }) => {
      const { data } = (await (await route.fetch()).json()) as { data: object[] };
      const view = async (id: string) => (await (await route.fetch({ url: `${origin}/report/${id}` })).json()).data;
      const [lost, found] = await Promise.all([view(ids.person), view(ids.person)]);
      const because = [
        { field: 'face', says: 'near', band: 'possible' },
        { field: 'sex', says: 'same' },
        { field: 'age', says: 'near', value: 3 },
        { field: 'place', says: 'near', value: 12 },
        { field: 'time', says: 'near', value: 2 },
        { field: 'clothing', says: 'differs' },
      ];
      const candidate = { id: ids.person, rev: '1', lost, found: { ...found, type: 'found', ...change } };
      const state = { band: 'possible', because, state: 'open', createdAt: new Date().toISOString() };
      const task = { ...data[0], kind: 'candidate', report: lost, candidate: { ...candidate, ...state, ...decided } };
      return { data: [task], total: 1 };
    }),
    sees((say) => say.duty.because),
  );
}
