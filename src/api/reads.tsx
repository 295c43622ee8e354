import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Api } from './client.ts';
import { readsOf } from './query.ts';

/** What is inside may read from the server; all of them share one cache. */
export function Reads({ api, children }: { api: Api; children: ReactNode }) {
  return <QueryClientProvider client={readsOf(api)}>{children}</QueryClientProvider>;
}
