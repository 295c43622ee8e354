/** Two records that may be about one person: seen and decided by officers of either district and by moderators. */

import { decideCandidate, listAlike, listCandidates } from '../../contract/candidate.ts';
import { writeRecordRead } from '../audit/audit.ts';
import { signedIn } from '../auth/signed-in.ts';
import { once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import type { FaceIndex } from '../face/index.ts';
import { type Http, mount } from '../http/mount.ts';
import { opOf } from '../http/op.ts';
import { alikeOf } from './alike.ts';
import { decideOn } from './decide.ts';
import { candidateFor, candidatesOf } from './read.ts';

export function candidateRoutes(http: Http, { db, faces }: { db: Db; faces: FaceIndex }): void {
  mount(http, listCandidates, async ({ input: { id }, caller }) => ({
    data: await candidatesOf(db, id, signedIn(caller)),
  }));

  mount(http, listAlike, async ({ input: { id }, caller }) => {
    const data = await alikeOf(db, faces, id, signedIn(caller));
    await writeRecordRead(db, signedIn(caller), 'alike-read', id); // it searches by face and name among guarded people
    return { data };
  });

  mount(http, decideCandidate, async (call) => {
    const caller = signedIn(call.caller);
    const { value } = await once(
      db,
      opOf(call),
      (tx) => decideOn(tx, caller, call.input),
      (tx) => candidateFor(tx, call.input.id, caller),
    );
    return { data: value };
  });
}
