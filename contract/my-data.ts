/** All that is kept of somebody, for themselves (DPDP Act 2023, s. 11): in a form that programs read too. */

import * as z from 'zod/mini';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Instant, Sha256 } from './primitives.ts';
import { HistoryEntry, ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

/** A row as it is kept, by the names of its fields; what is empty is left out. */
const Row = z.record(z.string(), z.unknown());

/** Of the account, and of what it made; of others no more than they read in the app anyway. */
export const myData = endpoint({
  method: 'GET',
  path: '/me/data',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({
    madeAt: Instant,
    account: User,
    reports: z.array(z.object({ report: ReportView, history: z.array(HistoryEntry), consents: z.array(Row) })),
    notes: z.array(Row),
    claims: z.array(Row),
    messages: z.array(Row),
    flags: z.array(Row),
    complaints: z.array(Row),
    follows: z.array(Row),
    notices: z.array(Row),
    scans: z.array(Row),
    strikes: z.array(Row),
    sessions: z.array(Row),
    /** Which faces the devices of a volunteer or an officer are lent. */
    loans: z.array(Row),
    passkeys: z.array(Row),
    /** What the log says of acts on the account. */
    log: z.array(Row),
    /** Photos: read as any file. */
    files: z.array(Sha256),
    /** Read piece by piece, as `getVideo` says. */
    videos: z.optional(z.array(Sha256)),
    /** Of the account itself: read as `avatar` says. */
    avatar: z.optional(Sha256),
  }),
});
