/** The number of a report is its own, also when the draw gives one that somebody has. */

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { newItem, personOf, postItem } from '../support/items.ts';

const drawn = vi.hoisted(() => ({ numbers: [] as string[] }));
vi.mock('../../server/reports/number.ts', () => ({ drawNumber: () => drawn.numbers.shift() }));

withDatabases('the number of a report', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());

  it('is drawn again while it is taken, and the receipt names the one that stays', async () => {
    const owner = await personOf(host, 'poster');
    drawn.numbers = ['W-7K4M-29', 'W-7K4M-29', 'W-7K4M-29', 'W-0000-01'];
    const first = await postItem(host, owner);
    const { status, body } = await owner.call('POST', '/report', newItem());
    expect([status, first.number, body.data.number, body.receipt.number]).toEqual([
      ...[200, 'W-7K4M-29', 'W-0000-01', 'W-0000-01'],
    ]);
    const history = await owner.call('GET', `/report/${body.data.id}`);
    expect(history.body.history).toHaveLength(1);
    expect(drawn.numbers).toEqual([]);
  });

  it('is drawn again for those of many that are posted together, and for no other', async () => {
    const owner = await personOf(host, 'poster');
    drawn.numbers = ['W-0000-05', 'W-0000-05', 'W-0000-06', 'W-0000-07'];
    const ops = Array.from({ length: 3 }, () => {
      const input = newItem();
      return { opId: input.opId, entity: input.id, call: 'createReport', input };
    });
    const { body } = await owner.call('POST', '/sync/ops', { ops });
    const numbers = body.results.map(
      (result: { answer: { receipt: { number: string } } }) => result.answer.receipt.number,
    );
    expect(numbers).toEqual(['W-0000-05', 'W-0000-07', 'W-0000-06']);
    expect(drawn.numbers).toEqual([]);
  });

  it('is not drawn again for an id that exists: that is a conflict', async () => {
    const owner = await personOf(host, 'poster');
    drawn.numbers = ['W-0000-02', 'W-0000-03', 'W-0000-04'];
    const { id } = await postItem(host, owner);
    const again = await owner.call('POST', '/report', newItem({ id }));
    expect([again.status, again.body.code, drawn.numbers]).toEqual([409, 'conflict', ['W-0000-04']]);
  });
});
