/** Answers that were seen, in IndexedDB by idb-keyval: for seven days, up to a size, and for whoever was signed in then. */

import { clear, createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import type * as z from 'zod/mini';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import { isOutpost } from '../platform/outpost.ts';
import { accessToken, useSession } from './session.ts';

export const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;
const MAX_ENTRY_CHARS = 400_000;
const MAX_ALL_CHARS = 6_000_000;
const TRIM_EVERY = 20;

interface Kept {
  data: unknown;
  /** When the server said it, milliseconds. */
  at: number;
  /** The beginning of the token it was read with; empty for nobody's. */
  owner: string;
  chars: number;
}

/** Public reads, and one's own. Never what somebody sees by their office: moderation, the audit, other people's accounts. */
const KEPT: ReadonlySet<EndpointName> = new Set([
  ...([
    'listReports',
    'listAlerts',
    'getReport',
    'readReunion',
    'listMatches',
    'listNotes',
    'listNews',
    'getNews',
    'settings',
    'countryCode',
  ] as const),
  ...(['listClaims', 'getClaim', 'listConversations', 'listMessages', 'inbox', 'listFollows', 'me'] as const),
]);

/** Those who see what is protected take nothing of it along; nor does anyone on a shared device. */
const OFFICES: readonly (string | undefined)[] = ['volunteer', 'officer', 'moderator', 'admin'];

export const mayKeep = (name: EndpointName): boolean =>
  KEPT.has(name) && !isOutpost() && !OFFICES.includes(useSession.getState().user?.role);

let store: UseStore | undefined;
const open = (): UseStore => {
  store ??= createStore('wapsi-reads', 'read');
  return store;
};
const owner = (): string => (accessToken() ?? '').slice(0, 8);

let writes = 0;

/** A browser that keeps nothing is no failure of a read: it is only not there the next time. */
export async function keepRead(hash: string, data: unknown, at: number): Promise<void> {
  const chars = JSON.stringify(data)?.length ?? 0;
  if (chars === 0 || chars > MAX_ENTRY_CHARS) return;
  try {
    await set(hash, { data, at, owner: owner(), chars } satisfies Kept, open());
    if (writes++ % TRIM_EVERY === 0) await trim(Date.now());
  } catch (error) {
    console.warn('What was read could not be kept on this device', error);
  }
}

/** What was kept under this name, if it is young enough, the same person's, and in the shape that is agreed today. */
export async function readKept(
  hash: string,
  name: EndpointName,
  paged: boolean,
): Promise<{ data: unknown; at: number } | undefined> {
  try {
    const kept = await get<Kept>(hash, open());
    if (kept === undefined) return undefined;
    if (kept.owner === owner() && kept.at > Date.now() - KEPT_MS && fits(kept.data, endpoints[name].output, paged))
      return kept;
    await del(hash, open());
    return undefined;
  } catch (error) {
    console.warn('What was read before could not be opened', error);
    return undefined;
  }
}

function fits(data: unknown, output: z.ZodMiniType, paged: boolean): boolean {
  const pages = paged ? (data as { pages?: unknown[] }).pages : [data]; // the shape of an infinite query's data
  return Array.isArray(pages) && pages.every((page) => output.safeParse(page).success);
}

export async function forgetReads(): Promise<void> {
  try {
    await clear(open());
  } catch (error) {
    console.warn('What was read could not be forgotten', error);
  }
}

/** What the server has just said is not for whoever reads here. */
export async function forgetRead(hash: string): Promise<void> {
  try {
    await del(hash, open());
  } catch (error) {
    console.warn('What was read could not be forgotten', error);
  }
}

/** Reads that show reports. The conversation about one stays readable to the two who hold it. */
const SHOW_REPORTS: readonly EndpointName[] = ['getReport', 'listReports', 'listAlerts', 'listNotes', 'listMatches'];
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Forget each page and list in which one of these reports stands: there is no such report any more for whoever reads here. */
export async function forgetReadsOf(ids: readonly string[]): Promise<void> {
  const gone = new Set(ids);
  try {
    const showing = (await entries<string, Kept>(open())).filter(
      ([hash, { data }]) =>
        SHOW_REPORTS.some((name) => hash.startsWith(`["${name}"`)) &&
        [...`${hash} ${JSON.stringify(data)}`.matchAll(IDS)].some(([id]) => gone.has(id)),
    );
    await delMany(
      showing.map(([hash]) => hash),
      open(),
    );
  } catch (error) {
    console.warn('What was read could not be forgotten', error);
  }
}

/** The old go, then the oldest, until the rest has room. */
async function trim(now: number): Promise<void> {
  const all = await entries<string, Kept>(open());
  const newest = all.sort(([, a], [, b]) => b.at - a.at);
  let chars = 0;
  const gone = newest.filter(([, kept]) => {
    chars += kept.chars;
    return kept.at < now - KEPT_MS || chars > MAX_ALL_CHARS;
  });
  await delMany(
    gone.map(([hash]) => hash),
    open(),
  );
}
