/** Whether a face that a pack holds may not be held by it any more. */

import { createHash } from 'node:crypto';
import { readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';

const PAGE = 1000;

/** The marks of the templates of those of these people who may be in a pack now. */
export type Holdable = (ids: string[]) => Promise<ReadonlyMap<string, string>>;

export interface Watched {
  /** Who is in the pack, with the mark of their templates. */
  held: ReadonlyMap<string, string>;
  /** The changes up to here are known to take nobody out of it. */
  seenTo: string;
}

/** Tells the templates of a person from others they had, in any order: one is taken back with the photo it is of. */
export const markOf = (codes: readonly Uint8Array[]): string =>
  codes
    .map((code) => createHash('sha256').update(code).digest('base64').slice(0, 12))
    .sort()
    .join();

/**
 * Look at what changed since the last look: by any process, so that none of them goes on serving a template that another
 * has erased. People who are added or change otherwise are no reason to give a pack up.
 */
export async function hasForgotten(db: Db, pack: Watched, holdable: Holdable): Promise<boolean> {
  for (let more = true; more; ) {
    const page = await readChanges(db, 'references', pack.seenTo, PAGE);
    if (page.reset) return true;
    const changed = page.ids.flatMap(({ id }) => (pack.held.has(id) ? [id] : []));
    const still = changed.length === 0 ? undefined : await holdable(changed);
    if (changed.some((id) => still?.get(id) !== pack.held.get(id))) return true;
    ({ cursor: pack.seenTo, more } = page);
  }
  return false;
}
