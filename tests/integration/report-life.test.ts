/** The life of a report: posted with its photos, read, changed, extended, appealed, expired, erased. */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { sweepUploads } from '../../server/files/jobs.ts';
import { readKept } from '../../server/files/kept.ts';
import { expireReports } from '../../server/reports/expiry.ts';
import { changeStatus, eraseReport } from '../../server/reports/store.ts';
import { approve } from '../support/approve.ts';
import {
  bring,
  faceOf,
  makePhoto,
  newReport,
  openDevice,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { newItem, type Person, personOf, postItem, reopen } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const DAY_MS = 86_400_000;
const MARKS = [
  { question: 'What is in the inner pocket?', answer: 'A photo of a white dog' },
  { question: 'Which bank card?', answer: 'SBI, ends in 88' },
];

/** A form as browsers send it. */
function form(fields: Record<string, string>, files: Buffer[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `b${randomUUID()}`;
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`Content-Disposition: form-data; name="${name}"`, value)),
    ...files.map((bytes, n) =>
      part(`Content-Disposition: form-data; name="images"; filename="${n}.jpg"\r\nContent-Type: image/jpeg`, bytes),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

withEither('the life of a report', (database) => {
  let host: TestHost;
  let asha: Person;
  let nobody: Person;
  let moderator: Person;

  const bytesOf = async (seed: number) => Buffer.from(await (await makePhoto(seed)).blob.arrayBuffer());
  const details = async (person: Person, id: string) => (await person.call('GET', `/report/${id}`)).body;
  const put = (person: Person, id: string, change: object) => person.call('PUT', `/report/${id}`, change);
  const move = (id: string, to: 'published' | 'rejected', reason?: string) =>
    host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1', reason));
  const post = (fields: Record<string, string>, files: Buffer[], token = asha.token) => {
    const { payload, headers } = form(fields, files);
    return host
      .app()
      .inject({ method: 'POST', url: '/report', payload, headers: { ...headers, authorization: token } });
  };

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    asha = await personOf(host, 'poster', 'Asha Rani');
    moderator = await personOf(host, 'moderator');
    nobody = await personOf(host);
  });

  describe('posting a thing', () => {
    const FIELDS = { reportType: 'found', category: 'Bags', title: 'Brown bag', rewardOffer: '0' };

    it('takes a form with photos, which lose where they were taken (R16, R158, R323, R336)', async () => {
      const answer = await post({ ...FIELDS, opId: randomUUID() }, [await bytesOf(1), await bytesOf(2)]);
      expect(answer.statusCode).toBe(200);
      const { receipt, data } = answer.json();
      expect(receipt.number).toMatch(/^W-/);
      expect(data).toMatchObject({
        status: 'pending_review',
        role: 'founder',
        subject: { kind: 'item', category: 'Bags' },
      });
      expect(data.photos).toHaveLength(2);
      for (const sha256 of data.photos) {
        expect((await asha.call('GET', `/files/${sha256}/upload`)).body.complete).toBe(true);
        expect((await nobody.call('GET', `/files/${sha256}/upload`)).status).toBe(404);
        const { exif } = await sharp(
          readKept(readFileSync(join(host.filesDir, 'whole', sha256)), sha256).body,
        ).metadata();
        expect(exif).toBeUndefined();
      }
    });

    it('takes the same as JSON with data URLs, or with the hashes of photos to come (R208, A23)', async () => {
      const image = `data:image/jpeg;base64,${(await bytesOf(3)).toString('base64')}`;
      const photo = await makePhoto(4);
      const { status, body } = await asha.call('POST', '/report', newItem({ images: [image], photos: [photo.sha256] }));
      expect([status, body.data.photos.length, body.data.photos[0]]).toEqual([200, 2, photo.sha256]);
      const device = openDevice(host.fetch);
      const { missing } = await device.api.call(endpoints.receiptOf, { opId: body.receipt.opId });
      expect(missing).toEqual([photo.sha256]);
      device.close();
    });

    it('refuses a sixth image, however it comes, and keeps none of it (R311, R370, R379)', async () => {
      const image = `data:image/jpeg;base64,${(await bytesOf(5)).toString('base64')}`;
      const sixth = await asha.call(
        'POST',
        '/report',
        newItem({ images: [image], photos: '12345'.split('').map((c) => c.repeat(64)) }),
      );
      expect([sixth.status, sixth.body.fields, sixth.body.message]).toEqual([
        ...[400, { photos: 'too many' }, 'You can only upload up to 5 images'],
      ]);
      const files = await Promise.all([1, 2, 3, 4, 5, 6].map(bytesOf));
      expect((await post(FIELDS, files)).statusCode).toBe(413);
      expect((await post(FIELDS, files.slice(0, 5))).json().data.photos).toHaveLength(5);
      expect(await host.db.selectFrom('report').select('id').execute()).toHaveLength(1);
    });

    it('is for who is signed in and whole: nobody, the young and the suspended are refused (R16, R314, A8)', async () => {
      const young = await personOf(host, 'poster');
      const birth_year = new Date().getFullYear() - 15;
      await host.db.updateTable('app_user').set({ birth_year }).where('id', '=', young.userId).execute();
      expect([
        (await nobody.call('POST', '/report', newItem())).status,
        (await young.call('POST', '/report', newItem())).body.code,
      ]).toEqual([...[401, 'guardian-needed']]);
    });

    it('is done once, with one receipt, photos inside and all', async () => {
      const files = [await bytesOf(7)];
      const fields = { ...FIELDS, opId: randomUUID() };
      const answers = [];
      for (let n = 0; n < 3; n++) answers.push((await post(fields, files)).json());
      expect(new Set(answers.map(({ receipt, data }) => JSON.stringify([receipt, data.id]))).size).toBe(1);
      expect((await post(fields, [await bytesOf(8)])).statusCode).toBe(409);
      expect(await host.db.selectFrom('report').select('id').execute()).toHaveLength(1);
    });

    it.each(['Electronics', 'Clothing', 'Jewelry', 'Documents', 'Keys', 'Bags', 'Wallet', 'Other'] as const)(
      'knows the category %s (R177 to R184)',
      async (category) => {
        const { subject } = await postItem(host, asha, { category });
        expect(subject).toMatchObject({ category, status: 'lost' });
      },
    );

    it('takes the role by the type unless it is chosen, and no other category or role (R176, R185, R186)', async () => {
      const roles = await Promise.all(
        [{}, { reportType: 'found' as const }, { role: 'founder' as const }].map((change) =>
          postItem(host, asha, change),
        ),
      );
      expect(roles.map(({ role }) => role)).toEqual(['victim', 'founder', 'founder']);
      for (const wrong of [
        { category: 'Cars' },
        { role: 'finder' },
        { rewardOffer: -1 },
        { title: ' ' },
        { expiresInDays: 10 },
      ])
        expect((await asha.call('POST', '/report', { ...newItem(), ...wrong })).status).toBe(400);
    });

    it('puts the questions of a found thing to others, and never an answer (A17)', async () => {
      const { id } = await postItem(host, asha, { reportType: 'found', marks: MARKS });
      await untilReadable(host.db);
      const said: string[] = [];
      for (const person of [nobody, asha, moderator, await personOf(host, 'officer'), await personOf(host, 'finder')]) {
        const { questions } = await details(person, id);
        expect(questions).toEqual(MARKS.map(({ question }) => question));
        for (const url of [`/report/${id}`, '/report', '/sync?feed=reports', '/report?q=dog', '/moderation/queue'])
          said.push(JSON.stringify((await person.call('GET', url)).body));
      }
      expect(said.join('')).not.toMatch(/white dog|ends in 88/);
      expect((await nobody.call('GET', '/report?q=dog')).body.data).toEqual([]);
    });

    it('is counted against the limit of the caller', async () => {
      const { limits } = host.config;
      const { reports } = limits;
      limits.reports = 1;
      try {
        await postItem(host, asha);
        expect((await asha.call('POST', '/report', newItem())).body.code).toBe('too-many');
      } finally {
        limits.reports = reports;
      }
    });
  });

  describe('reading it', () => {
    const PLACE = { lat: 30.90097, lng: 75.85728, address: 'House 4, Model Town' };

    it('gives the exact place, number, videos and expiry to who sees all, a rounded place to others (R340, R345, R194, R22)', async () => {
      const video = 'd'.repeat(64);
      const { id } = await postItem(host, asha, { place: PLACE, videos: [video], phoneNumber: '+91 98140 12345' });
      const own = (await details(asha, id)).data;
      expect(own).toMatchObject({
        place: PLACE,
        videos: [video],
        mine: true,
        reviewed: true,
        owner: { name: 'Asha Rani' },
      });
      expect([own.number, own.hidden]).toEqual([expect.stringMatching(/^W-/), false]);
      expect(Date.parse(own.expiresAt) - Date.now()).toBeGreaterThan(89 * DAY_MS);
      const other = (await details(await personOf(host, 'poster'), id)).data;
      expect(other).toMatchObject({ place: { lat: 30.9, lng: 75.86 }, owner: { name: 'Asha R.' } });
      expect(other.number).toBe(own.number); // the address of its page
      for (const field of ['videos', 'expiresAt', 'mine', 'phoneNumber', 'hidden'])
        expect(other).not.toHaveProperty(field);
      expect(JSON.stringify(await details(nobody, id))).not.toMatch(/Model Town|Rani|98140/);
    });

    it('of a child keeps name, words, place and owner from a volunteer, and role, place and owner are stored (R214, R217)', async () => {
      const { upload, id, opId } = newReport({ place: PLACE, lostPersonAge: '9', role: 'founder' });
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      await publishReport(host, id);
      expect((await details(asha, id)).data).toMatchObject({
        place: PLACE,
        role: 'founder',
        owner: { name: 'Asha Rani' },
      });
      const field = (await details(await personOf(host, 'volunteer'), id)).data;
      expect(field.subject).toEqual({
        kind: 'person',
        condition: 'missing',
        ageMin: 9,
        ageMax: 9,
        clothColor: 'Green',
      });
      for (const name of ['place', 'owner', 'region', 'title', 'description', 'role'])
        expect(field).not.toHaveProperty(name);
      const guarded = await details(nobody, id);
      expect([guarded.data.contact, guarded.history, guarded.questions]).toEqual(['guarded', [], []]);
      expect(JSON.stringify(guarded)).not.toMatch(/Asha|30\.9(?!\d\dZ)|founder/);
    });

    it('of a hidden one nothing is there but for its owner and those who open it (R22, R23)', async () => {
      const { id } = await postItem(host, asha);
      await host.db
        .updateTable('report')
        .set({ hidden_at: new Date(), hidden_for: 'flags' })
        .where('id', '=', id)
        .execute();
      const status = async (person: Person) => (await person.call('GET', `/report/${id}`)).status;
      for (const person of [nobody, await personOf(host, 'poster'), await personOf(host, 'volunteer')])
        expect(await status(person)).toBe(404);
      expect((await details(asha, id)).data.hidden).toBe(true);
      for (const person of [moderator, await personOf(host, 'officer')]) {
        expect((await details(person, id)).data).toMatchObject({ contact: 'guarded', photos: [] });
        const { body } = await person.call('POST', `/report/${id}/open`, { reason: 'complaint' });
        expect(body.data.hidden).toBe(true);
      }
    });

    it("writes down who opens the whole of another's record, of a person or a thing, and no other reading (A14)", async () => {
      const { upload, id, opId } = newReport();
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      const item = await postItem(host, asha);
      const officer = await personOf(host, 'officer');
      for (const person of [asha, nobody, officer]) for (const read of [id, item.id]) await details(person, read);
      const log = host.db.selectFrom('audit').select(['actor_id', 'action', 'subject_id', 'reason']).orderBy('at');
      const rows = () => log.execute();
      expect(await rows()).toEqual([]);
      for (const one of [id, item.id]) {
        expect((await officer.call('POST', `/report/${one}/open`, {})).status).toBe(400); // a reason is from the list
        expect((await officer.call('POST', `/report/${one}/open`, { reason: 'curious' })).status).toBe(400);
        expect((await officer.call('POST', `/report/${one}/open`, { reason: 'match' })).status).toBe(200);
      }
      const row = { actor_id: officer.userId, action: 'record-open', reason: 'match' };
      expect(await rows()).toEqual([id, item.id].map((subject_id) => ({ ...row, subject_id })));
    });

    it('says what may be done, by who asks and how it stands (R39, R153, R315)', async () => {
      const lost = await postItem(host, asha);
      const found = await postItem(host, asha, { reportType: 'found' });
      const other = await personOf(host, 'finder');
      const may = async (person: Person, id: string) => (await details(person, id)).may.join(' ');
      expect(await may(asha, lost.id)).toBe('edit extend resolve withdraw');
      expect(await may(other, lost.id)).toBe('message note flag follow');
      expect(await may(other, found.id)).toBe('claim message note flag follow');
      expect(await may(nobody, found.id)).toBe('');
      expect(await may(moderator, lost.id)).toBe('message note flag follow moderate');
      const waiting = await postItem(host, asha, {}, { published: false });
      await move(waiting.id, 'rejected', 'No photo of the thing');
      expect(await may(asha, waiting.id)).toBe('edit withdraw appeal');
    });
  });

  describe('changing it', () => {
    it('is for its owner alone; for all others it is not there (R341)', async () => {
      const { id } = await postItem(host, asha);
      for (const person of [await personOf(host, 'poster'), moderator, await personOf(host, 'officer')])
        expect((await put(person, id, { title: 'Mine now' })).status).toBe(404);
      expect((await put(nobody, id, { title: 'Mine now' })).status).toBe(401);
      expect((await details(nobody, id)).data.title).toBe('Black wallet');
    });

    it('of words sends a published one back to be looked at, of facts not (R22, R341)', async () => {
      const { id } = await postItem(host, asha, { region: 'Ludhiana' });
      const facts = {
        rewardOffer: 700,
        timeOfLossDate: '2026-11-04',
        place: { lat: 30.9, lng: 75.8 },
        phoneNumber: '+91 98140 1',
      };
      expect((await put(asha, id, facts)).body.data).toMatchObject({ status: 'published', rewardRupees: 700 });
      expect((await put(asha, id, { title: 'Black wallet', region: '' })).body.data.status).toBe('published'); // less, not other
      const { data } = (await put(asha, id, { title: 'Red purse', opId: randomUUID() })).body;
      expect(data).toMatchObject({ status: 'pending_review', title: 'Red purse', reviewed: false });
      expect((await nobody.call('GET', '/report?q=purse')).body.data).toEqual([]);
      await move(id, 'published');
      expect((await nobody.call('GET', '/report?q=purse')).body.data).toMatchObject([{ id, reviewed: true }]);
      expect((await nobody.call('GET', '/report?q=wallet&category=Wallet')).body.data).toHaveLength(1); // its category says it
    });

    it('of photos too; the removed one is gone with its template and its bytes', async () => {
      const [face, second] = [await makePhoto(21), await makePhoto(22)];
      const { upload, id, opId } = newReport(withFace(faceOf(3)));
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId, photos: [face.sha256] });
      await bring(host, face, { of: opId });
      await publishReport(host, id);
      expect((await put(asha, id, { photos: [face.sha256, second.sha256] })).body.data).toMatchObject({
        status: 'published',
        photos: [face.sha256, second.sha256],
      });
      await bring(host, second, { of: opId });
      expect((await nobody.call('GET', `/report/${id}`)).body.data.photos).toEqual([face.sha256]);
      expect((await put(asha, id, { photos: [second.sha256] })).body.data.status).toBe('published');
      await host.app().jobs.idle();
      expect(await host.db.selectFrom('template').select('id').execute()).toEqual([]);
      expect(existsSync(join(host.filesDir, 'whole', face.sha256))).toBe(false);
      expect(existsSync(join(host.filesDir, 'whole', second.sha256))).toBe(true);
    });

    it('of an age is looked at first, for it decides who may read the rest (A26)', async () => {
      const { upload, id, opId } = newReport({ lostPersonAge: '9' });
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      await publishReport(host, id);
      const { data } = (await put(asha, id, { age: { years: 25, margin: 5 } })).body;
      expect([data.status, data.subject.ageMin, data.subject.ageMax]).toEqual(['pending_review', 20, 30]);
      const { id: thing } = await postItem(host, asha);
      expect((await put(asha, thing, { age: { years: 2, margin: 0 } })).body.fields).toEqual({ age: 'of a person' });
    });

    it('is refused for what is over, for another kind of thing, and for a sixth photo (R341, R379)', async () => {
      const { id } = await postItem(host, asha);
      expect((await put(asha, id, { condition: 'safe' })).body.fields).toEqual({ condition: 'of a person' });
      expect((await put(asha, id, { photos: [...'123456'].map((c) => c.repeat(64)) })).status).toBe(400);
      expect((await put(asha, id, { timeOfLossDate: '2026-02-30' })).status).toBe(400);
      await put(asha, id, { status: 'resolved' });
      const late = await put(asha, id, { title: 'Still lost' });
      expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    });

    it('takes each step of the life with a line of history, and refuses the others with 409 (R251, A19)', async () => {
      const { id } = await postItem(host, asha, {}, { published: false });
      const step = async (status: string, reason?: string) =>
        (await put(asha, id, { status, ...(reason ? { reason } : {}) })).status;
      expect([await step('published'), await step('appealed', 'Please')]).toEqual([409, 409]);
      await move(id, 'rejected', 'Shows a card number');
      expect([await step('appealed'), await step('appealed', 'The number is masked now')]).toEqual([400, 200]);
      await move(id, 'published');
      expect([await step('resolved', 'It was in the car'), await step('withdrawn'), await step('published')]).toEqual([
        200, 409, 409,
      ]);
      const { history } = await details(asha, id);
      expect(history.map(({ from, to, by, reason }: Record<string, string>) => [from, to, by, reason])).toEqual([
        [undefined, 'pending_review', 'owner', undefined],
        ['pending_review', 'rejected', 'moderator', 'Shows a card number'],
        ['rejected', 'appealed', 'owner', 'The number is masked now'],
        ['appealed', 'published', 'moderator', undefined],
        ['published', 'resolved', 'owner', 'It was in the car'],
      ]);
    });

    it('ends as found before anybody has looked, but not once it was refused', async () => {
      const [early, refused] = [
        await postItem(host, asha, {}, { published: false }),
        await postItem(host, asha, {}, { published: false }),
      ];
      await move(refused.id, 'rejected', 'Shows a card number');
      const found = async ({ id }: { id: string }) => (await put(asha, id, { status: 'resolved' })).status;
      expect([await found(early), await found(refused)]).toEqual([200, 409]);
    });

    it('reads what one transaction wrote in the order in which it wrote it', async () => {
      const { id } = await postItem(host, asha, {}, { published: false });
      const turns = ['rejected', 'appealed', 'rejected', 'appealed', 'rejected', 'appealed', 'published'] as const;
      await host.db.transaction().execute(async (tx) => {
        for (const to of turns)
          await changeStatus(tx, id, to, to === 'appealed' ? `user:${asha.userId}` : 'moderator:1', 'Again');
      });
      const { history } = await details(asha, id);
      expect(history.map(({ to }: { to: string }) => to)).toEqual(['pending_review', ...turns]);
    });

    it('tells others times and states, and neither reasons nor what was between owner and moderator, an officer neither', async () => {
      const { id } = await postItem(host, asha, {}, { published: false });
      await move(id, 'rejected', 'Shows a card number');
      await put(asha, id, { status: 'appealed', reason: 'Masked now' });
      await move(id, 'published');
      const { history } = await details(nobody, id);
      expect(history.map(({ to }: { to: string }) => to)).toEqual(['pending_review', 'published']);
      expect(JSON.stringify(history)).not.toMatch(/card|Masked|rejected|appealed/);
      for (const [role, isTold] of [
        ['officer', false],
        ['moderator', true],
      ] as const) {
        const reader = await personOf(host, role);
        const opened = await reader.call('POST', `/report/${id}/open`, { reason: 'case' });
        const told = JSON.stringify(opened.body.history);
        expect([role, opened.status, /card|Masked|rejected|appealed/.test(told)]).toEqual([role, 200, isTold]);
      }
    });

    it('moves an item and a person along, each with history (R185 to R188, R250, A20)', async () => {
      const { id } = await postItem(host, asha);
      expect((await put(asha, id, { itemStatus: 'claimed' })).status).toBe(409);
      for (const itemStatus of ['found', 'claimed', 'returned'])
        expect((await put(asha, id, { itemStatus })).body.data.subject.status).toBe(itemStatus);
      expect((await put(asha, id, { itemStatus: 'found' })).status).toBe(409);
      const subjects = (await details(nobody, id)).history.filter(({ what }: { what: string }) => what === 'subject');
      expect(subjects.map(({ to }: { to: string }) => to)).toEqual(['found', 'claimed', 'returned']);

      const { upload, id: personId, opId } = newReport();
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id: personId, opId });
      expect((await put(asha, personId, { condition: 'safe' })).body.data.subject.condition).toBe('safe');
      expect((await put(asha, personId, { condition: 'safe' })).status).toBe(409);
    });

    it('leaves an item that somebody claims to the answer of the claim', async () => {
      const { id } = await postItem(host, asha, { reportType: 'found' });
      const claimant_id = (await personOf(host, 'finder')).userId;
      const claim = { id: randomUUID(), report_id: id, claimant_id };
      await host.db
        .insertInto('claim')
        .values(claim as never)
        .execute();
      expect((await put(asha, id, { itemStatus: 'claimed' })).status).toBe(409);
      expect((await details(asha, id)).waiting).toEqual({ claims: 1, notes: 0, matches: 0 });
    });

    it('leaves the suspended their appeal and the taking down (R23)', async () => {
      const { id } = await postItem(host, asha, {}, { published: false });
      await move(id, 'rejected', 'False');
      await host.db.updateTable('app_user').set({ suspended_at: new Date() }).where('id', '=', asha.userId).execute();
      expect((await put(asha, id, { title: 'Other' })).body.code).toBe('suspended');
      expect((await put(asha, id, { status: 'appealed', reason: 'It is true' })).status).toBe(200);
      expect((await put(asha, id, { status: 'withdrawn' })).status).toBe(200);
    });

    it('is done once for one op', async () => {
      const { id } = await postItem(host, asha);
      const change = { opId: randomUUID(), status: 'resolved' };
      const expected = { receipt: { opId: change.opId }, data: { status: 'resolved' } };
      for (let n = 0; n < 3; n++) expect((await put(asha, id, change)).body).toMatchObject(expected);
      expect((await details(asha, id)).history).toHaveLength(3);
    });

    it('where reports are shown at once, goes on being shown, and says that nobody has looked', async () => {
      host.config.review = 'at-once';
      try {
        const { data } = (await asha.call('POST', '/report', newItem())).body;
        expect(data).toMatchObject({ status: 'published', reviewed: false });
        const changed = (await put(asha, data.id, { title: 'Other words' })).body.data;
        expect(changed).toMatchObject({ status: 'published', title: 'Other words', reviewed: false });
      } finally {
        host.config.review = 'people';
      }
    });
  });

  describe('its time', () => {
    const expiresAt = async (id: string) => Date.parse((await details(asha, id)).data.expiresAt) - Date.now();
    const notices = async () =>
      (await host.db.selectFrom('notice').select(['kind', 'user_id']).execute()).filter(
        ({ kind }) => kind === 'report-expiring',
      );
    /** What is over was told of. */
    const setExpiry = (id: string, ms: number) =>
      host.db
        .updateTable('report')
        .set({ expires_at: new Date(Date.now() + ms), ...(ms < 0 ? { expiry_told_at: new Date() } : {}) })
        .where('id', '=', id)
        .execute();

    it('is 30 to 360 days as chosen, and so many more when it is extended, never more than 360 from now', async () => {
      const { id } = await postItem(host, asha, { expiresInDays: 30 });
      expect(Math.round((await expiresAt(id)) / DAY_MS)).toBe(30);
      expect((await put(asha, id, { expiresInDays: 29 })).status).toBe(400);
      expect((await put(asha, id, { expiresInDays: 361 })).status).toBe(400);
      const mayExtend = async () => (await details(asha, id)).may.includes('extend');
      for (const days of [120, 210, 300, 360, 360]) {
        expect(await mayExtend()).toBe(days <= 300); // as long as the whole of 90 days can be given
        expect((await put(asha, id, { expiresInDays: 90 })).status).toBe(200);
        expect(Math.round((await expiresAt(id)) / DAY_MS)).toBe(days);
      }
    });

    it('of somebody who was found is never made shorter by making it longer', async () => {
      const { upload, id, opId } = newReport({ type: 'found', lostPersonAge: undefined, foundPersonAge: '70' });
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      await publishReport(host, id);
      const before = await expiresAt(id);
      expect(Math.round(before / DAY_MS)).toBe(360);
      expect((await put(asha, id, { expiresInDays: 90 })).status).toBe(200);
      expect(await expiresAt(id)).toBeGreaterThanOrEqual(before - DAY_MS / 24);
    });

    it('is told a week ahead, once, and ends it for all but its owner (R251)', async () => {
      const { id } = await postItem(host, asha);
      await untilReadable(host.db);
      const { cursor } = (await nobody.call('GET', '/sync?feed=reports')).body;
      await setExpiry(id, 6 * DAY_MS);
      for (let n = 0; n < 2; n++) await expireReports(host.db);
      expect(await notices()).toEqual([{ kind: 'report-expiring', user_id: asha.userId }]);
      expect((await details(nobody, id)).data.status).toBe('published');

      await setExpiry(id, -1);
      for (let n = 0; n < 2; n++) await expireReports(host.db);
      await untilReadable(host.db);
      expect((await nobody.call('GET', `/report/${id}`)).status).toBe(404);
      expect((await nobody.call('GET', `/sync?feed=reports&cursor=${cursor}`)).body.changes).toEqual([
        { kind: 'gone', id },
      ]);
      expect((await details(asha, id)).history.at(-1)).toMatchObject({ to: 'expired', by: 'system' });
      expect((await put(asha, id, { title: 'Other words' })).status).toBe(409);

      const again = await put(asha, id, { status: 'published', expiresInDays: 120 });
      expect(again.body.data).toMatchObject({ status: 'published', reviewed: true });
      expect(Math.round((await expiresAt(id)) / DAY_MS)).toBe(120);
      await setExpiry(id, 6 * DAY_MS);
      await expireReports(host.db);
      expect(await notices()).toHaveLength(2);
    });

    it('goes on while its owner’s account is closed, but its end is told to nobody until the account is back (A44, R162)', async () => {
      const [soon, over] = [await postItem(host, asha), await postItem(host, asha)];
      await asha.call('DELETE', '/auth/delete-account', { undo: true });
      await setExpiry(soon.id, 6 * DAY_MS);
      await setExpiry(over.id, -1);
      await expireReports(host.db);
      expect(await notices()).toEqual([]);
      await reopen(host, asha);
      await expireReports(host.db);
      expect(await notices()).toEqual([{ kind: 'report-expiring', user_id: asha.userId }]);
      const rows = await host.db.selectFrom('report').select(['id', 'status', 'hidden_at']).execute();
      expect(new Map(rows.map(({ id, status, hidden_at }) => [id, [status, hidden_at]]))).toEqual(
        new Map([
          [soon.id, ['published', null]],
          [over.id, ['expired', null]],
        ]),
      );
    });

    it('begins anew for what is opened again after it, or in the week before, and is told of as before', async () => {
      const moderator = await personOf(host, 'moderator');
      const left = [];
      for (const day of [-1, 3, 20]) {
        const { id } = await postItem(host, asha, { expiresInDays: 30 });
        await setExpiry(id, 6 * DAY_MS);
        await expireReports(host.db);
        await put(asha, id, { status: 'resolved' });
        await setExpiry(id, day * DAY_MS);
        const opened = await moderator.call('POST', `/moderation/${id}`, { action: 'reopen', reason: 'Not returned' });
        expect([day, opened.status]).toEqual([day, 200]);
        await expireReports(host.db);
        expect([day, (await details(asha, id)).data.status]).toEqual([day, 'published']);
        left.push(Math.round((await expiresAt(id)) / DAY_MS));
        const before = (await notices()).length;
        await setExpiry(id, 6 * DAY_MS);
        await expireReports(host.db);
        expect([day, (await notices()).length - before]).toEqual([day, day === 20 ? 0 : 1]);
      }
      expect(left).toEqual([90, 90, 20]);
    });

    it('that came before anybody had looked leaves a week from the look, of which its owner is told', async () => {
      const { id } = await postItem(host, asha, { expiresInDays: 30 });
      expect((await put(asha, id, { title: 'A black bag, two zips' })).body.data.status).toBe('pending_review');
      await setExpiry(id, -DAY_MS);
      expect((await approve((await personOf(host, 'moderator')).call, id)).status).toBe(200);
      for (let n = 0; n < 2; n++) await expireReports(host.db);
      expect((await details(nobody, id)).data.status).toBe('published');
      expect(Math.round((await expiresAt(id)) / DAY_MS)).toBe(7);
      expect(await notices()).toHaveLength(1);
      await expireReports(host.db, new Date(Date.now() + 8 * DAY_MS));
      expect((await details(asha, id)).data.status).toBe('expired');
    });

    it('ends nothing of which nobody was told: where no server ran in the week before, it stands for one more', async () => {
      const { id } = await postItem(host, asha, { expiresInDays: 30 });
      const back = Date.now() + 40 * DAY_MS;
      for (let n = 0; n < 2; n++) await expireReports(host.db, new Date(back));
      expect((await details(nobody, id)).data.status).toBe('published');
      expect(Math.round((await expiresAt(id)) / DAY_MS)).toBe(47);
      await expireReports(host.db, new Date(back + DAY_MS));
      expect(await notices()).toEqual([{ kind: 'report-expiring', user_id: asha.userId }]);
      await expireReports(host.db, new Date(back + 8 * DAY_MS));
      expect((await details(asha, id)).data.status).toBe('expired');
    });

    it('is looked after by the server itself, every hour', async () => {
      const { id } = await postItem(host, asha);
      await setExpiry(id, -1);
      await host.renew();
      await host.app().jobs.idle();
      expect((await details(asha, id)).data.status).toBe('expired');
    });

    it('put up again with other words, it is looked at first', async () => {
      const { id } = await postItem(host, asha);
      await setExpiry(id, -1);
      await expireReports(host.db);
      const { data } = (await put(asha, id, { status: 'published', title: 'Other words' })).body;
      expect(data.status).toBe('pending_review');
    });
  });

  describe('erased', () => {
    it('it leaves a tombstone and nothing else: photos, templates, marks and notes go (A44)', async () => {
      const photo = await makePhoto(31);
      const { upload, id, opId } = newReport(withFace(faceOf(4)));
      await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId, photos: [photo.sha256] });
      await publishReport(host, id);
      const other = await postItem(host, asha, { photos: [photo.sha256] });
      await bring(host, photo, asha);
      await untilReadable(host.db);
      const { cursor } = (await nobody.call('GET', '/sync?feed=reports')).body;
      await host.db.transaction().execute((tx) => eraseReport(tx, id));
      await host.app().jobs.idle();
      for (const table of ['template', 'report_file'] as const)
        expect(await host.db.selectFrom(table).selectAll().where('report_id', '=', id).execute()).toEqual([]);
      expect(existsSync(join(host.filesDir, 'whole', photo.sha256))).toBe(true); // the other report shows it
      await untilReadable(host.db);
      const gone = (await nobody.call('GET', `/sync?feed=reports&cursor=${cursor}`)).body.changes;
      expect(gone).toEqual([{ kind: 'gone', id }]);
      await host.db.transaction().execute((tx) => eraseReport(tx, other.id));
      await host.app().jobs.idle();
      expect(readdirSync(join(host.filesDir, 'whole'))).not.toContain(photo.sha256);
    });
  });

  it('uploads that nobody goes on with are forgotten after a week', async () => {
    const photos = ['old', 'fresh'].map((name) => createHash('sha256').update(name).digest('hex'));
    await postItem(host, asha, { photos });
    const [old, fresh] = photos.map((sha256) => join(host.filesDir, 'partial', `${sha256}.nobody`));
    for (const path of [old, fresh]) writeFileSync(path ?? '', 'x');
    const before = Date.now() / 1000 - 8 * 86_400;
    utimesSync(old ?? '', before, before);
    await sweepUploads(host.db, host.files)({});
    expect([existsSync(old ?? ''), existsSync(fresh ?? '')]).toEqual([false, true]);
  });
});
