/** Notes: a sighting, something known, "I am this person"; and the owner's answer to them. */

import { waitingNotes } from '../../contract/moderation.ts';
import { addNote, answerNote, listNotes, tellSighting } from '../../contract/note.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config.ts';
import { once, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { idFrom, opOf, receiptOf, withReceipt } from '../http/op.ts';
import { countGuarded } from '../reports/details.ts';
import { sightOf } from '../reports/projection.ts';
import { findJudged } from '../reports/read.ts';
import { decideNote, insertNote, insertSighting, noteFor, notesOn } from './store.ts';
import { notesWaiting } from './waiting.ts';

/** Sightings of one record in an hour without an account: a desk reads them one by one, and those that wait come later. */
const MOST_OF_ONE = 60;

export function noteRoutes(http: Http, { db, config }: { db: Db; config: Config }): void {
  mount(http, addNote, async (call) => {
    const { input } = call;
    const caller = signedIn(call.caller);
    const op = opOf(call);
    if (!(await wasApplied(db, op))) await countUse(db, `note:${caller.key}`, config.limits.reports, Date.now());
    const id = input.id ?? idFrom(op.opId, 'note');
    const { value, receivedAt } = await once(
      db,
      op,
      (tx) => insertNote(tx, id, caller, input),
      (tx) => noteFor(tx, id, caller),
    );
    return { receipt: receiptOf(op.opId, receivedAt), data: value };
  });

  mount(http, tellSighting, async (call) => {
    const { input, caller } = call;
    const op = opOf(call);
    if (!(await wasApplied(db, op))) {
      await countUse(db, `sighting:${caller.key}`, config.limits.reports, Date.now());
      await countUse(db, `sightings-of:${input.reportId}`, MOST_OF_ONE, Date.now());
    }
    const id = input.id ?? idFrom(op.opId, 'note');
    const { receivedAt } = await once(
      db,
      op,
      (tx) => insertSighting(tx, id, input),
      async () => undefined,
    );
    return { receipt: receiptOf(op.opId, receivedAt) };
  });

  mount(http, listNotes, async ({ input: { reportId }, caller: anyone }) => {
    const caller = signedIn(anyone);
    const [report] = await findJudged(db, [reportId]);
    if (report && sightOf(report, caller) === 'guarded') await countGuarded(db, caller, config);
    return { data: await notesOn(db, reportId, caller) };
  });

  mount(http, waitingNotes, ({ caller }) => notesWaiting(db, signedIn(caller)));

  mount(http, answerNote, async (call) => {
    const { input, opId } = call;
    const caller = signedIn(call.caller);
    const { value, receivedAt } = await once(
      db,
      opOf(call),
      (tx) => decideNote(tx, input.id, caller, input.answer),
      (tx) => noteFor(tx, input.id, caller),
    );
    return { ...withReceipt(opId, receivedAt), data: value };
  });
}
