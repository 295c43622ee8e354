/** The duty desk: what waits for who is on duty, and what they do with it. */

import { actOnDuty, dutyList } from '../../contract/duty.ts';
import { AppError } from '../../contract/errors.ts';
import type { LiveEvent } from '../../contract/message.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf } from '../http/op.ts';
import { act } from './act.ts';
import { findTask, readDesk } from './list.ts';
import { colleaguesOf } from './on-duty.ts';

interface DutyDeps {
  db: Db;
  publish(userId: string, event: LiveEvent): void;
}

export function dutyRoutes(http: Http, { db, publish }: DutyDeps): void {
  mount(http, dutyList, ({ input, caller }) => readDesk(db, signedIn(caller), input));

  mount(http, actOnDuty, async (call) => {
    const caller = signedIn(call.caller);
    const { id } = call.input;
    const { value, replayed } = await once(
      db,
      opOf(call),
      (tx) => act(tx, caller, call.input),
      (tx) => findTask(tx, id, caller),
    );
    if (!value) throw new AppError('not-found', 'There is no such task on your desk');
    // Desks that are open show it at once; whoever is to be told has a notice.
    if (!replayed)
      for (const userId of await colleaguesOf(db, id))
        if (userId !== caller.userId) publish(userId, { kind: 'notice' });
    return { data: value };
  });
}
