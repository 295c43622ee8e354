/** Claims and the hand-over, as calls. */

import { createClaim, drawHandoverCode, getClaim, handOver, listClaims, updateClaim } from '../../contract/claim.ts';
import { writeAudit } from '../audit/audit.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config.ts';
import { once, transact, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { idFrom, opOf, receiptOf, withReceipt } from '../http/op.ts';
import { drawHandoverCodeFor, handOverBy, tryHandOver } from './handover.ts';
import { claimRows, viewClaims } from './read.ts';
import { claimFor, insertClaim, moveClaim } from './store.ts';

/** One person's newest; nobody reads more of them. */
const MOST = 200;

export function claimRoutes(http: Http, { db, config }: { db: Db; config: Config }): void {
  mount(http, createClaim, async (call) => {
    const { input } = call;
    const caller = signedIn(call.caller);
    const op = opOf(call);
    if (!(await wasApplied(db, op))) await countUse(db, `claim:${caller.key}`, config.limits.reports, Date.now());
    const id = input.id ?? idFrom(op.opId, 'claim');
    const { value, receivedAt } = await once(
      db,
      op,
      (tx) => insertClaim(tx, id, caller, input),
      (tx) => claimFor(tx, id, caller),
    );
    return { receipt: receiptOf(op.opId, receivedAt), data: value };
  });

  mount(http, listClaims, async ({ input: { scope, reportId }, caller: anyone }) => {
    const caller = signedIn(anyone);
    const rows = await claimRows(db)
      .where(scope === 'made' ? 'claim.claimant_id' : 'report.owner_id', '=', caller.userId)
      .$if(reportId !== undefined, (query) => query.where('claim.report_id', '=', reportId ?? ''))
      .limit(MOST)
      .execute();
    return { data: await viewClaims(db, rows, caller) };
  });

  mount(http, getClaim, async ({ input: { id }, caller: anyone }) => {
    const caller = signedIn(anyone);
    const data = await claimFor(db, id, caller);
    if (!data.mine && data.report.mine !== true) await writeAudit(db, caller, 'claim-read', id);
    return { data };
  });

  mount(http, updateClaim, async (call) => {
    const { input, opId } = call;
    const caller = signedIn(call.caller);
    const { value, receivedAt } = await once(
      db,
      opOf(call),
      (tx) => moveClaim(tx, caller, input),
      (tx) => claimFor(tx, input.id, caller),
    );
    return { ...withReceipt(opId, receivedAt), data: value };
  });

  mount(http, drawHandoverCode, ({ input, caller }) =>
    transact(db, (tx) => drawHandoverCodeFor(tx, input.id, signedIn(caller))),
  );

  mount(http, handOver, async (call) => {
    const { input, opId } = call;
    const caller = signedIn(call.caller);
    const op = opOf(call);
    const handItOver = () =>
      once(
        db,
        op,
        (tx) => handOverBy(tx, input.id, caller, input.code),
        (tx) => claimFor(tx, input.id, caller),
      );
    const wasDone = await wasApplied(db, op);
    const { value, receivedAt } = await (wasDone ? handItOver() : tryHandOver(db, input.id, caller, handItOver));
    return { ...withReceipt(opId, receivedAt), data: value };
  });
}
