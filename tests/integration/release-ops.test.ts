/** What phones queued with earlier releases is taken by this server, sent by this app (fault 29). */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Op } from '../../src/store/db.ts';
import { type Device, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';

/** Rows of the outbox as each release wrote them, by the number of their record schema. Never edited: only added to. */
const RELEASES = JSON.parse(readFileSync(new URL('../fixtures/release-ops.json', import.meta.url), 'utf8')) as Record<
  string,
  Omit<Op, 'seq'>[]
>;

withDatabases('ops of earlier releases', (database) => {
  let host: TestHost;
  let device: Device;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    await host.empty();
    device = openDevice((...request) => host.fetch(...request));
  });

  for (const [release, rows] of Object.entries(RELEASES)) {
    for (const way of ['together', 'alone'] as const) {
      it(`are received, ${way}: ${release} (fault 29)`, async () => {
        const { token, userId } = await signIn(host.db, 'poster');
        Object.assign(device, { token, account: userId });
        if (way === 'alone') device.link.fate = ({ path }) => (path === '/sync/ops' ? 'stranger' : undefined);
        const author = { id: userId, name: 'Asha' };
        const text = JSON.stringify(rows).replaceAll('$TEMPLATE_VERSION', TEMPLATE_VERSION);
        for (const row of JSON.parse(text) as Omit<Op, 'seq'>[]) await device.db.outbox.add({ ...row, author });
        await device.push();
        expect(await device.db.outbox.toArray()).toEqual([]);
        const receipts = await host.db.selectFrom('receipt').select('op_id').execute();
        expect(receipts.map(({ op_id }) => op_id).sort()).toEqual(rows.map(({ opId }) => opId).sort());
      });
    }
  }
});
