/** The two records that a task of the kind `candidate` is about, as its reader may see them. */

import type { Candidate } from '../../contract/candidate.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';

/** By their ids; what is not there for this reader is left out. None are made yet. */
export const candidatesFor = async (
  _db: Db,
  _ids: readonly string[],
  _caller: SignedIn,
): Promise<ReadonlyMap<string, Candidate>> => new Map();
