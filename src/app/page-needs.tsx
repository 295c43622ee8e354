import type { ComponentType } from 'react';
import { Guard } from './guard.tsx';
import { Reading } from './reading.tsx';

/** What must be there around a page. */
export interface Needs {
  /** It reads from the server. */
  reads?: true;
  /** It is for who is signed in; others go to /login first. */
  account?: true;
}

/** The page with what it needs around it. */
export function withNeeds(Page: ComponentType, { reads, account }: Needs): ComponentType {
  const WithReads = () => (
    <Reading>
      <Page />
    </Reading>
  );
  const Inner = reads ? WithReads : Page;
  if (!account) return Inner;
  return () => (
    <Guard>
      <Inner />
    </Guard>
  );
}
