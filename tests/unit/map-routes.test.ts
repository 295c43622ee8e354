/** Map packs over HTTP: the real client takes one from the real routes. */

import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mapPacks } from '../../contract/map.ts';
import { answerErrors } from '../../server/http/errors.ts';
import { watchRoom } from '../../server/http/space.ts';
import { mapRoutes } from '../../server/maps/routes.ts';
import { openMapShelf } from '../../server/maps/shelf.ts';
import { createApi } from '../../src/api/client.ts';
import { isWhole, mapStates } from '../../src/maps/kept.ts';
import { takeMap } from '../../src/maps/take.ts';
import { LocalDb } from '../../src/store/db.ts';
import { noisePack } from '../support/map-pack.ts';

const dir = mkdtempSync(join(tmpdir(), 'wapsi-maps-'));
const app = fastify();
let origin: string;

beforeAll(async () => {
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } });
  answerErrors(app);
  const findCaller = async () => ({ kind: 'anonymous' as const, key: 'test' });
  const shelf = openMapShelf(dir, () => undefined);
  const served = { served: new Map(), servedTogether: new Map() };
  mapRoutes({ app, room: watchRoom(), staffPasskeys: false, findCaller, ...served }, shelf);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
  vi.unstubAllGlobals();
});

it('a pack put beside a running server is offered, described, and taken whole by the client', async () => {
  const api = createApi({ base: origin, fetch, token: () => undefined });
  expect(await api.call(mapPacks, {})).toEqual({ packs: [] });
  const bytes = await noisePack('Ludhiana', { around: 0 });
  writeFileSync(join(dir, 'ludhiana.pmtiles'), bytes);
  const { packs } = await api.call(mapPacks, {});
  expect(packs).toMatchObject([{ id: 'ludhiana', name: 'Ludhiana', bytes: bytes.length, maxZoom: 12 }]);
  const db = new LocalDb('map-routes');
  await takeMap('ludhiana', { db, api, fetch });
  const [state] = await mapStates(db);
  expect(state && isWhole(state)).toBe(true);
  await expect(takeMap('nowhere', { db, api, fetch })).rejects.toMatchObject({ code: 'not-found' });
  await expect(takeMap('../secret', { db, api, fetch })).rejects.toMatchObject({ code: 'bad-input' });
}, 60_000);

it('a part begins where the device asks for it, and an unknown one is said to be none', async () => {
  const { file } = await (await fetch(`${origin}/maps/ludhiana`)).json();
  const [part] = file.parts as { sha256: string; bytes: number }[];
  const rest = await fetch(`${origin}/maps/parts/${part?.sha256}?from=1000`);
  expect((await rest.arrayBuffer()).byteLength).toBe((part?.bytes ?? 0) - 1000);
  expect(rest.headers.get('cache-control')).toContain('immutable');
  expect((await fetch(`${origin}/maps/parts/${'0'.repeat(64)}`)).status).toBe(404);
  expect((await fetch(`${origin}/maps/parts/${part?.sha256}?from=-1`)).status).toBe(400);
}, 60_000);
