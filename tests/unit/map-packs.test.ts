/** Map packs: how they are cut, written, offered by the server, and kept by a device. */

import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PMTiles, type Source } from 'pmtiles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeMap, type MapPack } from '../../contract/map.ts';
import { cutIntoParts, MAX_PART_BYTES } from '../../contract/map-parts.ts';
import { openMapShelf } from '../../server/maps/shelf.ts';
import type { Api } from '../../src/api/client.ts';
import { importMap } from '../../src/maps/import-file.ts';
import { checkMaps, dropMap, isWhole, mapParts, mapStates } from '../../src/maps/kept.ts';
import { KeptSource } from '../../src/maps/source.ts';
import { takeMap } from '../../src/maps/take.ts';
import { LocalDb } from '../../src/store/db.ts';
import { noisePack, tileAt } from '../support/map-pack.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const LUDHIANA = { lng: 75.85, lat: 30.91 };

const cutBefore = new Map<Uint8Array, Uint8Array[]>();

async function partsOf(bytes: Uint8Array): Promise<Uint8Array[]> {
  const known = cutBefore.get(bytes);
  if (known) return known;
  const parts: Uint8Array[] = [];
  for await (const part of cutIntoParts(bytes.length, async (at, length) => bytes.subarray(at, at + length)))
    parts.push(part.slice());
  cutBefore.set(bytes, parts);
  return parts;
}

const pack = await noisePack('Ludhiana');
const renewed = await (async () => {
  const other = pack.slice(0, pack.length - 300_000);
  return Buffer.concat([other, new Uint8Array(1234).fill(7), pack.slice(pack.length - 300_000)]);
})();

describe('a pack', { timeout: 60_000 }, () => {
  it('is cut into parts of at most 1 MiB that are the whole again', async () => {
    const parts = await partsOf(pack);
    expect(parts.length).toBeGreaterThan(4);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(MAX_PART_BYTES);
    expect(hashOf(Buffer.concat(parts))).toBe(hashOf(pack));
  });

  it('with some bytes put in keeps nearly all of its parts, wherever they were put in', async () => {
    const old = new Set((await partsOf(pack)).map(hashOf));
    for (const at of [5, Math.floor(pack.length / 3), pack.length - 5]) {
      const longer = Buffer.concat([pack.slice(0, at), new Uint8Array(77).fill(9), pack.slice(at)]);
      const fresh = (await partsOf(longer)).filter((part) => !old.has(hashOf(part)));
      expect(fresh.length).toBeLessThanOrEqual(2);
    }
  });

  it('is read by the PMTiles reader, tile by tile, and says what it is', async () => {
    const source: Source = {
      getKey: () => 'pack',
      getBytes: async (at, length) => ({ data: new Uint8Array(pack.slice(at, at + length)).buffer }),
    };
    const archive = new PMTiles(source);
    const header = await archive.getHeader();
    const { x, y } = tileAt(LUDHIANA, 11);
    const found = await archive.getZxy(11, x, y);
    expect(
      Buffer.from(found?.data ?? new ArrayBuffer(0))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await archive.getZxy(11, x + 9, y)).toBeUndefined();
    expect(describeMap('My Town (2026).pmtiles', header, await archive.getMetadata())).toMatchObject({
      id: 'my-town-2026',
      name: 'Ludhiana',
      minZoom: 9,
      maxZoom: 12,
      tileType: 'image/png',
      attribution: 'Noise of the test',
      officialBorders: true,
    });
    expect(describeMap('a.pmtiles', { ...header, tileType: 1 }, {})).toBeUndefined();
  });
});

describe('the server', () => {
  let dir: string;
  const warned: string[] = [];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'wapsi-maps-'));
    warned.length = 0;
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('offers nothing without a folder, and leaves out what is no whole pack, saying so once', async () => {
    expect(await openMapShelf(join(dir, 'none'), (line) => warned.push(line)).packs()).toEqual([]);
    writeFileSync(join(dir, 'notes.pmtiles'), 'not a map');
    writeFileSync(join(dir, 'cut.pmtiles'), pack.slice(0, pack.length / 2));
    writeFileSync(join(dir, 'town.pmtiles'), pack);
    const shelf = openMapShelf(dir, (line) => warned.push(line));
    expect((await shelf.packs()).map(({ id }) => id)).toEqual(['town']);
    await shelf.packs();
    expect(warned).toHaveLength(2);
  });

  it('gives each part from any byte on, and none of a pack that was replaced', async () => {
    writeFileSync(join(dir, 'town.pmtiles'), pack);
    const shelf = openMapShelf(dir, (line) => warned.push(line));
    const [town] = await shelf.packs();
    const cut = await partsOf(pack);
    expect(town?.file.parts.map(({ sha256 }) => sha256)).toEqual(cut.map(hashOf));
    const last = cut.at(-1) ?? new Uint8Array();
    const part = await shelf.part(hashOf(last), 1000);
    expect(hashOf(part ?? new Uint8Array())).toBe(hashOf(last.subarray(1000)));
    expect(await shelf.part(hashOf(last), last.length)).toBeUndefined();
    writeFileSync(join(dir, 'town.pmtiles'), renewed);
    expect(await shelf.part(hashOf(last), 0)).toBeUndefined();
    expect((await shelf.packs())[0]?.file.bytes).toBe(renewed.length);
  });
});

describe('a device', { timeout: 60_000 }, () => {
  let db: LocalDb;
  let served: Uint8Array;
  let fetched: string[];
  /** Bytes after which a connection breaks. */
  let breaksAfter: number;

  beforeEach(async () => {
    vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } });
    db = new LocalDb(`maps-${Math.random()}`);
    [served, fetched, breaksAfter] = [pack, [], Number.POSITIVE_INFINITY];
  });
  afterEach(async () => {
    for (const { id } of await db.map.toArray()) await dropMap(db, id);
    vi.unstubAllGlobals();
  });

  const offered = async (): Promise<MapPack> => {
    const parts = (await partsOf(served)).map((part) => ({ sha256: hashOf(part), bytes: part.length }));
    const sha256 = hashOf(new TextEncoder().encode(parts.map((part) => part.sha256).join()));
    const about = { name: 'Town', attribution: '', bounds: [75, 30, 76, 31], minZoom: 9, maxZoom: 12 } as const;
    return {
      id: 'town',
      ...about,
      bounds: [...about.bounds],
      tileType: 'image/png',
      officialBorders: true,
      madeAt: '2026-11-20T00:00:00.000Z',
      file: { sha256, bytes: served.length, parts },
    };
  };
  const api = {
    call: () => offered(),
    url: (_: unknown, { sha256, from }: { sha256: string; from: number }) => `${sha256}?from=${from}`,
  } as unknown as Api; // the two methods that taking a map uses
  const take = (signal?: AbortSignal) =>
    takeMap('town', {
      db,
      api,
      ...(signal ? { signal } : {}),
      fetch: async (url) => {
        fetched.push(String(url));
        const [sha256, from] = String(url).split('?from=');
        const part = (await partsOf(served)).find((bytes) => hashOf(bytes) === sha256)?.subarray(Number(from));
        if (!part) return new Response(null, { status: 404 });
        const whole = part.length <= breaksAfter;
        return new Response(
          new ReadableStream({
            start(to) {
              to.enqueue(part.slice(0, breaksAfter));
              if (whole) to.close();
            },
            // What has arrived has arrived; then the line is dead.
            pull: (to) => (whole ? undefined : to.error(new TypeError('network'))),
          }),
        );
      },
    });
  const parts = async () => (await offered()).file.parts.length;

  it('takes each part once, and when cut within one goes on at that byte (fault 23)', async () => {
    breaksAfter = 600_000;
    await take();
    const [state] = await mapStates(db);
    expect(state && isWhole(state)).toBe(true);
    expect(new Set(fetched).size).toBe(fetched.length); // no byte range is asked for twice
    expect(fetched.filter((url) => url.endsWith('from=0'))).toHaveLength(await parts());
    expect(fetched.some((url) => url.endsWith('from=600000'))).toBe(true);
  });

  it('goes on with what is missing after it was stopped, and fetches nothing when all is here', async () => {
    const stopper = new AbortController();
    const stopping = take(stopper.signal);
    await expect.poll(async () => (await mapStates(db))[0]?.receivedBytes ?? 0).toBeGreaterThan(0);
    stopper.abort();
    await stopping.catch(() => undefined);
    const before = new Set((await (await mapParts()).sizes()).keys());
    fetched.length = 0;
    await take();
    for (const url of fetched) expect(before.has(url.split('?')[0] ?? '')).toBe(false);
    fetched.length = 0;
    await take();
    expect(fetched).toEqual([]);
  });

  it('brings a pack up to date by its changed parts alone, and keeps nothing of the old one', async () => {
    await take();
    fetched.length = 0;
    served = renewed;
    await take();
    expect(fetched.length).toBeGreaterThan(0);
    expect(fetched.length).toBeLessThanOrEqual(2);
    const named = new Set((await offered()).file.parts.map(({ sha256 }) => sha256));
    expect(new Set((await (await mapParts()).sizes()).keys())).toEqual(named);
  });

  it('keeps using the old version until the new one is whole', async () => {
    await take();
    const old = (await db.map.get('town'))?.pack;
    served = renewed;
    const gone = { ...api, call: async () => ({ ...(await offered()), file: { ...(await offered()).file } }) } as Api;
    const fails = takeMap('town', { db, api: gone, fetch: async () => new Response(null, { status: 404 }) });
    await expect(fails).rejects.toMatchObject({ code: 'not-found' });
    expect((await db.map.get('town'))?.pack).toEqual(old);
    expect(await checkMaps(db)).toBe(0);
    const archive = new PMTiles(new KeptSource(old as MapPack, await mapParts(), () => Promise.reject(new Error())));
    const { x, y } = tileAt(LUDHIANA, 12);
    expect(await archive.getZxy(12, x, y)).toBeDefined();
  });

  it('finds a broken part by its hash, and fetches it alone again (fault 23)', async () => {
    await take();
    const store = await mapParts();
    const victim = (await offered()).file.parts[2]?.sha256 ?? '';
    const bytes = (await store.read(victim)) ?? new Uint8Array();
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await store.write(victim, bytes);
    expect(await checkMaps(db)).toBe(1);
    const [state] = await mapStates(db);
    expect(state && isWhole(state)).toBe(false);
    fetched.length = 0;
    await take();
    expect(fetched).toEqual([`${victim}?from=0`]);
    expect(hashOf((await store.read(victim)) ?? new Uint8Array())).toBe(victim);
  });

  it('never shows a tile of a broken part: it is mended at once, or left out (fault 23)', async () => {
    await take();
    const store = await mapParts();
    const town = await offered();
    const whole = new Map((await partsOf(pack)).map((part) => [hashOf(part), part]));
    for (const { sha256, bytes } of town.file.parts) await store.write(sha256, new Uint8Array(bytes).fill(1));
    const asked: string[] = [];
    const mending = new KeptSource(town, store, async ({ sha256 }) => {
      asked.push(sha256);
      return new Uint8Array(whole.get(sha256) ?? []);
    });
    const read = new Uint8Array((await mending.getBytes(0, 127)).data);
    expect(hashOf(read)).toBe(hashOf(pack.slice(0, 127)));
    expect(asked).toEqual([town.file.parts[0]?.sha256]);
    const alone = new KeptSource(town, store, () => Promise.reject(new TypeError('no network')));
    await expect(alone.getBytes(pack.length - 10, 10)).rejects.toMatchObject({ code: 'not-readable' });
  });

  it('takes a pack from a file as the same parts, so that the server then has only the changed ones to give', async () => {
    await importMap(new File([new Uint8Array(pack)], 'Town.pmtiles'), { db });
    const [state] = await mapStates(db);
    expect(state && [isWhole(state), state.kept.from, state.kept.id]).toEqual([true, 'file', 'town']);
    expect(state?.pack.file).toEqual((await offered()).file);
    served = renewed;
    await take();
    expect(fetched.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['a letter', new TextEncoder().encode('Dear all')],
    ['half a pack', pack.slice(0, 2_000_000)],
  ])('refuses %s as a map, and keeps nothing of it', async (_, bytes) => {
    const file = new File([new Uint8Array(bytes)], 'x.pmtiles');
    await expect(importMap(file, { db })).rejects.toMatchObject({ code: 'not-readable' });
    expect(await mapStates(db)).toEqual([]);
  });
});
