/** Lists of reports: who finds what, words in either script, filters, order, and pages that nothing shifts. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '../../contract/limits.ts';
import type { ReportView } from '../../contract/report.ts';
import { newReport, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

withDatabases('lists of reports', (database) => {
  let host: TestHost;
  let asha: Person;
  let nobody: Person;

  const list = async (person: Person, query: Record<string, string> = {}) => {
    const { status, body } = await person.call('GET', `/report?${new URLSearchParams(query)}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as { data: ReportView[]; cursor?: string };
  };
  const titles = async (person: Person, query: Record<string, string> = {}) =>
    (await list(person, query)).data.map(({ title, subject }) =>
      subject.kind === 'person' ? (subject.name ?? title) : title,
    );
  async function postPerson(owner: Person, change: Parameters<typeof newReport>[0], shown = true): Promise<string> {
    const { upload, id, opId } = newReport(change);
    const { status } = await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect(status).toBe(200);
    if (shown) await publishReport(host, id);
    return id;
  }

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    asha = await personOf(host, 'poster', 'Asha Rani');
    nobody = await personOf(host);
  });

  it('answer an object with a list, each with the fields of the report grid, to anyone (R10, R11, R145, R189, R223, R339, R345)', async () => {
    const sha = 'a'.repeat(64);
    await postItem(host, asha, {
      title: 'Brown bag',
      description: 'With books',
      reportType: 'found',
      region: 'Zira',
      rewardOffer: 500,
      photos: [sha],
      consent: { publicPhoto: true, publicPhone: false, notice: '1' },
    });
    await postPerson(asha, { name: 'Gurpreet Singh' });
    const { data } = await list(nobody);
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({
      title: 'Brown bag',
      description: 'With books',
      reportType: 'found',
      region: 'Zira',
      rewardRupees: 500,
      image: `/files/${sha}?size=thumb`,
      owner: { name: 'Asha R.' },
      role: 'founder',
      status: 'published',
    });
    expect(data[1]?._id).toBe(data[1]?.id);
    expect(data[0]).toMatchObject({
      reportType: 'lost',
      subject: { kind: 'person', name: 'Gurpreet Singh', ageMin: 34 },
    });
  });

  it('never have a guarded, hidden or unpublished record for the public, and a volunteer finds the guarded without a name (R10, R313)', async () => {
    await postPerson(asha, { name: 'Open Adult' });
    await postPerson(asha, { name: 'A Child', lostPersonAge: '9' });
    await postPerson(asha, { type: 'found', foundPersonName: 'Found Person', name: '', foundPersonAge: '50' });
    await postPerson(asha, { name: 'In Review' }, false);
    const hidden = await postPerson(asha, { name: 'Flagged' });
    await host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'flags' })
      .where('id', '=', hidden)
      .execute();
    for (const person of [nobody, await personOf(host, 'poster'), await personOf(host, 'finder')])
      expect(await titles(person)).toEqual(['Open Adult']);
    for (const role of ['volunteer', 'officer', 'moderator', 'admin'] as const) {
      const person = await personOf(host, role);
      const { data } = await list(person);
      const told = data.map(({ subject }) => subject.kind === 'person' && [subject.name, subject.ageMin]);
      expect([role, told]).toEqual([
        role,
        [
          [undefined, 50],
          [undefined, 9],
          ['Open Adult', 34],
        ],
      ]);
      // A word that finds a child says what it is called: that is for those who may open the record.
      const found = (await list(person, { q: 'child' })).data.length;
      expect([role, found]).toEqual([role, role === 'volunteer' ? 0 : 1]);
    }
  });

  it('count what words find among people and among things, and nothing that the public may not find', async () => {
    await postPerson(asha, { name: 'Gurpreet Singh', title: 'Left with a black wallet' });
    await postPerson(asha, { name: 'Amrit', title: 'Black wallet in hand', lostPersonAge: '9' });
    await postPerson(asha, { name: 'Harman', title: 'Black wallet' }, false);
    await postItem(host, asha, { title: 'Black wallet', reportType: 'found' });
    await postItem(host, asha, { title: 'Black wallet', reportType: 'lost' });
    const counted = async (q: string) => (await nobody.call('GET', `/report/count?${new URLSearchParams({ q })}`)).body;
    expect(await counted('black wallet')).toEqual({
      found: [
        { kind: 'item', type: 'found', count: 1 },
        { kind: 'item', type: 'lost', count: 1 },
        { kind: 'person', type: 'lost', count: 1 },
      ],
      more: false,
    });
    expect(await counted('amrit')).toEqual({ found: [], more: false });
    expect(await counted('---')).toEqual({ found: [], more: false });
  });

  it('show an officer no phone and no exact place: those are opened one at a time (A14)', async () => {
    await postPerson(asha, { name: 'Open Adult', place: { lat: 30.901, lng: 75.8573, address: 'House 4' } });
    const seen = JSON.stringify((await list(await personOf(host, 'officer'))).data);
    expect(seen).not.toMatch(/98140|House 4|75\.8573/);
    expect(seen).toContain('75.86');
  });

  it('add the own unpublished ones for `profile`, marked as mine, and give only own for `mine` (R337, R338, A21)', async () => {
    const other = await personOf(host, 'poster');
    await postItem(host, asha, { title: 'Mine, shown' });
    await postItem(host, asha, { title: 'Mine, waiting' }, { published: false });
    await postItem(host, other, { title: 'Not mine' });
    await postItem(host, other, { title: 'Not mine, waiting' }, { published: false });
    expect(await titles(asha)).toEqual(['Not mine', 'Mine, shown']);
    const { data } = await list(asha, { profile: 'true' });
    expect(data.map(({ title, mine }) => [title, mine])).toEqual([
      ['Not mine', undefined],
      ['Mine, waiting', true],
      ['Mine, shown', true],
    ]);
    expect(await titles(asha, { scope: 'mine' })).toEqual(['Mine, waiting', 'Mine, shown']);
    // Who is meant is read from the token alone.
    expect(await titles(other, { profile: 'true', currentUser: asha.userId })).not.toContain('Mine, waiting');
    expect(await titles(nobody, { profile: 'true', currentUser: asha.userId })).toEqual(['Not mine', 'Mine, shown']);
    expect((await nobody.call('GET', '/report?scope=mine')).status).toBe(401);
  });

  describe('searched', () => {
    beforeEach(async () => {
      await postPerson(asha, { name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', title: 'Did not come home', region: 'ਲੁਧਿਆਣਾ', lostPersonAge: '45' });
      await postPerson(asha, {
        name: 'Surjit Kaur',
        title: 'At the bus stand',
        region: 'Amritsar, Punjab',
        lostPersonAge: '70',
      });
      await postItem(host, asha, { title: 'ਕਾਲਾ ਬਟੂਆ', region: 'Ludhiana, Punjab', timeOfLossDate: '2026-11-03' });
      await postItem(host, asha, {
        title: 'Blue phone',
        reportType: 'found',
        category: 'Electronics',
        region: 'Delhi',
        rewardOffer: 2000,
        timeOfLossDate: '2026-11-10',
      });
    });

    it.each([
      [{ q: 'gurpreet' }, ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']],
      [{ q: 'गुरप्रीत' }, ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']],
      [{ q: 'ਸੁਰਜੀਤ' }, ['Surjit Kaur']],
      [{ q: 'surj' }, ['Surjit Kaur']],
      [{ q: 'bus stand' }, ['Surjit Kaur']],
      [{ q: 'blue batua' }, []],
      [{ q: '100%_' }, []],
      [{ region: 'Ludhiana' }, ['ਕਾਲਾ ਬਟੂਆ', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']],
      [{ region: 'ਲੁਧਿਆਣਾ' }, ['ਕਾਲਾ ਬਟੂਆ', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']],
      [{ region: 'punj', kind: 'person' }, ['Surjit Kaur', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']],
      [{ kind: 'item' }, ['Blue phone', 'ਕਾਲਾ ਬਟੂਆ']],
      [{ kind: 'item', type: 'found' }, ['Blue phone']],
      [{ category: 'Wallet' }, ['ਕਾਲਾ ਬਟੂਆ']],
      [{ ageMin: '60' }, ['Surjit Kaur']],
      [{ ageMin: '18', ageMax: '50' }, ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']],
      [{ since: '2026-11-05', kind: 'item' }, ['Blue phone']],
      [{ withReward: 'true' }, ['Blue phone']],
      [{ kind: 'item', sort: 'oldest' }, ['ਕਾਲਾ ਬਟੂਆ', 'Blue phone']],
      [{ kind: 'item', sort: 'reward' }, ['Blue phone', 'ਕਾਲਾ ਬਟੂਆ']],
    ] as [Record<string, string>, string[]][])('by %o give what fits (R2, R3, R325)', async (query, expected) => {
      expect(await titles(nobody, query)).toEqual(expected);
    });

    it('give people the nearest first, then those that are written as typed, then what only sounds so, page by page', async () => {
      for (const name of ['Surjeet Singh', 'Surjit Kumar', 'Surjeet Bains', 'Surjit Gill'])
        await postPerson(asha, { name, title: 'Left home', region: 'Moga', lostPersonAge: '50' });
      for (const title of ['Scarf of Surjit', 'Bag of Surjeet', 'Purse of Surjit'])
        await postItem(host, asha, { title });
      const people = ['Surjeet Singh', 'Surjit Kumar', 'Surjit Kaur', 'Surjeet Bains', 'Surjit Gill'];
      const nearest = [...people, 'Bag of Surjeet', 'Purse of Surjit', 'Scarf of Surjit'];
      expect(await titles(nobody, { q: 'surjeet' })).toEqual(nearest);
      for (const limit of ['1', '2', '3', '7']) {
        const paged: unknown[] = [];
        let cursor = '';
        do {
          const query = { q: 'surjeet', limit, cursor };
          paged.push(...(await titles(nobody, query)));
          cursor = (await list(nobody, query)).cursor ?? '';
        } while (cursor !== '');
        expect([limit, paged]).toEqual([limit, nearest]);
      }
      expect(await titles(nobody, { q: 'surjeet', kind: 'item' })).toEqual(nearest.slice(people.length));
      const newest = ['Surjit Gill', 'Surjeet Bains', 'Surjit Kumar', 'Surjeet Singh', 'Surjit Kaur'];
      expect(await titles(nobody, { q: 'surjeet', kind: 'person', sort: 'newest' })).toEqual(newest);
    });

    it('find a report by the number that was read out', async () => {
      const { body } = await asha.call('GET', '/report?scope=mine&q=batua');
      expect(body.data).toHaveLength(1);
      expect(await titles(nobody, { q: body.data[0].number.toLowerCase() })).toEqual(['ਕਾਲਾ ਬਟੂਆ']);
    });

    it('find reports that were stored before there were search words, once a job has filled them in', async () => {
      await host.db.updateTable('report').set({ search: '' }).execute();
      expect(await titles(nobody, { q: 'bus stand' })).toEqual([]);
      await host.renew();
      await host.app().jobs.idle();
      expect(await titles(nobody, { q: 'bus stand' })).toEqual(['Surjit Kaur']);
    });
  });

  it.each(['newest', 'oldest', 'reward'] as const)(
    'come in pages by %s, each report once, whatever is posted meanwhile (R413)',
    async (sort) => {
      const at = new Date('2026-11-01T00:00:00.123Z');
      for (let n = 0; n < 25; n++) {
        const { id } = await postItem(host, asha, { title: `Thing ${n}`, rewardOffer: n % 3 });
        // Several in the same moment: the id then orders them.
        const created_at = new Date(at.getTime() + Math.floor(n / 4) * 1000);
        await host.db.updateTable('report').set({ created_at }).where('id', '=', id).execute();
      }
      const first = await list(nobody, { sort });
      expect(first.data).toHaveLength(PAGE_SIZE);
      await postItem(host, asha, { title: 'Posted meanwhile', rewardOffer: 9 });
      const second = await list(nobody, { sort, cursor: first.cursor ?? '' });
      expect([second.data.length - (sort === 'oldest' ? 1 : 0), second.cursor]).toEqual([5, undefined]);
      const seen = [...first.data, ...second.data]
        .map(({ title }) => title)
        .filter((title) => title !== 'Posted meanwhile');
      expect(new Set(seen).size).toBe(25);
      const rewards = [...first.data, ...second.data].map(({ rewardRupees }) => rewardRupees ?? 0);
      if (sort === 'reward') expect(rewards).toEqual(rewards.toSorted((a, b) => b - a));
    },
  );

  it('refuse a cursor that is none, and a page that is too long', async () => {
    for (const query of ['cursor=x', `cursor=${Buffer.from('["1",2,"3"]').toString('base64url')}`, 'limit=1000'])
      expect((await nobody.call('GET', `/report?${query}`)).status).toBe(400);
    expect((await nobody.call('GET', `/report/${randomUUID()}`)).body.code).toBe('not-found');
  });
});
