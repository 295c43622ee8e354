/**
 * The log as a chain: each entry is sealed by a hash over itself and the hash of the one before, so that none can be changed,
 * left out, put in or moved without breaking all that follow. Who holds an exported copy can also tell that everything was
 * written anew. Pure; sealing.ts keeps it in the database.
 *
 * Of a reason only a salted hash is in the chain: a reason that tells of somebody goes when they are erased, and the chain
 * stays whole.
 */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

const Hex = z.string().check(z.regex(/^[0-9a-f]*$/));

/** An entry as it is exported, a line of JSON each; hashes and salt in hex. */
export const Link = z.object({
  seq: z.int(),
  id: z.string(),
  /** With microseconds, in UTC. */
  at: z.string(),
  actor: z.nullable(z.string()),
  role: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  /** Null where there was none, and where it was erased. */
  reason: z.nullable(z.string()),
  salt: Hex,
  /** Empty where there was no reason. */
  reasonHash: Hex,
  hash: Hex,
});
export type Link = z.infer<typeof Link>;

/**
 * An entry that is kept from whoever took the log away (kept.ts): its hash alone, by which the chain goes on. Of a few acts on a
 * report that they know the right one would be found by trying, were not the random id kept too, over which the hash is.
 */
export const Withheld = z.object({ seq: z.int(), hash: Hex, withheld: z.literal(true) });

/** A line of an exported log. */
export const ExportLine = z.union([Withheld, Link]);
export type ExportLine = z.infer<typeof ExportLine>;

/** Where a chain ends: how many entries it has, and the hash of the last. */
export const Head = z.object({ seq: z.int(), hash: Hex });
export type Head = z.infer<typeof Head>;

/** Before the first entry. */
export const START: Head = { seq: 0, hash: '' };

export const reasonHashOf = (salt: string, reason: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(reason).digest('hex');

/** The hash that seals an entry behind another. */
export function hashOf(before: Head, entry: Omit<Link, 'seq' | 'hash' | 'reason' | 'salt'>): string {
  const { id, at, actor, role, action, subject, reasonHash } = entry;
  const told = [before.seq + 1, before.hash, id, at, actor, role, action, subject, reasonHash];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

/** What is wrong with an entry that stands behind another; undefined when nothing is. */
export function faultOf(before: Head, link: ExportLine): string | undefined {
  if (link.seq !== before.seq + 1) return `entry ${before.seq + 1} is missing or not in its place`;
  if ('withheld' in link) return undefined; // what follows is sealed over its hash
  if (link.hash !== hashOf(before, link)) return `entry ${link.seq} is not what was sealed`;
  const isErased = link.reason === null && link.reasonHash !== '';
  const isKept = (link.reason === null && link.reasonHash === '') || isErased;
  if (!isKept && reasonHashOf(link.salt, link.reason ?? '') !== link.reasonHash)
    return `the reason of entry ${link.seq} is not what was sealed`;
  return undefined;
}

export interface Verdict {
  head: Head;
  /** The first fault. */
  fault?: string;
  /** The entries whose reason was erased: right if their subjects were. */
  erased: { seq: number; subject: string | null }[];
  /** How many entries were kept from whoever took it away: of these only their hashes are known. */
  withheld: number;
}

/** Behind what a chain begins, and when that was said. */
export interface Beginning {
  start: Head;
  at: Date;
}

/** What is older than this may have been cut off; server/audit/pruning.ts. */
const KEPT_MS = 365 * 86_400_000;

/**
 * Look through a whole chain. `end` is where it should end; `known` a place that somebody noted earlier, and when, through
 * which a chain that was written anew does not lead; of more than a year ago that cannot be told any more. Where the beginning was
 * cut off the first entry is older than a year: nothing that had to be kept went.
 */
export function verify(
  links: Iterable<ExportLine>,
  end: Head | undefined,
  known: Head & { at?: Date | undefined } = START,
  { start, at }: Beginning = { start: START, at: new Date() },
): Verdict {
  const yearAgo = at.getTime() - KEPT_MS;
  let head = start;
  const isCutOff = known.seq < start.seq && known.at !== undefined && known.at.getTime() < yearAgo;
  let isThrough = known.seq === 0 || isCutOff || isSame(known, start);
  const erased: Verdict['erased'] = [];
  let withheld = 0;
  const fails = (fault: string): Verdict => ({ head, fault, erased, withheld });
  for (const link of links) {
    const isFirst = head === start && start.seq > 0;
    const isYoung = isFirst && !('withheld' in link) && new Date(link.at).getTime() > yearAgo;
    const fault = isYoung ? `entries before ${link.seq} are missing` : faultOf(head, link);
    if (fault) return fails(fault);
    head = { seq: link.seq, hash: link.hash };
    if (isSame(head, known)) isThrough = true;
    if ('withheld' in link) withheld++;
    else if (link.reason === null && link.reasonHash !== '') erased.push({ seq: link.seq, subject: link.subject });
  }
  if (start.seq > 0 && head === start) return fails('all of its entries are missing');
  if (!isThrough) return fails(`it does not lead through entry ${known.seq} as that was known`);
  const isWhole = end !== undefined && isSame(end, head);
  return isWhole ? { head, erased, withheld } : fails(`it should end at entry ${end?.seq ?? 'that is not known'}`);
}

const isSame = (a: Head, b: Head): boolean => a.seq === b.seq && a.hash === b.hash;
