/** Cases of children, people who must not be found, and what they say themselves. */

import { alertArea, listAlerts } from '../../contract/alert.ts';
import { NETWORK_OBJECTIONS_AN_HOUR, OBJECTIONS_AN_HOUR } from '../../contract/limits.ts';
import {
  decideObjection,
  endProtection,
  listObjections,
  nameCase,
  objectTo,
  protectPerson,
} from '../../contract/protection.ts';
import { signedIn } from '../auth/signed-in.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import type { Embedding } from '../face/embedding.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { listRunning, writeAlert } from './alert.ts';
import { writeCase } from './case.ts';
import { decideOn, readObjections, takeObjection } from './objections.ts';
import { endProtectionOf, protect } from './protect.ts';
import { readSelfie } from './selfie.ts';

export function protectionRoutes(http: Http, { db, embedding }: { db: Db; embedding: Embedding }): void {
  const write = <T>(work: (tx: Db) => Promise<T>): Promise<T> => transact(db, work);

  mount(http, nameCase, async ({ input, caller }) => ({
    data: await write((tx) => writeCase(tx, signedIn(caller), input)),
  }));

  mount(http, alertArea, async ({ input, caller }) => {
    const data = await write((tx) => writeAlert(tx, signedIn(caller), input));
    return data ? { data } : {};
  });
  mount(http, listAlerts, async ({ caller }) => ({ data: await listRunning(db, caller) }));

  mount(http, protectPerson, async ({ input: { id, reason }, caller }) => {
    await write((tx) => protect(tx, signedIn(caller), id, reason));
    return { protected: true as const };
  });

  mount(http, endProtection, async ({ input: { id, reason }, caller }) => ({
    data: await write((tx) => endProtectionOf(tx, signedIn(caller), id, reason)),
  }));

  mount(http, objectTo, async ({ input, caller }) => {
    await countUse(db, `object:${caller.key}`, OBJECTIONS_AN_HOUR);
    if (caller.network !== undefined)
      await countUse(db, `object:network:${caller.network}`, NETWORK_OBJECTIONS_AN_HOUR);
    // Before the report is looked at: that takes as long whatever there is to compare with.
    const selfie = input.selfie && (await readSelfie(input.selfie, embedding));
    const dueAt = await write((tx) => takeObjection(tx, caller, { ...input, selfie }));
    return { dueAt: dueAt.toISOString() };
  });

  mount(http, listObjections, ({ caller }) => readObjections(db, signedIn(caller)));

  mount(http, decideObjection, async ({ input: { id, outcome, reason }, caller }) => {
    await write((tx) => decideOn(tx, signedIn(caller), id, outcome, reason));
    return { decided: true as const };
  });
}
