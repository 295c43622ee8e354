/** Reading from the server in a component. */

import {
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../contract/protocol.ts';
import type { ReadKey } from './query.ts';

type Input<N extends EndpointName> = InputOf<Endpoints[N]>;
type Output<N extends EndpointName> = OutputOf<Endpoints[N]>;

export interface ReadOptions {
  /** False while it is not yet known what to ask for. */
  enabled?: boolean;
  /** Ask again so often while the page is looked at. */
  refetchInterval?: number;
}

const keyOf = <N extends EndpointName>(name: N, input: Input<N>): ReadKey => [name, input as object];

/** An answer of the server, or the last one seen; see `seenAt` for telling which. */
export function useRead<N extends EndpointName>(
  name: N,
  input: Input<N>,
  options: ReadOptions = {},
): UseQueryResult<Output<N>> {
  return useQuery<Output<N>>({ queryKey: keyOf(name, input), ...options });
}

/** Names of lists that come page by page with a cursor. */
type PagedName = 'listReports' | 'dutyList';

interface Pages<T> {
  pages: T[];
}

/** A list, page by page: `fetchNextPage` brings the next. */
export function useReadPages<N extends PagedName>(
  name: N,
  input: Input<N>,
  options: ReadOptions = {},
): UseInfiniteQueryResult<Pages<Output<N>>> {
  return useInfiniteQuery<Output<N>, Error, Pages<Output<N>>, ReadKey, string>({
    queryKey: [name, input as object, 'pages'],
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor,
    ...options,
  });
}

/** What to call after a write: reads of that name, or of that very input, are asked for again. */
export function useRefresh(): <N extends EndpointName>(name: N, input?: Input<N>) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    (name, input) => client.invalidateQueries({ queryKey: input === undefined ? [name] : [name, input] }),
    [client],
  );
}

/** When what is shown was read, if the server cannot be asked now; undefined when all is well. */
export function seenAt(read: {
  data: unknown;
  dataUpdatedAt: number;
  isError: boolean;
  failureCount: number;
  fetchStatus: string;
}): number | undefined {
  const stuck = read.isError || read.failureCount > 0 || read.fetchStatus === 'paused';
  return stuck && read.data !== undefined ? read.dataUpdatedAt : undefined;
}
