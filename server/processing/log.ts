/**
 * The log of what was done with data of people, a sealed line each, for a year (DPDP Rules 2025). It stands in the transaction of
 * what it tells of. What is an act of an office is in the log of acts already (server/audit), and is not written here again.
 * See docs/decisions/059.
 */

import { createHmac } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Role } from '../../contract/user.ts';
import { type Beside, beside } from '../db/beside.ts';
import type { Db, ProcessingTable } from '../db/schema.ts';
import { keysOf } from '../db/sealing.ts';
import { openStream, publicHalf, type Stream } from './sealing.ts';

/** Of whom and of what only a keyed pseudonym stands in a line; no names, words or addresses. */
export interface Processing {
  act:
    | ('posted' | 'changed' | 'status' | 'consent-given' | 'consent-withdrawn' | 'erased')
    | ('mailed' | 'pushed' | 'taken-along' | 'exported' | 'ended-by-rule');
  /** For what: a consent's purpose, a status, the table of a rule. */
  purpose: string;
  role: Role | 'owner' | 'nobody' | 'system';
  record?: string | undefined;
  actor?: string | undefined;
  /** Of how many, where each by itself says nothing. */
  count?: number | undefined;
}

interface Sealer {
  seal(line: string): ReturnType<Stream['seal']>;
  pseudonym(id: string): string;
}

const PSEUDONYM_BYTES = 12;
const DAY_MS = 86_400_000;

const sealers: Beside<Sealer> = beside('log of processing');

/**
 * Before anything is done with data of this database. `logKey`: the public half of whoever reads the log; without one the server
 * could read it itself, with the secret that lies beside the database.
 */
export async function openProcessing(db: Db, logKey: string | undefined): Promise<void> {
  const keys = keysOf(db);
  const reader = logKey === undefined ? publicHalf(keys.take('log')) : Buffer.from(logKey, 'base64url');
  const secret = keys.take('pseudonym');
  await keys.written();
  let [stream, until] = [openStream(reader), Date.now() + DAY_MS];
  sealers.keep(db, {
    seal(line) {
      if (Date.now() > until) [stream, until] = [openStream(reader), Date.now() + DAY_MS];
      return stream.seal(line);
    },
    pseudonym: (id) => pseudonymOf(secret, id),
  });
}

/** By whom the lines about somebody are found: with the secret, and with what they are known by here. */
export const pseudonymOf = (secret: Uint8Array, id: string): string =>
  createHmac('sha256', secret).update(id.toLowerCase()).digest().subarray(0, PSEUDONYM_BYTES).toString('base64url');

/** Lines as they are stored, for a statement that writes them with something else. */
export function sealLines(tx: Db, ...all: readonly Processing[]): Insertable<ProcessingTable>[] {
  if (all.length === 0) return [];
  const sealer = sealers.of(tx);
  const at = new Date();
  const named = (id: string | undefined) => (id === undefined ? undefined : sealer.pseudonym(id));
  return all.map(({ record, actor, ...told }) => {
    const line = { at: at.toISOString(), ...told, record: named(record), actor: named(actor) };
    return { ...sealer.seal(JSON.stringify(line)), at };
  });
}

/** Write lines, in the transaction of what they tell of. */
export async function logProcessing(tx: Db, ...all: readonly Processing[]): Promise<void> {
  if (all.length > 0)
    await tx
      .insertInto('processing')
      .values(sealLines(tx, ...all))
      .execute();
}

/** Who that is in a history: `owner:<id>`, `moderator:<id>`, `anonymous`, `system:…`; undefined of an act of an office. */
export function whoIs(actor: string): Pick<Processing, 'role' | 'actor'> | undefined {
  const [role, id] = actor.split(':');
  if (role === 'owner') return { role: 'owner', actor: id };
  if (role === 'anonymous') return { role: 'nobody' };
  return role === 'system' ? { role: 'system' } : undefined;
}
