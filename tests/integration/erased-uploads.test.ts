/** An account that is erased while a photo or video of it is on its way: nothing of the file stays, at whichever moment. */

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findAccount } from '../../server/auth/accounts.ts';
import { removeUnnamed, sweepUploads } from '../../server/files/jobs.ts';
import type { FileStore } from '../../server/files/store.ts';
import { traceFile } from '../../server/suppression/list.ts';
import { eraseAccount } from '../../server/users/erase.ts';
import type { Photo } from '../../src/store/files.ts';
import { bytesOf, makePhoto, makeVideo, newReport, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';

const PIECES = 3;
/** What a server process does with an upload, as it was made. */
type Steps = Pick<FileStore, 'append' | 'rendition' | 'putThumb'>;

withEither('an upload whose owner is erased', (database) => {
  let host: TestHost;
  let steps: Steps;
  let asha: Person;
  let other: Person;
  let file: Photo;
  let seed = 900;

  beforeAll(async () => {
    host = await startHost(database);
    const { append, rendition, putThumb } = host.files;
    steps = { append, rendition, putThumb };
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    Object.assign(host.files, steps);
    await host.empty();
    [asha, other] = [await personOf(host, 'poster', 'Asha Rani'), await personOf(host, 'finder', 'Harpreet Singh')];
    file = await makePhoto(seed++);
  });

  /** Erased for good, with what follows from it. */
  async function erase(): Promise<void> {
    await eraseRows();
    await host.app().jobs.idle();
  }
  const eraseRows = () =>
    host.db.transaction().execute(async (tx) => {
      const account = await findAccount(tx, asha.userId);
      if (!account) throw new Error('erased already');
      await eraseAccount(tx, { userId: asha.userId, role: 'poster' }, account);
    });
  /** The file's name wherever it stands: in folders, and in rows. */
  async function traces(): Promise<string[]> {
    const onDisk = readdirSync(host.filesDir, { recursive: true }).map(String);
    const rows = await sql<{ place: string }>`
      select 'report_file' as place from report_file where sha256 = ${file.sha256} union all
      select 'attachment' from attachment where sha256 = ${file.sha256} union all
      select 'file' from file where sha256 = ${file.sha256} union all
      select 'message' from message where photo = ${file.sha256} union all
      select 'job' from job where payload::text like ${`%${file.sha256}%`}`.execute(host.db);
    return [...onDisk.filter((path) => path.includes(file.sha256)), ...rows.rows.map(({ place }) => place)];
  }
  async function put(piece: number, pieces = PIECES): Promise<number> {
    const bytes = await bytesOf(file);
    const [from, to] = [piece, piece + 1].map((n) => Math.floor((bytes.length * n) / pieces));
    const { statusCode } = await host.app().inject({
      method: 'PUT',
      url: `/files/${file.sha256}?offset=${from}&total=${bytes.length}`,
      headers: { 'content-type': 'application/octet-stream', authorization: asha.token },
      payload: bytes.subarray(from, to),
    });
    return statusCode;
  }
  const reportOf = async (who: Person, named: { photos?: string[]; videos?: string[] }) => {
    const { upload, id, opId } = newReport();
    const { status } = await who.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, ...named, id, opId });
    expect(status).toBe(200);
    return { id, opId };
  };

  const NOTE = 'a photo of a note on another’s report';
  /** What names the file; each write is Asha's. */
  const NAMED: Record<string, () => Promise<unknown>> = {
    'a photo of a report': () => reportOf(asha, { photos: [file.sha256] }),
    'a video of a report': () => {
      file = makeVideo(9000);
      return reportOf(asha, { videos: [file.sha256] });
    },
    [NOTE]: async () => {
      const { id } = await postItem(host, other);
      const note = { id: randomUUID(), opId: randomUUID(), reportId: id, kind: 'information', text: 'At the station' };
      expect((await asha.call('POST', `/report/${id}/notes`, { ...note, photos: [file.sha256] })).status).toBe(200);
    },
    'a proof of a claim': async () => {
      const { id } = await postItem(host, other, { reportType: 'found' });
      const claim = { id: randomUUID(), opId: randomUUID(), reportId: id, message: 'Mine', proofs: [file.sha256] };
      expect((await asha.call('POST', '/claims', claim)).status).toBe(200);
    },
    'a photo in a conversation': async () => {
      const { id } = await postItem(host, other);
      const talk = { id: randomUUID(), opId: randomUUID(), reportId: id, text: 'Hello' };
      const conversationId = (await asha.call('POST', '/conversations', talk)).body.data.id;
      const words = { id: randomUUID(), opId: randomUUID(), conversationId, photo: file.sha256 };
      expect((await asha.call('POST', `/conversations/${conversationId}/messages`, words)).status).toBe(200);
    },
  };

  /** Erase at one moment of the upload of piece `at`; the answer to it. */
  type Moment = (at: number) => Promise<number>;
  const after: Moment = async (at) => {
    const status = await put(at);
    await erase();
    return status;
  };
  /** Its sender was let in, and not a byte of it is written. */
  const letIn: Moment = async (at) => {
    host.files.append = async (...call) => {
      await erase();
      return steps.append(...call);
    };
    return put(at);
  };
  /** All its bytes are here. */
  const beforeReceipt: Moment = async (at) => {
    host.files.append = (upload, kinds, piece, settle) =>
      steps.append(upload, kinds, piece, async (whole) => {
        await erase();
        await settle(whole);
      });
    return put(at);
  };
  /** The rows say that it is here, and are not committed yet: the erasure waits for them, or they for it. */
  const beforeCommit: Moment = async (at) => {
    let erasing: Promise<void> | undefined;
    host.files.append = (upload, kinds, piece, settle) =>
      steps.append(upload, kinds, piece, (whole) =>
        settle({
          ...whole,
          async place() {
            await whole.place();
            erasing ??= erase();
          },
        }),
      );
    const status = await put(at);
    await erasing;
    return status;
  };

  const ARRIVED = [beforeCommit, after];
  const MOMENTS: [string, Moment, number, number | undefined][] = [
    ['before its first piece', letIn, 0, 404],
    ['after its first piece', after, 0, 200],
    ['before its second piece', letIn, 1, 404],
    ['before its last piece', letIn, 2, 404],
    ['when all is here, before the receipt', beforeReceipt, 2, 404],
    ['while the receipt is written', beforeCommit, 2, undefined],
    ['after its receipt', after, 2, 200],
  ];

  describe.each(Object.keys(NAMED))('%s', (what) => {
    it.each(MOMENTS)('%s: no byte, name or row of it stays (fault 41)', async (_, moment, at, status) => {
      await NAMED[what]?.();
      expect(await traces()).not.toEqual([]);
      for (let piece = 0; piece < at; piece++) expect(await put(piece)).toBe(200);
      if (at > 0) expect((await traces()).filter((path) => path.startsWith('partial/'))).toHaveLength(1);
      const answered = await moment(at);
      if (status !== undefined) expect(answered).toBe(status);
      expect(await findAccount(host.db, asha.userId)).toBeUndefined();
      await host.app().jobs.idle();
      // What had arrived for a note stays with it, without a name; it may still bring somebody home (A44).
      const stays =
        what === NOTE && at === PIECES - 1 && ARRIVED.includes(moment)
          ? [`whole/${file.sha256}`, 'attachment', 'file']
          : [];
      expect(await traces()).toEqual(stays);
      Object.assign(host.files, steps);
      for (let piece = 0; piece < PIECES; piece++) expect(await put(piece)).toBe(401); // account-gone
      expect(await traces()).toEqual(stays);
    });
  });

  it('goes on for another who brings the same photo for a report of their own', async () => {
    await reportOf(asha, { photos: [file.sha256] });
    const { opId } = await reportOf(other, { photos: [file.sha256] });
    const owner = asha;
    for (const sender of [owner, other]) {
      asha = sender;
      expect(await put(0)).toBe(200);
    }
    asha = owner;
    await erase();
    expect((await traces()).filter((path) => path.startsWith('partial/'))).toHaveLength(1);
    asha = other;
    for (const piece of [1, 2]) expect(await put(piece)).toBe(200);
    expect((await other.call('GET', `/receipts/${opId}`)).body.missing).toEqual([]);
  });

  it('leaves no small picture that was sent ahead in that very moment', async () => {
    const { opId } = await reportOf(asha, { photos: [file.sha256] });
    host.files.putThumb = async (...call) => {
      await erase();
      return steps.putThumb(...call);
    };
    const { statusCode } = await host.app().inject({
      method: 'PUT',
      url: `/files/${file.sha256}/thumb?of=${opId}`,
      payload: await bytesOf(file),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect([statusCode, await traces()]).toEqual([404, []]);
  });

  it('leaves no rendition that was being made of it in that very moment', async () => {
    const flat = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#a46' } })
      .jpeg()
      .toBuffer();
    file = { sha256: createHash('sha256').update(flat).digest('hex'), blob: new Blob([new Uint8Array(flat)]) };
    await reportOf(asha, { photos: [file.sha256] });
    for (let piece = 0; piece < PIECES; piece++) expect(await put(piece)).toBe(200);
    await eraseRows();
    const order: string[] = [];
    const making = host.files.rendition(file.sha256, 'full').then(() => order.push('made'));
    await removeUnnamed(host.db, host.files, [file.sha256]);
    order.push('removed');
    await making;
    const stays = (await traces()).filter((path) => path !== 'job'); // it would do the same once more
    expect([order, stays]).toEqual([['removed', 'made'], []]);
  });

  it('that a killed process left without a record to belong to is swept within the hour', async () => {
    const nameless = (await makePhoto(seed++)).sha256;
    const left = [`partial/${nameless}.user-0123456789abcdef`, `partial/${nameless}.nobody`];
    left.push(`provisional/${nameless}.${randomUUID()}.webp`);
    for (const path of left) writeFileSync(join(host.filesDir, path), 'a part');
    await reportOf(asha, { photos: [file.sha256] });
    expect(await put(0)).toBe(200);
    await sweepUploads(host.db, host.files)({});
    const stays = ['partial', 'provisional'].flatMap((folder) => readdirSync(join(host.filesDir, folder)));
    expect(stays).toEqual([expect.stringContaining(`${file.sha256}.user-`)]);
  });

  it('kept whole for a record that a killed process never wrote is swept too, and what is named, worn or just kept is not', async () => {
    const keep = async (hours: number, known = true) => {
      const traced = known ? (hash: string, look?: string) => traceFile(host.db, hash, look) : undefined;
      const sha256 = await host.files.put(await bytesOf(await makePhoto(seed++)), traced);
      await host.files.rendition(sha256, 'thumb');
      const then = new Date(Date.now() - hours * 3_600_000);
      utimesSync(join(host.filesDir, 'whole', sha256), then, then);
      return sha256;
    };
    const [forgotten, worn, named] = [await keep(2), await keep(2), await keep(2)];
    const [fresh, ofAnotherDatabase] = [await keep(0), await keep(2, false)];
    await host.db.updateTable('app_user').set({ avatar_sha256: worn }).where('id', '=', asha.userId).execute();
    await reportOf(asha, { photos: [named] });
    await host.db.updateTable('report_file').set({ brought_at: new Date() }).where('sha256', '=', named).execute();
    await sweepUploads(host.db, host.files)({});
    const here = readdirSync(host.filesDir, { recursive: true }).map(String);
    const isHere = (sha256: string) => here.filter((path) => path.includes(sha256)).length;
    expect([forgotten, worn, named, fresh, ofAnotherDatabase].map(isHere)).toEqual([0, 2, 2, 2, 2]);
  });
});
