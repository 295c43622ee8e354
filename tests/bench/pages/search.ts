/** Searching, in a page. */

import { benchSearch } from '../search.ts';

export interface SearchPage {
  benchSearch: typeof benchSearch;
}

Object.assign(globalThis, { benchSearch } satisfies SearchPage);
