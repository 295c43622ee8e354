/** Possible matches of things: read by the owners of either side, and answered by them. */

import { answerMatch, listMatches } from '../../contract/report.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf, withReceipt } from '../http/op.ts';
import { decideMatch, matchesOf, matchFor } from './store.ts';

export function itemRoutes(http: Http, { db }: { db: Db }): void {
  mount(http, listMatches, async ({ input, caller }) => ({ data: await matchesOf(db, input.id, signedIn(caller)) }));

  mount(http, answerMatch, async (call) => {
    const { input, opId } = call;
    const caller = signedIn(call.caller);
    const { lostId, foundId } = input;
    const { value, receivedAt } = await once(
      db,
      opOf(call),
      (tx) => decideMatch(tx, input, caller),
      (tx) => matchFor(tx, lostId, foundId, caller),
    );
    return { ...withReceipt(opId, receivedAt), data: value };
  });
}
