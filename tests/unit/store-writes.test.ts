/** Claims, notes, messages and edits in the device's own database, and how each kind leaves the outbox. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Photo } from '../../src/store/files.ts';
import { findWrite, ownReports } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { queueScan } from '../../src/store/own/scans.ts';
import { dropUnusedFiles } from '../../src/store/own/unused-files.ts';
import { dropOldWrites, dropWrite, type NewWrite, pendingWrites, queueWrite } from '../../src/store/own/writes.ts';
import { CLOCK_START, type Device, newReport, openDevice, watchSteps } from '../support/client.ts';
import { change, saveItem, saveReport } from '../support/made.ts';

const photo = (name: string): Photo => ({ sha256: name.repeat(64), blob: new Blob([name]) });
const AT = new Date(CLOCK_START).toISOString();
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

interface Arrived {
  path: string;
  opId: string | undefined;
  token: string | undefined;
}

describe('a write on this device', () => {
  let device: Device;
  let arrived: Arrived[];
  /** What the server says; it takes everything unless a test says otherwise. */
  let answer: (path: string, opId: string | undefined) => Response | undefined;

  beforeEach(() => {
    arrived = [];
    answer = () => undefined;
    device = openDevice(async (input, init) => {
      const { pathname } = new URL(String(input));
      if (pathname === '/sync/ops') return json(404, { code: 'not-found', message: '' }); // it knows no batches
      const headers = new Headers(init?.headers);
      const opId = headers.get('idempotency-key') ?? undefined;
      if (init?.method !== 'GET')
        arrived.push({ path: pathname, opId, token: headers.get('authorization') ?? undefined });
      return answer(pathname, opId) ?? taken(pathname, opId);
    });
  });
  afterEach(() => device.close());

  const signIn = (name: string | undefined) => {
    device.token = name;
  };
  const ops = () => queue(device.db);
  const paths = () => arrived.map(({ path }) => path);
  const message = (conversationId: string, text: string, files: Photo[] = []): NewWrite => ({
    endpoint: 'sendMessage',
    opId: randomUUID(),
    id: conversationId,
    input: { conversationId, text, ...(files[0] ? { photo: files[0].sha256 } : {}) },
    label: 'Keys',
    files,
    now: CLOCK_START,
  });
  const start = (id: string): NewWrite => ({
    endpoint: 'startConversation',
    opId: randomUUID(),
    id,
    input: { id, reportId: randomUUID(), text: 'Is it yours?' },
    label: 'Keys',
    now: CLOCK_START,
  });
  const flag = (id = randomUUID()): NewWrite => ({
    endpoint: 'flagReport',
    opId: randomUUID(),
    id,
    input: { id, reason: 'fraud' },
    label: 'Keys',
    now: CLOCK_START,
  });

  it('is kept with its files and calls, all or nothing, at whichever step it breaks', async () => {
    signIn('asha');
    let broke = true;
    for (let at = 1; broke; at++) {
      const doomed = openDevice(fetch);
      const write = message(randomUUID(), 'Here', [photo('a')]);
      let steps = 0;
      watchSteps(doomed.db, () => {
        if (++steps === at) throw new Error('the battery is empty');
      });
      doomed.db.close();
      await doomed.db.open(); // what watches is in place from here on
      broke = await queueWrite(doomed.db, write).then(
        () => false,
        () => true,
      );
      steps = Number.NEGATIVE_INFINITY;
      const counts = [await doomed.db.made.count(), await doomed.db.file.count(), (await queue(doomed.db)).length];
      expect([at, counts]).toEqual([at, broke ? [0, 0, 0] : [1, 1, 2]]);
      doomed.close();
      if (!broke) expect(at).toBeGreaterThan(4);
    }
  });

  it('is queued once however often it is queued, and is pending until it was received', async () => {
    signIn('asha');
    const write = message(randomUUID(), 'One', [photo('a'), photo('a')]);
    await Promise.all([queueWrite(device.db, write), queueWrite(device.db, write)]);
    expect((await ops()).map(({ opId, endpoint }) => [opId, endpoint])).toEqual([
      [write.opId, 'sendMessage'],
      [`${write.opId}/${photo('a').sha256}`, 'putFile'],
    ]);
    expect(await pendingWrites(device.db, 'sendMessage')).toMatchObject([
      { opId: write.opId, files: [photo('a').sha256] },
    ]);
    await device.push();
    expect(paths()).toEqual([`/conversations/${write.id}/messages`, `/files/${photo('a').sha256}`]);
    expect([await pendingWrites(device.db, 'sendMessage'), (await queue(device.db)).length]).toEqual([[], 0]);
    expect(await findWrite(device.db, write.opId)).toMatchObject({ receivedAt: CLOCK_START, input: {} });
  });

  it('with other content under a name that is taken is kept as a write of its own, also after a receipt', async () => {
    signIn('asha');
    const first = message(randomUUID(), 'One');
    await queueWrite(device.db, first);
    const other = await queueWrite(device.db, { ...first, ...message(first.id, 'Two'), opId: first.opId } as NewWrite);
    expect([other.opId === first.opId, other.entityId]).toEqual([false, first.id]);
    expect(other.input).toMatchObject({ opId: other.opId, text: 'Two' });
    await device.push();
    expect(arrived.map(({ opId }) => opId)).toEqual([first.opId, other.opId]);
    expect((await queueWrite(device.db, first)).opId).toBe(first.opId);
    await queueWrite(device.db, { ...first, input: { ...first.input, text: 'Three' } } as NewWrite);
    expect((await ops()).map(({ input }) => (input as { text: string }).text)).toEqual(['Three']);
  });

  it('that makes something makes another thing when its name is taken by other content', async () => {
    signIn('asha');
    const first = start(randomUUID());
    await queueWrite(device.db, first);
    const input = { ...first.input, text: 'Is the other one yours?' };
    const other = await queueWrite(device.db, { ...first, input } as NewWrite);
    expect(other.entityId).not.toBe(first.id);
    expect(other.input).toMatchObject({ id: other.entityId, opId: other.opId, text: input.text });
    expect((await queue(device.db)).length).toBe(2);
  });

  it('waits for the call that makes what it belongs to, in the order it was made', async () => {
    signIn('asha');
    const id = randomUUID();
    const [first, second, third] = [start(id), message(id, 'One', [photo('a')]), message(id, 'Two')];
    for (const write of [first, second, third]) await queueWrite(device.db, write);
    answer = (_path, opId) => (opId === first.opId ? json(500, { code: 'server', message: '' }) : undefined);
    await device.push();
    expect(arrived.map(({ opId }) => opId)).toEqual([first.opId]); // nothing overtakes it
    answer = () => undefined;
    device.clock += 60_000;
    await device.push();
    expect(arrived.map(({ opId }) => opId)).toEqual([first.opId, first.opId, second.opId, third.opId, undefined]);
    expect((await queue(device.db)).length).toBe(0);
  });

  it('goes to the conversation that the two already have, when there is one', async () => {
    signIn('asha');
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const first = start(mine);
    const next = message(mine, 'One');
    await queueWrite(device.db, first);
    await queueWrite(device.db, next);
    answer = (path, opId) => (path === '/conversations' ? taken(path, opId, theirs) : undefined);
    await device.push();
    expect(paths()).toEqual(['/conversations', `/conversations/${theirs}/messages`]);
    expect(await findWrite(device.db, next.opId)).toMatchObject({ entityId: theirs });
  });

  it('behind a refused one waits, and others flow; given up, it takes along what has nothing to go to', async () => {
    signIn('asha');
    const id = randomUUID();
    const [first, behind, other] = [start(id), message(id, 'One'), flag()];
    for (const write of [first, behind, other]) await queueWrite(device.db, write);
    answer = (_path, opId) => (opId === first.opId ? json(404, { code: 'not-found', message: '' }) : undefined);
    await device.push();
    expect(arrived.map(({ opId }) => opId)).toEqual([first.opId, other.opId]);
    expect((await ops()).map(({ state }) => state)).toEqual(['refused', 'waiting']);
    await dropWrite(device.db, first.opId);
    expect([(await queue(device.db)).length, await pendingWrites(device.db, 'sendMessage')]).toEqual([0, []]);
  });

  it('given up by itself leaves the others of its conversation, and a received one only its refused files', async () => {
    signIn('asha');
    const id = randomUUID();
    const [one, two] = [message(id, 'One'), message(id, 'Two', [photo('a'), photo('b')])];
    for (const write of [one, two]) await queueWrite(device.db, write);
    await dropWrite(device.db, one.opId);
    expect((await pendingWrites(device.db, 'sendMessage')).map(({ opId }) => opId)).toEqual([two.opId]);
    answer = (path) =>
      path.includes(photo('a').sha256) ? json(422, { code: 'not-readable', message: '' }) : undefined;
    await device.push();
    expect((await ops()).map(({ opId, state }) => [opId, state])).toEqual([
      [`${two.opId}/${photo('a').sha256}`, 'refused'],
      [`${two.opId}/${photo('b').sha256}`, 'waiting'],
    ]);
    await dropWrite(device.db, two.opId);
    await device.push();
    expect(await ops()).toEqual([]);
    expect(await findWrite(device.db, two.opId)).toMatchObject({ receivedAt: CLOCK_START });
  });

  it('stays in the list for a week after it was received, and its files until they are sent', async () => {
    signIn('asha');
    const write = message(randomUUID(), 'One', [photo('a')]);
    await queueWrite(device.db, write);
    await dropUnusedFiles(device.db, CLOCK_START + 3_600_000);
    expect(await device.db.file.count()).toBe(1);
    await device.push();
    await dropUnusedFiles(device.db, CLOCK_START + 3_600_000);
    expect(await device.db.file.count()).toBe(0);
    await dropOldWrites(device.db, CLOCK_START + 86_400_000);
    expect(await device.db.made.count()).toBe(1);
    await dropOldWrites(device.db, CLOCK_START + 91 * 86_400_000);
    expect(await device.db.made.count()).toBe(0);
  });

  it('is never sent in the name of another person, nor without one; it waits for its maker (A37)', async () => {
    signIn('asha');
    const write = flag();
    await queueWrite(device.db, write);
    await saveReport(device.db, newReport());
    for (const other of ['bela', undefined]) {
      signIn(other);
      await device.push();
      expect([other, arrived, (await queue(device.db)).length]).toEqual([other, [], 2]);
    }
    signIn('asha');
    await device.push();
    expect(arrived.map(({ token }) => token)).toEqual(['asha', 'asha']);
  });

  it('of nobody goes out without a name, also when somebody has signed in since', async () => {
    await saveReport(device.db, newReport({}, { photos: [photo('a')] }));
    await queueScan(device.db, { opId: randomUUID(), descriptor: [1], model: 'm', now: CLOCK_START });
    signIn('bela');
    await device.push();
    expect(arrived.map(({ path, token }) => [path.split('/')[1], token])).toEqual([
      ['api', undefined],
      ['api', undefined],
      ['files', undefined],
    ]);
    expect((await queue(device.db)).length).toBe(0);
  });

  it('that needs an account waits when the session has ended, and what needs none still goes (R350, A37)', async () => {
    await saveReport(device.db, newReport());
    signIn('asha');
    const [one, two] = [flag(), flag()];
    await queueWrite(device.db, one);
    await queueWrite(device.db, two);
    answer = (path) => (path.includes('/flags') ? json(401, { code: 'sign-in-needed', message: '' }) : undefined);
    await change(device.db, ({ endpoint }) => endpoint === 'uploadLostFoundPerson', { tries: 3 }); // it comes last
    await expect(device.push()).rejects.toMatchObject({ code: 'sign-in-needed' });
    expect(paths()).toEqual([`/report/${one.id}/flags`, '/api/face/uploadLostFoundPerson']);
    expect((await ops()).map(({ endpoint, state, tries, error }) => [endpoint, state, tries, error])).toEqual([
      ['flagReport', 'waiting', 0, 'sign-in-needed'],
      ['flagReport', 'waiting', 0, undefined],
    ]);
    answer = () => undefined;
    await device.push();
    expect((await queue(device.db)).length).toBe(0);
  });

  it('is not taken for received when the receipt names another', async () => {
    signIn('asha');
    await queueWrite(device.db, message(randomUUID(), 'One'));
    answer = (path) => taken(path, randomUUID());
    await device.push();
    expect(await ops()).toMatchObject([{ state: 'waiting', error: 'bad-answer' }]);
  });

  it('of a thing is a report like that of a person: one record, its photos after it, a receipt (R283, R419)', async () => {
    signIn('asha');
    const item = {
      id: randomUUID(),
      opId: randomUUID(),
      label: 'Keys',
      values: { title: 'Keys' },
      now: CLOCK_START,
      upload: { reportType: 'lost' as const, title: 'Keys', category: 'Keys' as const },
      photos: [photo('a')],
      videos: [photo('c')],
    };
    await saveItem(device.db, item);
    await saveItem(device.db, item);
    expect((await ops()).map(({ endpoint, rank }) => [endpoint, rank])).toEqual([
      ['createReport', 0],
      ['putFile', 1],
      ['putFile', 2],
    ]);
    await device.push();
    expect(paths()[0]).toBe('/report');
    expect(await ownReports(device.db)).toMatchObject([
      {
        entityId: item.id,
        endpoint: 'createReport',
        type: 'lost',
        status: 'pending_review',
        receipt: { opId: item.opId },
      },
    ]);
    expect((await queue(device.db)).length).toBe(0);
  });

  it('of a newer app is left for the newer app', async () => {
    signIn('asha');
    await queueWrite(device.db, flag());
    await device.db.made.toCollection().modify({ schema: 99 });
    await device.push();
    expect([arrived, (await queue(device.db)).length]).toEqual([[], 1]);
  });
});

/** A server that takes everything: the shape of each answer as the contract has it. */
function taken(path: string, opId: string | undefined, id = path.split('/')[2] ?? randomUUID()): Response {
  const receipt = { opId, receivedAt: AT };
  if (path.startsWith('/files/')) {
    const sha256 = path.split('/')[2];
    return json(200, { sha256, received: 1, complete: !path.endsWith('/upload') });
  }
  if (path.endsWith('/flags')) return json(200, { flagged: true });
  if (path === '/api/face/compare')
    return json(200, { receipt, found: false, data: null, candidates: [], searched: 1 });
  if (path === '/conversations') return json(200, { receipt, data: conversation(id) });
  if (path.endsWith('/messages')) {
    const data = { id: randomUUID(), conversationId: id, seq: 1, mine: true, createdAt: AT };
    return json(200, { receipt, data });
  }
  return json(200, { receipt, data: view() });
}

const conversation = (id: string) => ({
  id: /^[0-9a-f-]{36}$/.test(id) ? id : randomUUID(),
  reportId: randomUUID(),
  with: 'Ravi K.',
  revealed: {},
  revealing: [],
  blocked: 'no',
  unread: 0,
  theirDelivered: 0,
  theirRead: 0,
  myRead: 0,
  updatedAt: AT,
});

function view() {
  const id = randomUUID();
  return {
    id,
    _id: id,
    rev: '1.1',
    type: 'lost',
    status: 'pending_review',
    photos: [],
    contact: 'relay',
    subject: { kind: 'person', condition: 'missing' },
    reviewed: false,
    createdAt: AT,
  };
}
