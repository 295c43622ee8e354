/**
 * What a write says, as one hash, so that saving it twice is told from saving something else under the same name: a form
 * that lived on in another tab, or one whose name was lent to it by mistake. The first changes nothing; the second is a
 * write of its own, or its words would be lost after the user read "saved".
 */

import { sha256Of } from '../../platform/sha256.ts';

/** The name is part of what is hashed: the hash alone then does not tell that two people wrote the same. */
export const contentHash = (content: object): Promise<string> =>
  sha256Of(new TextEncoder().encode(JSON.stringify(content)));

/** The names that other content goes by when its own are taken: always the same, so that it too is kept once. */
export const namesOf = (hash: string): { id: string; opId: string } => ({
  id: uuidOf(hash.slice(0, 32)),
  opId: uuidOf(hash.slice(32)),
});

/** RFC 9562, version 8: 122 bits of one's own making. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
