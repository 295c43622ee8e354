/** Who a photo of one's own report is about: read by this phone, from where the photo is. */

import { getFile } from '../../contract/file.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb } from '../store/db.ts';
import { filesOf } from '../store/files.ts';
import type { Enrolment, Recogniser } from './protocol.ts';

interface Reading {
  db: LocalDb;
  api: Api;
  face: Recogniser;
}

/**
 * The faces on it, or the one that is `chosen` of several. One that this phone has posted is read without a network.
 * @throws AppError models-missing | models-broken | no-webgl, and what a call throws
 */
export async function readOwnPhoto({ db, api, face }: Reading, sha256: string, chosen?: number): Promise<Enrolment> {
  const [kept] = await filesOf(db, [sha256]);
  return face.enrol(kept?.blob ?? (await api.bytes(getFile, { sha256, size: 'full' })), chosen);
}
