/** The family is told, and says when it is over. */

import { AppError } from '../../contract/errors.ts';
import { readReunion, updateReunion } from '../../contract/reunion.ts';
import { writeRecordRead } from '../audit/audit.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf, withReceipt } from '../http/op.ts';
import { changeReunion, findReunion } from './together.ts';

/** Each word is told to others. */
const CHANGED_AN_HOUR = 60;

export function reunionRoutes(http: Http, { db }: { db: Db }): void {
  mount(http, readReunion, async ({ input, caller }) => {
    const reunion = found(await findReunion(db, input, signedIn(caller)));
    // An office reads where somebody is, whom it has confirmed or not.
    if (reunion.data.as === 'office') await writeRecordRead(db, signedIn(caller), 'reunion-read', input.id);
    return reunion;
  });
  mount(http, updateReunion, async (call) => {
    const { input, caller, opId } = call;
    await countUse(db, `reunion:${caller.key}`, CHANGED_AN_HOUR);
    if (input.secret === undefined) signedIn(caller); // or the phone that made the report shows so by its secret
    const { value, receivedAt } = await once(
      db,
      opOf(call),
      (tx) => changeReunion(tx, input, caller),
      (tx) => findReunion(tx, input, caller),
    );
    return { ...withReceipt(opId, receivedAt), ...(value ? { data: value } : {}) };
  });
}

function found<T>(data: T | undefined): { data: T } {
  if (data === undefined) throw new AppError('not-found', 'There is no such reunion for you');
  return { data };
}
