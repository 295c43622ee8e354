/** What was posted without an account, by the secret that the phone keeps: what became of it, and changed (decision 083). */

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeStatus } from '../../server/reports/store.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import { countNews, drawMaker, keepReport, newsSeen, rowOfReport } from '../../src/store/own/reports.ts';
import { newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

withEither('a report without an account', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());

  const call = (method: 'POST' | 'PUT', url: string, payload: object, token?: string) =>
    host.app().inject({ method, url, payload, headers: token ? { authorization: token } : {} });

  async function post(): Promise<{ id: string; secret: string }> {
    const bytes = randomBytes(32);
    const secretHash = createHash('sha256').update(bytes).digest('hex');
    const { upload, id, opId } = newReport();
    const answer = await call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId, secretHash });
    expect(answer.statusCode).toBe(200);
    return { id, secret: bytes.toString('hex') };
  }

  it('is read by its maker as its owner would read it, with how many told something that is for them', async () => {
    const { id, secret } = await post();
    const before = (await call('POST', `/report/${id}/mine`, { secret })).json();
    expect(before).toMatchObject({
      data: { id, status: 'pending_review', reviewed: false, phoneNumber: '+91 98140 12345' },
      notes: 0,
    });
    await publishReport(host, id);
    const { token } = await signIn(host.db, 'poster');
    for (const kind of ['sighting', 'self'])
      expect((await call('POST', `/report/${id}/notes`, { kind, text: 'At the bus stand' }, token)).statusCode).toBe(
        200,
      );
    const after = await call('POST', `/report/${id}/mine`, { secret });
    expect(after.json()).toMatchObject({ data: { status: 'published', reviewed: true }, notes: 1 }); // "this is me" is not for them
    expect(after.body).not.toContain('bus stand');
    expect(after.headers['cache-control']).toBe('no-store');
  });

  it('answers a wrong secret, another report and one that is not there alike, and shows nothing', async () => {
    const [one, other] = [await post(), await post()];
    const none = '00000000-0000-4000-8000-000000000000';
    const answers = [];
    for (const [id, secret] of [
      [one.id, other.secret],
      [one.id, '0'.repeat(64)],
      [none, one.secret],
    ] as const) {
      const read = await call('POST', `/report/${id}/mine`, { secret });
      const changed = await call('PUT', `/report/${id}`, { secret, title: 'Other words' });
      answers.push([read.statusCode, read.body, changed.statusCode, changed.body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
    expect((await call('PUT', `/report/${one.id}`, { title: 'Other words' })).statusCode).toBe(401);
    const owned = await signIn(host.db, 'poster');
    await host.db
      .updateTable('report')
      .set({ owner_id: owned.userId, secret_hash: null })
      .where('id', '=', one.id)
      .execute();
    expect((await call('POST', `/report/${one.id}/mine`, { secret: one.secret }, owned.token)).statusCode).toBe(404);
  });

  it('is changed, made to stand longer, ended and erased by it; changed words are looked at again', async () => {
    const { id, secret } = await post();
    await publishReport(host, id);
    const changed = await call('PUT', `/report/${id}`, { secret, phoneNumber: '+91 98140 54321' });
    expect(changed.json().data).toMatchObject({ status: 'published', phoneNumber: '+91 98140 54321' });
    const words = await call('PUT', `/report/${id}`, { secret, description: 'Walks with a stick' });
    expect(words.json().data).toMatchObject({ status: 'pending_review', description: 'Walks with a stick' });
    await publishReport(host, id);
    expect((await call('PUT', `/report/${id}`, { secret, status: 'resolved' })).json().data.status).toBe('resolved');
    expect((await call('POST', `/report/${id}/mine`, { secret })).json().history.at(-1)).toMatchObject({
      to: 'resolved',
      by: 'owner',
    });
    expect((await call('POST', `/report/${id}/end`, { secret, how: 'erased' })).statusCode).toBe(200);
    expect((await call('POST', `/report/${id}/mine`, { secret })).statusCode).toBe(404);
  });

  it('the phone asks by itself, and says that there is news until its maker has looked', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({}, { maker: await drawMaker() });
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.status]).toEqual([
      0,
      'pending_review',
    ]);
    await publishReport(host, made.id);
    device.clock += 3_600_000;
    await device.sync.run();
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.reviewed]).toEqual([1, true]);
    await newsSeen(device.db, made.id);
    expect(await countNews(device.db)).toBe(0);
    await host.db.transaction().execute((tx) => changeStatus(tx, made.id, 'resolved', 'moderator:1'));
    device.clock += 7 * 3_600_000;
    await device.sync.run();
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.status]).toEqual([1, 'resolved']);
    device.close();
  });
});
