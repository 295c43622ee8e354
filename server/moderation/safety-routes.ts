/** What waits because of how people treat each other, as calls: warnings, and strikes with their appeals. */

import { closeWarning, decidePhoto, heldPhotos, openWarning, warnings } from '../../contract/moderation.ts';
import { appealStrike, decideStrike, giveStrike, listStrikes, strikeAppeals } from '../../contract/strike.ts';
import { writeListRead } from '../audit/audit.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf } from '../http/op.ts';
import { decideOnPhoto, readHeldPhotos } from './held-photos.ts';
import { appealFor, countOf, decideAppeal, readAppeals, strikeFor, strikesOf } from './strikes.ts';
import { closeWarned, readWarned, readWarnings } from './warnings.ts';

/** So many conversations an hour one reviewer looks into: more is somebody who reads what others write. */
const OPENED_AN_HOUR = 60;

export function safetyRoutes(http: Http, { db }: { db: Db }): void {
  mount(http, warnings, ({ caller }) => readWarnings(db, signedIn(caller)));

  mount(http, openWarning, async ({ input: { id }, caller }) => {
    await countUse(db, `warning:${caller.key}`, OPENED_AN_HOUR);
    return { data: await db.transaction().execute((tx) => readWarned(tx, signedIn(caller), id)) };
  });

  mount(http, closeWarning, async ({ input: { id, reason }, caller }) => {
    await db.transaction().execute((tx) => closeWarned(tx, signedIn(caller), id, reason));
    return { closed: true as const };
  });

  mount(http, heldPhotos, async ({ caller }) => {
    await writeListRead(db, signedIn(caller), 'photos-read'); // photos of conversations and claims are among them
    return readHeldPhotos(db, signedIn(caller));
  });

  mount(http, decidePhoto, async ({ input, caller }) => {
    await db.transaction().execute((tx) => decideOnPhoto(tx, signedIn(caller), input));
    return { decided: true as const };
  });

  mount(http, giveStrike, async (call) => {
    const { opId: _, reason, ...subject } = call.input;
    const { value } = await once(
      db,
      opOf(call),
      (tx) => strikeFor(tx, signedIn(call.caller), { ...subject, reason }),
      (tx) => countOf(tx, subject),
    );
    return value;
  });

  mount(http, listStrikes, ({ caller }) => strikesOf(db, signedIn(caller)));

  mount(http, appealStrike, async ({ input: { id, text }, caller }) => ({
    data: await db.transaction().execute((tx) => appealFor(tx, signedIn(caller), id, text)),
  }));

  mount(http, strikeAppeals, ({ caller }) => readAppeals(db, signedIn(caller)));

  mount(http, decideStrike, async ({ input, caller }) => {
    await db.transaction().execute((tx) => decideAppeal(tx, signedIn(caller), input));
    return { decided: true as const };
  });
}
