/**
 * A file as it lies on disk: a mark, the SHA-256 of what follows, and what was made of the bytes that came. Its name is the
 * hash of what came, which is no longer here. A file without the mark is older: as it came, and its name is its hash.
 */

import { createHash } from 'node:crypto';

const MARK = Buffer.from('Wapsi file 1', 'latin1');
const HASH_BYTES = 32;
export const KEPT_HEAD_BYTES = MARK.length + HASH_BYTES;

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The same bytes, as they are written to disk. */
export const asKept = (body: Uint8Array): Buffer => Buffer.concat([MARK, hashOf(body), body]);

/** Where in the file what was kept begins, by its first bytes. */
export const bodyAt = (head: Uint8Array): number => (MARK.equals(head.subarray(0, MARK.length)) ? KEPT_HEAD_BYTES : 0);

export interface KeptFile {
  body: Buffer;
  /** Whether no byte has changed since it was written. */
  sound: boolean;
  /** It was kept before files were written anew: with all that its camera put in. */
  asItCame: boolean;
}

/** What lies on disk under the name `sha256`. */
export function readKept(bytes: Buffer, sha256: string): KeptFile {
  const at = bodyAt(bytes);
  const body = bytes.subarray(at);
  const expected = at === 0 ? Buffer.from(sha256, 'hex') : bytes.subarray(MARK.length, at);
  return { body, sound: hashOf(body).equals(expected), asItCame: at === 0 };
}
