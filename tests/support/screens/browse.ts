/** Lists, the page of a report, of its poster. */

import { randomUUID } from 'node:crypto';
import type { Reunion } from '../../../contract/reunion.ts';
import type { Screen } from '../open-screen.ts';
import {
  answered,
  type Do,
  inTurn,
  item,
  nowhere,
  person,
  press,
  reading,
  screen,
  sees,
  thing,
  unfold,
} from './steps.ts';

const openWhole: Do = async (page, { say }) => {
  await page.getByLabel(say.whole.reason).selectOption('case');
  await page.getByRole('button', { name: say.whole.open, exact: true }).click();
  await page.getByText(say.whole.isOpen.split(/\{\{\w+\}\}/)[0]?.trim() ?? '').waitFor();
};

/** The police ask everybody to look for whom nobody may read of. */
const alerted: Do = (page, world) =>
  answered(`/report/${world.ids.guarded}`, async (route) => ({
    ...(await (await route.fetch()).json()),
    alert: {
      ...{ id: world.ids.guarded, number: 'W-7K3F-2Q', district: 'pb-ludhiana', sex: 'female', ageMin: 9, ageMax: 9 },
      ...{ since: '2026-11-20', station: 'Sadar', until: '2099-01-01T00:00:00.000Z' },
      words: 'A red shirt, no shoes, a scar over the left eye. Last seen near the bus stand.',
    },
  }))(page, world);

/** What is known of the reunion of the missing person. */
const reunited =
  (known: Omit<Reunion, 'confirmedAt' | 'rev'>): Do =>
  (page, world) =>
    answered(`/report/${world.ids.person}/reunion`, async () => ({
      data: { rev: '1', confirmedAt: new Date().toISOString(), ...known },
    }))(page, world);

/** Its owner finds the way to it on the page of their report. */
const ownReunion = (known: Parameters<typeof reunited>[0]): Do =>
  inTurn(
    (page, world) =>
      answered(`/report/${world.ids.person}`, async (route) => ({
        ...(await (await route.fetch()).json()),
        reunion: true,
      }))(page, world),
    reunited(known),
    (page, { say }) => page.getByRole('link', { name: say.reunion.open }).waitFor(),
  );

export const BROWSE: Screen[] = [
  // A phone that pulls reports by itself shows those instead of an error: it is to get nothing at all.
  ...reading('lost-peoples', '/lost-peoples', '/', { after: person }),
  screen('lost-peoples', 'filters', '/lost-peoples', { after: unfold((say) => say.browse.filters) }),
  screen('lost-peoples', 'map', '/lost-peoples', {
    after: inTurn(
      unfold((say) => say.browse.map),
      (page) => page.locator('.leaflet-marker-icon').first().waitFor(),
    ),
  }),
  screen('lost-peoples', 'found on the other side', '/lost-peoples?q=wallet', {
    after: (page) => page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor({ state: 'attached' }),
  }),
  screen('lost-peoples', 'empty', '/lost-peoples?q=zzzz', { after: sees((say) => say.browse.emptyTitle) }),
  ...reading('found-items', '/found-items', '/', { after: thing }),
  screen('found-items', 'empty', '/found-items?q=zzzz', { after: sees((say) => say.browse.emptyTitle) }),
  ...reading('item', item('thing'), '/report'),
  screen('item', 'person', item('person')),
  screen('item', 'guarded', item('guarded')),
  screen('item', 'alerted', item('guarded'), {
    after: inTurn(
      alerted,
      sees((say) => say.details.sawNoAccount),
    ),
  }),
  screen('item', 'alerted, signed in', item('guarded'), {
    signedIn: 'finder',
    after: inTurn(
      alerted,
      press((say) => say.details.saw),
    ),
  }),
  screen('item', 'to be opened', item('guarded'), { signedIn: 'officer', after: sees((say) => say.whole.text) }),
  screen('item', 'of another district', item('elsewhere'), {
    signedIn: 'officer',
    after: inTurn(
      sees((say) => say.whole.elsewhere),
      press((say) => say.whole.open),
    ),
  }),
  screen('item', 'opened', item('guarded'), { signedIn: 'officer', after: openWhole }),
  screen('item', 'to be proved', item('guarded'), {
    signedIn: 'officer',
    busy: true,
    after: async (page, world) => {
      const refused = async () => ({ code: 'proof-needed', message: 'Show that it is you', fields: {} });
      await answered(`/report/${world.ids.guarded}/open`, refused, 403)(page, world);
      await page.getByLabel(world.say.whole.reason).selectOption('case');
      await page.getByRole('button', { name: world.say.whole.open, exact: true }).click();
      await page.getByRole('dialog', { name: world.say.passkey.proof }).waitFor();
    },
  }),
  screen('item', 'own child', item('child'), { signedIn: 'poster' }),
  screen('item', 'case to be named', item('child'), {
    signedIn: 'officer',
    after: press((say) => say.protection.caseAdd),
  }),
  screen('item', 'alert to be raised', item('person'), {
    signedIn: 'officer',
    after: press((say) => say.alert.raise),
  }),
  screen('item', 'search to be ended', item('person'), {
    signedIn: 'officer',
    after: press((say) => say.protection.endSearch),
  }),
  screen('item', 'to be protected', item('person'), {
    signedIn: 'officer',
    after: press((say) => say.protection.protect),
  }),
  screen('this is me', 'empty', item('person', '/this-is-me')),
  screen('this is me', 'officer', item('person', '/this-is-me'), { signedIn: 'officer' }),
  screen('this is me', 'sent', item('thing', '/this-is-me'), {
    after: inTurn(
      press((say) => say.objection.send),
      sees((say) => say.objection.family),
    ),
  }),
  screen('item', 'gone', nowhere('items')),
  screen('item', 'signed in', item('claimable'), { signedIn: 'volunteer' }),
  screen('item', 'own', item('person'), { signedIn: 'poster' }),
  screen('item', 'own, no face to be found by', item('person'), {
    signedIn: 'poster',
    after: (page, world) =>
      answered(`/report/${world.ids.person}`, async (route) => {
        const told = await (await route.fetch()).json();
        return { ...told, data: { ...told.data, faceless: 'several', facesToChoose: ['f'.repeat(64)] } };
      })(page, world),
  }),
  screen('item', 'own, somebody was found', item('person'), {
    signedIn: 'poster',
    after: ownReunion({ together: false, as: 'family', station: 'Sadar Ludhiana' }),
  }),
  screen('item', 'own, it was not them', item('person'), {
    signedIn: 'poster',
    after: ownReunion({ together: false, doubted: true, as: 'family', station: 'Sadar Ludhiana' }),
  }),
  screen('item', 'own, in review', item('waiting'), { signedIn: 'poster' }),
  screen('item', 'a sighting answered by its officer', item('guarded'), {
    signedIn: 'officer',
    after: inTurn(
      (page, world) =>
        answered(`/report/${world.ids.guarded}/notes`, async () => {
          const said = {
            kind: 'sighting',
            text: 'At the bus stand, alone, in a blue shirt',
            region: 'Ludhiana, Punjab',
          };
          const at = new Date().toISOString();
          const answer = { photos: [], status: 'confirmed', mayReopen: true, mine: false, by: 'Harpreet K.' };
          const note = { id: randomUUID(), reportId: world.ids.guarded, ...said, ...answer, seenAt: at, createdAt: at };
          return { data: [note, { ...note, id: randomUUID(), status: 'dismissed', signs: ['money'] }], total: 2 };
        })(page, world),
      openWhole,
      sees((say) => say.note.reopen),
    ),
  }),
  screen('item', 'message', item('thing'), { signedIn: 'volunteer', after: press((say) => say.details.write) }),
  screen('item', 'note', item('person'), { signedIn: 'volunteer', after: press((say) => say.details.note) }),
  screen('item', 'sighting, no account', item('guarded'), { after: press((say) => say.details.saw) }),
  screen('item', 'sighting', item('person'), { signedIn: 'volunteer', after: press((say) => say.details.saw) }),
  screen('item', 'flag', item('thing'), { signedIn: 'volunteer', after: press((say) => say.details.flag) }),
  screen('item', 'may be the same', item('claimable'), {
    signedIn: 'finder',
    after: (page, world) =>
      answered(`/report/${world.ids.claimable}/matches`, async (route) => {
        const view = async (id: string) =>
          (await (await route.fetch({ url: `${world.origin}/report/${id}` })).json()).data;
        const [own, other] = await Promise.all([view(world.ids.claimable), view(world.ids.thing)]);
        const [lost, found] = [{ ...other, type: 'lost' }, own];
        const what = { lost, found, band: 'likely', because: ['category', 'words', 'place'] };
        return {
          data: [
            { ...what, status: 'dismissed', answer: 'no', lost: { ...lost, id: world.ids.person } },
            { ...what, status: 'open' },
            { ...what, status: 'open', answer: 'yes', lost: { ...lost, id: world.ids.guarded } },
          ],
        };
      })(page, world),
  }),
  screen('reunion', 'full', item('person', '/reunion'), {
    signedIn: 'poster',
    after: reunited({
      ...{ together: false, as: 'family', station: 'Sadar Ludhiana' },
      ...{ words: 'Come to the station and ask for the officer on duty. Bring a photo.', phone: '0161 000 0000' },
    }),
  }),
  screen('reunion', 'together', item('person', '/reunion'), {
    signedIn: 'poster',
    after: reunited({ together: true, as: 'family', station: 'Sadar Ludhiana' }),
  }),
  screen('reunion', 'doubted', item('person', '/reunion'), {
    signedIn: 'poster',
    after: reunited({ together: false, doubted: true, as: 'family', station: 'Sadar Ludhiana' }),
  }),
  screen('reunion', 'for the office', item('person', '/reunion'), {
    signedIn: 'officer',
    after: reunited({ together: false, as: 'office', station: 'Sadar Ludhiana' }),
  }),
  screen('poster', 'full', item('person', '/poster')),
  screen('poster', 'a thing', item('thing', '/poster')),
  screen('poster', 'of a child', item('child', '/poster'), { signedIn: 'poster' }),
  screen('poster', 'guarded', item('guarded', '/poster')),
  screen('poster', 'of an alert', item('guarded', '/poster'), {
    after: inTurn(alerted, (page) => page.getByRole('img', { name: /Sadar/ }).waitFor()),
  }),
];
