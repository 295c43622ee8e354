/** What was read is kept for a time without a network; of a report that is gone nothing is. */

import 'fake-indexeddb/auto';
import { createStore, keys } from 'idb-keyval';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { PROTOCOL } from '../../contract/protocol.ts';
import type { Change } from '../../contract/sync.ts';
import { keepRead } from '../../src/api/kept-reads.ts';
import { createReads } from '../../src/api/query.ts';
import { openDevice } from '../support/client.ts';

/** A healthy server, whose feed tells these changes. */
function answerTo(address: string, changes: readonly Change[]): Response {
  const url = new URL(address);
  const nonce = url.searchParams.get('nonce') ?? undefined;
  const health = { nonce, protocol: PROTOCOL, now: '2026-11-21T10:00:00Z' };
  const page = { nonce, reset: false, cursor: 'e.0.0', more: false, changes };
  return Response.json(url.pathname === '/health' ? health : page);
}

describe('a phone', () => {
  it('forgets what was read of a report that is gone: its page and the lists it stood in, and not what two have written about it', async () => {
    const [gone, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const hashes = {
      page: JSON.stringify(['getReport', { id: gone }]),
      list: JSON.stringify(['listReports', {}, 'pages']),
      others: JSON.stringify(['getReport', { id: other }]),
      chat: JSON.stringify(['listConversations', {}]),
    };
    const reads = createStore('wapsi-reads', 'read');
    const keep = async () => {
      await keepRead(hashes.page, { data: { title: 'Asha' } }, Date.now());
      await keepRead(hashes.list, { pages: [{ data: [{ id: other }, { id: gone, title: 'Asha' }] }] }, Date.now());
      await keepRead(hashes.others, { data: { id: other } }, Date.now());
      await keepRead(hashes.chat, { data: [{ reportId: gone }] }, Date.now());
    };
    await keep();
    const device = openDevice(async (input) => answerTo(String(input), [{ kind: 'gone', id: gone }]));
    expect(await device.sync.run()).toBe(true);
    expect((await keys<string>(reads)).sort()).toEqual([hashes.others, hashes.chat].sort());

    // One that came and went between two runs is in no feed: its page says so itself.
    await keep();
    const client = createReads(device.api);
    vi.spyOn(device.api, 'call').mockRejectedValue(new AppError('not-found', 'There is no such report'));
    await expect(client.fetchQuery({ queryKey: ['getReport', { id: gone }] })).rejects.toThrow();
    await vi.waitFor(async () => expect(await keys<string>(reads)).not.toContain(hashes.page));
    device.close();
  });
});
