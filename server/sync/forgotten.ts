/** Whether somebody has to be forgotten whom a pack holds, or a device. */

import { createHash } from 'node:crypto';
import type { Change } from '../../contract/sync.ts';
import { type ChangedId, readAhead, readChanges, type Source } from '../db/change.ts';
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
  async function hasOneOf(ids: readonly ChangedId[]): Promise<boolean> {
    const changed = ids.flatMap(({ id }) => (pack.held.has(id) ? [id] : []));
    const still = changed.length === 0 ? undefined : await holdable(changed);
    return changed.some((id) => still?.get(id) !== pack.held.get(id));
  }
  for (let more = true; more; ) {
    const page = await readChanges(db, 'references', pack.seenTo, PAGE);
    if (page.reset || (await hasOneOf(page.ids))) return true;
    ({ cursor: pack.seenTo, more } = page);
  }
  for await (const ids of readAhead(db, 'references', pack.seenTo, PAGE)) if (await hasOneOf(ids)) return true;
  return false;
}

/** At most so many tombstones behind `cursor` whose turn has not come yet: a device forgets by the next pull. */
export async function goneAhead(
  db: Db,
  source: Source,
  cursor: string,
  limit: number,
  changesOf: (ids: readonly ChangedId[]) => Promise<Change[]>,
): Promise<Change[]> {
  const gone: Change[] = [];
  for await (const ids of readAhead(db, source, cursor, limit)) {
    const held = ids.filter(({ fresh }) => !fresh);
    if (held.length > 0) gone.push(...(await changesOf(held)).filter(({ kind }) => kind === 'gone'));
    if (gone.length >= limit) break;
  }
  return gone.slice(0, limit);
}
