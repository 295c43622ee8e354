/**
 * The feed of the templates that anyone may hold. Which report each is of, it does not tell: ids are pseudonyms, pages hold
 * at least so many and in no order of theirs, nothing has a time, and the cursor covers its place (decision 060).
 */

import type { Change, SyncPage } from '../../contract/sync.ts';
import { TEMPLATE_VERSION, toBase64, withFused } from '../../match/template.ts';
import { type ChangedId, readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { isPublicReference } from '../reports/projection.ts';
import { type ReportRow, reportsById, templatesOf } from '../reports/read.ts';
import { goneAhead } from './forgotten.ts';
import type { PackKeys } from './keys.ts';

const LEAST_PAGE = 200;
const NO_TIME = new Date(0).toISOString();

export async function readReferenceFeed(
  db: Db,
  keys: PackKeys,
  cursor: string,
  limit: number,
): Promise<Omit<SyncPage, 'nonce'>> {
  const most = Math.max(LEAST_PAGE, limit);
  const { ids, reset, more, ...page } = await readChanges(db, 'references', keys.uncover(cursor), most);
  const changesOf = (changed: readonly ChangedId[]) => readAs(db, keys, changed);
  const gone = more ? [] : await goneAhead(db, 'references', page.cursor, most, changesOf);
  const changes = [...(await changesOf(ids)), ...gone];
  return { reset, cursor: keys.cover(page.cursor), more, changes: changes.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

async function readAs(db: Db, keys: PackKeys, changed: readonly ChangedId[]): Promise<Change[]> {
  const ids = changed.map(({ id }) => id);
  const rows = await reportsById(db, ids);
  const codes = await templatesOf(db, ids, 'shared');
  return changed.flatMap(({ id, fresh }): Change[] => {
    const [row, its] = [rows.get(id), codes.get(id)];
    const name = keys.pseudonymOf(id);
    if (row && its && !row.closed && isPublicReference(row)) return [referenceOf(name, row, its)];
    // Only a device that may hold it is told to forget it; for the others it has never been.
    return !fresh && (row === undefined || row.ever_public) ? [{ kind: 'gone', id: name }] : [];
  });
}

const referenceOf = (id: string, { type }: ReportRow, codes: readonly Uint8Array[]): Change => ({
  kind: 'reference',
  id,
  type,
  model: TEMPLATE_VERSION,
  codes: withFused(codes).map(toBase64),
  updatedAt: NO_TIME,
});
