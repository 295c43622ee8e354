/** What everybody sees without an account, what the device says of itself, and what is kept for days without a network. */

import { ARTICLES } from '../../../reference/articles.ts';
import { noisePack } from '../map-pack.ts';
import type { Screen } from '../open-screen.ts';
import { answered, choose, type Do, fill, inTurn, person, reading, screen, sees, submit, type Words } from './steps.ts';

const keepArea: Do = async (page, { say }) => {
  await page.getByLabel(say.offline.areaTown).fill('Ludhiana');
  await page.getByRole('button', { name: say.offline.areaAdd }).click();
  const [, until = ''] = say.offline.areaUntil.split(/\{\{\w+\}\}/);
  await page.getByText(until.trim()).waitFor();
};
const bring =
  (bytes: () => Promise<Uint8Array>, words: Words): Do =>
  async (page, { say }) => {
    const file = { name: 'Ludhiana.pmtiles', mimeType: 'application/octet-stream', buffer: Buffer.from(await bytes()) };
    await page.locator('main input[type=file]').setInputFiles(file);
    await page.getByText(words(say)).first().waitFor();
  };
const bringMap = bring(
  () => noisePack('Ludhiana', { around: 0 }),
  (say) => say.offline.mapFromFile.split('{{')[0] ?? '',
);
const bringLetter = bring(
  async () => new TextEncoder().encode('Dear all'),
  (say) => say.offline.mapNotOne,
);
/** Another window takes the database over, and a mark is left that says what was in it. */
const loseMemory: Do = async (page, { say }) => {
  await page.evaluate(() => {
    const opening = indexedDB.open('wapsi', 10_000);
    opening.onsuccess = () => opening.result.close();
  });
  await page.getByText(say.device.replaced).waitFor();
};
const reopenCleared: Do = async (page, { say }) => {
  const mark = { id: 'a', unsent: 2, drafts: 0, seenAt: Date.now() };
  await page.evaluate(async (text) => {
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('wapsi');
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
    localStorage.setItem('device', text);
  }, JSON.stringify(mark));
  await page.reload();
  await page.getByText(say.device.cleared).waitFor();
};

export const PUBLIC: Screen[] = [
  screen('device notes', 'replaced', '/', { after: inTurn(person, loseMemory) }),
  screen('device notes', 'cleared', '/', { after: inTurn(person, loseMemory, reopenCleared) }),
  screen('home', 'full', '/', { after: person }),
  screen('home', 'empty', '/', { answer: ['/sync', 'refused'] }),
  screen('home', 'alert', '/', {
    after: inTurn(
      answered('/alerts', async () => ({
        data: ['pb-ludhiana', 'pb-patiala', 'br-patna'].map((district, i) => ({
          id: `00000000-0000-4000-8000-00000000000${i}`,
          district,
          sex: 'female',
          ageMin: 7 + i,
          ageMax: 9 + 20 * i,
          since: '2026-11-20',
          words: 'A red shirt, no shoes, a scar over the left eye. Last seen near the bus stand.',
          station: 'Sadar',
          until: '2099-01-01T00:00:00.000Z',
        })),
      })),
      sees((say) => say.alert.child),
    ),
  }),
  screen('home', 'offline', '/', { after: person, offline: true }),
  screen('home', 'signed in', '/', { after: person, signedIn: 'poster' }),
  screen('about', 'full', '/about'),
  ...reading('faqs', '/faqs', '/report'),
  screen('faqs', 'empty', '/faqs', { answer: ['/report', { data: [] }] }),
  screen('faqs', 'open', '/faqs', { after: (page) => page.locator('main [aria-expanded]').first().click() }),
  screen('contact', 'full', '/contact-us'),
  screen('contact', 'errors', '/contact-us', { after: submit }),
  screen('contact', 'sent', '/contact-us', {
    after: inTurn(
      fill((say) => say.contact.firstName, 'Asha'),
      fill((say) => say.contact.lastName, 'Devi'),
      fill((say) => say.contact.email, 'asha@example.in'),
      fill((say) => say.contact.phone, '98140 12345'),
      fill((say) => say.contact.message, 'Where do I see the number of my report?'),
      submit,
      sees((say) => say.contact.sent),
    ),
  }),
  screen('privacy', 'full', '/privacy-policy'),
  screen('terms', 'full', '/terms-conditions'),
  screen('news', 'full', '/news'),
  screen('news', 'article', `/news/${ARTICLES[0]?.id}`),
  screen('news', 'gone', '/news/no-such-article'),
  screen('resources', 'full', '/resources'),
  screen('not found', 'full', '/no-such-page'),
  screen('scan', 'idle', '/face-recognition'),
  screen('scan', 'form', '/face-recognition?add=lost'),
  screen('scan', 'form with details', '/face-recognition?add=lost', {
    after: inTurn(
      choose((say) => say.recognise.more),
      choose((say) => say.recognise.sexes.female),
      choose((say) => say.recognise.spoken.pa),
      fill((say) => say.recognise.height, "5'4"),
    ),
  }),
  screen('offline page', 'idle', '/offline'),
  screen('offline page', 'offline', '/offline', { offline: true }),
  screen('offline page', 'area', '/offline', { after: keepArea }),
  screen('offline page', 'map from a file', '/offline', { after: bringMap }),
  screen('offline page', 'no map', '/offline', { after: bringLetter }),
];
