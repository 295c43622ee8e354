/** What the page of a report may show before the app has asked for it. */

import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { Shown } from '../http/record-pages.ts';
import { projectReport, sightOf } from './projection.ts';
import { findReport } from './read.ts';
import type { Reading } from './reading.ts';

/**
 * Title and photo of a report that everybody may see; undefined of every other one, and of those that are more than this
 * reader may read in an hour: they count as read.
 */
export async function findShown(
  { db, reading }: { db: Db; reading: Reading },
  id: string,
  caller: Caller,
): Promise<Shown | undefined> {
  const row = await findReport(db, id);
  const view = row && sightOf(row, caller) === 'public' ? projectReport(row, caller) : undefined;
  const title = view && ((view.subject.kind === 'person' ? view.subject.name : undefined) ?? view.title);
  if (title === undefined) return undefined;
  try {
    await reading.count(caller, [id]);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return undefined;
    throw error;
  }
  const [photo] = view?.photos ?? [];
  return photo === undefined ? { title } : { title, photo };
}
