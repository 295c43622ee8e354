/** What is told of people lies sealed in both databases, in their logs and in backups, and is gone with its key. */

import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeTemplate } from '../../match/template.ts';
import { findByEmail } from '../../server/auth/accounts.ts';
import { passkeysOf } from '../../server/auth/passkeys.ts';
import { backUp, renewKeyFile, restore } from '../../server/backup/backup.ts';
import { openControl } from '../../server/backup/control.ts';
import { keyFileIn } from '../../server/backup/key-file.ts';
import { sweepKeys } from '../../server/db/erase-keys.ts';
import { reachOf } from '../../server/db/keys.ts';
import { setMeta } from '../../server/db/meta.ts';
import { openDb } from '../../server/db/open.ts';
import { sealRows } from '../../server/db/seal-rows.ts';
import { keyed, keysOf, sealedFor } from '../../server/db/sealing.ts';
import { sendMail } from '../../server/mail/mailer.ts';
import { resealMessages } from '../../server/messages/reseal.ts';
import { eraseReport } from '../../server/reports/store.ts';
import { bytesOf, faceOf, makePhoto, newReport, startHost, type TestHost, withFace } from '../support/client.ts';
import {
  createDatabase,
  passingFolder,
  type TestDatabase,
  untilReadable,
  withDatabases,
} from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const HOUR_MS = 3_600_000;
/** By then a statement that has to wait for another does. */
const SOON_MS = 500;

withDatabases('the keys of records', (database) => {
  const started = Date.now() - 1000;
  let host: TestHost;
  let asha: Person;
  let ravi: Person;
  let moderator: Person;
  let closeControl: () => Promise<void> = async () => {};

  beforeAll(async () => {
    host = await startHost(database);
    if (database.kind === 'pglite') closeControl = await openControl(host.config.dataDir, host.db);
  });
  afterAll(async () => {
    await closeControl();
    await host.remove();
  });
  beforeEach(async () => {
    await host.empty();
    [asha, ravi, moderator] = [
      await personOf(host, 'poster', 'Asha Rani'),
      await personOf(host, 'poster', 'Ravi Kumar'),
      await personOf(host, 'moderator'),
    ];
  });

  const settled = () => host.app().jobs.idle();
  const done = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const op = () => ({ opId: randomUUID(), id: randomUUID() });
  const keyPath = (name: string) => join(host.config.database.keysDir, name.slice(0, 2), name);
  const hasKey = (name: string) => existsSync(keyPath(name));
  const titleOf = async (id: string) => (await asha.call('GET', `/report/${id}`)).body.data?.title;
  const endBy = (by: Person, id: string, how: 'erased' | 'withdrawn') =>
    done(by.call('POST', `/report/${id}/end`, { opId: randomUUID(), how }));

  async function person(change: object = {}) {
    const photo = await makePhoto(Math.floor(Math.random() * 1e9));
    const { upload, id, opId } = newReport({ ...withFace(faceOf(7)), ...{ photos: [photo.sha256] }, ...change });
    await done(asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId }));
    writeFileSync(join(host.filesDir, 'whole', photo.sha256), await bytesOf(photo));
    await publishReport(host, id);
    return { id, photo };
  }

  /** Everything that can be told of a person and a thing, each with a word that is found nowhere else. */
  async function tellAll() {
    const canaries: Record<string, string | Buffer> = {};
    const word = (what: string) => {
      const said = `kanari${randomBytes(6).toString('hex')}`;
      canaries[what] = said;
      return said;
    };
    const face = faceOf(Math.floor(Math.random() * 1e6));
    canaries.face = Buffer.from(encodeTemplate(face));
    const phoneNumber = `98${Math.floor(Math.random() * 1e8)}`.padEnd(10, '0');
    canaries.phone = phoneNumber;
    const place = { lat: 30.9 + Math.random() / 100, lng: 75.8 + Math.random() / 100, address: word('address') };
    canaries.lat = String(place.lat);
    canaries.lng = String(place.lng);
    const one = await person({
      ...withFace(face),
      ...{ title: word('title'), name: word('name'), descriptionText: word('description') },
      ...{ clothColor: word('clothes'), region: word('region'), phoneNumber, place },
      details: { nickname: word('nickname'), medical: word('medicine'), lastSeenWith: word('last seen with') },
    });
    canaries.photo = (await bytesOf(one.photo)).subarray(-48, -16); // behind what all JPEGs begin with
    const note = { kind: 'sighting', text: word('note'), region: word('region of the note') };
    const seen = { lat: 30.8 + Math.random() / 100, lng: 75.7, address: word('place of the note') };
    canaries['lat of the note'] = String(seen.lat);
    await done(ravi.call('POST', `/report/${one.id}/notes`, { ...op(), ...note, place: seen }));
    await done(
      ravi.call('POST', `/report/${one.id}/flags`, { opId: randomUUID(), reason: 'other', text: word('flag') }),
    );
    const objection = { kind: 'me', words: word('objection'), contact: word('contact') };
    await done(ravi.call('POST', `/report/${one.id}/objections`, objection));
    const marks = [
      { question: word('question'), answer: word('answer') },
      { question: 'Colour?', answer: 'red' },
    ];
    const thing = await postItem(host, asha, { reportType: 'found', title: word('title of the thing'), marks });
    const claim = { ...op(), message: word('claim'), answers: [word('answer of the claim'), 'red'] };
    await done(ravi.call('POST', '/claims', { ...claim, reportId: thing.id }));
    const ask = { opId: randomUUID(), action: 'ask', text: word('what the finder asks') };
    await done(asha.call('PUT', `/claims/${claim.id}`, ask));
    const chat = { ...op(), reportId: thing.id, text: word('chat') };
    await done(ravi.call('POST', '/conversations', chat));
    const [talk] = (await asha.call('GET', '/conversations')).body.data;
    const where = { lat: 30.7 + Math.random() / 100, lng: 75.6, address: word('place of the chat') };
    canaries['lat of the chat'] = String(where.lat);
    await done(
      asha.call('POST', `/conversations/${talk.id}/messages`, { ...op(), text: word('chat too'), place: where }),
    );
    const reject = { action: 'reject', reason: word('reason of the moderator') };
    await moderator.call('GET', '/moderation/queue');
    await done(moderator.call('POST', `/moderation/${one.id}`, reject));
    await settled();
    return { canaries, person: one, thing, claim, talk };
  }

  const addPasskey = (user_id: string, name: string) =>
    host.db
      .insertInto('passkey')
      .values({
        ...{ user_id, name, credential_id: randomUUID(), public_key: randomBytes(32) },
        ...{ counter: 0, transports: [], synced: true },
      })
      .execute();

  /** Who somebody is to us, each with a word that is found nowhere else; a code and a mail wait for them. */
  async function account({ userId, call }: Person) {
    const word = () => `kanari${randomBytes(6).toString('hex')}`;
    const told = { name: word(), guardian_name: word(), organisation: word(), bio: word(), guardian_email: word() };
    const email = `${word()}@example.in`;
    await host.db
      .updateTable('app_user')
      .set({ ...told, email })
      .where('id', '=', userId)
      .execute();
    await done(call('POST', '/auth/forgotPassword', { email }));
    await sendMail(host.db, userId, { subject: 'Hello', text: 'Hello' });
    const [place, key] = [word(), word()];
    await done(call('POST', '/follows', { opId: randomUUID(), region: place }));
    await addPasskey(userId, key);
    const { name, ...others } = told;
    return {
      ...{ 'name of the account': name, 'e-mail': email, 'place that is followed': place, 'name of a passkey': key },
      ...others,
    };
  }

  it('no word, place, face or photo of a person or thing, and no name or e-mail of an account, is in any file of the database, its log or of ours, once erased', async () => {
    const dirs = [...(await foldersOf(host, database)), host.filesDir];
    const { canaries, person: one, thing, claim, talk } = await tellAll();
    Object.assign(canaries, await account(asha));
    const control = `control${randomBytes(6).toString('hex')}`;
    await setMeta(host.db, 'control', control);

    // All of it can be read by those whom it is for.
    const read = JSON.stringify([
      (await asha.call('GET', `/report/${one.id}`)).body,
      await host.db.selectFrom('note').selectAll().execute(),
      (await asha.call('GET', '/claims?scope=received')).body,
      (await asha.call('GET', `/conversations/${talk.id}/messages`)).body,
      (await moderator.call('GET', '/moderation/objections')).body,
      (await asha.call('GET', '/follows')).body,
      await passkeysOf(host.db, asha.userId),
    ]);
    const told = [
      ...['title', 'name', 'description', 'clothes', 'region', 'address', 'phone', 'lat', 'note'],
      ...['nickname', 'medicine', 'last seen with'],
    ];
    const said = ['answer of the claim', 'claim', 'what the finder asks', 'chat', 'chat too', 'objection', 'contact'];
    said.push('place that is followed', 'name of a passkey');
    for (const what of [...told, ...said]) expect(read, what).toContain(String(canaries[what]));

    await endBy(asha, one.id, 'erased');
    await endBy(asha, thing.id, 'erased');
    for (const sought of [canaries['e-mail'], canaries['name of the account']])
      expect((await moderator.call('GET', `/users?q=${sought}`)).body.data).toMatchObject([{ _id: asha.userId }]);
    await done(asha.call('DELETE', '/auth/delete-account', {}));
    await settled();
    await sql`checkpoint`.execute(host.db);
    const found = (bytes: string | Buffer) => isIn(dirs, bytes, started);
    expect(found(control)).toBe(true); // what is not sealed is found: the search sees pages and log
    expect(Object.keys(canaries).filter((what) => found(canaries[what] ?? ''))).toEqual([]);
    for (const id of [one.id, reachOf(one.id), thing.id, claim.id]) expect(hasKey(id), id).toBe(false);
  }, 120_000);

  it('a backup of before tells nothing of what was erased since, once the key file is renewed, and all else', async () => {
    const backups = passingFolder('backups');
    const other = await person({ title: 'Still looked for' });
    const { canaries, person: one } = await tellAll();
    Object.assign(canaries, await account(ravi));
    const places = { database: await database.where(), dataDir: host.config.dataDir, filesDir: host.filesDir };
    await backUp(places, join(backups, 'old'));
    const oldKeys = readFileSync(keyFileIn(backups));
    const archived = Buffer.concat([
      gunzipSync(readFileSync(join(backups, 'old', 'rows.ndjson.gz'))),
      ...readdirSync(join(backups, 'old', 'files')).map((name) => readFileSync(join(backups, 'old', 'files', name))),
    ]);
    expect(Object.keys(canaries).filter((what) => archived.includes(canaries[what] ?? ''))).toEqual([]);

    await endBy(asha, one.id, 'erased');
    await done(ravi.call('DELETE', '/auth/delete-account', {}));
    await settled();
    await renewKeyFile(places, backups);
    const restored = async () => {
      const [empty, dir] = [await createDatabase(), passingFolder('restored')];
      const counts = await restore(join(backups, 'old'), {
        ...{ dataDir: dir, filesDir: join(dir, 'files') },
        database: empty.where,
      });
      const opened = await openDb(empty.where);
      const titles = await opened.db.selectFrom('report').select(['id', 'title']).orderBy('created_at').execute();
      const emails = (await opened.db.selectFrom('app_user').select('email').execute()).map(({ email }) => email);
      const known = await findByEmail(opened.db, `${asha.userId}@example.in`);
      await opened.close();
      await empty.remove();
      return { ...counts, titles, emails, known: known?.name, files: readdirSync(join(dir, 'files', 'whole')) };
    };
    const after = await restored();
    expect(after.titles.map(({ title }) => title)).toEqual(['Still looked for', canaries['title of the thing']]);
    expect(after.known).toBe('Asha Rani');
    expect(after.emails).not.toContain(canaries['e-mail']);
    expect(after.files).toContain(other.photo.sha256);
    expect(after.files).not.toContain(one.photo.sha256);
    expect(after.erased).toBeGreaterThan(0);

    writeFileSync(keyFileIn(backups), oldKeys); // whoever kept the keys of then reads what was then
    expect((await restored()).titles.map(({ title }) => title)).toContain(canaries.title);
    rmSync(keyFileIn(backups));
    await expect(restored()).rejects.toThrow(/Without it no name, word/);
  }, 120_000);

  describe('of a conversation', () => {
    /** Ravi writes to Asha about a thing of hers, and she answers: what is stored of the two. */
    async function talk(first = 'Is it still there?') {
      const thing = await postItem(host, asha, { reportType: 'found' });
      const chat = { ...op(), reportId: thing.id, text: first };
      await done(ravi.call('POST', '/conversations', chat));
      const [{ id }] = (await asha.call('GET', '/conversations')).body.data;
      await done(asha.call('POST', `/conversations/${id}/messages`, { ...op(), text: 'Come at five' }));
      await settled();
      return { id, stored: await asStored(id) };
    }
    const asStored = async (id: string) =>
      (
        await sql<{ text: string }>`
          select to_json(text)::text as text from message where conversation_id = ${id} order by seq`.execute(host.db)
      ).rows.map(({ text }) => text);
    /** As who has an old page, log or archive, and the keys of now. */
    const opened = async (stored: readonly (string | undefined)[]) =>
      (
        await sql<{ text: string | null }>`
          select value::json #>> '{}' as text from unnest(${stored}::text[]) as value`.execute(host.db)
      ).rows.map(({ text }) => text);
    const read = async (by: Person, id: string) =>
      (await by.call('GET', `/conversations/${id}/messages`)).body.data.map(({ text }: { text: string }) => text);

    it('what its leaver wrote can be opened by no key once they have left, and the other side’s own words can', async () => {
      const { id, stored } = await talk();
      expect(await opened(stored)).toEqual(['Is it still there?', 'Come at five']);
      await done(ravi.call('DELETE', '/auth/delete-account', {}));
      await settled();
      expect([hasKey(id), hasKey(ravi.userId)]).toEqual([true, false]);
      expect(await opened(stored)).toEqual([null, 'Come at five']);
      expect(await read(asha, id)).toEqual(['Come at five']);
    });

    it('what somebody complained of stays to be decided by, sealed anew', async () => {
      const { id, stored } = await talk('Pay first');
      await done(asha.call('PUT', `/conversations/${id}`, { complaint: 'Wants money' }));
      await done(ravi.call('DELETE', '/auth/delete-account', {}));
      await settled();
      expect(await opened(stored)).toEqual([null, 'Come at five']);
      expect(await read(asha, id)).toEqual(['Pay first', 'Come at five']);
    });

    it('what was sealed by its key alone is sealed by the author’s too', async () => {
      const { id } = await talk();
      const [first] = await host.db.selectFrom('message').select('id').where('author_id', '=', ravi.userId).execute();
      const former = sealedFor(host.db, { id, reach: false }, 'Is it still there?');
      await sql`update message set text = ${keyed(() => String(former))} where id = ${first?.id}`.execute(host.db);
      const stored = await asStored(id);
      await resealMessages(host.db)({});
      expect(await read(asha, id)).toEqual(['Is it still there?', 'Come at five']);
      const now = await asStored(id);
      await keysOf(host.db).erase([ravi.userId]);
      expect([await opened(stored), await opened(now)]).toEqual([
        ['Is it still there?', 'Come at five'],
        [null, 'Come at five'],
      ]);
    });
  });

  it('what an old page still holds reads as nothing once the report is withdrawn, and its words go on being read', async () => {
    const place = { lat: 30.901234, lng: 75.857345, address: 'House 14' };
    const { id } = await person({ phoneNumber: '98140 55512', place });
    const asStored = sql<{ phone: string; lat: string; title: string }>`
      select to_json(phone)::text as phone, lat::text as lat, to_json(title)::text as title from report where id = ${id}`;
    const before = (await asStored.execute(host.db)).rows[0];
    expect([before?.phone, before?.lat, before?.title].map((text) => text?.slice(0, 8))).toEqual([
      '"\\u0001o',
      '"\\u0001o',
      '"\\u0001o',
    ]);
    const whole = (await asha.call('GET', `/report/${id}`)).body.data;
    expect([whole.phoneNumber, whole.place]).toEqual(['98140 55512', place]);
    await endBy(asha, id, 'withdrawn');
    await settled();
    await sql`update report set lat = ${before?.lat}::jsonb, lng = ${before?.lat}::jsonb,
      phone = ${before?.phone}::json #>> '{}' where id = ${id}`.execute(host.db);
    const { body, status } = await asha.call('GET', `/report/${id}`);
    expect([status, body.data.title, body.data.phoneNumber, body.data.place]).toEqual([
      200,
      'Missing since Tuesday',
      undefined,
      undefined,
    ]);
  });

  it('a report whose key is lost is a report without words, and the lists and searches go on', async () => {
    const [lost, other] = [await person({ title: 'First' }), await person({ title: 'Second' })];
    await keysOf(host.db).erase([lost.id, reachOf(lost.id)]);
    await untilReadable(host.db);
    await host.renew();
    const { body, status } = await asha.call('GET', '/report?scope=mine');
    expect(status).toBe(200);
    expect(body.data.map((report: { title?: string }) => report.title)).toEqual(['Second', undefined]);
    const compared = await asha.call('POST', '/api/face/compare', { descriptor: faceOf(7) });
    expect([compared.status, compared.body.candidates?.length ?? compared.body]).toEqual([200, 1]); // by the other's face
    expect(await titleOf(other.id)).toBe('Second');
  });

  describe('that should have gone with an erasure', () => {
    const erase = (id: string) => host.db.transaction().execute((tx) => eraseReport(tx, id));

    it('go when the server that was killed in between starts again', async () => {
      const { id } = await person();
      await settled();
      await host.app().jobs.stop();
      await erase(id); // as the killed one leaves it: committed, and its key is there
      expect([hasKey(id), hasKey(reachOf(id))]).toEqual([true, true]);
      await host.renew();
      await settled();
      expect([hasKey(id), hasKey(reachOf(id))]).toEqual([false, false]);
    });

    it('are swept where nobody was told, and no other', async () => {
      const [gone, other] = [await person(), await person({ title: 'Second' })];
      await settled();
      await host.app().jobs.stop();
      await erase(gone.id);
      await host.db.deleteFrom('job').where('kind', '=', 'erase-keys').execute();
      await sweepKeys(host.db, Date.now());
      expect(hasKey(gone.id)).toBe(true); // it may be of a record that is being written
      await sweepKeys(host.db, Date.now() + 2 * HOUR_MS);
      expect([hasKey(gone.id), hasKey(reachOf(gone.id))]).toEqual([false, false]);
      expect(await titleOf(other.id)).toBe('Second');
      expect([hasKey(other.id), hasKey('search')]).toEqual([true, true]);
      await host.renew();
    });
  });

  if (database.kind === 'postgres')
    it('are one set for two servers: what one writes the other reads, and what one erases the other cannot', async () => {
      const second = await openDb(await database.where());
      const { id } = await person({ title: 'Written by the first' });
      const read = () => second.db.selectFrom('report').select('title').where('id', '=', id).executeTakeFirst();
      expect((await read())?.title).toBe('Written by the first');
      await second.db.updateTable('report').set({ title: 'By the second' }).where('id', '=', id).execute();
      expect(await titleOf(id)).toBe('By the second');
      await endBy(asha, id, 'erased');
      await settled();
      expect(await read()).toBeUndefined();
      expect((await keysOf(host.db).read([id])).size).toBe(0);
      await second.close();
    });

  it('are made for what a version without them has stored, and it reads as before', async () => {
    const { id } = await person({ title: 'As it was', phoneNumber: '98140 55512' });
    await ravi.call('POST', `/report/${id}/notes`, { ...op(), kind: 'information', text: 'Seen near the mill' });
    const code = Buffer.from(encodeTemplate(faceOf(8)));
    await sql`update report set title = 'An older title', phone = '98140 55513', lat = '30.25', lng = '75.5' where id = ${id}`.execute(
      host.db,
    );
    await sql`update template set code = ${code} where report_id = ${id}`.execute(host.db);
    await sql`update note set text = 'An older note' where report_id = ${id}`.execute(host.db);
    const clear = sql<{ clear: string }>`
      select concat_ws(' ', report.title, report.phone, report.lat, note.text, encode(template.code, 'hex')) as clear
      from report join note on note.report_id = report.id join template on template.report_id = report.id`;
    const asWas = { name: 'An older name', email: `older-${randomUUID()}@example.in` };
    await sql`update app_user set name = ${asWas.name}, email = ${asWas.email} where id = ${ravi.userId}`.execute(
      host.db,
    );
    await done(ravi.call('POST', '/follows', { opId: randomUUID(), region: 'Mill Road' }));
    await addPasskey(ravi.userId, 'A key');
    await sql`update follow set region = 'Mill Road' where user_id = ${ravi.userId}`.execute(host.db);
    await sql`update passkey set name = 'Grey phone' where user_id = ${ravi.userId}`.execute(host.db);
    const account = () =>
      sql`select concat(app_user.name, email) = ${asWas.name + asWas.email} as clear,
        region = 'Mill Road' as follow, passkey.name = 'Grey phone' as passkey
      from app_user join follow on follow.user_id = app_user.id join passkey on passkey.user_id = app_user.id
      where app_user.id = ${ravi.userId}`.execute(host.db);
    expect((await account()).rows).toEqual([{ clear: true, follow: true, passkey: true }]);
    const older = ['An older title', '98140 55513', '30.25', 'An older note', code.toString('hex')];
    const readable = async () => {
      const stored = JSON.stringify((await clear.execute(host.db)).rows);
      return older.filter((text) => stored.includes(text));
    };
    expect(await readable()).toEqual(older);
    const job = { kind: 'seal-rows', payload: '{}', held_until: null };
    await host.db.insertInto('job').values(job).execute();
    await settled();
    expect(await readable()).toEqual([]);
    expect((await account()).rows).toEqual([{ clear: false, follow: false, passkey: false }]);
    expect((await ravi.call('GET', '/follows')).body.data).toMatchObject([{ region: 'Mill Road' }]);
    expect(await passkeysOf(host.db, ravi.userId)).toMatchObject([{ name: 'Grey phone' }]);
    expect((await ravi.call('GET', '/me')).body).toMatchObject([{ name: asWas.name, email: asWas.email }]);
    const { data } = (await asha.call('GET', `/report/${id}`)).body;
    expect([data.title, data.phoneNumber, data.place.lat]).toEqual(['An older title', '98140 55513', 30.25]);
    const stored = await host.db.selectFrom('template').select('code').executeTakeFirstOrThrow();
    expect(Buffer.from(stored.code).equals(code)).toBe(true);
  });

  it('seal a row too that somebody else writes meanwhile', async () => {
    const { id } = await person({ title: 'As it was' });
    await settled();
    await sql`update report set title = 'An older title' where id = ${id}`.execute(host.db);
    const stored = sql`select left(title, 1) = chr(1) as sealed from report where id = ${id}`;
    let sealing: Promise<void> | undefined;
    await host.db.transaction().execute(async (tx) => {
      await sql`update report set updated_at = now() where id = ${id}`.execute(tx);
      expect((await stored.execute(tx)).rows).toEqual([{ sealed: false }]);
      sealing = sealRows(host.db)({ table: 'report' });
      await setTimeout(SOON_MS);
    });
    await sealing;
    await settled();
    expect((await stored.execute(host.db)).rows).toEqual([{ sealed: true }]);
    expect(await titleOf(id)).toBe('An older title');
  });

  it('take no text from outside for one of ours', async () => {
    const forged = `\u0001o${randomBytes(90).toString('base64url')}`;
    await host.db.updateTable('app_user').set({ name: forged }).where('id', '=', asha.userId).execute();
    const row = await host.db.selectFrom('app_user').select('name').where('id', '=', asha.userId).executeTakeFirst();
    expect(row?.name).toBe(`\uFFFD${forged.slice(1)}`);
  });
});

/** Where a database keeps what is written: its pages, and its log. */
async function foldersOf({ db }: TestHost, database: TestDatabase): Promise<string[]> {
  const where = await database.where();
  if (where.kind === 'pglite') return [where.dir];
  const { rows } = await sql<{ data: string; oid: string }>`
    select current_setting('data_directory') as data, oid::text from pg_database where datname = current_database()`.execute(
    db,
  );
  const [row] = rows;
  return row ? [join(row.data, 'base', row.oid), join(row.data, 'pg_wal')] : [];
}

/** Whether some file below these folders that was written since holds these bytes. */
const isIn = (dirs: readonly string[], bytes: string | Buffer, since: number): boolean =>
  dirs.some((dir) =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && contentSince(join(entry.parentPath, entry.name), since)?.includes(bytes),
    ),
  );

/** Undefined of one that is older, and of one that the database has removed since it was listed, its caches for one. */
function contentSince(path: string, since: number): Buffer | undefined {
  try {
    return statSync(path).mtimeMs >= since ? readFileSync(path) : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
