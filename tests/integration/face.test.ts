/** The server's answer to "who is this?": what it compares, what it says, how often it may be asked. */

import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { compareFace } from '../../contract/face.ts';
import { MAX_CANDIDATES } from '../../contract/limits.ts';
import { endpoints } from '../../contract/protocol.ts';
import { GUARDED_VIEW, NO_ID } from '../../contract/report.ts';
import { encodeTemplate, TEMPLATE_VERSION, toBase64 } from '../../match/template.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { readPackKeys } from '../../server/sync/keys.ts';
import {
  type Device,
  faceAtScore,
  faceLike,
  faceOf,
  makePhoto,
  newReport,
  openDevice,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { personOf, reopen } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

withEither('face', (database) => {
  let host: TestHost;
  let device: Device;
  const compare = (input: object, headers: Record<string, string> = {}) =>
    host.app().inject({ method: 'POST', url: '/api/face/compare', payload: input, headers });
  async function addPerson(face: number[], change: object = {}, published = true): Promise<string> {
    const { upload, id, opId } = newReport({ ...withFace(face), ...change });
    await device.api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
    if (published) await publishReport(host, id);
    await untilReadable(host.db);
    return id;
  }

  /** What the server asks its database, in order. */
  const statements: string[] = [];
  const { query } = Client.prototype;
  beforeAll(async () => {
    Client.prototype.query = function (this: Client, ...asked: unknown[]) {
      const [first] = asked as [string | { text: string }];
      statements.push(typeof first === 'string' ? first : first.text);
      return (query as (...asked: unknown[]) => unknown).apply(this, asked);
    } as typeof query;
    host = await startHost(database, { COMPARE_LIMIT_ANONYMOUS: '5', COMPARE_LIMIT_USER: '7', GUARDED_LIMIT: '4' });
  });
  afterAll(async () => {
    Client.prototype.query = query;
    await host.remove();
  });
  beforeEach(async () => {
    device?.close();
    device = openDevice(host.fetch);
    await host.empty();
  });

  it('compares templates of its own pipeline and nothing else: no landmarks, no other model (R342, A9)', async () => {
    await addPerson(faceOf(1));
    const landmarks = Array.from({ length: 478 }, () => ({ x: 0.5, y: 0.5 }));
    const nothing = { found: false, data: null, candidates: [], searched: 0 };
    expect((await compare({ landmarks })).json()).toEqual({ ...nothing, reason: 'descriptor_required' });
    const other = await compare({ descriptor: faceOf(1), model: 'another-512-3' });
    expect(other.json()).toEqual({ ...nothing, reason: 'other_model' });
    const bad = [faceOf(1).slice(0, 100), faceOf(1).map(() => 0), faceOf(1).map(() => 1e300), faceOf(1).fill(1e-300)];
    for (const descriptor of bad) {
      const answer = await compare({ descriptor });
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { descriptor: 'not a face' }]);
    }
    const rows = await host.db.selectFrom('rate_limit').select('key').where('key', 'like', 'compare:%').execute();
    expect(rows).toEqual([]); // what is not compared is not counted
  });

  it('finds the person of another picture, and says so of a stranger (R216, R217, R342)', async () => {
    const id = await addPerson(faceOf(1));
    await addPerson(faceOf(2));
    const known = (await compare({ descriptor: faceLike(faceOf(1)), model: TEMPLATE_VERSION })).json();
    expect(known).toMatchObject({ found: true, band: 'likely', searched: 2, data: { id, _id: id, type: 'lost' } });
    expect(known.candidates).toHaveLength(1);
    expect(known.data.subject.name).toBe('Asha Devi');
    const stranger = (await compare({ descriptor: faceOf(3) })).json();
    expect(stranger).toEqual({ found: false, data: null, candidates: [], searched: 2 });
  });

  it('has a stricter bar for children and for unknown ages, in both directions of the age margin', async () => {
    const probe = faceOf(1);
    const turned = faceAtScore(probe, 0.45); // between the bars of adults and of children
    await addPerson(turned, { lostPersonAge: 40 });
    const adult = (await compare({ descriptor: probe })).json();
    await host.empty();
    await addPerson(turned, { lostPersonAge: 20, ageMargin: 5 });
    const child = (await compare({ descriptor: probe })).json();
    expect([adult.found, child.found]).toEqual([true, false]);
  });

  it('shows at most three candidates, the best first (A15)', async () => {
    const probe = faceOf(1);
    const ids: string[] = [];
    for (const noise of [0.05, 0.4, 0.8, 1.2, 1.6]) ids.push(await addPerson(faceLike(probe, noise)));
    const { candidates, data } = (await compare({ descriptor: probe })).json();
    expect(candidates.map((candidate: { data: { id: string } }) => candidate.data.id)).toEqual(
      ids.slice(0, MAX_CANDIDATES),
    );
    expect(data.id).toBe(ids[0]);
  });

  it('tells of guarded people the same to the letter, whoever was scanned and how near, and no more for many (hole 6)', async () => {
    const [child, man] = [faceOf(1), faceOf(2)];
    await addPerson(child, { lostPersonAge: '9' });
    await addPerson(faceLike(child, 0.05), { lostPersonAge: '11' });
    await addPerson(man, { type: 'found', foundPersonAge: '50' });
    const { token } = await signIn(host.db, 'finder');
    const asked = [
      await compare({ descriptor: child }),
      await compare({ descriptor: man }),
      await compare({ descriptor: faceAtScore(man, 0.75) }),
      await compare({ descriptor: man }, { authorization: token }),
    ];
    const guarded = { band: 'possible', data: GUARDED_VIEW };
    const answer = { found: true, ...guarded, candidates: [guarded], searched: 3 };
    for (const { body } of asked) expect(JSON.parse(body)).toEqual(answer);
    // Of people whom anyone may see, more is told, and they come first.
    const open = await addPerson(faceLike(child, 0.6));
    const both = (await compare({ descriptor: child })).json();
    expect(both.candidates.map(({ data }: { data: { id: string } }) => data.id)).toEqual([open, NO_ID]);
    expect(compareFace.output.safeParse(both).success).toBe(true);
  });

  it('compares for others neither whom nobody has looked at nor whose reporter did not agree; officers find both (hole 6)', async () => {
    const no = { consent: { publicPhoto: false, publicPhone: false, notice: '1' } };
    const ids = [await addPerson(faceOf(1), {}, false), await addPerson(faceOf(2), no)];
    const officer = await personOf(host, 'officer');
    for (const [i, id] of ids.entries()) {
      const descriptor = faceOf(i + 1);
      for (const person of [await personOf(host), await personOf(host, 'finder'), await personOf(host, 'volunteer')]) {
        const { body } = await person.call('POST', '/api/face/compare', { descriptor });
        expect(body).toEqual({ found: false, data: null, candidates: [], searched: 0 });
      }
      expect((await officer.call('POST', '/api/face/compare', { descriptor, reason: 'case' })).body).toMatchObject({
        found: true,
        searched: 2,
        data: { id },
      });
    }
  });

  it('lets one caller ask after guarded records so often in an hour, by page or notes, whichever they are (hole 6)', async () => {
    const ids = [await addPerson(faceOf(1), { lostPersonAge: '9' }), await addPerson(faceOf(2), {}, false)];
    const open = await addPerson(faceOf(3));
    const [nobody, finder] = [await personOf(host), await personOf(host, 'finder')];
    const asked = async (person: typeof nobody, paths: string[]) =>
      Promise.all(paths.map(async (path) => (await person.call('GET', path)).status));
    const pages = ids.map((id) => `/report/${id}`);
    expect(await asked(nobody, [...pages, ...pages])).toEqual([200, 200, 200, 200]);
    expect(await asked(nobody, [...pages, `/report/${open}`])).toEqual([429, 429, 200]);
    expect(await asked(finder, [...pages, ...pages.map((page) => `${page}/notes`)])).toEqual([200, 200, 200, 200]);
    expect(await asked(finder, [`${pages[0]}/notes`])).toEqual([429]);
    const officer = await personOf(host, 'officer');
    expect(await asked(officer, [...pages, ...pages, ...pages])).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('does the same work for a hit of any kind as for a miss (hole 6)', async () => {
    await addPerson(faceOf(1));
    await addPerson(faceOf(2), { lostPersonAge: '9' });
    await compare({ descriptor: faceOf(9) }); // the index is up to date
    await host.app().jobs.idle(); // and whom they may be one with has been looked for
    const work = async (seed: number) => {
      statements.length = 0;
      await compare({ descriptor: faceOf(seed) });
      return statements.filter((text) => /scan|"report"|receipt|rate_limit/.test(text));
    };
    const miss = await work(3);
    expect(miss.length).toBeGreaterThan(5);
    expect([await work(1), await work(2)]).toEqual([miss, miss]);
  });

  it('no longer finds who was withdrawn, at once', async () => {
    const id = await addPerson(faceOf(1));
    expect((await compare({ descriptor: faceOf(1) })).json().found).toBe(true);
    await host.db.transaction().execute((tx) => changeStatus(tx, id, 'withdrawn', 'owner'));
    await untilReadable(host.db);
    expect((await compare({ descriptor: faceOf(1) })).json()).toMatchObject({ found: false, searched: 0 });
  });

  it('finds nobody whom a closed account posted, for officers neither, until it is back (A44, R162)', async () => {
    const [owner, officer] = [await personOf(host, 'poster'), await personOf(host, 'officer')];
    device.token = owner.token;
    await addPerson(faceOf(1), {}, false);
    const hidden = await addPerson(faceOf(2));
    await host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'flags' })
      .where('id', '=', hidden)
      .execute();
    const found = async () => {
      await untilReadable(host.db);
      const asked = [1, 2].map((seed) =>
        officer.call('POST', '/api/face/compare', { descriptor: faceOf(seed), reason: 'case' }),
      );
      return (await Promise.all(asked)).map(({ body }) => [body.found, body.searched]);
    };
    expect(await found()).toEqual([
      [true, 2],
      [true, 2],
    ]);
    await owner.call('DELETE', '/auth/delete-account', { undo: true });
    expect(await found()).toEqual([
      [false, 0],
      [false, 0],
    ]);
    await reopen(host, owner);
    expect(await found()).toEqual([
      [true, 2],
      [true, 2],
    ]);
  });

  it('answers the same scan the same way, counts it once, and refuses its name for another face (A13)', async () => {
    await addPerson(faceOf(1));
    const opId = randomUUID();
    const scan = { descriptor: faceOf(1), opId };
    const first = (await compare(scan)).json();
    await addPerson(faceLike(faceOf(1), 0.01)); // a better one comes later
    for (let i = 0; i < 8; i++) expect((await compare(scan)).json()).toEqual(first);
    expect(first.receipt.opId).toBe(opId);
    const counted = await host.db.selectFrom('rate_limit').select('count').where('key', 'like', 'compare:%').execute();
    expect(counted).toEqual([{ count: 1 }, { count: 1 }]); // of the device and of its network
    expect(await host.db.selectFrom('scan').select('searched').execute()).toEqual([{ searched: 1 }]);
    const other = await compare({ descriptor: faceOf(9), opId });
    expect([other.statusCode, other.json().code]).toEqual([409, 'conflict']);
  });

  it('may be asked five times an hour by anyone and seven by a signed-in person, then says when again (A15)', async () => {
    const { token } = await signIn(host.db, 'finder');
    for (const [headers, limit] of [
      [{}, 5],
      [{ authorization: token }, 7],
    ] as const) {
      for (let i = 0; i < limit; i++) expect((await compare({ descriptor: faceOf(1) }, headers)).statusCode).toBe(200);
      const over = await compare({ descriptor: faceOf(1) }, headers);
      expect([over.statusCode, over.json().code]).toEqual([429, 'too-many']);
      const seconds = Number(over.headers['retry-after']);
      expect(seconds > 0 && seconds <= 3600).toBe(true);
    }
    await host.db.deleteFrom('rate_limit').execute();
    expect((await compare({ descriptor: faceOf(1) })).statusCode).toBe(200);
  });

  it('gives a template to nobody but through the references that anyone may hold (A10)', async () => {
    const photo = await makePhoto(1);
    const open = await addPerson(faceOf(1), { photos: [photo.sha256] });
    await addPerson(faceOf(2), { consent: { publicPhoto: false, publicPhone: false, notice: '1' } });
    await addPerson(faceOf(3), {}, false);
    const { token } = await signIn(host.db, 'admin');
    const codes = [1, 2, 3].map((seed) => toBase64(encodeTemplate(faceOf(seed))));
    const { upload, id, opId } = newReport(withFace(faceOf(4)));
    for (const authorization of ['', token]) {
      const get = (url: string) => host.app().inject({ url, headers: { authorization } });
      const answers = [
        await compare({ descriptor: faceOf(1) }, { authorization }),
        await compare({ descriptor: faceOf(3) }, { authorization }),
        await get('/sync?feed=reports'),
        await get('/packs'),
        await get(`/receipts/${opId}`),
        await host.app().inject({
          method: 'POST',
          url: '/api/face/uploadLostFoundPerson',
          headers: { authorization },
          payload: { ...upload, id, opId },
        }),
      ];
      for (const { body } of answers) {
        expect(longestList(JSON.parse(body))).toBeLessThan(64);
        for (const code of codes) expect(body).not.toContain(code);
        expect(body).not.toMatch(/[A-Za-z0-9+/]{160,}/); // 128 bytes as base64 have 171 letters
      }
      const references = (await get('/sync?feed=references')).json();
      const { pseudonymOf } = await readPackKeys(host.db);
      expect(references.changes).toMatchObject([{ kind: 'reference', id: pseudonymOf(open), codes: [codes[0]] }]);
    }
  });
});

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const numbers = Object.values(value).filter((entry) => typeof entry === 'number').length;
  return Math.max(numbers, ...Object.values(value).map(longestList));
}
