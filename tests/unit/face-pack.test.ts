/** Taking the face pack over a bad link, and what of it is on the device. */

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FACE_FILES, FACE_INDEX_URL, facePartUrl, type WholeFacePackIndex } from '../../contract/face-models.ts';
import type { PartedFile } from '../../contract/file.ts';
import { textOfPack } from '../../contract/pack.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { createApi } from '../../src/api/client.ts';
import { type FacesHandle, startFaces, useFaceDownload } from '../../src/face/download.ts';
import { dropPack, FACE_CACHE, faceIndex, type PackProgress, packState, takePack } from '../../src/face/pack.ts';
import { readParts } from '../../src/platform/parts.ts';
import { readMeta } from '../../src/store/meta.ts';
import { newProfile, openLocalDb } from '../support/client.ts';
import { hangingOn, shortenPatience } from '../support/hang.ts';

const ORIGIN = 'https://wapsi.example';
const PART = 1000;
/** What travels is less than what it is unpacked, and is what is counted everywhere. */
const WIRE = 9000;

/** The part of the browser's Cache API that is used here; Node has none. */
function memoryCaches() {
  const stores = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    stores.set(name, store);
    const key = (of: string | Request) => new URL(typeof of === 'string' ? of : of.url, ORIGIN).href;
    return {
      match: async (of: string) => {
        const bytes = store.get(key(of));
        return bytes && new Response(bytes);
      },
      put: async (of: string, response: Response) => {
        store.set(key(of), new Uint8Array(await response.arrayBuffer()));
      },
      delete: async (of: string | Request) => store.delete(key(of)),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
    };
  };
  return { open, delete: async (name: string) => stores.delete(name) };
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A server with a pack of four files; `break` decides what happens to a request for a part. */
function server(seed: number, version = 'v1') {
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  const parted = (bytes: Uint8Array<ArrayBuffer>): PartedFile => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, i) =>
      bytes.slice(i * PART, (i + 1) * PART),
    );
    for (const piece of pieces) parts.set(facePartUrl(hash(piece)), piece);
    return {
      sha256: hash(bytes),
      bytes: bytes.length,
      parts: pieces.map((piece) => ({ sha256: hash(piece), bytes: piece.length })),
    };
  };
  const file = (n: number) =>
    parted(Uint8Array.from({ length: 3500 + n }, (_, i) => (i * (n + seed) + (i >> 3)) % 251));
  const index: WholeFacePackIndex = {
    available: true,
    templateVersion: version,
    wireBytes: WIRE,
    files: { landmarker: file(1), mediapipe: file(2), ort: file(3), sface: file(4) },
  };
  const asked: string[] = [];
  const state: { breaks: (url: string, bytes: Uint8Array<ArrayBuffer>) => Response | undefined } = {
    breaks: () => undefined,
  };
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = String(input);
    asked.push(url);
    if (url === FACE_INDEX_URL) return Response.json(index);
    const bytes = parts.get(url);
    if (!bytes) return new Response('no', { status: 404 });
    return state.breaks(url, bytes) ?? new Response(bytes);
  };
  const partUrls = FACE_FILES.flatMap((name) => index.files[name].parts.map(({ sha256 }) => facePartUrl(sha256)));
  return { index, asked, state, fetch, partUrls };
}

const quiet = () => {};

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches());
  // Waits between tries are real time; here they only order the tries. Longer ones are for another day.
  const later = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (then: () => void, ms = 0) => (ms >= 30_000 ? later(then, ms) : setImmediate(then)));
  return () => vi.unstubAllGlobals();
});

describe('taking the pack', () => {
  test('every part is taken once, in the order of use, and the state goes from absent to whole', async () => {
    const from = server(7);
    expect(await packState()).toEqual({ kind: 'absent' });
    const seen: PackProgress[] = [];
    await takePack({ fetch: from.fetch, onProgress: (progress) => seen.push(progress) });
    expect(from.asked.filter((url) => url !== FACE_INDEX_URL).sort()).toEqual([...from.partUrls].sort());
    expect([...new Set(seen.map(({ file }) => file))]).toEqual([...FACE_FILES]);
    expect(seen.map(({ receivedBytes }) => receivedBytes)).toEqual(
      seen.map(({ receivedBytes }) => receivedBytes).sort((a, b) => a - b),
    );
    expect(seen.at(-1)).toEqual({ file: 'sface', receivedBytes: WIRE, totalBytes: WIRE });
    expect(await packState()).toEqual({ kind: 'whole', totalBytes: WIRE, templateVersion: 'v1' });
    const read = await readParts(from.index.files.ort, FACE_CACHE);
    if (read.kind !== 'whole') throw new Error(read.kind);
    expect(hash(read.bytes)).toBe(from.index.files.ort.sha256);
  });

  test('a download that is cut keeps what arrived; the next one takes only the rest', async () => {
    const from = server(7);
    const abort = new AbortController();
    let parts = 0;
    from.state.breaks = () => {
      parts++;
      if (parts === 6) abort.abort();
      return undefined;
    };
    const cut = takePack({
      fetch: async (url) => {
        const answer = await from.fetch(String(url));
        abort.signal.throwIfAborted();
        return answer;
      },
      onProgress: quiet,
      signal: abort.signal,
    });
    await expect(cut).rejects.toMatchObject({ code: 'cancelled' });
    const state = await packState();
    expect(state).toMatchObject({ kind: 'partial', totalBytes: WIRE });
    const before = from.partUrls.length - (await keptCount());
    from.asked.length = 0;
    const seen: number[] = [];
    await takePack({ fetch: from.fetch, onProgress: ({ receivedBytes }) => seen.push(receivedBytes) });
    expect(from.asked.length - 1).toBe(before);
    expect(before).toBeLessThan(from.partUrls.length);
    expect(seen[0]).toBeGreaterThan(0);
  });

  const keptCount = async () => {
    const keys = await (await caches.open(FACE_CACHE.cacheName)).keys();
    return keys.filter(({ url }) => url.includes('/parts/')).length;
  };

  test.each([
    ['a login page of somebody else', () => new Response('<html>log in</html>')],
    ['bytes that are not those asked for', (bytes: Uint8Array) => new Response(new Uint8Array(bytes.length))],
    ['an answer that is cut', (bytes: Uint8Array<ArrayBuffer>) => new Response(bytes.slice(0, 400))],
    ['an answer that does not end', (bytes: Uint8Array) => new Response(new Uint8Array(bytes.length * 3))],
    ['a server error', () => new Response('oops', { status: 502 })],
  ])('%s is tried again and never kept', async (_, answer) => {
    const from = server(7);
    const broken = from.partUrls[5];
    let times = 0;
    from.state.breaks = (url, bytes) => (url === broken && ++times < 3 ? answer(bytes) : undefined);
    await takePack({ fetch: from.fetch, onProgress: quiet });
    expect(times).toBe(3);
    expect((await packState()).kind).toBe('whole');
    for (const name of FACE_FILES) expect((await readParts(from.index.files[name], FACE_CACHE)).kind).toBe('whole');
  });

  /** A link that falls silent is met at once, not after half a minute. */
  function hearSilenceSoon(): void {
    const soon = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (then: () => void, ms = 0) => soon(then, Math.min(ms, 60_000) / 600));
  }

  test.each([
    ['no answer', () => new Promise<Response>(() => undefined)],
    [
      'the beginning of an answer',
      async (bytes: Uint8Array<ArrayBuffer>) =>
        new Response(new ReadableStream({ start: (stream) => stream.enqueue(bytes.slice(0, 400)) })),
    ],
  ])('a link that falls silent after %s is given up, and the part is asked for again (fault 9)', async (_, silent) => {
    vi.unstubAllGlobals();
    vi.stubGlobal('caches', memoryCaches());
    hearSilenceSoon();
    const from = server(7);
    let times = 0;
    const fetch: typeof globalThis.fetch = async (url) =>
      url === from.partUrls[5] && ++times < 3 ? silent(new Uint8Array(PART)) : from.fetch(String(url));
    await takePack({ fetch, onProgress: quiet });
    expect([times, (await packState()).kind]).toEqual([3, 'whole']);
  });

  test('a server that does not say what it has is not waited for without an end (fault 9)', async () => {
    shortenPatience();
    const never = hangingOn(
      async () => new Response(),
      () => true,
    );
    const at: typeof fetch = (url, init) => never(new URL(String(url), ORIGIN), init);
    await expect(faceIndex(at)).rejects.toMatchObject({ code: 'network' });
    vi.restoreAllMocks();
  });

  test('a link that stays broken ends with the reason, and the parts before it stay', async () => {
    const from = server(7);
    from.state.breaks = (url) => (url === from.partUrls.at(-1) ? new Response('<html>') : undefined);
    await expect(takePack({ fetch: from.fetch, onProgress: quiet })).rejects.toMatchObject({ code: 'not-our-server' });
    expect(await keptCount()).toBe(from.partUrls.length - 1);
  });

  test('a server without models says models-missing, another page not-our-server, no network network', async () => {
    const answering = (answer: () => Response) => ({ fetch: async () => answer(), onProgress: quiet });
    const without = { available: false, templateVersion: 'v1' };
    await expect(takePack(answering(() => Response.json(without)))).rejects.toMatchObject({ code: 'models-missing' });
    await expect(faceIndex(async () => new Response('<html>'))).rejects.toMatchObject({ code: 'not-our-server' });
    const down = async () => {
      throw new TypeError('Failed to fetch');
    };
    await expect(faceIndex(down)).rejects.toMatchObject({ code: 'network' });
  });
});

describe('a pack on the device', () => {
  test('a part that broke on the disk is found by its hash, and only it is taken again', async () => {
    const from = server(7);
    await takePack({ fetch: from.fetch, onProgress: quiet });
    const cache = await caches.open(FACE_CACHE.cacheName);
    const url = from.partUrls[6] ?? '';
    await cache.put(url, new Response(new Uint8Array(PART)));
    const states = await Promise.all(FACE_FILES.map((name) => readParts(from.index.files[name], FACE_CACHE)));
    expect(states.filter(({ kind }) => kind === 'broken')).toHaveLength(1);
    expect((await packState()).kind).toBe('partial');
    from.asked.length = 0;
    await takePack({ fetch: from.fetch, onProgress: quiet });
    expect(from.asked).toEqual([FACE_INDEX_URL, url]);
    expect((await packState()).kind).toBe('whole');
  });

  test('the old version stays in use until the new one is whole, then its parts go', async () => {
    const old = server(7, 'v1');
    const next = server(20, 'v2');
    await takePack({ fetch: old.fetch, onProgress: quiet });
    next.state.breaks = (url) => (url === next.partUrls.at(-1) ? new Response('no', { status: 503 }) : undefined);
    await expect(takePack({ fetch: next.fetch, onProgress: quiet })).rejects.toMatchObject({ code: 'server' });
    expect(await packState()).toMatchObject({ kind: 'whole', templateVersion: 'v1' });
    next.state.breaks = () => undefined;
    await takePack({ fetch: next.fetch, onProgress: quiet });
    expect(await packState()).toMatchObject({ kind: 'whole', templateVersion: 'v2' });
    expect((await readParts(old.index.files.sface, FACE_CACHE)).kind).toBe('missing');
  });

  test('dropping it frees all of it', async () => {
    const from = server(7);
    await takePack({ fetch: from.fetch, onProgress: quiet });
    await dropPack();
    expect(await packState()).toEqual({ kind: 'absent' });
  });
});

describe('taking the faces, which belongs to no page', () => {
  /** A phone whose network comes and goes; `open` is a page of the app on it. */
  function phone() {
    const from = server(7);
    const people = new Uint8Array(500).fill(3);
    const file = { sha256: hash(people), bytes: 500, parts: [{ sha256: hash(people), bytes: 500 }] };
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
    const bare = {
      scope: 'public',
      model: TEMPLATE_VERSION,
      cursor: '1',
      count: 2,
      builtAt: '2026-11-21T10:00:00Z',
      file,
    };
    const pack = { ...bare, signature: '' } as Parameters<typeof textOfPack>[0] & { signature: string };
    pack.signature = sign(null, Buffer.from(textOfPack(pack)), privateKey).toString('base64');
    const state = { isOnline: true, partsLeft: Number.POSITIVE_INFINITY };
    const fetch = async (input: string | URL | Request): Promise<Response> => {
      const url = String(input instanceof Request ? input.url : input).replace(ORIGIN, '');
      if (from.partUrls.includes(url) && state.partsLeft-- === 0) state.isOnline = false;
      if (!state.isOnline) throw new TypeError('Failed to fetch');
      if (url.endsWith('/packs')) return Response.json({ packs: [pack], signer: { key, before: [] } });
      return url.includes('/packs/parts/') ? new Response(people) : from.fetch(url);
    };
    const db = openLocalDb(newProfile());
    const listeners = new Set<() => void>();
    const open = (): FacesHandle =>
      startFaces({
        db,
        fetch,
        api: createApi({ base: ORIGIN, fetch, token: () => undefined }),
        recogniser: {
          replaceGallery: async () => ({ people: 2, templates: 2, cursor: '1', model: TEMPLATE_VERSION }),
        },
        locks: { request: ((_: string, __: object, work: () => unknown) => work()) as LockManager['request'] },
        isOnline: () => state.isOnline,
        whenOnline: (goOn) => {
          listeners.add(goOn);
          return () => listeners.delete(goOn);
        },
        keepStorage: async () => undefined,
        borrow: async () => undefined,
        onEnd: () => undefined,
      });
    const comeBack = () => {
      Object.assign(state, { isOnline: true, partsLeft: Number.POSITIVE_INFINITY });
      for (const listener of listeners) listener();
    };
    return { from, db, state, open, comeBack };
  }
  const taking = () => useFaceDownload.getState().taking;
  const untilIt = (kind: ReturnType<typeof taking>['kind']) => vi.waitUntil(() => taking().kind === kind);
  let page: FacesHandle;
  afterEach(() => page.end());

  test('it waits when the network goes, goes on by itself when it is back, and no part comes twice', async () => {
    const { from, db, state, open, comeBack } = phone();
    state.partsLeft = 6;
    page = open();
    page.take();
    await untilIt('waiting');
    expect(useFaceDownload.getState().offer).toEqual({ kind: 'bytes', totalBytes: WIRE + 500 });
    const { doneBytes } = taking() as { doneBytes: number };
    expect(doneBytes).toBeGreaterThan(0);
    expect(doneBytes).toBeLessThan(WIRE);
    comeBack();
    await untilIt('idle');
    expect((await packState()).kind).toBe('whole');
    expect(await readMeta(db, 'galleryPeople')).toBe(2);
    const parts = from.asked.filter((url) => url !== FACE_INDEX_URL);
    expect(parts.sort()).toEqual([...from.partUrls].sort());
    expect(await readMeta(db, 'facesWanted')).toBe(undefined);
  });

  test('a page that is opened anew goes on with what one before it began', async () => {
    const { state, open, comeBack } = phone();
    state.partsLeft = 6;
    page = open();
    page.take();
    await untilIt('waiting');
    page.end();
    expect(taking().kind).toBe('idle');
    page = open();
    await untilIt('waiting');
    expect(taking()).toMatchObject({ doneBytes: expect.any(Number) });
    comeBack();
    await untilIt('idle');
    expect((await packState()).kind).toBe('whole');
  });

  test('one that was paused does not go on until somebody asks', async () => {
    const { db, state, open, comeBack } = phone();
    state.partsLeft = 6;
    page = open();
    page.take();
    await untilIt('waiting');
    page.pause();
    await vi.waitUntil(async () => (await readMeta(db, 'facesWanted')) === undefined);
    comeBack();
    page.end();
    page = open();
    expect(taking().kind).toBe('idle');
    expect((await packState()).kind).toBe('partial');
    page.take();
    await vi.waitUntil(async () => (await packState()).kind === 'whole');
    await untilIt('idle');
  });
});
