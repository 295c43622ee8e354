/** The lists find people by names that sound near what was typed, the nearest first, and nobody whom the asker may not find. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '../../contract/limits.ts';
import type { ReportView } from '../../contract/report.ts';
import { eraseReport } from '../../server/reports/store.ts';
import { newReport, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { seeded } from '../support/faults.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { drawPeople, drawSearch, isSameName, readNameSet } from '../support/name-set.ts';
import { storeNamed } from '../support/named-people.ts';
import { publishReport } from '../support/publish.ts';
import { SEED } from '../support/seed.ts';

const PEOPLE = 600;

withDatabases(`names that are near (seed ${SEED})`, (database) => {
  let host: TestHost;
  let asha: Person;
  let nobody: Person;

  const read = async (person: Person, query: Record<string, string>) => {
    const { status, body } = await person.call('GET', `/report?${new URLSearchParams(query)}`);
    expect([status, body.message]).toEqual([200, undefined]);
    return body as { data: ReportView[]; cursor?: string };
  };
  const namesOf = ({ data }: { data: ReportView[] }) =>
    data.map(({ title, subject }) => (subject.kind === 'person' ? subject.name : title));
  const named = async (q: string, more: Record<string, string> = {}, person = nobody) =>
    namesOf(await read(person, { q, ...more }));

  async function post(name: string, change: Parameters<typeof newReport>[0] = {}): Promise<string> {
    const { upload, id, opId } = newReport({ name, title: 'Did not come home', ...change });
    expect((await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId })).status).toBe(200);
    await publishReport(host, id);
    return id;
  }

  beforeAll(async () => {
    host = await startHost(database);
    await host.empty();
    asha = await personOf(host, 'poster', 'Asha Rani');
    nobody = await personOf(host);
  });
  afterAll(() => host.remove());

  describe('among hundreds', () => {
    beforeAll(async () => {
      const drawn = drawPeople(readNameSet(), PEOPLE, seeded(SEED));
      await storeNamed(
        host.db,
        drawn.map(({ words }) => words.join(' ')),
      );
      for (const name of [
        'Ramesh Chander',
        'Rajesh Chander',
        'Parkash Vati',
        'ਹਰਚਰਨ ਬਰਾੜ',
        'Jaimal',
        'Narinderpal Toor',
      ])
        await post(name);
      await post('Sukhdev Mallhi', { lostPersonAge: '9' });
      await post('', { type: 'found', name: '', foundPersonName: 'Kartar Mallhi', foundPersonAge: '50' });
      await postItem(host, asha, { title: 'Kala batua', region: 'Moga' });
    });

    it.each([
      ['a surname more', 'Ramesh Chander Bhardwaj', 'Ramesh Chander'],
      ['a surname of whom one word is known', 'Jaimal Singh Bhullar', 'Jaimal'],
      ['Shri and ji', 'Shri Ramesh Chander ji', 'Ramesh Chander'],
      ['the father’s name', 'Ramesh Chander s/o Mukhtiar Singh', 'Ramesh Chander'],
      ['two words as one', 'Rameshchander', 'Ramesh Chander'],
      ['one word as two', 'Narinder Pal Toor', 'Narinderpal Toor'],
      ['a letter less', 'Rameh Chander', 'Ramesh Chander'],
      ['a letter more', 'Rameshk Chander', 'Ramesh Chander'],
      ['another letter', 'Ramesh Chanler', 'Ramesh Chander'],
      ['Gurmukhi and a surname more', 'ਰਮੇਸ਼ ਚੰਦਰ ਸ਼ਰਮਾ', 'Ramesh Chander'],
      ['Devanagari, Shri and ji', 'श्री रमेश चंदर जी', 'Ramesh Chander'],
      ['Urdu and a title', 'جناب پرکاش وتی', 'Parkash Vati'],
      ['Tamil', 'பிரகாஷ் வதி', 'Parkash Vati'],
      ['Latin letters, s/o, for Gurmukhi', 'Harcharan Brar s/o Gurnam', 'ਹਰਚਰਨ ਬਰਾੜ'],
      ['Devanagari, a letter less, for Gurmukhi', 'हरचन बराड़', 'ਹਰਚਰਨ ਬਰਾੜ'],
    ])('finds somebody by %s among the first ten: %s', async (_, typed, name) => {
      expect((await named(typed)).slice(0, 10)).toContain(name);
      expect((await named(typed, { kind: 'person', type: 'lost' })).slice(0, 10)).toContain(name);
    });

    it('has a look-alike below, and tells it apart', async () => {
      for (const typed of ['Ramesh Chander', 'Ramesh Chander ji', 'ਰਮੇਸ਼ ਚੰਦਰ', 'Rameshchander']) {
        const found = await named(typed);
        expect(found[0]).toBe('Ramesh Chander');
        expect(found.indexOf('Rajesh Chander')).not.toBe(0);
      }
      expect((await named('Rajesh Chander Bhardwaj'))[0]).toBe('Rajesh Chander');
    });

    it('finds 95 of 100 by another spelling or script among the first ten, and by a word more', async () => {
      const random = seeded(SEED + 1);
      const people = drawPeople(readNameSet(), PEOPLE, seeded(SEED));
      const byName = new Map(people.map((one) => [one.words.join(' '), one]));
      for (const more of ['', ' Bhullar']) {
        let found = 0;
        for (let n = 0; n < 100; n++) {
          const { sought, typed } = drawSearch(people, random);
          const names = await named(typed + more, { limit: '10' });
          if (names.some((name) => isSameName(byName.get(name ?? ''), sought))) found++;
        }
        expect(found).toBeGreaterThanOrEqual(95);
      }
    });

    it('finds no child and nobody who was found, but for those who may find them', async () => {
      for (const typed of ['Sukhdev Mallhi Singh', 'Kartar Mallhi ji', 'Sukdev Malhi', 'Sukhdevmallhi'])
        for (const person of [nobody, asha, await personOf(host, 'volunteer')])
          expect(
            (await read(person, { q: typed })).data.filter(({ subject }) => JSON.stringify(subject).includes('Mallhi')),
          ).toEqual([]);
      const officer = await personOf(host, 'officer');
      const { data } = await read(officer, { q: 'Sukhdev Mallhi Singh' });
      expect(data.some(({ subject }) => subject.kind === 'person' && subject.ageMin === 9)).toBe(true);
      const counted = await nobody.call('GET', `/report/count?${new URLSearchParams({ q: 'Sukhdevmallhi' })}`);
      expect(counted.body).toEqual({ found: [], more: false });
      const { body } = await nobody.call('GET', `/report/count?${new URLSearchParams({ q: 'Rameshchander' })}`);
      expect(body.found).toMatchObject([{ kind: 'person', type: 'lost' }]);
    });

    it('keeps to the filters, to an order that was chosen, and to the words of things', async () => {
      expect(await named('Ramesh Chander Bhardwaj', { ageMin: '60' })).not.toContain('Ramesh Chander');
      expect(await named('Ramesh Chander Bhardwaj', { region: 'Kochi' })).toEqual([]);
      expect(await named('Ramesh Chander Bhardwaj', { sort: 'newest' })).toEqual([]);
      expect(await named('Rameshchander', { kind: 'item' })).toEqual([]);
      expect(await named('kala batua', { kind: 'item' })).toEqual(['Kala batua']);
      expect((await named('kala batua'))[0]).toBe('Kala batua');
      expect(await named('batua rameshchander moga')).toEqual([]);
    });

    it.each([1, 7, PAGE_SIZE])('gives each once in pages of %i, whatever is put up meanwhile', async (limit) => {
      for (let n = 0; n < PAGE_SIZE + 5; n++)
        await post(`Balkar ${limit}`, { description: n % 2 ? 'Balkaar is his brother' : '' });
      await post('Gulbahar', { description: 'His father is Balkar' });
      await post('Balkarr Mattu');
      const before = (await read(nobody, { q: 'Balkar', limit: '100' })).data.map(({ id }) => id);
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await read(nobody, { q: 'Balkar', limit: `${limit}`, cursor });
        expect((page.cursor ?? '').length).toBeLessThanOrEqual(200);
        seen.push(...page.data.map(({ id }) => id));
        if (cursor === '') await post('Balkar');
        cursor = page.cursor ?? '';
      } while (cursor !== '');
      expect(new Set(seen).size).toBe(seen.length);
      expect(before.filter((id) => !seen.includes(id))).toEqual([]);
    });
  });

  describe('what is kept of a name', () => {
    const keys = async (id: string) =>
      (await host.db.selectFrom('name_key').select('key').where('report_id', '=', id).execute()).map(({ key }) => key);

    it('is of the name as it is now, and goes with the record', async () => {
      const id = await post('Virsa Kahlon');
      const before = await keys(id);
      expect(before.length).toBeGreaterThan(5);
      expect((await asha.call('PUT', `/report/${id}`, { name: 'Sohni Dosanjh', opId: randomUUID() })).status).toBe(200);
      await publishReport(host, id);
      const after = await keys(id);
      expect(after.filter((key) => before.includes(key))).toEqual([]);
      expect(await named('Sohni Dosanjh ji')).toEqual(['Sohni Dosanjh']);
      expect(await named('Virsa Kahlon ji')).toEqual([]);
      await host.db.transaction().execute((tx) => eraseReport(tx, id));
      expect(await keys(id)).toEqual([]);
    });

    it('is made by a job for whom a former version has stored, and anew where the key is another', async () => {
      const id = await post('Virsa Kahlon');
      const kept = (await keys(id)).sort();
      await host.db.deleteFrom('name_key').execute();
      await host.db.updateTable('meta').set({ value: 'of another key' }).where('key', '=', 'search-key').execute();
      expect(await named('Virsa Kahlon ji')).toEqual([]);
      await host.renew();
      await host.app().jobs.idle();
      expect((await keys(id)).sort()).toEqual(kept);
      expect(await named('Virsa Kahlon ji')).toEqual(['Virsa Kahlon']);
    });
  });
});
