/** Looking at posts before others do, flags, complaints, and the log of what was done (R22, A17, A18). */

import { AppError } from '../../contract/errors.ts';
import { drawFace, faceQueue, leaveFace } from '../../contract/face.ts';
import {
  auditExport,
  auditLog,
  closeComplaint,
  complaints,
  flagReport,
  moderate,
  moderationQueue,
  openRecord,
} from '../../contract/moderation.ts';
import { writeAudit, writeListRead } from '../audit/audit.ts';
import { START } from '../audit/chain.ts';
import { exportAfter } from '../audit/kept.ts';
import { readHead, readStart } from '../audit/sealing.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { keepDrawnFace } from '../face/drawn.ts';
import type { FaceIndex } from '../face/index.ts';
import { leaveFace as keepLeft, readFaceQueue } from '../face/to-draw.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf } from '../http/op.ts';
import { logProcessing } from '../processing/log.ts';
import { historyOf } from '../reports/details.ts';
import { openFor } from '../reports/opened.ts';
import { mayOpen, projectReport } from '../reports/projection.ts';
import { findIf, findReport } from '../reports/read.ts';
import { isOwner, mayModerate } from '../reports/rules.ts';
import { addFlag, decideOn } from './decide.ts';
import { readAudit, readComplaints } from './logs.ts';
import { readQueue } from './queue.ts';

/** Flags an hour from one person: enough for who reads a lot, too few to empty a list. */
const FLAGS_AN_HOUR = 20;

/** Whole records an hour that one person opens: a busy shift; more is somebody who reads them all. */
const OPENED_AN_HOUR = 60;

export function moderationRoutes(http: Http, deps: { db: Db; faces: FaceIndex }): void {
  const { db } = deps;

  mount(http, flagReport, async (call) => {
    const { caller } = call;
    const { id, reason, text } = call.input;
    const op = opOf(call);
    if (!(await wasApplied(db, op))) await countUse(db, `flag:${caller.key}`, FLAGS_AN_HOUR);
    await once(
      db,
      op,
      (tx) => addFlag(tx, signedIn(caller), { id, reason, text }),
      async () => undefined,
    );
    return { flagged: true as const };
  });

  mount(http, moderationQueue, ({ input: { limit }, caller }) => readQueue(deps, signedIn(caller), limit));

  mount(http, moderate, async (call) => {
    const { id, action, reason, mark, looksAdult = false, again = false } = call.input;
    const { caller } = call;
    const { value } = await once(
      db,
      opOf(call),
      (tx) => decideOn(tx, signedIn(caller), { id, action, reason: reason || undefined, mark, looksAdult, again }),
      (tx) => findReport(tx, id),
    );
    const data = value && projectReport(value, caller);
    if (!data) throw new AppError('not-found', 'There is no such report');
    return { data };
  });

  mount(http, drawFace, async (call) => {
    const { caller, input } = call;
    await once(
      db,
      opOf(call),
      (tx) => keepDrawnFace(tx, signedIn(caller), input),
      async () => undefined,
    );
    return { drawn: true as const };
  });

  mount(http, faceQueue, ({ input: { limit }, caller }) => readFaceQueue(db, signedIn(caller), limit));

  mount(http, leaveFace, async (call) => {
    const { caller, input } = call;
    await once(
      db,
      opOf(call),
      (tx) => keepLeft(tx, signedIn(caller), input),
      async () => undefined,
    );
    return { left: !input.undo };
  });

  mount(http, openRecord, async ({ input: { id, reason, detail }, caller: anyone }) => {
    const caller = signedIn(anyone);
    await countUse(db, `open:${caller.key}`, OPENED_AN_HOUR);
    return db.transaction().execute(async (tx) => {
      // Their own they see whole anyway; as officers they would read of it what its owner must not.
      const row = await findIf(tx, id, (report) => mayOpen(report, caller) && !isOwner(report, caller));
      const data = row && projectReport(row, caller, 'full');
      if (!row || !data) throw new AppError('not-found', 'There is no such report');
      const until = await openFor(tx, caller, row, reason, detail || undefined);
      return {
        data,
        history: await historyOf(tx, row, 'full', mayModerate(caller) ? 'team' : 'officer'),
        until: until.toISOString(),
      };
    });
  });

  mount(http, complaints, async ({ caller }) => {
    const reader = signedIn(caller);
    await writeListRead(db, reader, 'complaints-read');
    return { data: await readComplaints(db, reader) };
  });

  mount(http, closeComplaint, async ({ input: { id, reason }, caller: anyone }) => {
    const caller = signedIn(anyone);
    await db.transaction().execute(async (tx) => {
      const closed = await tx
        .updateTable('complaint')
        .set({ handled_at: new Date() })
        .where('id', '=', id)
        .where('handled_at', 'is', null)
        .where('about_id', '<>', caller.userId)
        .where('by_id', '<>', caller.userId)
        .returning('about_id')
        .executeTakeFirst();
      if (!closed) throw new AppError('not-found', 'There is no such open complaint');
      await writeAudit(tx, caller, 'complaint-close', closed.about_id, reason);
    });
    return { closed: true as const };
  });

  mount(http, auditExport, async ({ input: { after }, caller }) => {
    const { role, userId } = signedIn(caller);
    if (after === 0) await logProcessing(db, { act: 'exported', purpose: 'audit', role, actor: userId });
    const ends = { head: (await readHead(db)) ?? START, start: await readStart(db), at: new Date().toISOString() };
    const lines = [ends, ...(await exportAfter(db, after, userId))];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return { type: 'application/x-ndjson; charset=utf-8', bytes: Buffer.from(text), maxAgeS: 0 };
  });

  mount(http, auditLog, async ({ input, caller }) => ({ data: await readAudit(db, signedIn(caller), input) }));
}
