/** A photo of one's own report, from where it is. */

import { getFile } from '../../contract/file.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb } from '../store/db.ts';
import { filesOf } from '../store/files.ts';

/** One that this phone has posted is had without a network. @throws AppError what a call throws */
export async function ownPhoto({ db, api }: { db: LocalDb; api: Api }, sha256: string): Promise<Blob> {
  const [kept] = await filesOf(db, [sha256]);
  return kept?.blob ?? api.bytes(getFile, { sha256, size: 'full' });
}
