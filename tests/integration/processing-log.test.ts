/** The sealed log of processing: what is done with data of people leaves a line that whoever has the server cannot read. */

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { logProcessing, pseudonymOf } from '../../server/processing/log.ts';
import { makeLogKey, openReader, openStream } from '../../server/processing/sealing.ts';
import { newReport, startHost, type TestHost } from '../support/client.ts';
import { command } from '../support/command.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const { publicKey, privateKey } = makeLogKey();

withEither('the log of processing', (database) => {
  let host: TestHost;
  let owner: Person;
  let secret: Buffer;
  beforeAll(async () => {
    host = await startHost(database, { LOG_KEY: publicKey });
    secret = readFileSync(join(host.config.database.keysDir, 'ps', 'pseudonym'));
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.app().jobs.idle();
    await host.empty();
    owner = await personOf(host, 'poster');
  });

  const sealed = () => host.db.selectFrom('processing').selectAll().orderBy('place').execute();
  async function lines(): Promise<Record<string, string>[]> {
    const rows = await sealed();
    const readers = new Map<string, ReturnType<typeof openReader>>();
    return rows.map(({ stream, place, sealed: line }) => {
      const name = Buffer.from(stream).toString('hex');
      const read = readers.get(name) ?? openReader(Buffer.from(privateKey, 'base64url'), Buffer.from(stream));
      readers.set(name, read);
      return JSON.parse(read({ place, sealed: Buffer.from(line) }));
    });
  }
  async function post(): Promise<string> {
    const { upload, id, opId } = newReport({ name: 'Asha Devi', phoneNumber: '9876543210' });
    const { status } = await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect(status).toBe(200);
    return id;
  }

  it('has a line for each thing that is done, by keyed pseudonyms, and the acts of offices are in their own log', async () => {
    const id = await post();
    await publishReport(host, id); // an office
    await owner.call('PUT', `/report/${id}`, { id, description: 'She limps', opId: randomUUID() });
    const no = { id, purpose: 'photo', given: false, notice: '2026-11', opId: randomUUID() };
    await owner.call('PUT', `/report/${id}/consent`, no);
    await owner.call('GET', '/me/data');
    await owner.call('POST', `/report/${id}/end`, { how: 'erased', opId: randomUUID() });
    const told = await lines();
    expect(told.map(({ act, purpose }) => `${act} ${purpose}`)).toEqual([
      'posted report',
      'changed report',
      'status pending_review',
      'consent-withdrawn photo',
      'exported my-data',
      'erased report',
    ]);
    expect(new Set(told.filter(({ act }) => act !== 'exported').map(({ record }) => record))).toEqual(
      new Set([pseudonymOf(secret, id)]),
    );
    expect(told[0]).toMatchObject({ role: 'owner', actor: pseudonymOf(secret, owner.userId) });
    for (const word of [id, owner.userId, 'Asha', '9876543210', 'limps'])
      expect(JSON.stringify(told)).not.toContain(word);
  });

  it('is undone with what it tells of', async () => {
    const failed = host.db.transaction().execute(async (tx) => {
      await logProcessing(tx, { act: 'posted', purpose: 'report', role: 'nobody' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await lines()).toEqual([]);
    await post();
    expect((await lines()).map(({ act }) => act)).toEqual(['posted']);
  });

  it('is read by nobody without the private half, and shows a line that was changed, moved, or told twice', async () => {
    await post();
    await post();
    const rows = (await sealed()).map((row) => ({
      ...row,
      sealed: Buffer.from(row.sealed),
      stream: Buffer.from(row.stream),
    }));
    const [first, second] = rows;
    if (!first || !second) throw new Error('two lines');
    const reader = (key = privateKey) => openReader(Buffer.from(key, 'base64url'), first.stream);
    expect(() => reader(makeLogKey().privateKey)(first)).toThrow();
    expect(() => openReader(secret, first.stream)(first)).toThrow(); // nor with what lies beside the server
    first.sealed[5] = (first.sealed[5] ?? 0) ^ 1;
    expect(() => reader()(first)).toThrow();
    expect(() => reader()({ ...second, place: second.place + 1 })).toThrow();
    const read = reader();
    read(second);
    expect(() => read(second)).toThrow('stands behind');
  });

  it('is read with the commands, about one report if asked', async () => {
    const [id] = [await post(), await post()];
    const dir = mkdtempSync(join(tmpdir(), 'wapsi-log-'));
    try {
      const [file, key] = [join(dir, 'log'), join(dir, 'key')];
      const rows = (await sealed()).map(({ stream, place, at, sealed: line }) => ({
        ...{ stream: Buffer.from(stream).toString('base64url'), place, at: at.toISOString() },
        sealed: Buffer.from(line).toString('base64url'),
      }));
      writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const where = await database.where();
      if (where.kind === 'postgres') {
        // The embedded database answers the command when its server is stopped.
        const byHand = readFileSync(file, 'utf8').trim().split('\n');
        expect(await command(where, 'processing-log', 'export', file)).toBe('2 lines');
        const exported = readFileSync(file, 'utf8').trim().split('\n');
        const asRows = (lines: string[]) => lines.map((line) => JSON.parse(line)).sort((a, b) => a.place - b.place);
        expect(asRows(exported)).toEqual(asRows(byHand));
      }
      writeFileSync(key, `${privateKey}\n`);
      const pseudonyms = join(host.config.database.keysDir, 'ps', 'pseudonym');
      const run = (...more: string[]) =>
        execFileSync(
          process.execPath,
          ['--import', 'tsx', 'scripts/processing-log.ts', 'read', file, '--key', key, ...more],
          {
            encoding: 'utf8',
          },
        )
          .trim()
          .split('\n');
      expect(run()).toHaveLength(2);
      expect(run('--of', id ?? '', '--pseudonyms', pseudonyms).map((line) => JSON.parse(line).record)).toEqual([
        pseudonymOf(secret, id ?? ''),
      ]);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('costs a write little: sealing is microseconds, and the line is one statement of many', async () => {
    const { seal } = openStream(Buffer.from(publicKey, 'base64url'));
    const line = JSON.stringify({
      at: new Date().toISOString(),
      act: 'posted',
      record: 'x'.repeat(16),
      actor: 'y'.repeat(16),
    });
    const began = process.cpuUsage();
    for (let i = 0; i < 2000; i++) seal(line);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 2000).toBeLessThan(500); // microseconds; a tenth of it when nobody else is on the machine
  });
});
