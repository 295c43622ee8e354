/** Whose packs a phone believes. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { type Signer, textOfKey } from '../../contract/pack.ts';
import { believe } from '../../src/face/signer.ts';
import { LocalDb } from '../../src/store/db.ts';

interface Pair {
  key: string;
  privateKey: KeyObject;
}

function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { key: Buffer.from(x, 'base64url').toString('base64'), privateKey };
}
const by = ({ privateKey }: Pair, text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
const [first, second, third, stranger] = [newPair(), newPair(), newPair(), newPair()];
/** As a server says it whose keys these were, one after the other. */
const signerOf = (last: Pair, ...before: Pair[]): Signer => ({
  key: last.key,
  before: before.map((pair, i) => ({
    key: pair.key,
    signature: by(pair, textOfKey([...before, last][i + 1]?.key ?? '')),
  })),
});

let db: LocalDb;
beforeEach(() => {
  db = new LocalDb('wapsi', { indexedDB: new IDBFactory(), IDBKeyRange });
});
const refused = { code: 'other-signer', next: 'wait' };

it('the first key is believed and kept: another one is not, and not even for what it has signed itself', async () => {
  await believe(db, signerOf(first), 'a pack', by(first, 'a pack'));
  await believe(db, signerOf(first), 'another', by(first, 'another'));
  await expect(believe(db, signerOf(stranger), 'a pack', by(stranger, 'a pack'))).rejects.toMatchObject(refused);
  await believe(db, signerOf(first), 'a pack', by(first, 'a pack'));
});

it('nothing is believed that was changed, or that is signed by nobody', async () => {
  for (const signature of [by(first, 'a pack!'), by(stranger, 'a pack'), Buffer.alloc(64).toString('base64'), 'A'])
    await expect(believe(db, signerOf(first), 'a pack', signature)).rejects.toMatchObject(refused);
  await believe(db, signerOf(second), 'a pack', by(second, 'a pack')); // a key whose pack was not believed is not kept
});

it('a key that the known one vouches for is believed, over as many changes as there were, and the former is not any more', async () => {
  await believe(db, signerOf(first), 'a', by(first, 'a'));
  await believe(db, signerOf(third, first, second), 'b', by(third, 'b'));
  await expect(believe(db, signerOf(first), 'c', by(first, 'c'))).rejects.toMatchObject(refused);
});

it('a chain with one link that somebody else made is none', async () => {
  await believe(db, signerOf(first), 'a', by(first, 'a'));
  const forged = signerOf(third, first, stranger);
  const [link] = forged.before;
  if (link) link.signature = by(stranger, textOfKey(stranger.key));
  await expect(believe(db, forged, 'b', by(third, 'b'))).rejects.toMatchObject(refused);
});
