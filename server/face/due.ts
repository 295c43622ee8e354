/** Which photos are to be looked at: what is shared by those of reports and those of sightings. */

import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Db, FaceState } from '../db/schema.ts';
import type { FileStore } from '../files/store.ts';
import type { Embedding } from './embedding.ts';
import type { FaceIndex } from './index.ts';
import type { Found } from './look.ts';

/** What a run of the job works with. */
export interface Enrolling {
  db: Db;
  files: FileStore;
  embedding: Embedding;
  /** Whom else the face of a sighting is like. */
  faces: FaceIndex;
  /** How many photos were looked at again for a new pipeline, and how many are left. */
  onProgress(done: number, left: number): void;
  /** Another pipeline than this program's is a test's. */
  version?: string;
}

/** One that takes the thread down each time is left alone until the next pipeline. */
export const MAX_TRIES = 5;

/** Of a photo `f`. Each of the three by a range of its index. */
export const isOf = (version: string) => ({
  none: sql<SqlBool>`f.face_version is null`,
  earlier: sql<SqlBool>`f.face_version < ${version}`,
  later: sql<SqlBool>`f.face_version > ${version}`,
});

/** Nothing can be looked at any more, whichever photo it is. */
export class ModelsGone extends AppError {
  constructor() {
    super('unavailable', 'The face models have gone');
  }
}

export function stateOf(found: Found | 'unreadable'): FaceState {
  if (found === 'unreadable') return found;
  if (found.kind === 'face') return found.clear ? 'enrolled' : 'unclear';
  return found.kind;
}
