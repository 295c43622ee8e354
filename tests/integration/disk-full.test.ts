/** A full disk under a real server: nothing is called received, reads go on, and room alone mends it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDb } from '../../server/db/open.ts';
import { findOwnReport, ownReports } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { type Device, makePhoto, newReport, openDevice, startHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { judge, NOTHING_WRONG } from '../support/kept.ts';
import { saveReport } from '../support/made.ts';
import { startServer, type TestServer, withFsFaults } from '../support/server.ts';

// Databases are made and started again: minutes on a machine that others use.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ROUND_MS = 300_000;
/** Long enough that a few reports need new pages. */
const LONG_TEXT = 'ਉਹ ਮੰਗਲਵਾਰ ਤੋਂ ਲਾਪਤਾ ਹੈ। '.repeat(20);

describe('a server whose disk is full', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-full-'));
  const full = join(dir, 'full');
  let server: TestServer;
  let device: Device;
  const saved = new Set<string>();

  async function save(photos: Awaited<ReturnType<typeof makePhoto>>[] = []): Promise<string> {
    const report = newReport({ descriptionText: LONG_TEXT }, { photos, now: device.clock });
    await saveReport(device.db, report);
    saved.add(report.id);
    return report.id;
  }
  async function push(): Promise<void> {
    device.clock += ROUND_MS;
    await device.push().catch(() => undefined);
  }
  const statuses = () => device.link.sent.map(({ status }) => status);
  async function readsGoOn(): Promise<void> {
    for (const path of ['/health?nonce=full', '/report', '/sync?feed=reports&cursor='])
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
  }

  beforeAll(async () => {
    const { from, settings } = emptyPlace(dir);
    server = await startServer({ ...settings, ...withFsFaults({ FS_FULL: full }) }, { from });
    device = openDevice((input, init) => fetch(String(input).replace('http://server', server.url), init));
    await save();
    await push();
    expect((await queue(device.db)).length).toBe(0);
  }, 300_000);
  afterAll(async () => {
    device.close();
    await server.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  it('refuses with 507 while little room is left, keeps answering, and takes it when there is room again (fault 35)', async () => {
    writeFileSync(full, '1000000');
    const probe = () => fetch(`${server.url}/report`, { method: 'POST' });
    await expect.poll(async () => (await probe()).status, { timeout: 30_000 }).toBe(507);
    const refused = await probe();
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({ code: 'storage-full' });

    const id = await save();
    await push();
    expect(statuses().at(-1)).toBe(507);
    expect(await findOwnReport(device.db, id)).not.toHaveProperty('receipt');
    expect(await queue(device.db)).toMatchObject([{ entityId: id, error: 'storage-full' }]);
    await readsGoOn();

    rmSync(full);
    await expect.poll(async () => (await probe()).status, { timeout: 30_000 }).toBe(401);
    await push();
    expect(await findOwnReport(device.db, id)).toHaveProperty('receipt.opId');
  }, 240_000);

  it('does the same when the disk is found full by the write itself, of a photo or of the database (fault 35)', async () => {
    const id = await save([await makePhoto(7, 300)]);
    await device.push(); // the text and, before the disk is full, nothing else of consequence
    writeFileSync(full, '');
    device.link.sent.length = 0;
    for (let more = 0; more < 60 && !statuses().includes(507); more++) {
      await save([await makePhoto(100 + more, 120)]);
      await push();
    }
    expect(statuses()).toContain(507);
    await readsGoOn();
    rmSync(full);
    for (let round = 0; round < 20 && (await queue(device.db)).length > 0; round++) await push();
    expect(await queue(device.db)).toEqual([]);
    expect(await findOwnReport(device.db, id)).toHaveProperty('receipt.opId');

    await server.stop();
    const { db, close } = await openDb({ kind: 'pglite', dir: join(server.data, 'database') });
    const told = (await ownReports(device.db)).map(({ entityId: id, opId, receipt, photos }) => ({
      id,
      opId,
      number: receipt?.number,
      receivedAt: receipt?.receivedAt ?? '',
      whole: photos,
    }));
    expect(told.length).toBe(saved.size);
    expect(await judge(db, join(server.data, 'files'), told, saved)).toEqual(NOTHING_WRONG);
    await close();
  }, 300_000);
});

withDatabases('a database that has no room', (database) => {
  it.each([
    ['53100', 507, 'storage-full'],
    ['53200', 503, 'unavailable'],
    ['53300', 503, 'unavailable'],
  ])('is told as what it is: %s as %i', async (code, status, name) => {
    const host = await startHost(database);
    // PostgreSQL itself raises it, in a trigger, as it would for a file that cannot grow.
    const raise = `create or replace function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '${code}'; end $$`;
    await sql.raw(raise).execute(host.db);
    await sql.raw('create trigger no_room before insert on report execute function no_room()').execute(host.db);
    const { upload, id, opId } = newReport();
    const call = { method: 'POST', url: '/api/face/uploadLostFoundPerson', payload: { ...upload, id, opId } } as const;
    const answer = await host.app().inject(call);
    expect([answer.statusCode, answer.json()]).toEqual([status, expect.objectContaining({ code: name })]);
    await sql.raw('drop trigger no_room on report').execute(host.db);
    expect((await host.app().inject(call)).json()).toMatchObject({ receipt: { opId } });
    await host.remove();
  });
});
