/** Of the world of canaries: a pair that an officer confirmed, what is told around it, an alert and a strike. */

import { randomUUID } from 'node:crypto';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import type { Canary, Viewer } from './canary.ts';
import { bring, faceOf, makePhoto, newReport, type TestHost, withFace } from './client.ts';
import { publishReport } from './publish.ts';

/** What a part of the world is made with. */
export interface Making {
  host: TestHost;
  ask(viewer: Viewer, name: EndpointName, path: string, payload: object): Promise<{ data: { id: string } }>;
  word(what: string, may: Canary['may']): string;
  digits(what: string, may: Canary['may']): string;
  watch(token: string, what: string, may: Canary['may']): string;
  isTeam(viewer: Viewer): boolean;
  /** Who opens whole records, and by which calls. */
  opens: Canary['may'];
}

/** What else callers may name and search for. */
export interface Made {
  ids: string[];
  hashes: string[];
  faces: number[][];
}

/**
 * `owner` misses somebody, `party` found them; the officer of their district confirms it and lets the family know where to
 * ask. What the finder said of the found one is never told the family, nor the other way round.
 */
export async function addPair({ host, ask, word, digits, watch, isTeam, opens }: Making): Promise<Made> {
  const ofFinder: Canary['may'] = (viewer, call) => viewer === 'party' || opens(viewer, call);
  const ofFamily: Canary['may'] = (viewer, call) => viewer === 'owner' || opens(viewer, call);
  const ofDuty: Canary['may'] = (viewer) => viewer === 'officer' || isTeam(viewer);
  /** What officers said of who it may be stands in the history of the record, for whichever of them opens it with a reason. */
  const readsHistory: Canary['may'] = (viewer, call) => ofDuty(viewer, call) || opens(viewer, call);
  const toFamily: Canary['may'] = (viewer, call) => ofDuty(viewer, call) || viewer === 'owner';

  const photo = await makePhoto(790);
  watch(photo.sha256, 'the photo of who was found', (viewer, call) => {
    const reads = ['getFile', 'getVideo'].includes(call) && (viewer.startsWith('officer') || isTeam(viewer));
    return ofFinder(viewer, call) || reads || call === 'receiptOf';
  });
  const face = faceOf(790);
  const { id: foundId, opId } = await post('party', {
    ...{ type: 'found', foundPersonAge: '34', foundPersonName: word('the name of who was found', ofFinder) },
    ...{ ...withFace(face), title: word('the title of who was found', ofFinder) },
    descriptionText: word('the story of who was found', ofFinder),
    phoneNumber: `+91 ${digits('the phone of the finder', ofFinder)}`,
    place: {
      lat: Number(`30.${digits('where they were found', ofFinder)}`),
      lng: Number(`75.${digits('where they were found, east', ofFinder)}`),
      address: word('the address at which they were found', ofFinder),
    },
    photos: [photo.sha256],
  });
  await bring(host, photo, { of: opId });
  const { id: lostId } = await post('owner', {
    ...{ lostPersonAge: '9', name: word('the name of the child who is missed', ofFamily) },
    phoneNumber: `+91 ${digits('the phone of the family', ofFamily)}`,
  });
  for (const id of [foundId, lostId]) await publishReport(host, id);
  await host.app().jobs.idle();

  const task = await host.db
    .selectFrom('duty_task')
    .select(['id', 'rev'])
    .where('report_id', '=', foundId)
    .where('candidate_id', 'is', null)
    .executeTakeFirstOrThrow();
  await ask('officer', 'actOnDuty', `/duty/${task.id}`, {
    ...{ rev: String(task.rev), act: 'pass-on' },
    reason: word('why a task was passed on', ofDuty),
  });
  const candidate = { lost_id: lostId, found_id: foundId, score: 20, band: 'likely' as const };
  const { id, rev } = await host.db
    .insertInto('candidate')
    .values({ id: randomUUID(), ...candidate, because: '[]' })
    .onConflict((pair) => pair.columns(['lost_id', 'found_id']).doUpdateSet({ state: 'open', band: 'likely' }))
    .returning(['id', 'rev'])
    .executeTakeFirstOrThrow();
  await ask('officer', 'decideCandidate', endpoints.decideCandidate.path.replace(':id', id), {
    ...{ rev: String(rev), decision: 'confirm', reason: word('why they are one', readsHistory) },
  });
  await ask('officer', 'updateReunion', `/report/${lostId}/reunion`, {
    words: word('what the family is let know', toFamily),
    phone: `+91 ${digits('whom the family may call', toFamily)}`,
  });
  // Everybody reads it; a word of its own would read like the name.
  await ask('officer', 'alertArea', `/report/${lostId}/alert`, { days: 3, words: 'A red shirt, no shoes' });
  return { ids: [foundId, lostId, id, task.id], hashes: [photo.sha256], faces: [face] };

  async function post(viewer: Viewer, change: object): Promise<{ id: string; opId: string }> {
    const { upload, id: reportId, opId } = newReport(change);
    const payload = { ...upload, id: reportId, opId };
    await ask(viewer, 'uploadLostFoundPerson', endpoints.uploadLostFoundPerson.path, payload);
    return { id: reportId, opId };
  }
}

/** A moderator gives `party` a strike for what they claimed, and they answer. */
export async function addStrike({ host, ask, word, isTeam }: Making, claimId: string): Promise<string> {
  const theirs: Canary['may'] = (viewer) => viewer === 'party' || isTeam(viewer);
  await ask('moderator', 'giveStrike', endpoints.giveStrike.path, {
    ...{ opId: randomUUID(), about: 'claim', id: claimId, reason: word('why a strike was given', theirs) },
  });
  const { id } = await host.db.selectFrom('strike').select('id').executeTakeFirstOrThrow();
  await ask('party', 'appealStrike', `/strikes/${id}`, { text: word('the appeal against a strike', theirs) });
  return id;
}
