/** What was taken back is gone: from the rows, the packs, the files and the very bytes of the database's folder. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeTemplate } from '../../match/template.ts';
import { verifyStored } from '../../server/audit/sealing.ts';
import { addJob } from '../../server/jobs/jobs.ts';
import { veil } from '../../server/protection/protect.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { stripEnded } from '../../server/reports/strip.ts';
import type { Photo } from '../../src/store/files.ts';
import { bytesOf, faceOf, makePhoto, newReport, startHost, type TestHost, withFace } from '../support/client.ts';
import { type TestDatabase, untilReadable, withDatabases } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const HOUR_MS = 3_600_000;
const hashOf = (secret: string) => createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');

withDatabases('erasing', (database) => {
  let host: TestHost;
  let asha: Person;
  let nobody: Person;
  let officer: Person;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [asha, nobody, officer] = [
      await personOf(host, 'poster', 'Asha'),
      await personOf(host),
      await personOf(host, 'officer'),
    ];
  });

  /** A missing person, posted with a photo, a face, a phone and a place by whoever it is. */
  async function missing(by: Person, change: object = {}) {
    const secret = randomBytes(32).toString('hex');
    const photo = await makePhoto(Math.floor(Math.random() * 1e9));
    const place = { lat: 30.901234, lng: 75.857345, address: 'House 14, Model Town' };
    const reach = { phoneNumber: '98140 55512', place, secretHash: hashOf(secret), photos: [photo.sha256] };
    const { upload, id, opId } = newReport({ ...withFace(faceOf(7)), ...reach, ...change });
    const { status, body } = await by.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    if (status !== 200) throw new Error(JSON.stringify(body));
    await lie(photo);
    return { id, opId, secret, photo: photo.sha256, number: body.receipt.number as string };
  }
  /** Its bytes lie on disk, as they came. */
  const lie = async (photo: Photo) => writeFileSync(join(host.filesDir, 'whole', photo.sha256), await bytesOf(photo));
  const end = (by: Person, { id, secret }: { id: string; secret?: string }, how: 'withdrawn' | 'erased', more = {}) =>
    by.call('POST', `/report/${id}/end`, { opId: randomUUID(), how, ...(secret ? { secret } : {}), ...more });
  const rowOf = (id: string) => host.db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
  const filesOnDisk = () => readdirSync(join(host.filesDir, 'whole'));
  const settled = async () => {
    await host.app().jobs.idle();
    await untilReadable(host.db);
  };
  const move = (
    id: string,
    to: 'published' | 'rejected' | 'resolved' | 'expired' | 'withdrawn',
    actor = 'moderator:1',
  ) => host.db.transaction().execute((tx) => changeStatus(tx, id, to, actor));
  const kindsOf = (kind: string) => host.db.selectFrom('job').select('id').where('kind', '=', kind).execute();
  const endedBefore = (id: string, ms: number) =>
    host.db
      .updateTable('report')
      .set({ ended_at: new Date(Date.now() - ms) })
      .where('id', '=', id)
      .execute();
  const stripNow = async () => {
    await stripEnded(host.db);
    await host.app().jobs.idle();
  };
  const held = async (id: string) => {
    const row = await rowOf(id);
    const [template] = await host.db.selectFrom('template').select('id').where('report_id', '=', id).execute();
    const [file] = await host.db.selectFrom('report_file').select('sha256').where('report_id', '=', id).execute();
    return { phone: row?.phone !== null, place: row?.lat !== null, template: !!template, photo: !!file };
  };
  const ALL = { phone: true, place: true, template: true, photo: true };
  const NOTHING = { phone: false, place: false, template: false, photo: false };

  describe('one report', () => {
    it('posted without an account, it is erased by the secret on its maker’s phone, whole and once', async () => {
      const one = await missing(nobody);
      await publishReport(host, one.id);
      const opId = randomUUID();
      const answers = [];
      for (let n = 0; n < 2; n++) answers.push(await end(nobody, one, 'erased', { opId }));
      expect(answers.map(({ status, body }) => [status, body.receipt?.opId])).toEqual([
        [200, opId],
        [200, opId],
      ]);
      await settled();
      expect(await rowOf(one.id)).toBeUndefined();
      expect(filesOnDisk()).not.toContain(one.photo);
      expect((await end(nobody, one, 'erased')).status).toBe(404); // as for whoever never had the secret
    });

    it('posted without an account, it is withdrawn by the same secret, and its history says by whom', async () => {
      const one = await missing(nobody);
      await publishReport(host, one.id);
      expect((await end(nobody, one, 'withdrawn')).status).toBe(200);
      expect((await rowOf(one.id))?.status).toBe('withdrawn');
      const last = await host.db
        .selectFrom('history')
        .selectAll()
        .where('to_status', '=', 'withdrawn')
        .executeTakeFirst();
      expect(last?.actor).toBe('anonymous');
      expect((await end(nobody, one, 'withdrawn')).status).toBe(200);
    });

    it('is not there for a wrong secret, for none, and where none was sent with it', async () => {
      const [one, old] = [await missing(nobody), await missing(nobody, { secretHash: undefined })];
      const wrong = randomBytes(32).toString('hex');
      for (const how of ['withdrawn', 'erased'] as const) {
        const tries = [
          end(nobody, { id: one.id, secret: wrong }, how),
          end(nobody, { id: one.id }, how),
          end(asha, { id: one.id }, how),
          end(nobody, { id: one.id, secret: hashOf(one.secret) }, how),
          end(nobody, { id: old.id, secret: wrong }, how),
          end(nobody, { id: old.id }, how),
        ];
        expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
      }
      expect([await held(one.id), await held(old.id)]).toEqual([ALL, ALL]);
    });

    it('says to nobody else whether it is there, or why it is not', async () => {
      const [one, fled] = [await missing(asha), await missing(asha)];
      for (const { id } of [one, fled]) await publishReport(host, id);
      await host.db.transaction().execute((tx) => veil(tx, fled.id, 'protected'));
      await end(asha, { id: one.id }, 'erased');
      const secret = randomBytes(32).toString('hex');
      const answersTo = async (id: string, by: Person) => {
        const consent = { opId: randomUUID(), purpose: 'compare', given: false, notice: '1', secret };
        const all = [
          await end(by, { id, secret }, 'withdrawn'),
          await end(by, { id, secret }, 'erased'),
          await end(by, { id, secret }, 'erased', { of: randomUUID() }),
          await by.call('PUT', `/report/${id}/consent`, consent),
        ];
        return all.map(({ status, body }) => [status, body.code, body.message]);
      };
      for (const by of [nobody, officer]) {
        const none = await answersTo(randomUUID(), by);
        expect(none.map(([status]) => status)).toEqual([404, 404, 200, 404]);
        for (const { id } of [one, fled]) expect(await answersTo(id, by)).toEqual(none);
      }
      expect(await held(fled.id)).toEqual(ALL);
    });

    it('lets an address ask so often an hour, and what was sent before is answered still', async () => {
      const [one, opId] = [await missing(nobody), randomUUID()];
      expect((await end(nobody, one, 'withdrawn', { opId })).status).toBe(200);
      const codes = [];
      for (let n = 0; n < 300; n++) codes.push((await end(nobody, { id: randomUUID() }, 'withdrawn')).body.code);
      expect(new Set(codes.slice(0, 299))).toEqual(new Set(['not-found']));
      expect(codes.at(-1)).toBe('too-many');
      expect((await end(nobody, one, 'withdrawn', { opId })).status).toBe(200);
    });

    it('of an account is erased by its owner without a secret, and by nobody else', async () => {
      const one = await missing(asha);
      const other = await personOf(host, 'moderator');
      expect((await end(other, { id: one.id }, 'erased')).status).toBe(404);
      expect((await end(asha, { id: one.id }, 'erased')).status).toBe(200);
      expect(await rowOf(one.id)).toBeUndefined();
    });

    it('that is erased before it has arrived is not taken when somebody brings it later', async () => {
      const { upload, id, opId } = newReport();
      expect((await end(nobody, { id, secret: randomBytes(32).toString('hex') }, 'erased', { of: opId })).status).toBe(
        200,
      );
      const late = await nobody.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      expect([late.status, await rowOf(id)]).toEqual([409, undefined]);
    });

    it('takes the reasons in the log with it, and who did what when stays', async () => {
      const one = await missing(asha);
      const moderator = await personOf(host, 'moderator');
      await moderator.call('POST', `/moderation/${one.id}`, { action: 'reject', reason: 'Canary Kaur is known here' });
      await end(asha, { id: one.id }, 'erased');
      const log = await host.db.selectFrom('audit').selectAll().where('subject_id', '=', one.id).execute();
      expect(log.map(({ action, reason }) => [action, reason])).toEqual([['report-reject', null]]);
    });

    it('takes the reasons of what was done with a claim on it along, and an account those of its own', async () => {
      const moderator = await personOf(host, 'moderator');
      for (const goes of ['report', 'account'] as const) {
        const claimant = await personOf(host, 'finder');
        const { id } = await postItem(host, asha, { reportType: 'found' });
        const claim = randomUUID();
        const made = await claimant.call('POST', '/claims', {
          id: claim,
          opId: randomUUID(),
          reportId: id,
          message: 'Mine',
        });
        expect(made.status).toBe(200);
        const frozen = { action: 'freeze', text: 'Canary Kaur says it is hers' };
        expect((await moderator.call('PUT', `/claims/${claim}`, frozen)).status).toBe(200);
        if (goes === 'report') await end(asha, { id }, 'erased');
        else expect((await claimant.call('DELETE', '/auth/delete-account', {})).status).toBe(200);
        const log = await host.db.selectFrom('audit').select('reason').where('action', '=', 'claim-freeze').execute();
        expect(log.map(({ reason }) => reason)).toEqual(goes === 'report' ? [null] : [null, null]);
        expect((await verifyStored(host.db)).fault).toBeUndefined();
      }
    });

    it('goes over to the account of its maker by the same secret, once, and to nobody without it', async () => {
      const one = await missing(nobody);
      const adopt = (by: Person, secret: string) =>
        by.call('POST', `/report/${one.id}/adopt`, { opId: randomUUID(), secret });
      expect((await adopt(asha, randomBytes(32).toString('hex'))).status).toBe(404);
      expect((await adopt(nobody, one.secret)).status).toBe(401);
      expect((await adopt(asha, one.secret)).status).toBe(200);
      expect((await rowOf(one.id))?.owner_id).toBe(asha.userId);
      expect((await adopt(asha, one.secret)).status).toBe(200);
      expect((await adopt(await personOf(host, 'poster'), one.secret)).status).toBe(404);
    });
  });

  describe('a report that has ended', () => {
    it('withdrawn, keeps neither phone, place, photo nor face, at once: there is no way back', async () => {
      const one = await missing(asha);
      await publishReport(host, one.id);
      expect((await asha.call('PUT', `/report/${one.id}`, { status: 'withdrawn' })).status).toBe(200);
      expect(await held(one.id)).toEqual(NOTHING);
      await settled();
      expect(filesOnDisk()).not.toContain(one.photo);
    });

    it.each([
      ['resolved', 72 * HOUR_MS],
      ['rejected', 30 * 24 * HOUR_MS],
      ['expired', 30 * 24 * HOUR_MS],
    ] as const)('%s, keeps them while it may come back, and no longer', async (status, ms) => {
      const one = await missing(asha);
      if (status !== 'rejected') await publishReport(host, one.id);
      await move(one.id, status);
      await endedBefore(one.id, ms - HOUR_MS);
      await stripNow();
      expect(await held(one.id)).toEqual(ALL);
      await endedBefore(one.id, ms + HOUR_MS);
      await stripNow();
      expect(await held(one.id)).toEqual(NOTHING);
      expect((await asha.call('GET', `/report/${one.id}`)).body.data).toMatchObject({
        status,
        title: 'Missing since Tuesday',
      });
      expect(filesOnDisk()).not.toContain(one.photo);
    });

    it.each(['rejected', 'expired'] as const)(
      '%s, of nobody with an account, keeps them for three days',
      async (status) => {
        const one = await missing(nobody);
        if (status === 'expired') await publishReport(host, one.id);
        await move(one.id, status);
        await endedBefore(one.id, 71 * HOUR_MS);
        await stripNow();
        expect(await held(one.id)).toEqual(ALL);
        await endedBefore(one.id, 73 * HOUR_MS);
        await stripNow();
        expect(await held(one.id)).toEqual(NOTHING);
      },
    );

    it('that came back in time keeps them', async () => {
      const one = await missing(asha);
      await publishReport(host, one.id);
      await move(one.id, 'resolved');
      await endedBefore(one.id, 71 * HOUR_MS);
      await move(one.id, 'published');
      await stripNow();
      expect([await held(one.id), (await rowOf(one.id))?.ended_at]).toEqual([ALL, null]);
    });

    it('takes the places and photos of the notes on it along', async () => {
      const one = await missing(asha);
      await publishReport(host, one.id);
      const photo = await makePhoto(99);
      const note = { id: randomUUID(), opId: randomUUID(), reportId: one.id, kind: 'sighting', text: 'At the station' };
      const place = { lat: 30.912345, lng: 75.812345, address: 'Platform 2' };
      await officer.call('POST', `/report/${one.id}/notes`, { ...note, place, photos: [photo.sha256] });
      await lie(photo);
      expect(await host.db.selectFrom('attachment').selectAll().execute()).toHaveLength(1);
      await move(one.id, 'withdrawn', `owner:${asha.userId}`);
      await settled();
      expect(await host.db.selectFrom('attachment').selectAll().execute()).toEqual([]);
      const [kept] = await host.db.selectFrom('note').selectAll().execute();
      expect([kept?.text, kept?.lat, kept?.address]).toEqual(['At the station', null, null]);
      expect(filesOnDisk()).not.toContain(photo.sha256);
    });
  });

  describe('the pack that phones take', () => {
    const packNow = async () => (await nobody.call('GET', '/packs')).body.packs[0];
    const part = (sha256: string) => host.app().inject({ url: `/packs/parts/${sha256}` });

    it.each(['erased', 'withdrawn'] as const)(
      'holds nobody any more whose report was %s: neither its old parts nor the list',
      async (how) => {
        const [one, other] = [await missing(nobody), await missing(nobody, withFace(faceOf(8)))];
        for (const { id } of [one, other]) await publishReport(host, id);
        await untilReadable(host.db);
        const before = await packNow();
        expect(before.count).toBe(2);
        const old = before.file.parts[0].sha256;
        const served = await part(old);
        expect([served.statusCode, served.headers['cache-control']]).toEqual([200, 'no-store']);
        await end(nobody, one, how);
        await untilReadable(host.db);
        expect((await part(old)).statusCode).toBe(404);
        const after = await packNow();
        expect(after.count).toBe(1);
        const bytes = await Promise.all(after.file.parts.map(({ sha256 }: { sha256: string }) => part(sha256)));
        expect(bytes.map(({ statusCode }) => statusCode)).toEqual([200]);
        expect(bytes[0]?.rawPayload.includes(Buffer.from(one.id.replaceAll('-', ''), 'hex'))).toBe(false);
      },
    );

    if (database.kind === 'postgres')
      it('holds them no more, and devices forget them, also while somebody’s transaction stays open', async () => {
        const [one, other] = [await missing(nobody), await missing(nobody, withFace(faceOf(8)))];
        for (const { id } of [one, other]) await publishReport(host, id);
        await untilReadable(host.db);
        const before = await packNow();
        expect(before.count).toBe(2);
        const old = before.file.parts[0].sha256;
        const pull = async (feed: string, cursor: string) =>
          (await nobody.call('GET', `/sync?feed=${feed}&cursor=${encodeURIComponent(cursor)}`)).body;
        const [reports, references] = [await pull('reports', ''), await pull('references', '')];
        const writing = await host.db.startTransaction().execute();
        try {
          await sql`select pg_current_xact_id()`.execute(writing); // an import, an index that is being made
          await end(nobody, one, 'erased');
          expect((await part(old)).statusCode).toBe(404);
          expect((await pull('reports', reports.cursor)).changes).toEqual([{ kind: 'gone', id: one.id }]);
          const gone = await pull('references', references.cursor);
          expect(gone.changes).toMatchObject([{ kind: 'gone' }]);
          // The cursor waits where it is: what is still to come in between is missed by nobody.
          expect((await pull('references', gone.cursor)).changes).toEqual(gone.changes);
          const added = await missing(nobody, withFace(faceOf(9)));
          await publishReport(host, added.id);
          expect((await pull('reports', reports.cursor)).changes).toEqual([{ kind: 'gone', id: one.id }]);
        } finally {
          await writing.rollback().execute();
        }
        expect((await packNow()).count).toBeLessThan(3);
      });

    it('goes on being served in its old parts while people are only added', async () => {
      const one = await missing(nobody);
      await publishReport(host, one.id);
      await untilReadable(host.db);
      const old = (await packNow()).file.parts[0].sha256;
      await publishReport(host, (await missing(nobody, withFace(faceOf(9)))).id);
      await untilReadable(host.db);
      expect((await part(old)).statusCode).toBe(200);
    });
  });

  it('many erasures that come together have the disk scrubbed once', async () => {
    const all = [await missing(nobody), await missing(nobody), await missing(nobody)];
    for (const one of all) await end(nobody, one, 'erased');
    expect(await kindsOf('scrub')).toHaveLength(1);
  });

  it('a file that goes when the disk has just been scrubbed has it scrubbed once more', async () => {
    const photo = await makePhoto(1);
    await lie(photo);
    await settled(); // what the test before left to be done
    await host.db.deleteFrom('job').where('kind', '=', 'scrub').execute();
    await addJob(host.db, 'remove-files', { hashes: [photo.sha256] });
    await settled();
    expect(filesOnDisk()).not.toContain(photo.sha256);
    expect(await kindsOf('scrub')).toHaveLength(1);
  });

  it('what waits to be mailed to an account goes with it', async () => {
    await asha.call('POST', '/auth/forgotPassword', { email: `${asha.userId}@example.in` });
    expect(await host.db.selectFrom('job').select('id').where('kind', '=', 'code').execute()).toHaveLength(1);
    await asha.call('DELETE', '/auth/delete-account', {});
    expect(await host.db.selectFrom('job').select('id').where('kind', '=', 'code').execute()).toEqual([]);
  });

  // What is not sealed by a key (record-keys.test.ts) is in a PostgreSQL server's pages and log: its operator's, README.
  if (database.kind === 'pglite')
    describe('the folder of the embedded database', () => {
      const scrubbed = async () => {
        await sql`update job set run_at = now() where kind = 'scrub'`.execute(host.db);
        await settled();
      };

      it('has no words of a table that has become empty', async () => {
        const words = [`empty${randomBytes(8).toString('hex')}`, `empty${randomBytes(8).toString('hex')}`];
        const code = {
          purpose: 'register',
          code_hash: randomBytes(32),
          used_at: null,
          asker: null,
          subject: null,
        } as const;
        const rows = words.map((email_mark) => ({ ...code, id: randomUUID(), email_mark, expires_at: new Date() }));
        await host.db.deleteFrom('one_time_code').execute();
        await host.db.insertInto('one_time_code').values(rows).execute();
        await sql`analyze`.execute(host.db);
        await host.db.deleteFrom('one_time_code').execute();
        await missing(nobody).then((one) => end(nobody, one, 'erased'));
        const counted = () => sql`select 1 from pg_stats where tablename = 'one_time_code'`.execute(host.db);
        expect((await counted()).rows.length).toBeGreaterThan(0);
        await settled();
        await scrubbed();
        expect((await counted()).rows).toEqual([]);
        const dirs = [await folder(database)];
        expect(words.filter((word) => isIn(dirs, word))).toEqual([]);
      }, 120_000);

      it('holds no byte of an account that was erased, in rows, pages, statistics, log or files', async () => {
        const dirs = [await folder(database), host.filesDir];
        const [random, face] = [randomBytes(8).toString('hex'), faceOf(4242)];
        const [name, email] = [`Canary ${random}`, `canary${random}@example.in`];
        const phoneNumber = `98${Math.floor(Math.random() * 1e8)}`.padEnd(10, '0');
        await host.db.updateTable('app_user').set({ email, name }).where('id', '=', asha.userId).execute();
        for (let n = 0; n < 5; n++) await missing(nobody, { name: 'Another' }); // so that statistics are taken; they stay
        const one = await missing(asha, { ...withFace(face), name, phoneNumber });
        await publishReport(host, one.id);
        const thing = await postItem(host, asha, { title: name });
        const [chat, said] = [`chat ${random}`, `note ${random}`];
        const talk = { id: randomUUID(), opId: randomUUID(), reportId: thing.id, text: chat };
        await officer.call('POST', '/conversations', { ...talk, text: 'Is it here?' });
        await asha.call('POST', `/conversations/${talk.id}/messages`, { opId: randomUUID(), text: chat });
        const note = { id: randomUUID(), opId: randomUUID(), kind: 'information', text: said };
        await officer.call('POST', `/report/${one.id}/notes`, note);
        await sql`analyze`.execute(host.db);
        await sql`checkpoint`.execute(host.db);
        const photo = readFileSync(join(host.filesDir, 'whole', one.photo)).subarray(-48, -16); // behind what all JPEGs begin with
        const canaries = { name, email, phoneNumber, chat, said, photo, face: Buffer.from(encodeTemplate(face)) };
        const seen = () => Object.keys(canaries).filter((what) => isIn(dirs, canaries[what as keyof typeof canaries]));
        expect(seen()).toEqual(['photo']); // the others are never there as they are

        expect((await asha.call('DELETE', '/auth/delete-account', {})).status).toBe(200);
        await settled();
        await scrubbed();
        expect(seen()).toEqual([]);
      }, 120_000);
    });
});

async function folder(database: TestDatabase): Promise<string> {
  const where = await database.where();
  if (where.kind !== 'pglite') throw new Error('only the embedded one has a folder');
  return where.dir;
}

/** Whether some file below these folders holds these bytes. */
const isIn = (dirs: readonly string[], bytes: string | Buffer): boolean =>
  dirs.some((dir) =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(bytes),
    ),
  );
