/** The tile policy: a foreign tile server is asked for what is looked at, once, and for nothing else. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshUntil, isTile, tile } from '../../src/sw/tiles.ts';

const HOUR_MS = 3_600_000;
const TILE = 'https://tiles.example.org/15/1/2.png';

let kept: Map<string, Response>;
let asked: string[];
let answer: () => Response;
let hasRoom: boolean;

beforeEach(() => {
  [kept, asked, hasRoom] = [new Map(), [], true];
  answer = () => new Response('tile', { headers: { 'cache-control': 'max-age=3600' } });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (url: string) => kept.get(url)?.clone(),
      put: async (url: string, response: Response) => {
        if (!hasRoom) throw new DOMException('full', 'QuotaExceededError');
        kept.set(url, response);
      },
      keys: async () => [...kept.keys()],
      delete: async (url: string) => kept.delete(url),
    }),
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.url);
    return answer();
  });
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const look = (url = TILE): Promise<Response> => tile(new Request(url));

describe('the service worker', { timeout: 60_000 }, () => {
  it('asks for the very tile that the page asked for, and for no other (A33)', async () => {
    for (let x = 0; x < 5; x++) await look(`https://tiles.example.org/15/${x}/2.png`);
    expect(asked).toEqual([0, 1, 2, 3, 4].map((x) => `https://tiles.example.org/15/${x}/2.png`));
  });

  it('asks again for a tile only when its headers say that it is old (A33)', async () => {
    await look();
    vi.setSystemTime(Date.now() + HOUR_MS - 1000);
    await look();
    expect(asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2000);
    await look();
    expect(asked).toHaveLength(2);
  });

  it('shows a tile that a full phone has no room for, an old one in its newer form too', async () => {
    answer = () => new Response('old', { headers: { 'cache-control': 'no-cache' } });
    await look();
    answer = () => new Response('new', { headers: { 'cache-control': 'max-age=3600' } });
    hasRoom = false;
    expect(await (await look()).text()).toBe('new');
    expect(await (await look('https://tiles.example.org/15/9/9.png')).text()).toBe('new');
  });

  it('keeps nothing that must not be kept, and shows an old tile when the server is gone (A33)', async () => {
    answer = () => new Response('tile', { headers: { 'cache-control': 'no-store' } });
    await look();
    expect(kept.size).toBe(0);
    answer = () => new Response('old', { headers: { 'cache-control': 'no-cache' } });
    await look();
    answer = () => {
      throw new TypeError('no network');
    };
    expect(await (await look()).text()).toBe('old');
  });

  it('keeps a tile without headers for a week, and no more than 500 of them (A33)', async () => {
    const now = Date.now();
    expect(freshUntil(new Headers(), now)).toBe(now + 7 * 24 * HOUR_MS);
    expect(freshUntil(new Headers({ 'cache-control': 'max-age=60', age: '20' }), now)).toBe(now + 40_000);
    for (let x = 0; x < 510; x++) await look(`https://tiles.example.org/18/${x}/2.png`);
    expect(kept.size).toBe(500);
  });

  it('takes nothing of our own for a tile, nor anything that is no picture', () => {
    const own = 'https://wapsi.example';
    expect(isTile({ method: 'GET', destination: 'image', url: TILE }, own)).toBe(true);
    expect(isTile({ method: 'GET', destination: 'image', url: `${own}/files/1` }, own)).toBe(false);
    expect(isTile({ method: 'GET', destination: '', url: TILE }, own)).toBe(false);
    // Of people no picture is kept: not with the API at another host either.
    expect(
      isTile({ method: 'GET', destination: 'image', url: `https://api.example/avatars/${'a'.repeat(64)}` }, own),
    ).toBe(false);
  });
});

describe('the code', () => {
  const texts = ['src', 'server', 'contract', 'reference', 'scripts'].flatMap((dir) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'utf8')] as const),
  );

  it('knows the address of a foreign tile server in the map alone, which draws what is in sight (A33)', () => {
    const knows = texts.filter(([, text]) => /\bTileSource\b|\btileUrl\b/.test(text)).map(([file]) => file);
    expect(knows.sort()).toEqual([
      'server/app.ts', // hands it to those pages
      'server/http/static.ts', // lets it in by the policy of the pages
      'src/app/reading.tsx', // hands it to the map
      'src/ui/map/map-leaflet.tsx',
      'src/ui/map/tiles.ts',
    ]);
  });

  it('reads packs and keeps areas from our own server alone (A33)', () => {
    const folders = /^src\/(maps|sync|store|face|features\/offline)\//;
    const strays = texts.filter(([file, text]) => folders.test(file) && /https?:\/\//.test(text));
    expect(strays.map(([file]) => file)).toEqual([]);
  });
});
