/** The outbox on its way over a bad network: what leaves it, what stays, and what the user is told meanwhile. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { GUARDED_VIEW } from '../../contract/report.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Photo } from '../../src/store/files.ts';
import { changeReport, findOwnReport, ownScans, rowOf } from '../../src/store/own/made.ts';
import { MAX_PAUSE_MS, queue } from '../../src/store/own/outbox.ts';
import { queueScan } from '../../src/store/own/scans.ts';
import type { OwnScan } from '../../src/store/rows.ts';
import {
  CLOCK_START,
  type Device,
  faceOf,
  makePhoto,
  newProfile,
  newReport,
  openDevice,
  type Profile,
  signIn,
  startHost,
  type TestHost,
  watchSteps,
  withFace,
} from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { type Fault, RETRY_AFTER_S } from '../support/faults.ts';
import { saveReport } from '../support/made.ts';
import { publishReport } from '../support/publish.ts';

const newScan = (seed = 1) => ({
  opId: randomUUID(),
  descriptor: faceOf(seed),
  model: TEMPLATE_VERSION,
  now: CLOCK_START,
});

/** A JSON answer with one of its parts, whichever stands at `place`, replaced; `isNew`: with another beside that. */
function withChange(answer: unknown, place: number, value: fc.JsonValue, isNew: boolean): unknown {
  const whole: Record<string, unknown> = { answer: structuredClone(answer) };
  const parts: [holder: Record<string, unknown>, name: string][] = [];
  const collect = (holder: object): void => {
    for (const [name, part] of Object.entries(holder)) {
      parts.push([holder as Record<string, unknown>, name]);
      if (typeof part === 'object' && part !== null) collect(part);
    }
  };
  collect(whole);
  const [holder, name] = parts[place % parts.length] ?? [whole, 'answer'];
  holder[isNew && !Array.isArray(holder) ? `${name}-too` : name] = value;
  return whole.answer;
}

withDatabases('sync', (database) => {
  let host: TestHost;
  let device: Device;
  let photo: Photo;
  const devices: Device[] = [];
  const open = (profile?: Profile): Device => {
    const opened = openDevice((...request) => host.fetch(...request), profile ? { profile } : {});
    devices.push(opened);
    return opened;
  };
  const countReports = async () => (await host.db.selectFrom('report').select('id').execute()).length;

  beforeAll(async () => {
    host = await startHost(database);
    photo = await makePhoto(1);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    for (const opened of devices.splice(0)) opened.close();
    await host.empty();
    await host.files.remove(photo.sha256);
    device = open();
  });

  it('a scan made offline is answered later, once, and its template is then forgotten (R420, A12, A13)', async () => {
    const { upload, id, opId } = newReport(withFace(faceOf(1)));
    const call = { method: 'POST', url: '/api/face/uploadLostFoundPerson' } as const;
    await host.app().inject({ ...call, payload: { ...upload, id, opId } });
    await publishReport(host, id);
    await untilReadable(host.db);
    const scan = newScan();
    await queueScan(device.db, scan);
    device.link.fate = () => 'drop';
    expect(await device.sync.run()).toBe(false);
    expect(device.status.get().link).toBe('offline');
    const answers: Fault[] = ['lose-answer', 'cut-answer'];
    device.link.fate = ({ path }) => (path === '/api/face/compare' ? answers.shift() : undefined);
    for (let run = 0; run < 3; run++) {
      await device.sync.run();
      device.clock += 60_000;
    }
    expect(await device.db.made.get(scan.opId)).toMatchObject({
      answer: { receipt: { opId: scan.opId }, searched: 1, candidates: [{ band: 'likely', data: { id } }] },
    });
    expect(await queue(device.db)).toEqual([]);
    expect(await host.db.selectFrom('scan').select('op_id').execute()).toEqual([{ op_id: scan.opId }]);
  });

  it('nothing is received without a receipt that names it, whatever else answers (faults 7, 8, 14 and 34)', async () => {
    const faults: Fault[] = [
      'stranger',
      'captive',
      'cut-answer',
      'error',
      'gateway',
      'busy',
      'signed-out',
      'slow-down',
    ];
    for (const fault of faults) {
      const report = newReport();
      const here = open();
      await saveReport(here.db, report);
      await queueScan(here.db, newScan());
      here.link.fate = ({ method }) => (method === 'POST' ? fault : undefined);
      await here.push().catch(() => undefined);
      expect([fault, (await findOwnReport(here.db, report.id))?.receipt]).toEqual([fault, undefined]);
      expect([fault, (await queue(here.db)).length]).toEqual([fault, 2]);
      here.link.fate = () => undefined;
      here.clock += RETRY_AFTER_S * 1000;
      await here.push();
      expect(await findOwnReport(here.db, report.id)).toMatchObject({ receipt: { opId: report.opId } });
      expect((await queue(here.db)).length).toBe(0);
    }
    expect(await countReports()).toBe(faults.length);
  });

  it('an answer with any part of it changed, or with more in it, takes nothing out of the outbox that it does not name (fault 34)', async () => {
    let change = (answer: unknown): unknown => answer;
    const here = openDevice(async (...request) => {
      const real = await host.fetch(...request);
      return Response.json(change(await real.json()), { status: real.status });
    });
    devices.push(here);
    const ends = { kept: 0, taken: 0 };
    const changes = [fc.nat(), fc.jsonValue({ maxDepth: 2 }), fc.boolean()] as const;
    const answers = fc.asyncProperty(...changes, async (place, value, isNew) => {
      const report = newReport();
      await saveReport(here.db, report);
      let told: unknown;
      change = (answer) => {
        told = withChange(answer, place, value, isNew);
        return told;
      };
      await here.push().catch(() => undefined);
      const isKept = (await queue(here.db)).some(({ opId }) => opId === report.opId);
      const receipt = (await findOwnReport(here.db, report.id))?.receipt;
      ends[isKept ? 'kept' : 'taken']++;
      if (isKept) expect(receipt).toBeUndefined();
      else expect(told).toMatchObject({ receipt: { ...receipt, opId: report.opId } });
      change = (answer) => answer;
      here.clock += MAX_PAUSE_MS;
      await here.push();
      expect((await queue(here.db)).length).toBe(0);
    });
    await fc.assert(answers, { numRuns: 60 });
    expect(await countReports()).toBe(ends.kept + ends.taken);
    // Both happened: with more in it than this app knows, an answer still names the op.
    expect(Math.min(ends.kept, ends.taken)).toBeGreaterThan(0);
  });

  it('a server that fails each time is asked for ever, at pauses that grow to half a minute and no further (fault 7)', async () => {
    const report = newReport();
    device.link.fate = ({ ops }) => (ops.includes(report.opId) ? 'error' : undefined);
    await saveReport(device.db, report);
    const pauses: number[] = [];
    for (let tries = 1; tries <= 60; tries++) {
      const dueAt = (await device.push()) ?? 0;
      pauses.push(dueAt - device.clock);
      device.clock = dueAt - 1;
      await device.push();
      expect(device.link.sent.filter(({ ops }) => ops.includes(report.opId))).toHaveLength(tries);
      device.clock = dueAt;
    }
    expect(Math.max(...pauses)).toBeLessThanOrEqual(MAX_PAUSE_MS);
    expect(MAX_PAUSE_MS).toBe(30_000);
    for (const [i, pause] of pauses.entries())
      expect(pause, `after ${i + 1} tries`).toBeGreaterThanOrEqual(Math.min(MAX_PAUSE_MS, 1000 * 2 ** i) / 2);
    device.link.fate = () => undefined;
    await device.push();
    expect(await findOwnReport(device.db, report.id)).toMatchObject({ receipt: { opId: report.opId } });
    expect(await countReports()).toBe(1);
  });

  it('a refused op is set aside with its reason while the others flow, and goes out when it was mended (fault 18)', async () => {
    const [good, bad, later] = [newReport(), newReport({ title: 'x'.repeat(121) }, { photos: [photo] }), newReport()];
    for (const report of [good, bad, later]) await saveReport(device.db, report);
    await device.sync.run();
    expect(await countReports()).toBe(2);
    const [text, file] = await queue(device.db);
    expect(text).toMatchObject({ state: 'refused', error: 'bad-input', fields: { title: 'too_big' } });
    expect(file).toMatchObject({ state: 'waiting', tries: 0 }); // held: its report is not there
    await device.sync.run();
    expect(device.link.sent.filter(({ ops }) => ops.includes(bad.opId))).toHaveLength(1);
    const input = { ...bad.upload, title: 'Short', id: bad.id, opId: bad.opId, photos: [photo.sha256] };
    await changeReport(device.db, bad.id, (report) => {
      report.input = input;
      for (const step of report.steps) step.state = 'waiting';
    });
    await device.sync.run();
    expect([await countReports(), (await queue(device.db)).length]).toEqual([3, 0]);
  });

  it('a 401 pauses and says so, and nothing is lost until the person signs in again (R350, A37, fault 16)', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    Object.assign(device, { token: 'an old one', account: userId });
    const reports = [newReport({}, { photos: [photo] }), newReport()];
    for (const report of reports) await saveReport(device.db, report);
    expect(await device.sync.run()).toBe(false);
    expect(device.status.get()).toMatchObject({ link: 'online', needs: 'sign-in' });
    const ops = await queue(device.db);
    expect(ops.map(({ state, tries }) => [state, tries])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 0],
    ]);
    device.token = token;
    expect(await device.sync.run()).toBe(true);
    const owners = await host.db.selectFrom('report').select('owner_id').execute();
    expect(owners).toEqual([{ owner_id: userId }, { owner_id: userId }]);
    expect(device.status.get().needs).toBeUndefined();
  });

  it('a server that asks for a pause gets it whole, for that op alone, and the clock may jump meanwhile (faults 10 and 30)', async () => {
    const [first, second] = [newReport(), newReport()];
    device.link.fate = ({ ops }) => (ops.includes(first.opId) ? 'slow-down' : undefined);
    await saveReport(device.db, first);
    expect(await device.push()).toBe(CLOCK_START + RETRY_AFTER_S * 1000);
    await saveReport(device.db, second);
    expect(await device.push()).toBe(CLOCK_START + RETRY_AFTER_S * 1000);
    expect(await countReports()).toBe(1);
    const tries = () => device.link.sent.filter(({ ops }) => ops.includes(first.opId)).length;
    for (const seconds of [30, 60, 119]) {
      device.clock = CLOCK_START + seconds * 1000;
      await device.push();
      expect([seconds, tries()]).toEqual([seconds, 1]);
    }
    device.clock = CLOCK_START - 86_400_000; // the clock was a day ahead when the pause began
    await device.push();
    expect(tries()).toBe(2);
    device.link.fate = () => undefined;
    device.clock += RETRY_AFTER_S * 1000;
    await device.push();
    expect([await countReports(), (await queue(device.db)).length]).toEqual([2, 0]);
  });

  it('tells a login page, a dead network and a server in trouble apart (faults 14 and 15)', async () => {
    await saveReport(device.db, newReport());
    const links: [Fault, string][] = [
      ['captive', 'captive'],
      ['drop', 'offline'],
      ['gateway', 'down'],
      ['busy', 'down'],
      ['error', 'down'],
      ['stranger', 'captive'],
    ];
    for (const [fault, link] of links) {
      device.link.fate = () => fault;
      expect([fault, await device.sync.run(), device.status.get().link]).toEqual([fault, false, link]);
    }
    expect(await queue(device.db)).toMatchObject([{ state: 'waiting', tries: 0 }]);
  });

  it('two tabs with one lock send each op once, and either may stop (fault 19)', async () => {
    const profile = newProfile();
    const [one, two] = [open(profile), open(profile)];
    for (let i = 0; i < 5; i++) await saveReport(one.db, newReport({}, { photos: [photo] }));
    await Promise.all([one.sync.run(), two.sync.run(), one.sync.run()]);
    const posts = [...one.link.sent, ...two.link.sent].filter(({ method }) => method === 'POST');
    const ops = posts.flatMap((post) => post.ops);
    expect([ops.length, new Set(ops).size]).toEqual([5, 5]);
    expect([await countReports(), (await queue(one.db)).length]).toEqual([5, 0]);
    one.close();
    await saveReport(two.db, newReport());
    await two.sync.run();
    expect(await countReports()).toBe(6);
  });

  it('an op that comes while a run is under way goes out in the next one at once', async () => {
    await saveReport(device.db, newReport());
    let added = false;
    device.link.fate = ({ path }) => {
      if (path === '/sync' && !added) {
        added = true;
        void saveReport(device.db, newReport()).then(() => {
          device.sync.wake();
          void device.sync.run();
        });
      }
      return undefined;
    };
    await device.sync.run();
    for (let i = 0; i < 200 && (await countReports()) < 2; i++) await new Promise((go) => setTimeout(go, 10));
    expect(await countReports()).toBe(2);
    await device.sync.run(); // the one under way ends before the page is closed
  });

  it('a photo that breaks off on its way to a device costs a try and not the run after it', async () => {
    const report = newReport({}, { photos: [photo] });
    await saveReport(device.db, report);
    await device.sync.run();
    await publishReport(host, report.id);
    await untilReadable(host.db);
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    let cut = false;
    const reader = openDevice(async (input, init) => {
      const response = await host.fetch(input, init);
      if (cut || !String(input).includes('/files/')) return response;
      cut = true;
      return new Response(broken(), { headers: response.headers });
    });
    devices.push(reader);
    expect(await reader.sync.run()).toBe(false);
    expect(await reader.sync.run()).toBe(true);
    expect(await reader.db.thumb.count()).toBe(1);
  });

  it('a report that the server has forgotten does not stand in the way of those it knows', async () => {
    const [first, second] = [newReport(), newReport()];
    await saveReport(device.db, first);
    await device.sync.run();
    await host.db.deleteFrom('receipt').execute();
    await host.db.deleteFrom('report').execute();
    await saveReport(device.db, second);
    await device.sync.run();
    await publishReport(host, second.id);
    device.clock += 60_000;
    expect(await device.sync.run()).toBe(true);
    expect(await findOwnReport(device.db, second.id)).toMatchObject({ status: 'published' });
    expect(await findOwnReport(device.db, first.id)).toMatchObject({ followedAt: device.clock });
  });

  it('a device of an office forgets the whole views it holds, and in the end of the office all of them (hole 3)', async () => {
    const child = newReport({ lostPersonAge: '9' });
    const adult = newReport();
    for (const report of [child, adult]) {
      await saveReport(device.db, report);
      await device.push();
      await publishReport(host, report.id);
    }
    await untilReadable(host.db);
    const { cursor } = await device.api.call(endpoints.sync, { feed: 'reports' }); // as it was for every role
    const officer = await signIn(host.db, 'officer');
    const tablet = open();
    tablet.token = officer.token;
    const { id, type } = { id: child.id, type: 'lost' as const };
    const whole = { ...GUARDED_VIEW, id, phoneNumber: '+91 98140 12345', title: 'Simran', contact: 'open' as const };
    await tablet.db.record.put({ id, type, createdAt: whole.createdAt, view: whole });
    const receipt = { opId: randomUUID(), receivedAt: whole.createdAt };
    const answer = { receipt, searched: 1, candidates: [{ band: 'likely' as const, data: whole }] };
    const scan = rowOf<OwnScan>(tablet.db, {
      ...{ opId: receipt.opId, entityId: receipt.opId, endpoint: 'compareFace', input: {}, createdAt: 1 },
    });
    const answered: OwnScan = { ...scan, answer, steps: [] };
    await tablet.db.made.put(answered);
    await tablet.db.meta.put(cursor, 'reportsCursor');
    expect(await tablet.sync.run()).toBe(true);
    expect((await tablet.db.record.get(id))?.view).toMatchObject({ contact: 'guarded', subject: { ageMin: 9 } });
    const held = JSON.stringify([await tablet.db.record.toArray(), await ownScans(tablet.db)]);
    expect(held).not.toMatch(/98140|Simran/);
    expect(held).toContain(id); // that somebody was found, and whom to open
    await host.db.updateTable('app_user').set({ role: 'poster' }).where('id', '=', officer.userId).execute();
    expect(await tablet.sync.run()).toBe(true);
    expect((await tablet.db.record.toArray()).map((record) => record.id)).toEqual([adult.id]);
    // Everybody else reads on.
    expect(await device.api.call(endpoints.sync, { feed: 'reports', cursor })).toMatchObject({
      reset: false,
      changes: [],
    });
  });

  it('a scan of somebody guarded that was made offline is answered with nothing but that (hole 6)', async () => {
    const { upload, id, opId } = newReport({ ...withFace(faceOf(1)), lostPersonAge: '9' });
    await host
      .app()
      .inject({ method: 'POST', url: '/api/face/uploadLostFoundPerson', payload: { ...upload, id, opId } });
    await publishReport(host, id);
    await untilReadable(host.db);
    const scan = newScan();
    await queueScan(device.db, scan);
    await device.sync.run();
    const [{ answer } = {}] = await ownScans(device.db);
    expect(answer?.candidates).toEqual([{ band: 'possible', data: GUARDED_VIEW }]);
    expect((await queue(device.db)).length).toBe(0);
  });

  it('a new life of the database makes a device start over instead of keeping what is no longer true', async () => {
    const publish = async () => {
      const report = newReport();
      await saveReport(device.db, report);
      await device.push();
      await publishReport(host, report.id);
      await untilReadable(host.db);
      return report.id;
    };
    await publish();
    await device.sync.run();
    expect(await device.db.record.count()).toBe(1);
    await host.empty();
    const id = await publish();
    await device.sync.run();
    expect((await device.db.record.toArray()).map((row) => row.id)).toEqual([id]);
  });

  describe('stopped dead at any step of sending', () => {
    it('and opened again, the device sends the rest: one record each, nothing left, and never a word too early (faults 2 and 8)', async () => {
      let crashed = true;
      let rounds = 0;
      for (let at = 1; crashed; at++, rounds++) {
        await host.empty();
        await host.files.remove(photo.sha256);
        crashed = await crashOnce(at);
      }
      expect(rounds).toBeGreaterThan(20); // every request twice, every step of the device's database once
    }, 60_000);

    /** Sends a report, its photo and a scan; the page dies at its step number `at`. False when it came to the end first. */
    async function crashOnce(at: number): Promise<boolean> {
      const profile = newProfile();
      const report = newReport(withFace(faceOf(2)), { photos: [photo] });
      const scan = newScan(3);
      const setup = openDevice(host.fetch, { profile });
      await saveReport(setup.db, report);
      await queueScan(setup.db, scan);
      setup.close();

      let steps = 0;
      let dead = false;
      const die = () => {
        steps++;
        dead ||= steps === at;
        if (dead) throw new Error('the page is gone');
      };
      const doomed = openDevice(
        async (input, init) => {
          die();
          const response = await host.fetch(input, init);
          die();
          return response;
        },
        { profile },
      );
      watchSteps(doomed.db, die);
      await doomed.push().catch(() => undefined);
      doomed.close();

      const next = openDevice(host.fetch, { profile });
      const told = await findOwnReport(next.db, report.id);
      const stored = await host.db.selectFrom('receipt').select('op_id').execute();
      if (told?.receipt) expect(stored).toContainEqual({ op_id: report.opId });
      next.clock += 60_000;
      await next.push();
      expect([at, await queue(next.db)]).toEqual([at, []]);
      expect(await findOwnReport(next.db, report.id)).toMatchObject({ receipt: { opId: report.opId } });
      expect(await next.db.made.get(scan.opId)).toMatchObject({ answer: { receipt: { opId: scan.opId } } });
      expect(await host.db.selectFrom('report').select('id').execute()).toEqual([{ id: report.id }]);
      expect(await host.db.selectFrom('scan').select('op_id').execute()).toEqual([{ op_id: scan.opId }]);
      expect(await host.db.selectFrom('template').select('report_id').execute()).toEqual([{ report_id: report.id }]);
      expect(await host.files.state(photo.sha256)).toMatchObject({ complete: true });
      next.close();
      return dead;
    }
  });
});
