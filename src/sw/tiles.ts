/**
 * Map tiles: those that were looked at are kept, as long as the tile server says, and nothing is ever fetched ahead.
 *
 * Note: Tile policy. OpenStreetMap's tile server (policy of 2026-05-18) forbids fetching tiles nobody looks at and asks
 * that viewed tiles are kept for as long as their headers say, or seven days without such headers. So this file answers
 * requests of the page and makes none of its own (A33).
 */

const CACHE = 'tiles';
const MOST_TILES = 500;
/** Set on what is kept: until when it is fresh, milliseconds. */
const FRESH_UNTIL = 'x-fresh-until';
const SECOND_MS = 1000;
const WITHOUT_HEADERS_MS = 7 * 24 * 3_600_000;

/** An image from another origin can only be a map tile, or a user's picture from the API's host: the policy lets in nothing else. */
export function isTile(
  { method, destination, url }: Pick<Request, 'destination' | 'method' | 'url'>,
  ownOrigin: string,
) {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && destination === 'image' && origin !== ownOrigin && !pathname.startsWith('/avatars/');
}

/** Until when a tile is fresh by its headers; undefined when it must not be kept. */
export function freshUntil(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const control = headers.get('cache-control')?.toLowerCase() ?? '';
  if (/\bno-store\b/.test(control)) return undefined;
  if (/\bno-cache\b/.test(control)) return now;
  const [, seconds] = /\bmax-age=(\d+)/.exec(control) ?? [];
  const age = Number(headers.get('age') ?? 0) * SECOND_MS;
  if (seconds !== undefined) return now + Math.max(0, Number(seconds) * SECOND_MS - age);
  const expires = Date.parse(headers.get('expires') ?? '');
  return Number.isNaN(expires) ? now + WITHOUT_HEADERS_MS : Math.max(now, expires);
}

/** The kept tile while it is fresh, else from the tile server; without an answer the old one is better than none. */
export async function tile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept && Number(kept.headers.get(FRESH_UNTIL)) > Date.now()) return kept;
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
  // A phone without room for it shows the map all the same.
  if (answer.ok && answer.type !== 'opaque') await keep(cache, request.url, answer.clone()).catch(console.warn);
  return answer;
}

async function keep(cache: Cache, url: string, answer: Response): Promise<void> {
  const until = freshUntil(answer.headers, Date.now());
  if (until === undefined) return;
  const headers = new Headers(answer.headers);
  headers.set(FRESH_UNTIL, String(until));
  await cache.put(url, new Response(await answer.blob(), { headers }));
  const urls = await cache.keys(); // in the order in which they were kept
  await Promise.all(urls.slice(0, Math.max(0, urls.length - MOST_TILES)).map((old) => cache.delete(old)));
}
