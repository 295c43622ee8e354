/** Whether a pack is of the server that this device knows: by the first key it heard of, or one that leads there. */

import { AppError } from '../../contract/errors.ts';
import { type Signer, textOfKey } from '../../contract/pack.ts';
import { fromBase64 } from '../../match/template.ts';
import type { LocalDb } from '../store/db.ts';
import { readMeta, writeMeta } from '../store/meta.ts';

/**
 * Believe `text` when it is signed by the key that this device keeps, or by one that the kept one vouches for, which is
 * then kept. The first is believed as it comes, over TLS: nothing on a phone could tell it from another.
 * @throws AppError other-signer
 */
export async function believe(db: LocalDb, signer: Signer, text: string, signature: string): Promise<void> {
  const known = await readMeta(db, 'packSigner');
  const isKnown = known === undefined || (await leadsOn(signer, known));
  if (!isKnown || !(await isSigned(signer.key, text, signature)))
    throw new AppError('other-signer', 'The pack is not signed by the server that this device knows');
  if (known !== signer.key) await writeMeta(db, 'packSigner', signer.key);
}

/** Whether each key from the known one on has signed the one after it, up to the one in use. */
async function leadsOn({ key, before }: Signer, known: string): Promise<boolean> {
  if (known === key) return true;
  const from = before.findIndex((one) => one.key === known);
  if (from === -1) return false;
  const keys = [...before.map((one) => one.key), key];
  for (const [i, { key: by, signature }] of before.entries())
    if (i >= from && !(await isSigned(by, textOfKey(keys[i + 1] ?? ''), signature))) return false;
  return true;
}

/** By a library where it is needed: browsers of before 2025 know no Ed25519. */
async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  const { verifyAsync } = await import('@noble/ed25519');
  try {
    return await verifyAsync(fromBase64(signature), new TextEncoder().encode(text), fromBase64(key));
  } catch {
    return false; // bytes that are no key, or no signature
  }
}
