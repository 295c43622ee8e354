/** The number of a report is its own, also where somebody has the one that it would get, and it stays the same. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberMaker } from '../../server/reports/number.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { newItem, personOf, postItem } from '../support/items.ts';

withDatabases('the number of a report', (database) => {
  let host: TestHost;
  let numberOf: (id: string, draw: number) => string;
  beforeAll(async () => {
    host = await startHost(database);
    numberOf = await numberMaker(host.db);
  });
  afterAll(() => host.remove());

  /** Somebody else has these numbers. */
  async function take(...numbers: string[]): Promise<void> {
    const owner = await personOf(host, 'poster');
    for (const number of numbers) {
      const { id } = await postItem(host, owner);
      await host.db.updateTable('report').set({ number }).where('id', '=', id).execute();
    }
  }

  it('is another while it is taken, and the receipt names the one that stays', async () => {
    const owner = await personOf(host, 'poster');
    const item = { ...newItem(), id: randomUUID() };
    await take(numberOf(item.id, 0), numberOf(item.id, 1));
    const { status, body } = await owner.call('POST', '/report', item);
    const number = numberOf(item.id, 2);
    expect([status, body.data.number, body.receipt.number]).toEqual([200, number, number]);
    const history = await owner.call('GET', `/report/${body.data.id}`);
    expect(history.body.history).toHaveLength(1);
  });

  it('is another for those of many that are posted together, and for no other', async () => {
    const owner = await personOf(host, 'poster');
    const items = Array.from({ length: 3 }, () => ({ ...newItem(), id: randomUUID() }));
    await take(numberOf(items[1]?.id ?? '', 0));
    const ops = items.map((input) => ({ opId: input.opId, entity: input.id, call: 'createReport', input }));
    const { body } = await owner.call('POST', '/sync/ops', { ops });
    const numbers = body.results.map(
      (result: { answer: { receipt: { number: string } } }) => result.answer.receipt.number,
    );
    expect(numbers).toEqual(items.map(({ id }, i) => numberOf(id, i === 1 ? 1 : 0)));
  });

  it('is not made again for an id that exists: that is a conflict', async () => {
    const owner = await personOf(host, 'poster');
    const { id } = await postItem(host, owner);
    const again = await owner.call('POST', '/report', newItem({ id }));
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  it('is the same when a report is sent again to a server that no longer has it, and nobody can choose it (fault 38)', async () => {
    const owner = await personOf(host, 'poster');
    const item = { ...newItem(), id: randomUUID() };
    const first = await owner.call('POST', '/report', item);
    // What a copy of the database from before it holds of the report.
    await host.db.deleteFrom('report').where('id', '=', item.id).execute();
    await host.db.deleteFrom('change').where('id', '=', item.id).execute();
    await host.db.deleteFrom('receipt').where('op_id', '=', first.body.receipt.opId).execute();
    expect((await owner.call('GET', `/receipts/${item.opId}`)).status).toBe(404);
    const again = await owner.call('POST', '/report', item);
    expect(again.body.receipt).toEqual({ ...first.body.receipt, receivedAt: expect.any(String) });
    expect(first.body.receipt.number).toMatch(/^W-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
    await host.db.updateTable('meta').set({ value: randomUUID() }).where('key', '=', 'number-key').execute();
    expect((await numberMaker(host.db))(item.id, 0)).not.toBe(first.body.receipt.number);
  });
});
