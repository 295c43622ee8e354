/** What phones queued with earlier releases is taken by this server, sent by this app (fault 29). */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { type FormerOp, madeOf } from '../../src/store/own/former.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { type Device, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';

/** Rows of the outbox as each release wrote them, by the number of their record schema. Never edited: only added to. */
const RELEASES = JSON.parse(readFileSync(new URL('../fixtures/release-ops.json', import.meta.url), 'utf8')) as Record<
  string,
  Omit<FormerOp, 'seq'>[]
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
        const ops = (JSON.parse(text) as Omit<FormerOp, 'seq'>[]).map((op, seq) => ({ ...op, author, seq }));
        await device.db.made.bulkAdd(madeOf({ ops, reports: [], scans: [], writes: [] }));
        await device.push();
        expect(await queue(device.db)).toEqual([]);
        const receipts = await host.db.selectFrom('receipt').select('op_id').execute();
        expect(receipts.map(({ op_id }) => op_id).sort()).toEqual(rows.map(({ opId }) => opId).sort());
      });
    }
  }
});
