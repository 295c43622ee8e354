/** A face that is kept of a scan meets whoever is reported missing later, on the desk alone, and nobody's search meets it. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '../../contract/candidate.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { KEPT_DAYS } from '../../contract/kept.ts';
import type { PersonUpload, uploadLostFoundPerson } from '../../contract/person.ts';
import { GUARDED_VIEW } from '../../contract/report.ts';
import { MOST_CANDIDATES } from '../../server/candidates/store.ts';
import { endWhatIsOver } from '../../server/retention/job.ts';
import { faceAtScore, faceLike, faceOf, newReport, startHost, type TestHost, withFace } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { candidates, type Person, personOf } from '../support/items.ts';
import { readAndAnswer } from '../support/notes.ts';
import { publishReport } from '../support/publish.ts';

type Upload = InputOf<typeof uploadLostFoundPerson>;

const FACE = 51;
/** A score by which a child's face is alike, not more (match/calibration.ts). */
const POSSIBLE = 0.55;
const LUDHIANA = { lat: 30.901, lng: 75.8573 };
const AGREED = { publicPhoto: false, publicPhone: false, compareFace: true, guardian: true, notice: '2026-11' };
/** Her family knows her name and age, and where she was seen last. */
const MISSING: Partial<Upload> = {
  ...{ name: 'Harnam Kaur', lostPersonAge: '72', region: 'Ludhiana', timeOfLossDate: '2026-10-25' },
  consent: AGREED,
};
/** What a scan knows. */
const SCAN: Partial<Upload> = {
  ...{ type: 'found', keptScan: true, title: 'Scan', name: '', lostPersonAge: '' },
  ...{ place: LUDHIANA, region: '', clothColor: '', timeOfLossDate: '2026-11-01', timeOfLossTime: '10:30' },
};

withEither('kept scans', (database) => {
  let host: TestHost;
  let family: Person;
  let scanner: Person;
  let officer: Person;
  let moderator: Person;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [family, scanner] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
    [officer, moderator] = [await personOf(host, 'officer'), await personOf(host, 'moderator')];
  });

  const idle = () => host.app().jobs.idle();
  async function send(of: Person, change: Partial<Upload>) {
    const { id, opId, upload } = newReport(change as Partial<PersonUpload>);
    const { status, body } = await of.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    await idle();
    return { id, status, body };
  }
  async function post(of: Person, change: Partial<Upload>): Promise<string> {
    const { id, status, body } = await send(of, change);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return id;
  }
  const keep = (of = scanner, change: Partial<Upload> = {}) =>
    post(of, { ...SCAN, ...withFace(faceLike(faceOf(FACE), 0.01)), ...change });
  const miss = (change: Partial<Upload> = {}) => post(family, { ...MISSING, ...withFace(faceOf(FACE)), ...change });
  const desk = async (): Promise<{ kind: string }[]> => (await officer.call('GET', '/duty')).body.data;

  it('meet a report that comes weeks later, on the desk of its district and nowhere else', async () => {
    const scan = await keep();
    expect(await desk()).toEqual([]);
    const lost = await miss();
    const [candidate, more] = await candidates(officer, lost);
    expect(more).toBeUndefined();
    expect(candidate).toMatchObject({ state: 'open', found: { id: scan, keptScan: true } });
    expect(candidate?.because[0]).toMatchObject({ field: 'face', says: 'same' });
    expect((await desk()).map(({ kind }) => kind)).toContain('candidate');
    const notices = await host.db.selectFrom('notice').select('user_id').execute();
    expect(notices.map(({ user_id }) => user_id)).toContain(officer.userId);
    for (const who of [family, scanner]) expect(notices.map(({ user_id }) => user_id)).not.toContain(who.userId);
    const opened = await officer.call('POST', `/report/${scan}/open`, { reason: 'match' });
    expect(opened.body.data).toMatchObject({ place: LUDHIANA, timeOfLossTime: '10:30', keptScan: true });
  });

  it('meet a report that is there already, whose family has not agreed to comparing for none', async () => {
    const lost = await miss();
    const asked = await miss({ consent: { ...AGREED, compareFace: false }, name: 'Somebody Else' });
    await keep();
    expect(await candidates(officer, lost)).toHaveLength(1);
    expect(await candidates(officer, asked)).toEqual([]);
  });

  it('are somebody who was seen, not found: the family is told just that, and the search goes on', async () => {
    await keep();
    const lost = await miss();
    const [candidate] = await candidates(officer, lost);
    const decide = async (decision: string) => {
      const [now] = (await candidates(officer, lost)).filter(({ id }) => id === candidate?.id);
      return officer.call('PUT', `/candidates/${now?.id}`, { opId: randomUUID(), rev: now?.rev, decision });
    };
    expect((await decide('confirm')).body.data).toMatchObject({ state: 'confirmed' });
    await idle();
    const told = async () =>
      (
        await host.db.selectFrom('notice').select(['kind', 'detail']).where('user_id', '=', family.userId).execute()
      ).map(({ kind, detail }) => `${kind} ${detail}`);
    expect(await told()).toEqual(['report-changed seen']);
    expect((await family.call('GET', `/report/${lost}/reunion`)).status).toBe(404);
    const conditionOf = async () => (await family.call('GET', `/report/${lost}`)).body.data.subject.condition;
    expect(await conditionOf()).toBe('seen');
    // Whoever is found a week later is offered, and may be confirmed.
    const found = { ...MISSING, type: 'found', foundPersonName: 'Harnam Kaur', foundPersonAge: '71' } as const;
    await post(scanner, { ...found, lostPersonAge: undefined, timeOfLossDate: '2026-11-05' });
    const offered = (await candidates(officer, lost)).find(({ state }) => state === 'open');
    expect(offered?.found.keptScan).toBeUndefined();
    const words = { opId: randomUUID(), rev: offered?.rev, decision: 'confirm' };
    expect((await officer.call('PUT', `/candidates/${offered?.id}`, words)).body.data).toMatchObject({
      state: 'confirmed',
    });
    expect((await family.call('GET', `/report/${lost}/reunion`)).status).toBe(200);
    expect((await decide('reopen')).status).toBe(200);
    expect(await conditionOf()).toBe('missing');
  });

  it('taken back leave who was seen by anybody else seen, who was found found, and tell nobody of what did not change', async () => {
    await keep();
    const lost = await miss();
    await publishReport(host, lost);
    const note = {
      id: randomUUID(),
      opId: randomUUID(),
      kind: 'sighting',
      condition: 'seen',
      text: 'At the bus stand',
    };
    const told = async () =>
      (await host.db.selectFrom('notice').select('detail').where('user_id', '=', family.userId).execute())
        .map(({ detail }) => detail)
        .filter((detail) => detail !== null);
    const conditionOf = async () => (await family.call('GET', `/report/${lost}`)).body.data.subject.condition;
    const decide = async (decision: string) => {
      const [now] = await candidates(officer, lost);
      const input = { opId: randomUUID(), rev: now?.rev, decision };
      expect((await officer.call('PUT', `/candidates/${now?.id}`, input)).status).toBe(200);
      await idle();
    };
    const be = (condition: string) => family.call('PUT', `/report/${lost}`, { opId: randomUUID(), condition });
    await decide('confirm');
    expect((await scanner.call('POST', `/report/${lost}/notes`, note)).status).toBe(200);
    expect((await readAndAnswer(host, officer.token, note.id, 'confirm')).status).toBe(200);
    await decide('reopen');
    expect([await conditionOf(), await told()]).toEqual(['seen', ['seen']]);
    // Once they were missing after all, what was told before counts no more.
    expect((await be('missing')).status).toBe(200);
    for (const decision of ['confirm', 'reopen']) await decide(decision);
    expect([await conditionOf(), await told()]).toEqual(['missing', ['seen', 'seen', 'missing']]);
    await decide('confirm');
    expect((await be('found')).status).toBe(200);
    await idle();
    await decide('reopen');
    expect([await conditionOf(), await told()]).toEqual(['found', ['seen', 'seen', 'missing', 'seen']]);
  });

  it('take two places of a record at most, and none from who was found, whichever comes first', async () => {
    for (const noise of [0.05, 0.04, 0.01, 0.02, 0.03]) await keep(scanner, withFace(faceLike(faceOf(FACE), noise)));
    const lost = await miss();
    const open = async () => (await candidates(officer, lost)).filter(({ state }) => state === 'open');
    const kept = async () => (await open()).flatMap(({ found }) => (found.keptScan ? [found.id] : []));
    expect(await kept()).toHaveLength(2);
    await keep();
    expect(await kept()).toHaveLength(2);
    // Of those who were found little more is known than a name: each is less like her than any scan.
    const found = { type: 'found', name: 'Harnam', foundPersonAge: '70', region: 'Ludhiana' } as const;
    const persons: string[] = [];
    for (let n = 0; n < MOST_CANDIDATES; n++) {
      persons.push(await post(scanner, { ...found, timeOfLossDate: '2026-10-27' }));
      const places = await open();
      expect(places.map(({ found }) => found.id)).toEqual(expect.arrayContaining(persons));
      expect(places.length).toBeLessThanOrEqual(MOST_CANDIDATES);
    }
    expect(await kept()).toEqual([]);
    await keep();
    expect((await open()).map(({ found }) => found.id).sort()).toEqual(persons.sort());
    const edited = { opId: randomUUID(), clothColor: 'White' };
    expect((await family.call('PUT', `/report/${lost}`, edited)).status).toBe(200);
    await idle();
    expect(await kept()).toEqual([]);
  });

  describe('of a child', () => {
    const JAIPUR = { lat: 26.9124, lng: 75.7873 };
    const CHILD: Partial<Upload> = { ...MISSING, name: 'Simran', lostPersonAge: '9', timeOfLossDate: '2026-09-22' };
    const missChild = async () => {
      const lost = await miss(CHILD);
      await publishReport(host, lost);
      await idle();
      return lost;
    };
    const far = (noise = 0.01) => keep(scanner, { ...withFace(faceLike(faceOf(FACE), noise)), place: JAIPUR });
    const openOf = async (lost: string) => (await candidates(officer, lost)).filter(({ state }) => state === 'open');
    const keptOf = async (lost: string) =>
      (await openOf(lost)).flatMap(({ found }) => (found.keptScan ? [found.id] : []));

    it('stand on the desks of both districts 400 km and 40 days away, where the scan was answered "guarded" (088)', async () => {
      const colleague = await personOf(host, 'officer', 'Colleague', ['rj-jaipur']);
      const lost = await missChild();
      const descriptor = [...faceLike(faceOf(FACE), 0.01)];
      const { body } = await scanner.call('POST', '/api/face/compare', { opId: randomUUID(), descriptor });
      expect(body.data).toEqual(GUARDED_VIEW);
      const scan = await far();
      expect(await candidates(officer, lost)).toMatchObject([{ state: 'open', band: 'possible', found: { id: scan } }]);
      for (const who of [officer, colleague]) {
        const tasks: { kind: string; candidate?: { found: { id: string } } }[] = (await who.call('GET', '/duty')).body
          .data;
        expect(tasks.flatMap(({ candidate }) => candidate?.found.id ?? [])).toEqual([scan]);
      }
    });

    it('have three places of their own, the newest one always, whoever was found', async () => {
      const lost = await missChild();
      // Near, and on the day: more is said for each of these than for one far away.
      const near = { place: LUDHIANA, timeOfLossDate: '2026-09-22', ...withFace(faceLike(faceOf(FACE), 0.01)) };
      const old = [await keep(scanner, near), await keep(scanner, near), await keep(scanner, near)];
      expect((await keptOf(lost)).sort()).toEqual([...old].sort());
      const fresh = await far();
      expect(await keptOf(lost)).toHaveLength(3);
      expect(await keptOf(lost)).toContain(fresh);
      const found = { type: 'found', name: 'Simran', foundPersonAge: '9', region: 'Ludhiana' } as const;
      const persons: string[] = [];
      for (let n = 0; n < MOST_CANDIDATES; n++)
        persons.push(await post(scanner, { ...found, lostPersonAge: undefined, timeOfLossDate: '2026-09-23' }));
      expect((await openOf(lost)).map(({ found: { id } }) => id)).toEqual(expect.arrayContaining(persons));
      expect(await keptOf(lost)).toContain(fresh);
      const freshest = await far(0.02);
      const kept = async () => (await openOf(lost)).map(({ found: { id } }) => id);
      expect(await kept()).toEqual(expect.arrayContaining([...persons, freshest]));
      expect(await kept()).toHaveLength(MOST_CANDIDATES + 3);
      // Those that fit better stay beside it.
      expect((await keptOf(lost)).filter((id) => old.includes(id))).toHaveLength(2);
      const edited = { opId: randomUUID(), clothColor: 'White' };
      expect((await family.call('PUT', `/report/${lost}`, edited)).status).toBe(200);
      await idle();
      expect(await kept()).toEqual(expect.arrayContaining([...persons, freshest]));
      expect(await kept()).toHaveLength(MOST_CANDIDATES + 3);
    });

    it('give way to no newer one while an officer looks at them', async () => {
      const lost = await missChild();
      const scans = [await far(), await far(0.02), await far(0.03)];
      const tasks = (await officer.call('GET', '/duty')).body.data as {
        id: string;
        rev: number;
        candidate?: { found: { id: string } };
      }[];
      for (const { id, rev, candidate } of tasks)
        if (candidate)
          expect((await officer.call('PUT', `/duty/${id}`, { opId: randomUUID(), rev, act: 'take' })).status).toBe(200);
      const fresh = await far(0.04);
      expect((await keptOf(lost)).sort()).toEqual([...scans, fresh].sort());
    });

    it('are never called likely: a face alone does not make it so, whatever the day and the place', async () => {
      const lost = await missChild();
      const near = { place: LUDHIANA, timeOfLossDate: '2026-09-22' };
      for (const score of [0.99, POSSIBLE])
        await keep(scanner, { ...near, ...withFace(faceAtScore(faceOf(FACE), score)) });
      expect(
        (await openOf(lost)).map(({ because }) => because.find(({ field }) => field === 'face')?.band).sort(),
      ).toEqual(['likely', 'possible']);
      expect((await openOf(lost)).map(({ band }) => band)).toEqual(['possible', 'possible']);
    });
  });

  it('meet nobody by a day and a place alone', async () => {
    await post(scanner, { ...SCAN, ...withFace(faceOf(90)), timeOfLossDate: '2026-10-26' });
    expect(await candidates(officer, await miss())).toEqual([]);
    expect(await host.db.selectFrom('candidate_key').select('side').where('side', '=', 'found').execute()).toEqual([]);
  });

  it('are found by no search, of whatever role, and asked of no reviewer', async () => {
    const scan = await keep();
    const found = await post(scanner, {
      ...SCAN,
      keptScan: undefined,
      nameUnknown: true,
      foundPersonAge: '70',
      ...withFace(faceOf(FACE)),
    });
    await publishReport(host, found).catch(() => undefined);
    const descriptor = [...faceOf(FACE)];
    const volunteer = await personOf(host, 'volunteer');
    const nobody = await personOf(host);
    let known = 0;
    for (const [who, reason] of [[nobody], [family], [volunteer], [officer, 'case'], [moderator, 'case']] as const) {
      const asked = { opId: randomUUID(), descriptor, ...(reason ? { reason } : {}) };
      const { body } = await who.call('POST', '/api/face/compare', asked);
      expect(body.searched).toEqual(expect.any(Number));
      known += body.candidates.length;
      expect(JSON.stringify(body)).not.toContain(scan);
    }
    expect(known).toBeGreaterThan(0); // those with a reason find the report that was made of her
    const queue = (await moderator.call('GET', '/moderation/queue')).body;
    expect(queue.data.map(({ report }: { report: { id: string } }) => report.id)).not.toContain(scan);
    for (const who of [nobody, family, volunteer])
      expect((await who.call('GET', `/report/${scan}`)).body.data).toEqual({ ...GUARDED_VIEW, id: scan, _id: scan });
    expect((await scanner.call('GET', `/report/${scan}`)).body).toMatchObject({
      data: { keptScan: true },
      may: ['withdraw'],
    });
  });

  it('stand in no queue either where they are like somebody who was taken down, or flagged: no office reads of them, and nobody is told', async () => {
    const hunted = await miss();
    await publishReport(host, hunted);
    const protect = await moderator.call('PUT', `/report/${hunted}/protection`, { reason: 'She fled' });
    expect(protect.status).toBe(200);
    const plain = await keep(scanner, withFace(faceOf(77)));
    const scan = await keep();
    const flag = { opId: randomUUID(), reason: 'private' };
    for (const id of [plain, scan]) expect((await family.call('POST', `/report/${id}/flags`, flag)).status).toBe(200);
    const held = await host.db.selectFrom('report').select('hidden_for').where('id', '=', scan).executeTakeFirst();
    expect(held).toEqual({ hidden_for: 'seen-before' });
    expect((await moderator.call('GET', '/moderation/queue')).body).toMatchObject({ data: [], total: 0 });
    // Her family posts her again with another photo: nobody on duty reads where she was scanned.
    const again = await miss(withFace(faceAtScore(faceOf(FACE), 0.7)));
    const others = await miss(withFace(faceAtScore(faceOf(77), 0.7)));
    expect((await candidates(officer, others)).map(({ found }) => found.id)).toEqual([plain]);
    expect(await candidates(officer, again)).toEqual([]);
    expect((await officer.call('POST', `/report/${scan}/open`, { reason: 'match' })).status).toBe(404);
    const own = (id: string) => scanner.call('GET', `/report/${id}`);
    const [its, other] = [(await own(scan)).body, (await own(plain)).body];
    expect([its.may, its.data.hidden, its.data.status]).toEqual([other.may, other.data.hidden, other.data.status]);
  });

  it('keep what the scan knows and no word more', async () => {
    const scan = await keep(scanner, {
      description: undefined,
      descriptionText: 'Sleeps under the bridge',
      name: 'Bibi',
      foundPersonAge: '70',
      clothColor: 'White',
      details: { sex: 'female' },
      consent: AGREED,
    });
    const { data } = (await scanner.call('GET', `/report/${scan}`)).body;
    expect(data.subject).toEqual({ kind: 'person', condition: 'found' });
    expect(data).toMatchObject({ timeOfLossDate: '2026-11-01', place: LUDHIANA });
    expect(JSON.stringify(data)).not.toMatch(/bridge|Bibi|White/);
    expect(Object.values(data.consents)).not.toContain(true);
    const refused = await send(scanner, { ...SCAN, type: 'lost', lostPersonAge: '40' });
    expect([refused.status, refused.body.fields]).toEqual([400, { type: 'found' }]);
  });

  it('become no report: neither their maker nor an office changes, publishes or refuses them', async () => {
    const scan = await keep();
    const edit = (change: object) => scanner.call('PUT', `/report/${scan}`, { opId: randomUUID(), ...change });
    for (const change of [{ name: 'Bibi' }, { expiresInDays: 90 }, { condition: 'safe' }, { status: 'resolved' }])
      expect((await edit(change)).status).toBe(409);
    const decide = (of: Person, decision: string) =>
      of.call('PUT', `/moderation/${scan}`, { decision, reason: 'A reason' });
    for (const decision of ['publish', 'reject']) expect((await decide(moderator, decision)).status).not.toBe(200);
    const named = { kind: 'fir', number: '12/2026', station: 'Sadar' };
    expect((await officer.call('PUT', `/report/${scan}/case`, named)).status).not.toBe(200);
    const row = await host.db
      .selectFrom('report')
      .select(['status', 'case_kind'])
      .where('id', '=', scan)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'pending_review', case_kind: null });
  });

  describe('end', () => {
    /** Of jobs that the running version knows. */
    const kinds = ['scrub', 'remove-files', 'housekeeping', 'retention', 'seal-audit', 'mail', 'deliver'];
    const over = async (days: number) => endWhatIsOver(host.db, kinds, new Date(Date.now() + days * 86_400_000));
    const isThere = async (id: string) =>
      (await host.db.selectFrom('report').select('id').where('id', '=', id).execute()).length === 1;

    it('after their days, but for one that an officer has joined with a report', async () => {
      const [alone, joined] = [await keep(scanner, withFace(faceOf(77))), await keep()];
      const lost = await miss();
      const [candidate] = await candidates(officer, lost);
      const { id, rev } = candidate as Candidate;
      const yes = { opId: randomUUID(), rev, decision: 'confirm', reason: 'Her son knew her' };
      expect((await officer.call('PUT', `/candidates/${id}`, yes)).status).toBe(200);
      await idle();
      await over(KEPT_DAYS.keptScans - 1);
      expect([await isThere(alone), await isThere(joined)]).toEqual([true, true]);
      await over(KEPT_DAYS.keptScans + 1);
      expect([await isThere(alone), await isThere(joined)]).toEqual([false, true]);
      expect((await family.call('GET', `/report/${lost}`)).body.data.subject.condition).toBe('seen');
    });

    it('when their maker takes them back, and hold up nobody who is reported after', async () => {
      const scan = await keep();
      const taken = { opId: randomUUID(), how: 'erased' };
      expect((await scanner.call('POST', `/report/${scan}/end`, taken)).status).toBe(200);
      expect(await isThere(scan)).toBe(false);
      const withdrawn = await keep();
      const back = { opId: randomUUID(), status: 'withdrawn' };
      expect((await scanner.call('PUT', `/report/${withdrawn}`, back)).status).toBe(200);
      await idle();
      await over(1 / 24);
      expect(await isThere(withdrawn)).toBe(false);
      const lost = await miss();
      const row = await host.db.selectFrom('report').select('hidden_for').where('id', '=', lost).executeTakeFirst();
      expect(row).toEqual({ hidden_for: null });
      expect(await candidates(officer, lost)).toEqual([]);
    });
  });
});
