/** Reports of one side that likely tell of one person, for whoever has one of them before them (docs/decisions/092). */

import type { Alike } from '../../contract/candidate.ts';
import { AppError } from '../../contract/errors.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import type { FaceIndex } from '../face/index.ts';
import { openedSights } from '../reports/opened.ts';
import { projectReport } from '../reports/projection.ts';
import { reportsById } from '../reports/read.ts';
import { readCompared } from './facts.ts';
import { likenessesOf } from './match.ts';
import { mayKnow } from './read.ts';

/** Somebody looks at them. */
export const MOST_ALIKE = 5;

/**
 * Those of the likeliest that the caller may see: what is guarded from them is left out, as are those of which they may know no
 * candidates. Nothing is kept of it and nobody is told. @throws AppError not-found
 */
export async function alikeOf(db: Db, faces: FaceIndex, id: string, caller: SignedIn): Promise<Alike[]> {
  const report = (await reportsById(db, [id])).get(id);
  const mayAsk = report && mayKnow(report, caller) && (await isAskedFor(db, report, caller));
  if (!mayAsk) throw new AppError('not-found', 'There is no such report in your district');
  const [row] = await readCompared(db, [id]);
  const likely = row ? await likenessesOf(db, faces, row) : [];
  const reports = await reportsById(
    db,
    likely.map(({ other }) => other.id),
  );
  const sights = await openedSights(db, caller, [...reports.values()]);
  return likely
    .flatMap(({ other, because }): Alike[] => {
      const one = reports.get(other.id);
      const sight = one && sights.get(one.id);
      if (!one || !mayKnow(one, caller) || sight === 'guarded') return [];
      const view = projectReport(one, caller, sight);
      return view ? [{ report: view, because }] : [];
    })
    .slice(0, MOST_ALIKE);
}
