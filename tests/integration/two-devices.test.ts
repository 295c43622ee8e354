/** Two devices of one account change one report, each as it last saw it. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EditedName, seenOf } from '../../contract/report.ts';
import { makePhoto, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';

withDatabases('two devices of one account', (database) => {
  let host: TestHost;
  let asha: Person;
  let id: string;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    asha = await personOf(host, 'poster', 'Asha Rani');
    const words = { description: 'Call 98765 43210 in the evening', region: 'Moga', rewardOffer: 500 };
    const when = { timeOfLossDate: '2026-11-01', timeOfLossTime: '10:30', phoneNumber: '+91 98765 43210' };
    const place = { lat: 30.81234567, lng: 75.17, address: 'Bus stand' };
    ({ id } = await postItem(host, asha, { ...words, ...when, place, colour: 'Black', title: 'Wallet' }));
  });

  const view = async () => (await asha.call('GET', `/report/${id}`)).body.data;
  /** A change by a device that saw the report as `seen`. */
  const change = (seen: ReturnType<typeof seenOf>, answers: Partial<Record<EditedName, unknown>>) => {
    const was = Object.fromEntries(Object.keys(answers).map((name) => [name, seen[name as EditedName]]));
    return asha.call('PUT', `/report/${id}`, { opId: randomUUID(), ...answers, was });
  };

  it('that change different answers have both changes taken (fault 20)', async () => {
    const seen = seenOf(await view());
    expect((await change(seen, { title: 'Black wallet' })).status).toBe(200);
    expect((await change(seen, { region: 'Ludhiana', rewardOffer: 700 })).status).toBe(200);
    expect(await view()).toMatchObject({ title: 'Black wallet', region: 'Ludhiana', rewardRupees: 700 });
  });

  it('that change the same answer are told so, the second before anything is written over (fault 20)', async () => {
    const seen = seenOf(await view());
    await change(seen, { title: 'Black wallet' });
    const { status, body } = await change(seen, { title: 'Brown wallet', region: 'Ludhiana' });
    expect([status, body.code, body.fields]).toEqual([409, 'changed-meanwhile', { title: 'changed' }]);
    expect(await view()).toMatchObject({ title: 'Black wallet', region: 'Moga' });
    expect((await change(seenOf(await view()), { title: 'Brown wallet', region: 'Ludhiana' })).status).toBe(200);
    expect(await view()).toMatchObject({ title: 'Brown wallet', region: 'Ludhiana' });
  });

  it('that write the same have nothing to compare', async () => {
    const seen = seenOf(await view());
    await change(seen, { title: 'Black wallet', phoneNumber: '', timeOfLossDate: '2026-11-02' });
    expect((await change(seen, { title: 'Black wallet', timeOfLossDate: '2026-11-02' })).status).toBe(200);
  });

  it('never clash over an answer that nobody has changed since', async () => {
    const answers = {
      title: 'Other',
      colour: 'Red',
      description: 'Found by rain',
      region: 'Patiala',
      rewardOffer: 900,
      timeOfLossDate: '2026-11-03',
      timeOfLossTime: '',
      phoneNumber: '',
      place: { lat: 30.1, lng: 75.9 },
    };
    for (const [name, value] of Object.entries(answers))
      expect((await change(seenOf(await view()), { [name]: value })).status, name).toBe(200);
  });

  it('that add and take away photos keep what either added, and nothing that either took away', async () => {
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(async (seed) => (await makePhoto(seed)).sha256));
    await change(seenOf(await view()), { photos: [a, b] });
    const seen = seenOf(await view());
    expect((await change(seen, { photos: [a, b, c] })).status).toBe(200);
    expect((await change(seen, { photos: [b, d] })).status).toBe(200);
    expect((await view()).photos).toEqual([b, d, c]);
  });
});
