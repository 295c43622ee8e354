/**
 * Reads from the server: TanStack Query with the specification's defaults (R402 to R405, A35), and what was seen kept in
 * IndexedDB, so that it opens without a network. It never carries writes: those go through the outbox.
 */

import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { AppError } from '../../contract/errors.ts';
import { QUERY_FIRST_DELAY_MS, QUERY_KEPT_MS, QUERY_MAX_DELAY_MS, QUERY_RETRIES } from '../../contract/limits.ts';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import type { Api } from './client.ts';
import { forgetRead, forgetReads, keepRead, mayKeep, readKept } from './kept-reads.ts';
import { accessToken, useSession } from './session.ts';

/** What was read a moment ago is not asked for again when a page is opened twice. */
const FRESH_MS = 5000;

/** When a caller who has asked too often may ask again, by this device's clock; undefined for any other failure. */
export const endsAt = (error: unknown, now = Date.now()): Date | undefined =>
  error instanceof AppError && error.code === 'too-many' && error.retryAfterMs !== undefined
    ? new Date(now + error.retryAfterMs)
    : undefined;

/** A failure that trying again may cure; the same call answered "no", or "not now", is not repeated. */
export function mayRetry(failures: number, error: unknown): boolean {
  return error instanceof AppError && error.next === 'retry' && failures < QUERY_RETRIES && !endsAt(error);
}

/** 1 s, 2 s, 4 s ... 30 s. */
export const retryDelay = (failures: number): number =>
  Math.min(QUERY_FIRST_DELAY_MS * 2 ** failures, QUERY_MAX_DELAY_MS);

/** `[name, input]`, and for a list read page by page `[name, input, 'pages']`. */
export type ReadKey = readonly [name: EndpointName, input: object, pages?: 'pages'];

const asReadKey = (key: QueryKey): ReadKey => key as ReadKey; // made by use-read.ts alone

export function createReads(api: Api): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay,
        gcTime: QUERY_KEPT_MS,
        staleTime: FRESH_MS,
        networkMode: 'offlineFirst',
        queryFn: ({ queryKey, pageParam, signal }) => {
          const [name, input] = asReadKey(queryKey);
          const page = pageParam ? { cursor: pageParam } : {};
          return api.call(endpoints[name], { ...input, ...page } as never, { signal }); // typed by useRead
        },
      },
    },
  });
  client.getQueryCache().subscribe((event) => {
    const [name] = asReadKey(event.query.queryKey);
    if (!mayKeep(name)) return;
    if (event.type === 'added') void restore(client, event.query.queryKey, event.query.queryHash);
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      void keepRead(event.query.queryHash, event.query.state.data, event.query.state.dataUpdatedAt);
    if (event.type === 'updated' && event.action.type === 'error' && isGone(event.action.error))
      void forgetRead(event.query.queryHash);
  });
  forgetAtChangeOfSession(client);
  return client;
}

const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'not-found';

/** What was seen before, shown until the server answers, and instead of an answer that does not come. */
async function restore(client: QueryClient, key: QueryKey, hash: string): Promise<void> {
  const [name, , pages] = asReadKey(key);
  const kept = await readKept(hash, name, pages === 'pages');
  const query = client.getQueryCache().get(hash);
  if (kept === undefined || query === undefined || query.state.data !== undefined) return;
  query.setData(kept.data, { updatedAt: kept.at, manual: true });
  query.invalidate(); // however lately it was seen, the server is asked now
}

/** Another person, or nobody, may see other things: nothing that was read stays. */
function forgetAtChangeOfSession(client: QueryClient): void {
  let before = accessToken();
  useSession.subscribe(() => {
    if (accessToken() === before) return;
    before = accessToken();
    void forgetReads();
    void client.resetQueries();
    client.removeQueries({ type: 'inactive' });
  });
}

let current: { api: Api; client: QueryClient } | undefined;

/** One cache a page, whoever asks. */
export function readsOf(api: Api): QueryClient {
  if (current?.api !== api) current = { api, client: createReads(api) };
  return current.client;
}

/** The server has answered something: what could not be read before is asked for again, without waiting out its pause. */
export function refreshStuck(api: Api): void {
  const client = readsOf(api);
  const stuck = client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'error' || state.fetchFailureCount > 0 });
  const predicate = (query: Query) => stuck.includes(query);
  void client.cancelQueries({ predicate }).then(() => client.refetchQueries({ predicate, type: 'active' }));
}
