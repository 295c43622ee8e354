/** What devices pull: the change feed, and what became of their writes. Packs for a first fill: pack.ts. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Cursor, Id, Instant, Receipt, Sha256 } from './primitives.ts';
import { ReportStatus, ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

/** `reports`: rows to show. `references`: the templates of those a device may compare with. */
export const Feed = z.enum(['reports', 'references']);
export type Feed = z.infer<typeof Feed>;

/**
 * All templates of one report that anyone may hold; a later one with the same id replaces them. Nothing in it says which
 * report that is: the id is a pseudonym, as in the pack.
 */
export const ReferenceChange = z.object({
  kind: z.literal('reference'),
  id: Id,
  type: z.enum(['lost', 'found']),
  /** The pipeline that made the templates. */
  model: z.string(),
  /** Base64 of one template code each; see match/template.ts. */
  codes: z.array(z.string()),
  /** The same for all, for the time of a report would name it. */
  updatedAt: Instant,
});
export const ReportChange = z.object({ kind: z.literal('report'), id: Id, row: ReportView });
/** A tombstone: forget the record, its photos and its templates. */
export const GoneChange = z.object({ kind: z.literal('gone'), id: Id });

/** What a reader does not know, from a newer server, is skipped; the rest of the page is good. */
export const SkippedChange = z.object({ kind: z.literal('skipped'), id: z.string() });

export const Change = z.catch(
  z.discriminatedUnion('kind', [ReportChange, ReferenceChange, GoneChange, SkippedChange]),
  { kind: 'skipped', id: '' },
);
export type Change = z.infer<typeof Change>;

export const sync = endpoint({
  method: 'GET',
  path: '/sync',
  access: PERMISSIONS.public,
  input: z.object({
    feed: Feed,
    /** Empty for everything from the start. */
    cursor: z._default(Cursor, ''),
    /** Repeated by the answer: a page that something on the way has kept is none. */
    nonce: z.optional(z.string().check(z.maxLength(64))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 200),
  }),
  output: z.object({
    nonce: z.optional(z.string()),
    /** The device's rows come from another life of the database: forget them, and apply this page to nothing. */
    reset: z.boolean(),
    cursor: Cursor,
    more: z.boolean(),
    changes: z.array(Change),
  }),
});
export type SyncPage = z.infer<typeof sync.output>;

/**
 * What became of one write, for the device that made it: only it knows the op's random name. A report posted without
 * an account is followed this way.
 */
export const receiptOf = endpoint({
  method: 'GET',
  path: '/receipts/:opId',
  access: PERMISSIONS.public,
  input: z.object({ opId: Id }),
  output: z.object({
    receipt: Receipt,
    /** The report's status now; absent when the write made no report or it is gone. */
    status: z.optional(ReportStatus),
    /** A person of ours has looked at it. */
    reviewed: z.boolean(),
    /** Anyone can find it: looked at or not, and neither about a child nor about a found person. */
    shown: z.boolean(),
    /** Photos that the report names and the server does not hold whole. */
    missing: z.array(Sha256),
    /** Of what no account is told: stands for what its maker may read of a reunion. Another one, or none any more, is news. */
    reunion: z.optional(z.string()),
    /** Of the same: when they were asked for news, and have not said so far. */
    asked: z.optional(Instant),
    /** Of the same: how much others have told of it, and how often it was learnt how the person is. More is news. */
    told: z.optional(z.int()),
  }),
});
