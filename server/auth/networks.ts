/** Where a call comes from, for limits alone: keyed hashes of addresses, which no row of ours can be turned back from. */

import { createHmac } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import { readSecret } from './secret.ts';

const DAY_MS = 86_400_000;
/** IPv4 as it is written on a socket for both. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

export interface Place {
  /** One address; of IPv6 a /64, since a caller has a whole one to choose from. */
  address: string;
  /** Its neighbours too, 256 of them: a /24, of IPv6 a /56, which is what providers give to one customer. */
  network: string;
}

/** Names the place of an address. The network's name is another one each day: of two days nobody can say that it was the same. */
export async function placeFinder(db: Db): Promise<(address: string, now?: number) => Place> {
  // One salt for all server processes, so that they count an address together.
  const salt = await readSecret(db, 'address-salt');
  return (address, now = Date.now()) => ({
    address: hashOf(salt, narrow(address)),
    network: hashOf(salt, `${Math.floor(now / DAY_MS)} ${wide(address)}`),
  });
}

const hashOf = (salt: string, place: string): string =>
  createHmac('sha256', salt).update(place).digest('base64url').slice(0, 22);

function narrow(address: string): string {
  const plain = address.replace(MAPPED, '');
  return plain.includes(':') ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

function wide(address: string): string {
  const plain = address.replace(MAPPED, '');
  if (!plain.includes(':')) return plain.split('.').slice(0, 3).join('.');
  const groups = groupsOf(plain).slice(0, 4);
  return [...groups.slice(0, 3), Number.parseInt(groups[3] ?? '0', 16) >> 8].join(':');
}

/** All eight. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back];
}
