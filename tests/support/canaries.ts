/**
 * A small world in which every private value is a word or a number of its own, and for each who may ever read it, by which
 * call. Whatever leaves the server is searched for them.
 */

import { randomUUID } from 'node:crypto';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import type { Role } from '../../contract/user.ts';
import { recordReport } from '../../server/reports/record.ts';
import type { VEILS } from '../../server/reports/rules.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { type Canary, VIEWERS, type Viewer, type Way } from './canary.ts';
import { faceFinder } from './canary-faces.ts';
import { addPair, addStrike } from './canary-pair.ts';
import { bring, faceOf, makePhoto, newReport, signIn, type TestHost, withFace } from './client.ts';
import { publishReport } from './publish.ts';

export interface CanaryWorld {
  /** By the word, the digits or the hash that stands for it. */
  canaries: ReadonlyMap<string, Canary>;
  tokens: ReadonlyMap<Viewer, string>;
  users: ReadonlyMap<Viewer, string>;
  ids: string[];
  hashes: string[];
  emails: string[];
  /** Faces of the records, for searching. */
  faces: number[][];
  /** The same by the word that stands for its template among the canaries. */
  templates: ReadonlyMap<string, number[]>;
  /** The canaries whose template stands in a text, or in bytes that are read as latin1. */
  templatesIn(text: string): string[];
  /** The record that nobody has published: whoever does makes its words everybody's. */
  waiting: string;
}

/** The canaries that stand in a text. */
export const canariesIn = (text: string): string[] => text.match(/zq\d{6}q|70007\d{5}|[0-9a-f]{64}/g) ?? [];

const isOffice = (viewer: Viewer): boolean => viewer.startsWith('officer');
const isTeam = (viewer: Viewer): boolean => viewer === 'moderator' || viewer === 'admin';
/** Who opens records with a reason, and the calls that then show them. */
const opens = (viewer: Viewer, call: Way): boolean =>
  (call === 'openRecord' && (isOffice(viewer) || isTeam(viewer))) || (call === 'moderationQueue' && isTeam(viewer));

/** Make it, by the app's own calls where there are some. */
export async function openCanaryWorld(host: TestHost): Promise<CanaryWorld> {
  const canaries = new Map<string, Canary>();
  const [tokens, users] = [new Map<Viewer, string>(), new Map<Viewer, string>()];
  const [ids, hashes, emails, faces] = [[] as string[], [] as string[], [] as string[], [] as number[][]];
  const templates = new Map<string, number[]>();
  let made = 100_000;
  const watch = (token: string, what: string, may: Canary['may']): string => {
    canaries.set(token, { what, may });
    return token;
  };
  const word = (what: string, may: Canary['may']) => watch(`zq${made++}q`, what, may);
  const template = (face: number[], what: string, may: Canary['may']): void => {
    templates.set(watch(`template ${templates.size}`, what, may), face);
  };
  const digits = (what: string, may: Canary['may']) => watch(`70007${String(made++).slice(1)}`, what, may);

  for (const viewer of VIEWERS) {
    if (viewer === 'anonymous') continue;
    const [role = '', elsewhere] = viewer.split(' ');
    const isRole = ['finder', 'volunteer', 'officer', 'moderator', 'admin'].includes(role);
    const { userId, token } = await signIn(
      host.db,
      (isRole ? role : 'poster') as Role,
      elsewhere ? ['br-patna'] : undefined,
    );
    const self: Canary['may'] = (other, call) =>
      other === viewer ||
      (isTeam(other) &&
        ['findUsers', 'moderationQueue', 'complaints', 'warnings', 'strikeAppeals', 'auditLog'].includes(call));
    // Each of the two shows the other what they choose to (updateConversation).
    const shown: Canary['may'] = (other, call) =>
      self(other, call) ||
      (['owner', 'party'].includes(viewer) && ['owner', 'party'].includes(other) && /Conversation|Messages/.test(call));
    const email = `${word(`the e-mail of ${viewer}`, shown)}@example.in`;
    const named: Canary['may'] = (other, call) =>
      self(other, call) ||
      opens(other, call) || // anybody may have posted what they open
      // An officer who opens what is of another district is named to the officers there, or to the moderators.
      (isOffice(viewer) && call === 'inbox') ||
      // Whoever is asked to consent for a child is told for which.
      (viewer === 'young' && call === 'mail');
    await host.db
      .updateTable('app_user')
      .set({
        name: `Asha ${word(`the family name of ${viewer}`, named)}`,
        email,
        phone: `+91 ${digits(`the phone of ${viewer}`, shown)}`,
        bio: word(`what ${viewer} says of themselves`, self),
        verified_at: new Date(),
        ...(viewer === 'young' ? { birth_year: new Date().getFullYear() - 15 } : {}),
        ...(viewer === 'suspended' ? { suspended_at: new Date() } : {}),
      })
      .where('id', '=', userId)
      .execute();
    tokens.set(viewer, token);
    users.set(viewer, userId);
    ids.push(userId);
    emails.push(email);
  }

  const ask = async (viewer: Viewer, name: EndpointName, path: string, payload: object) => {
    const { method } = endpoints[name];
    const headers = { authorization: tokens.get(viewer) ?? '' };
    const answer = await host.app().inject({ method, url: path, headers, payload });
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  };
  const move = (id: string, to: Parameters<typeof changeStatus>[2], reason?: string) =>
    host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1', reason));

  const PEOPLE = {
    adult: { status: 'published', change: { consent: { publicPhoto: true, publicPhone: false, notice: '1' } } },
    silent: { status: 'published', change: { consent: { publicPhoto: false, publicPhone: false, notice: '1' } } },
    child: { status: 'published', change: { lostPersonAge: '9' } },
    found: { status: 'published', change: { type: 'found', foundPersonAge: '50', foundPersonName: 'x' } },
    'found child': { status: 'published', change: { type: 'found', foundPersonAge: '8', foundPersonName: 'x' } },
    ageless: {
      status: 'published',
      change: { consent: { publicPhoto: true, publicPhone: false, guardian: false, notice: '1' } },
    },
    waiting: { status: 'pending_review', change: {} },
    refused: { status: 'rejected', change: {} },
    'taken back': { status: 'withdrawn', change: { lostPersonAge: '9' } },
    hidden: { status: 'published', change: {} },
    protected: { status: 'published', change: {} },
    objected: { status: 'published', change: {} },
    'seen before': { status: 'published', change: {} },
  } as const;
  /** Why some are hidden once all has been said of them. */
  const HIDDEN_FOR: Partial<Record<string, (typeof VEILS)[number] | 'flags'>> = {
    ...{ hidden: 'flags', protected: 'protected', objected: 'objection', 'seen before': 'seen-before' },
  };
  let seed = 700;
  let waiting = '';
  const people: string[] = [];
  for (const [name, { status, change }] of Object.entries(PEOPLE)) {
    const of = (field: string) => `${field} of the ${name} person`;
    const isOpen = name === 'adult' || name === 'silent';
    const why = HIDDEN_FOR[name];
    /** Of which officers know nothing either: one may be whom the person fled from. */
    const isVeiled = why !== undefined && why !== 'flags';
    const knows = (viewer: Viewer) => !(isVeiled && isOffice(viewer));
    const whole: Canary['may'] = (viewer, call) => viewer === 'owner' || (knows(viewer) && opens(viewer, call));
    // That it was published was told while it was; it has been hidden since.
    const publicly: Canary['may'] = (viewer, way) =>
      isOpen || whole(viewer, way) || (why !== undefined && (way === 'mail' || way === 'push'));
    // Of a protected one what they wore is for who knows of it by their office, where they are.
    const worn: Canary['may'] = (viewer, call) =>
      publicly(viewer, call) ||
      isTeam(viewer) ||
      (!isVeiled && (viewer === 'officer' || (viewer === 'volunteer' && status !== 'rejected')));
    const pictured: Canary['may'] = (viewer, call) =>
      name === 'adult' ||
      whole(viewer, call) ||
      call === 'receiptOf' || // who names a file hears that its bytes are missing
      (call === 'faceQueue' && knows(viewer) && isTeam(viewer)) ||
      (['getFile', 'getVideo'].includes(call) && knows(viewer) && (isOffice(viewer) || isTeam(viewer)));
    const photo = await makePhoto(seed);
    const face = faceOf(seed++);
    watch(photo.sha256, of('the photo'), pictured);
    // It goes to everybody in the pack and its feed (003), and to who is lent those of their districts (061).
    template(
      face,
      of('the template'),
      (viewer, way) =>
        (name === 'adult' && (['sync', 'pack'].includes(way) || (way === 'lent' && viewer === 'volunteer'))) ||
        (name === 'child' && way === 'lent' && viewer === 'volunteer') || // by the guardian's word; of the ageless there is none
        (way === 'lent' && viewer === 'officer' && !isVeiled && status !== 'rejected' && status !== 'withdrawn'),
    );
    const said = word(of('the name'), publicly);
    const { upload, id, opId } = newReport({
      ...withFace(face),
      ...(change as object),
      title: word(of('the title'), publicly),
      name: said,
      ...('type' in change ? { foundPersonName: said } : {}),
      descriptionText: word(of('the story'), publicly),
      clothColor: word(of('the clothes'), worn),
      details: {
        sex: 'female',
        relative: { kind: 'father', name: word(of('the father'), whole) },
        nickname: word(of('the nickname'), publicly),
        marks: word(of('the marks'), publicly),
        carries: word(of('what is carried'), publicly),
        medical: word(of('the medicine'), whole),
        firNumber: word(of('the FIR as it was said'), whole),
        station: word(of('the station as it was said'), whole),
        lastSeenWith: word(of('who was last with them'), whole),
      },
      phoneNumber: `+91 ${digits(of('the phone'), whole)}`,
    });
    const place = {
      lat: Number(`30.${digits(of('the latitude'), whole)}`),
      lng: Number(`75.${digits(of('the longitude'), whole)}`),
      address: word(of('the address'), whole),
    };
    await ask('owner', 'uploadLostFoundPerson', endpoints.uploadLostFoundPerson.path, {
      ...{ ...upload, photos: [photo.sha256], place, id, opId },
    });
    await bring(host, photo, { of: opId });
    // Nobody can post one any more; there are such of before.
    if (name === 'ageless')
      await host.db.updateTable('report').set({ age_min: null, age_max: null }).where('id', '=', id).execute();
    if (status !== 'pending_review' && status !== 'rejected') await publishReport(host, id);
    if (status === 'rejected')
      await move(
        id,
        'rejected',
        word(of('why it was refused'), (v) => v === 'owner' || isTeam(v)),
      );
    if (status === 'withdrawn') await move(id, 'withdrawn');
    if (status === 'published') {
      const numbered: Canary['may'] = (viewer, call) => whole(viewer, call) || (isTeam(viewer) && call === 'auditLog');
      if (name === 'child' || name === 'found')
        await host.db
          .updateTable('report')
          .set({
            case_kind: 'fir',
            case_number: word(of('the case'), numbered),
            case_station: 'Sadar',
            case_by: randomUUID(),
            case_at: new Date(),
          })
          .where('id', '=', id)
          .execute();
      const heard: Canary['may'] = (viewer, call) => isTeam(viewer) && call === 'listObjections';
      await host.db.deleteFrom('rate_limit').execute(); // one person objects to more than one may in an hour
      await ask('party', 'objectTo', `/report/${id}/objections`, {
        kind: 'me',
        words: word(of('what they say themselves'), heard),
        contact: word(of('how they are reached'), heard),
      });
    }
    if (name === 'waiting') waiting = id;
    people.push(id);
    ids.push(id);
    hashes.push(photo.sha256);
    faces.push(face);
    for (const kind of ['sighting', 'self'] as const) {
      if (status === 'rejected' || status === 'withdrawn') continue;
      const read: Canary['may'] = (viewer, call) =>
        viewer === 'party' ||
        // What was told them before the person had to be hidden stays: were it gone, it would say why.
        (kind === 'sighting' && (isOpen || isVeiled) && viewer === 'owner') ||
        (['listNotes', 'answerNote'].includes(call) &&
          (isTeam(viewer) || (kind === 'sighting' && isOffice(viewer) && knows(viewer))));
      const note = { id: randomUUID(), opId: randomUUID(), reportId: id, kind };
      const seen = { lat: Number(`31.${digits(of(`where a ${kind} was`), read)}`), lng: 75.1, address: '' };
      await ask('party', 'addNote', `/report/${id}/notes`, {
        ...{ ...note, text: word(of(`a ${kind}`), read), place: seen },
      });
      ids.push(note.id);
    }
    if (why !== undefined)
      await host.db.transaction().execute(async (tx) => {
        const hidden = { hidden_at: new Date(), hidden_for: why };
        await tx.updateTable('report').set(hidden).where('id', '=', id).execute();
        await recordReport(tx, id);
      });
  }

  const thing = randomUUID();
  await ask('owner', 'createReport', endpoints.createReport.path, {
    ...{ id: thing, opId: randomUUID(), reportType: 'found', category: 'Bags', title: 'Blue bag', region: 'Ludhiana' },
    phoneNumber: `+91 ${digits('the phone of the thing', (viewer, call) => viewer === 'owner' || opens(viewer, call))}`,
    marks: [{ question: 'What is in it?', answer: word('the secret mark', () => false) }],
  });
  await publishReport(host, thing);
  const between: Canary['may'] = (viewer) => viewer === 'owner' || viewer === 'party';
  const claim = { id: randomUUID(), opId: randomUUID(), reportId: thing };
  const judged: Canary['may'] = (viewer, call) =>
    between(viewer, call) || (isTeam(viewer) && ['getClaim', 'updateClaim', 'openWarning'].includes(call));
  await ask('party', 'createClaim', endpoints.createClaim.path, {
    ...{ ...claim, answers: [word('the answer of a claim', judged)], message: word('the words of a claim', judged) },
  });
  const talk = { id: randomUUID(), opId: randomUUID(), reportId: thing, text: word('a message', between) };
  await ask('party', 'startConversation', endpoints.startConversation.path, talk);
  const complaint = word(
    'a complaint',
    (viewer, call) => (isTeam(viewer) && call === 'complaints') || (viewer === 'owner' && call === 'myData'),
  );
  await ask('owner', 'updateConversation', `/conversations/${talk.id}`, { complaint });
  await ask('party', 'flagReport', `/report/${thing}/flags`, {
    ...{ opId: randomUUID(), reason: 'other' },
    text: word(
      'the words of a flag',
      (viewer, call) => (isTeam(viewer) && call === 'moderationQueue') || (viewer === 'party' && call === 'myData'),
    ),
  });
  const face = faceOf(780);
  const scanned: Canary['may'] = (viewer, call) => viewer === 'owner' || opens(viewer, call);
  const scan = newReport({
    ...{ ...withFace(face), type: 'found', keptScan: true, title: 'Scan', name: '', lostPersonAge: '', clothColor: '' },
    ...{ timeOfLossDate: '2026-11-01', timeOfLossTime: '10:30' },
    place: {
      lat: Number(`30.${digits('where a scan was kept', scanned)}`),
      lng: Number(`75.${digits('where a scan was kept, east', scanned)}`),
      address: word('the address of a kept scan', scanned),
    },
  } as Parameters<typeof newReport>[0]);
  await ask('owner', 'uploadLostFoundPerson', endpoints.uploadLostFoundPerson.path, {
    ...{ ...scan.upload, id: scan.id, opId: scan.opId },
  });
  template(face, 'the template of a kept scan', () => false);
  faces.push(face);
  ids.push(scan.id);

  const [adult = ''] = people;
  // Read by who is on duty, and by who posted the record once they have confirmed it.
  const told: Canary['may'] = (viewer, call) =>
    viewer === 'owner' || (['listNotes', 'answerNote'].includes(call) && (isOffice(viewer) || isTeam(viewer)));
  const sighting = { id: randomUUID(), opId: randomUUID(), reportId: adult };
  await ask('anonymous', 'tellSighting', `/report/${adult}/sightings`, {
    ...{ ...sighting, text: word('a sighting without an account', told) },
    place: {
      lat: Number(`31.${digits('where a sighting without an account was', told)}`),
      lng: Number(`75.${digits('where a sighting without an account was, east', told)}`),
      address: word('the address of a sighting without an account', told),
    },
  });
  ids.push(sighting.id);

  const making = { host, ask, word, digits, watch, isTeam, opens };
  const pair = await addPair(making);
  ids.push(...pair.ids);
  hashes.push(...pair.hashes);
  faces.push(...pair.faces);
  for (const one of pair.faces)
    template(one, 'the template of who was found', (viewer, way) => way === 'lent' && viewer === 'officer');
  ids.push(await addStrike(making, claim.id));
  ids.push(thing, claim.id, talk.id, randomUUID());
  hashes.push('f'.repeat(64));
  return {
    canaries,
    tokens,
    users,
    ids,
    hashes,
    emails,
    faces,
    waiting,
    templates,
    templatesIn: faceFinder(templates),
  };
}
