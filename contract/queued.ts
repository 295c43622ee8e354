/** The calls that may wait in a device's outbox; how each may travel stands in the call itself. */

import { decideCandidate } from './candidate.ts';
import { createClaim, updateClaim } from './claim.ts';
import { setConsent } from './consent.ts';
import { actOnDuty } from './duty.ts';
import type { Endpoint, Queued } from './endpoint.ts';
import { compareFace } from './face.ts';
import { putFile } from './file.ts';
import { sendMessage, startConversation } from './message.ts';
import { flagReport } from './moderation.ts';
import { addNote, answerNote, tellSighting } from './note.ts';
import { follow } from './notice.ts';
import { uploadLostFoundPerson } from './person.ts';
import { adoptReport, answerMatch, createReport, endReport, updateReport } from './report.ts';
import { updateReunion } from './reunion.ts';

export const queuedCalls = {
  uploadLostFoundPerson,
  createReport,
  updateReport,
  endReport,
  setConsent,
  adoptReport,
  answerMatch,
  decideCandidate,
  updateReunion,
  addNote,
  tellSighting,
  answerNote,
  createClaim,
  updateClaim,
  startConversation,
  sendMessage,
  flagReport,
  follow,
  actOnDuty,
  compareFace,
  putFile,
} satisfies Record<string, Endpoint & { queued: Queued }>;
type QueuedCalls = typeof queuedCalls;
export type QueuedName = keyof QueuedCalls;

/** The names of the calls that say `What` of themselves. */
export type Saying<What extends keyof Queued> = {
  [Name in QueuedName]: QueuedCalls[Name]['queued'] extends Record<What, unknown> ? Name : never;
}[QueuedName];

/** Whether the call of this name does; a name that a newer app wrote into the outbox says nothing here. */
export const says = <What extends keyof Queued>(name: string, what: What): name is Saying<What> =>
  isQueued(name) && what in queuedCalls[name].queued;
const isQueued = (name: string): name is QueuedName => Object.hasOwn(queuedCalls, name);

export const namesSaying = <What extends keyof Queued>(what: What): Saying<What>[] =>
  Object.keys(queuedCalls).filter((name) => says(name, what));

/** What it makes: an entity, a part of one, or nothing. */
export const madeBy = (name: QueuedName): Queued['makes'] => (queuedCalls[name].queued as Queued).makes;
