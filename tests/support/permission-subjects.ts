/** For the walk over permissions: what each call of its table is about, made anew for each caller. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { endpoints } from '../../contract/protocol.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { ARTICLES } from '../../reference/articles.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { stopToken } from '../../server/notices/stop.ts';
import { veil } from '../../server/protection/protect.ts';
import { faceOf, HERE, type TestHost } from './client.ts';
import type { World } from './permission-world.ts';

/** Makes the thing and answers the input of the call. */
export type Subject = (world: World, host: TestHost) => Promise<Record<string, unknown>> | Record<string, unknown>;

const nothing: Subject = () => ({});
const push = () => ({
  endpoint: `http://127.0.0.1:9/${randomUUID()}`,
  keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
});
const email = () => `${randomUUID()}@example.in`;
const PASSWORD = 'marigold-17';
const YES = { purpose: 'phone', given: true, notice: '2026-11' } as const;
const BAD_CODE = '000000';

async function claimed({ owner, party, item }: World) {
  await owner();
  const reportId = await item();
  const id = randomUUID();
  await (await party()).call(endpoints.createClaim, { id, opId: randomUUID(), reportId, answers: ['Red'] });
  return { id, reportId };
}

async function accepted(world: World) {
  const { id } = await claimed(world);
  await (await world.owner()).call(endpoints.updateClaim, { id, action: 'accept' });
  return id;
}

async function talking({ item, party }: World) {
  const reportId = await item();
  const id = randomUUID();
  await (await party()).call(endpoints.startConversation, { id, opId: randomUUID(), reportId, text: 'Is it mine?' });
  return id;
}

async function warned(world: World) {
  const [id, conversation_id] = [randomUUID(), await talking(world)];
  const { userId: author_id } = await world.party();
  await world.write(async (tx) => {
    const message = await tx
      .selectFrom('message')
      .select('id')
      .where('conversation_id', '=', conversation_id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('warning')
      .values({ id, author_id, message_id: message.id, claim_id: null, signs: ['money'], handled_at: null })
      .execute();
  });
  return id;
}

/** A photo of the party's message waits for being like one that was taken down. */
async function heldPhoto(world: World) {
  const [sha256, ownerId] = [randomUUID().replaceAll('-', '').repeat(2), randomUUID()];
  const row = { kind: 'message', owner_id: ownerId, sha256, position: 0, taken_down: '2026-11-01' } as const;
  await world.write((tx) => tx.insertInto('attachment').values(row).execute());
  return { sha256, kind: 'message', ownerId } as const;
}

/** The party has a strike. */
async function struck({ party, write }: World, appeal?: string) {
  const [id, { userId: user_id }] = [randomUUID(), await party()];
  const appealed = { appeal: appeal ?? null, appealed_at: appeal ? new Date() : null };
  await write((tx) =>
    tx
      .insertInto('strike')
      .values({
        ...{ id, user_id, by_id: null, about: 'message', subject_id: randomUUID(), reason: 'Rude' },
        ...{ ...appealed, outcome: null, answer: null, decided_at: null },
      })
      .execute(),
  );
  return id;
}

async function noted({ missing, party }: World) {
  const { id: reportId } = await missing();
  const id = randomUUID();
  const note = { id, opId: randomUUID(), reportId, kind: 'sighting' as const, text: 'At the station' };
  await (await party()).call(endpoints.addNote, note);
  return { id, reportId };
}

const candidateOf = (lost_id: string, found_id: string) =>
  ({ id: randomUUID(), lost_id, found_id, score: 20, band: 'likely', because: '[]' }) as const;

async function paired({ missing, write }: World) {
  const [lost, found] = [await missing(), await missing()];
  const row = candidateOf(lost.id, found.id);
  await write(async (tx) => {
    await tx.updateTable('report').set({ type: 'found' }).where('id', '=', found.id).execute();
    await tx.insertInto('candidate').values(row).execute();
  });
  return row;
}

async function matched({ item, owner, party, write }: World) {
  const [lostId, foundId] = [await item('lost', await owner()), await item('found', await party())];
  await write((tx) =>
    tx
      .insertInto('candidate')
      .values(candidateOf(lostId, foundId))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return { lostId, foundId };
}

const UNTRUE = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };

/** A passkey of that account. */
async function passkeyOf(db: TestHost['db'], userId: string) {
  const key = { credential_id: randomUUID(), public_key: randomBytes(8), counter: 0, transports: [], synced: false };
  return db
    .insertInto('passkey')
    .values({ ...key, user_id: userId, name: 'My phone' })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** A session of that account, beside the one that the calls come by. */
async function sessionOf(db: TestHost['db'], userId: string) {
  const row = { token_hash: randomBytes(32), user_id: userId, revoked_at: null };
  const expires_at = new Date(Date.now() + 3_600_000);
  return db
    .insertInto('session')
    .values({ ...row, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** A report that has the secret which is answered. */
async function withSecret({ write }: World, id: string) {
  const secret = randomBytes(32);
  const secret_hash = createHash('sha256').update(secret).digest();
  await write((tx) => tx.updateTable('report').set({ secret_hash }).where('id', '=', id).execute());
  return { id, secret: secret.toString('hex') };
}

async function unsigned(world: World) {
  const { id } = await world.missing();
  await world.write((tx) => tx.updateTable('report').set({ owner_id: null }).where('id', '=', id).execute());
  return withSecret(world, id);
}

/** Of a missing person somebody who was found may be the one. */
async function reunited(world: World, id?: string): Promise<string> {
  const [lost, found] = [id ? { id } : await world.missing(), await world.missing()];
  await world.write((tx) =>
    tx.insertInto('reunion').values({ lost_id: lost.id, found_id: found.id, by_id: null, station: 'Sadar' }).execute(),
  );
  return lost.id;
}

/** By the rows of the table: a call, and what it is about where it has several. */
export const SUBJECTS: Record<string, Subject> = {
  settings: nothing,
  health: () => ({ nonce: 'x' }),
  countryCode: nothing,
  listNews: nothing,
  getNews: () => ({ id: ARTICLES[0]?.id }),
  login: async ({ person }, { db }) => {
    const { userId } = await person();
    const password_hash = await hashPassword(PASSWORD);
    await db.updateTable('app_user').set({ password_hash }).where('id', '=', userId).execute();
    return { primaryEmail: `${userId}@example.in`, password: PASSWORD };
  },
  'login: a wrong password': () => ({ primaryEmail: email(), password: 'wrong-password' }),
  register: () => ({
    name: 'Asha',
    email: email(),
    phoneNumber: '98140 12345',
    password: PASSWORD,
    ageGroup: 'adult',
    terms: '1',
  }),
  'verifyOtp: a wrong code': () => ({ email: email(), otp: BAD_CODE }),
  resendOtp: () => ({ email: email() }),
  forgotPassword: () => ({ email: email() }),
  'resetPassword: a wrong code': () => ({ email: email(), otp: BAD_CODE, password: PASSWORD }),
  me: nothing,
  logout: nothing,
  listPasskeys: nothing,
  beginPasskey: nothing,
  'addPasskey: an answer that is not true': () => ({
    made: { ...UNTRUE, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
  }),
  'removePasskey: one of one’s own': async ({ caller, person }, { db }) =>
    passkeyOf(db, (caller ?? (await person())).userId),
  'removePasskey: another’s': async ({ owner }, { db }) => passkeyOf(db, (await owner()).userId),
  beginSignIn: nothing,
  'signInByPasskey: an answer that is not true': () => ({
    shown: { ...UNTRUE, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } },
  }),
  'proveOneself: by nothing': nothing,
  listSessions: nothing,
  'endSession: one of one’s own': async ({ caller, person }, { db }) =>
    sessionOf(db, (caller ?? (await person())).userId),
  'endSession: another’s': async ({ owner }, { db }) => sessionOf(db, (await owner()).userId),
  endOtherSessions: nothing,
  deleteAccount: nothing,
  askGuardian: () => ({ guardianName: 'Gurdev', guardianEmail: email() }),
  'confirmGuardian: a wrong code': () => ({ otp: BAD_CODE }),
  'updateUser: oneself': ({ callerId }) => ({ id: callerId, name: 'Asha' }),
  'updateUser: another': async ({ owner }) => ({ id: (await owner()).userId, name: 'Asha' }),
  avatar: async ({ owner, missing }, { db }) => {
    const { photo } = await missing();
    const { userId } = await owner();
    await db.updateTable('app_user').set({ avatar_sha256: photo }).where('id', '=', userId).execute();
    return { sha256: photo };
  },
  findUsers: nothing,
  changeStanding: async ({ person }) => ({ id: (await person()).userId, suspended: true, reason: 'False' }),
  'changeStanding: a moderator': async ({ person }) => ({
    id: (await person('moderator')).userId,
    suspended: true,
    reason: 'False',
  }),
  listAdminProposals: nothing,
  endSessionsOf: async ({ person }) => ({ id: (await person()).userId, reason: 'A lost phone' }),
  refuseAdmin: async ({ person, write }) => {
    const [{ userId: id }, { userId: proposer_id }] = [await person(), await person('admin')];
    await write((tx) => tx.insertInto('admin_proposal').values({ user_id: id, proposer_id }).execute());
    return { id, reason: 'Unknown here' };
  },
  changeRole: async ({ person }) => ({
    ...{ id: (await person()).userId, role: 'volunteer', districts: [HERE], reason: 'Known' },
  }),
  createReport: () => ({ id: randomUUID(), opId: randomUUID(), reportType: 'lost', category: 'Bags', title: 'Bag' }),
  'uploadLostFoundPerson: also without an account': () => ({
    id: randomUUID(),
    opId: randomUUID(),
    type: 'lost',
    title: 'Missing',
    name: 'Asha',
    lostPersonAge: '30',
  }),
  listReports: nothing,
  countReports: async () => ({ q: 'turban' }),
  myData: nothing,
  'getReport: a published one': async ({ missing }) => ({ id: (await missing()).id }),
  'getReport: a refused one, seen by nobody yet': async ({ missing }) => ({ id: (await missing('rejected')).id }),
  'updateReport: by its owner alone': async ({ missing }) => ({ id: (await missing()).id, title: 'Still missing' }),
  'updateReport: by whoever has its secret': async (world) => ({ ...(await unsigned(world)), title: 'Still missing' }),
  'readMine: by whoever has its secret': (world) => unsigned(world),
  readReunion: async (world) => ({ id: await reunited(world) }),
  updateReunion: async (world) => ({ id: await reunited(world), together: true }),
  'updateReunion: by whoever has its secret': async (world) => {
    const { id, secret } = await unsigned(world);
    return { id: await reunited(world, id), secret, together: true };
  },
  'readMine: a wrong secret': async (world) => ({ ...(await unsigned(world)), secret: '0'.repeat(64) }),
  'setConsent: by its owner alone': async ({ missing }) => ({ id: (await missing()).id, ...YES }),
  'setConsent: by whoever has its secret': async (world) => ({ ...(await unsigned(world)), ...YES }),
  'endReport: by its owner alone': async ({ missing }) => ({ id: (await missing()).id, how: 'erased' }),
  'endReport: by whoever has its secret': async (world) => ({ ...(await unsigned(world)), how: 'erased' }),
  'adoptReport: by whoever has its secret': (world) => unsigned(world),
  'adoptReport: of an account': async (world) => withSecret(world, (await world.missing()).id),
  listMatches: async (world) => ({ id: (await matched(world)).lostId }),
  listCandidates: async (world) => ({ id: (await paired(world)).lost_id }),
  listAlike: async (world) => ({ id: (await paired(world)).lost_id }),
  decideCandidate: async (world) => ({ id: (await paired(world)).id, rev: '1', decision: 'reject' }),
  answerMatch: async (world) => ({ ...(await matched(world)), answer: 'no' }),
  flagReport: async ({ missing }) => ({ id: (await missing()).id, reason: 'other' }),
  openRecord: async ({ missing }) => ({ id: (await missing('pending_review')).id, reason: 'case' }),
  listLooks: async ({ missing }) => ({ id: (await missing()).id }),
  addNote: async ({ missing }) => ({
    reportId: (await missing()).id,
    kind: 'information',
    text: 'Seen',
    opId: randomUUID(),
    id: randomUUID(),
  }),
  tellSighting: async ({ missing }) => ({
    reportId: (await missing()).id,
    text: 'Seen',
    opId: randomUUID(),
    id: randomUUID(),
  }),
  'listNotes: of which one reads what is for them': async (world) => ({ reportId: (await noted(world)).reportId }),
  'answerNote: who has not had its record open': async (world) => ({ id: (await noted(world)).id, answer: 'confirm' }),
  createClaim: async ({ item }) => ({ reportId: await item(), opId: randomUUID(), id: randomUUID() }),
  listClaims: () => ({ scope: 'made' }),
  getClaim: async (world) => ({ id: (await claimed(world)).id }),
  'updateClaim: the finder’s word': async (world) => ({ id: (await claimed(world)).id, action: 'accept' }),
  'updateClaim: the claimant’s word': async (world) => ({ id: (await claimed(world)).id, action: 'withdraw' }),
  'updateClaim: a moderator’s word': async (world) => ({
    id: (await claimed(world)).id,
    action: 'freeze',
    text: 'Two claim it',
  }),
  drawHandoverCode: async (world) => ({ id: await accepted(world) }),
  'handOver: a wrong code': async (world) => {
    const id = await accepted(world);
    await (await world.party()).call(endpoints.drawHandoverCode, { id });
    return { id, code: BAD_CODE };
  },
  startConversation: async ({ item }) => ({
    reportId: await item(),
    text: 'Hello',
    opId: randomUUID(),
    id: randomUUID(),
  }),
  listConversations: nothing,
  listMessages: async (world) => ({ id: await talking(world) }),
  sendMessage: async (world) => ({
    conversationId: await talking(world),
    text: 'Yes',
    opId: randomUUID(),
    id: randomUUID(),
  }),
  updateConversation: async (world) => ({ id: await talking(world), read: 1 }),
  liveEvents: nothing,
  inbox: nothing,
  readInbox: () => ({ readTo: new Date().toISOString() }),
  'follow: a published one': async ({ missing }) => ({ reportId: (await missing()).id }),
  'follow: a refused one': async ({ missing }) => ({ reportId: (await missing('rejected')).id }),
  listFollows: nothing,
  unfollow: async ({ owner, write }) => {
    const [id, user_id] = [randomUUID(), (await owner()).userId];
    await write((tx) =>
      tx
        .insertInto('follow')
        .values({ id, user_id, region: 'Patiala', report_id: null, stop_token_hash: null })
        .execute(),
    );
    return { id };
  },
  stopByToken: async ({ owner }, { db }) => ({
    token: await stopToken(db, { kind: 'account', id: (await owner()).userId }),
  }),
  pushKey: nothing,
  subscribePush: push,
  unsubscribePush: () => ({ endpoint: push().endpoint }),
  moderationQueue: () => ({ limit: 1 }),
  waitingNotes: nothing,
  dutyList: () => ({}),
  actOnDuty: async ({ missing, write }) => {
    const { id: report_id } = await missing();
    const id = randomUUID();
    const now = new Date();
    const place = { district: HERE, state: 'pb', level: 'team' } as const;
    const task = { id, kind: 'missing-child', report_id, ...place, since: now, due_at: now } as const;
    await write((tx) => tx.insertInto('duty_task').values(task).execute());
    return { id, rev: '1', act: 'take' };
  },
  nameCase: async ({ missing, write }) => {
    const { id } = await missing('pending_review');
    await write((tx) => tx.updateTable('report').set({ age_min: 9, age_max: 9 }).where('id', '=', id).execute());
    return { id, kind: 'fir', number: '12/2026' };
  },
  alertArea: async ({ missing }) => ({ id: (await missing()).id, days: 3, words: 'A red shirt' }),
  listAlerts: nothing,
  endSearch: async ({ missing }) => ({ id: (await missing()).id, reason: 'Found at the bus stand' }),
  protectPerson: async ({ missing }) => ({ id: (await missing()).id, reason: 'She fled' }),
  endProtection: async ({ missing, write }) => {
    const { id } = await missing();
    await write((tx) => veil(tx, id, 'protected'));
    return { id, reason: 'A mistake' };
  },
  objectTo: async ({ missing }) => ({ id: (await missing()).id, kind: 'me' }),
  listObjections: nothing,
  decideObjection: async (world) => {
    const { id: reportId } = await world.missing();
    const id = randomUUID();
    const due_at = new Date(Date.now() + 3_600_000);
    const objection = { id, report_id: reportId, kind: 'me', proof: 'none', hid: false, due_at } as const;
    await world.write((tx) =>
      tx
        .insertInto('objection')
        .values({ ...objection, words: null, contact: null, station: null })
        .execute(),
    );
    return { id, outcome: 'refused', reason: 'Another person' };
  },
  moderate: async ({ missing }) => ({
    id: (await missing('pending_review')).id,
    action: 'reject',
    reason: 'Made up',
  }),
  drawFace: async ({ missing, write }) => {
    const { id } = await missing('pending_review');
    const photo = createHash('sha256').update(id).digest('hex');
    const looked = { face: 'none', face_version: TEMPLATE_VERSION, brought_at: new Date() } as const;
    const file = { report_id: id, sha256: photo, purpose: 'photo', position: 0, ...looked } as const;
    await write((tx) => tx.insertInto('report_file').values(file).execute());
    return { id, photo, descriptor: faceOf(3), model: TEMPLATE_VERSION };
  },
  faceQueue: () => ({ limit: 1 }),
  leaveFace: async ({ missing, write }) => {
    const { id } = await missing('published');
    const photo = createHash('sha256').update(id).digest('hex');
    const looked = { face: 'several', face_version: TEMPLATE_VERSION, brought_at: new Date() } as const;
    const file = { report_id: id, sha256: photo, purpose: 'photo', position: 0, ...looked } as const;
    await write((tx) => tx.insertInto('report_file').values(file).execute());
    return { id, photo };
  },
  complaints: nothing,
  closeComplaint: async (world) => {
    const [id, conversation_id] = [randomUUID(), await talking(world)];
    const [by_id, about_id] = [(await world.party()).userId, (await world.owner()).userId];
    await world.write((tx) =>
      tx
        .insertInto('complaint')
        .values({ id, conversation_id, by_id, about_id, text: 'Rude', handled_at: null })
        .execute(),
    );
    return { id, reason: 'Talked to both' };
  },
  warnings: nothing,
  openWarning: async (world) => ({ id: await warned(world) }),
  closeWarning: async (world) => ({ id: await warned(world), reason: 'They know each other' }),
  heldPhotos: nothing,
  decidePhoto: async (world) => ({ ...(await heldPhoto(world)), show: true, reason: 'Another person' }),
  giveStrike: async ({ item, owner }) => ({ about: 'report', id: await item('found', await owner()), reason: 'A lie' }),
  listStrikes: nothing,
  'appealStrike: one’s own': async (world) => ({ id: await struck(world), text: 'It is true' }),
  strikeAppeals: nothing,
  decideStrike: async (world) => ({ id: await struck(world, 'It is true'), outcome: 'lifted', reason: 'So it is' }),
  auditLog: nothing,
  auditExport: nothing,
  compareFace: () => ({ descriptor: Array.from({ length: 128 }, (_, i) => Math.sin(i)) }),
  mapPacks: nothing,
  'mapPack: that is not there': () => ({ id: 'nowhere' }),
  'mapPart: of no pack': () => ({ sha256: '0'.repeat(64) }),
  packs: nothing,
  leasePack: nothing,
  'lentPart: of no pack': () => ({ sha256: '0'.repeat(64) }),
  packPart: async (_world, host) => {
    const { packs } = (await host.app().inject({ url: '/packs' })).json();
    return { sha256: packs[0].file.parts[0].sha256 };
  },
  sync: () => ({ feed: 'reports' }),
  'sendOps: each op answers for itself': () => ({
    ops: [{ opId: randomUUID(), entity: 'a', call: 'follow', input: { region: 'Ludhiana' } }],
  }),
  receiptOf: async ({ missing }) => ({ opId: (await missing()).opId }),
  'uploadState: a file that a report names': async ({ missing }) => ({ sha256: (await missing()).photo }),
  'putThumb: of a write that is not known': async ({ missing }) => ({
    sha256: (await missing()).photo,
    of: randomUUID(),
  }),
  'putFile: a file that nothing names': () => ({
    sha256: createHash('sha256').update(randomUUID()).digest('hex'),
    offset: 0,
    total: 3,
  }),
  sealKey: nothing,
  envelopeState: () => ({ sha256: createHash('sha256').update(randomUUID()).digest('hex') }),
  'putEnvelope: what is none': () => ({
    sha256: createHash('sha256').update('abc').digest('hex'),
    offset: 0,
    total: 3,
  }),
  'getFile: of a published report': async ({ missing }) => ({ sha256: (await missing()).photo }),
  'getFile: of a report in review': async ({ missing }) => ({ sha256: (await missing('pending_review')).photo }),
  'getFile: of a refused report': async ({ missing }) => ({ sha256: (await missing('rejected')).photo }),
  'getVideo: of a published report': async ({ missing }) => ({ sha256: (await missing()).video }),
  'getVideo: of a refused report': async ({ missing }) => ({ sha256: (await missing('rejected')).video }),
};
