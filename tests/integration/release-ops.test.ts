/**
 * What phones queued with earlier releases is taken by this server, sent by this app (fault 29). Each file of
 * tests/fixtures/releases was written by the code of its release (scripts/record-release.ts), and is never edited.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queue } from '../../src/store/own/outbox.ts';
import {
  type Device,
  newProfile,
  openDevice,
  type Profile,
  signIn,
  startHost,
  type TestHost,
} from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';

const FOLDER = new URL('../fixtures/releases/', import.meta.url);
const RELEASES = readdirSync(FOLDER).sort();

type Row = Record<string, unknown>;
interface Recorded {
  version: number;
  stores: Record<string, string>;
  tables: Record<string, Row[]>;
}

interface Op {
  opId: string;
  endpoint: string;
}

/** The texts that wait, and how many files: up to version 7 each was a row of its own. */
function waitingIn({ tables }: Recorded): { texts: Op[]; files: number } {
  const outbox = (tables.outbox ?? []) as unknown as Op[];
  const made = (tables.made ?? []) as unknown as (Op & { steps: { sha256?: string }[] })[];
  const texts = [...outbox.filter(({ endpoint }) => endpoint !== 'putFile'), ...made];
  const ofMade = made.flatMap(({ steps }) => steps.flatMap(({ sha256 }) => sha256 ?? []));
  return { texts, files: outbox.length - texts.length + made.length + ofMade.length };
}

const read = (release: string, author: string): Recorded =>
  JSON.parse(readFileSync(new URL(release, FOLDER), 'utf8').replaceAll('$AUTHOR', author)) as Recorded;

/** The database as the release left it. */
async function put(profile: Profile, { version, stores, tables }: Recorded): Promise<void> {
  const db = new Dexie('wapsi', { indexedDB: profile.indexedDb, IDBKeyRange });
  db.version(version).stores(stores);
  for (const [name, rows] of Object.entries(tables)) await db.table(name).bulkAdd(rows.map(withBlob));
  db.close();
}

function withBlob(row: Row): Row {
  const { blob } = row as { blob?: { type: string; base64: string } };
  return blob ? { ...row, blob: new Blob([Buffer.from(blob.base64, 'base64')], { type: blob.type }) } : row;
}

withDatabases('what earlier releases queued', (database) => {
  let host: TestHost;
  let device: Device | undefined;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    await host.empty();
  });

  it('is there of five releases', () => {
    expect(RELEASES).toHaveLength(5);
  });

  it.each(RELEASES.flatMap((release) => (['together', 'alone'] as const).map((way) => ({ release, way }))))(
    'is received, $way, with its photos and its face: $release (fault 29)',
    async ({ release, way }) => {
      const { token, userId } = await signIn(host.db, 'poster');
      const recorded = read(release, userId);
      const profile = newProfile();
      await put(profile, recorded);
      device = openDevice((...request) => host.fetch(...request), { profile });
      Object.assign(device, { token, account: userId });
      if (way === 'alone') device.link.fate = ({ path }) => (path === '/sync/ops' ? 'stranger' : undefined);
      const { texts, files } = waitingIn(recorded);
      expect(texts.length).toBeGreaterThan(1);
      expect(await queue(device.db)).toHaveLength(texts.length + files);
      await device.push();
      expect(await queue(device.db)).toEqual([]);

      const receipts = await host.db.selectFrom('receipt').select('op_id').execute();
      expect(receipts.map(({ op_id }) => op_id).sort()).toEqual(texts.map(({ opId }) => opId).sort());
      const titles = await host.db.selectFrom('report').select('title').execute();
      const hasThings = texts.some(({ endpoint }) => endpoint === 'createReport');
      expect(titles.map(({ title }) => title).sort()).toEqual(
        hasThings ? ['Lost at the fair', 'Three keys, red ring'] : ['Lost at the fair'],
      );
      expect(await host.db.selectFrom('template').select('version').execute()).toHaveLength(1);
      const photos = (recorded.tables.file ?? []).map(({ sha256 }) => String(sha256));
      expect(photos).toHaveLength(files);
      for (const sha256 of photos) expect(await host.files.state(sha256)).toMatchObject({ complete: true });
    },
  );
});
