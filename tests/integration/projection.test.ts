/** Who sees what of which report, on every way out of the server, as one table (A14, design: one projection function). */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUARDED_VIEW, NO_ID, type ReportView } from '../../contract/report.ts';
import type { Change } from '../../contract/sync.ts';
import { Role } from '../../contract/user.ts';
import { readPack } from '../../match/pack.ts';
import { unpackUuids } from '../../match/uuid.ts';
import { numberMaker } from '../../server/reports/number.ts';
import { announce, changeStatus } from '../../server/reports/store.ts';
import { readPackKeys } from '../../server/sync/keys.ts';
import {
  bring,
  faceLike,
  faceOf,
  makePhoto,
  newReport,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

const YES = { publicPhoto: true, publicPhone: false, notice: '1' };
const NO = { publicPhoto: false, publicPhone: false, notice: '1' };
const PHONE = { publicPhoto: true, publicPhone: true, guardian: true, notice: '1' };

/** The people in the database; each has a name, a phone, a place, a photo and a face. */
const RECORDS = {
  consenting: { upload: { consent: YES }, status: 'published' },
  silent: { upload: { consent: NO }, status: 'published' },
  'phone too': { upload: { consent: PHONE }, status: 'published' },
  child: { upload: { consent: PHONE, lostPersonAge: '9' }, status: 'published' },
  'silent child': { upload: { consent: NO, lostPersonAge: '9' }, status: 'published' },
  'maybe a child': { upload: { consent: PHONE, lostPersonAge: '20', ageMargin: '5' }, status: 'published' },
  found: { upload: { consent: PHONE, type: 'found', foundPersonAge: '50' }, status: 'published' },
  'unknown age': { upload: { consent: PHONE }, status: 'published' },
  pending: { upload: { consent: PHONE }, status: 'pending_review' },
  withdrawn: { upload: { consent: PHONE }, status: 'withdrawn' },
  'child at home': { upload: { consent: PHONE, lostPersonAge: '9' }, status: 'resolved' },
} as const;
type RecordName = keyof typeof RECORDS;

const VIEWERS = [
  ...(['anonymous', 'poster', 'finder', 'volunteer', 'officer', 'moderator', 'admin', 'owner'] as const),
  ...(['volunteer elsewhere', 'officer elsewhere', 'officer nowhere'] as const),
] as const;
type Viewer = (typeof VIEWERS)[number];
/** All records are of Ludhiana: to who has a duty elsewhere, or nowhere yet, they are what they are to everyone. */
const ELSEWHERE: readonly Viewer[] = ['volunteer elsewhere', 'officer elsewhere', 'officer nowhere'];
const PLAIN: readonly Viewer[] = ['anonymous', 'poster', 'finder', ...ELSEWHERE];
/** Who may open a record with a reason, wherever it is. */
const STAFF: readonly Viewer[] = ['officer', 'moderator', 'admin', 'officer elsewhere', 'officer nowhere'];

/**
 * n name, f photo, r region, p phone; `a` age and clothes and no more; `g` there is a record, and nothing of it; `-` not even
 * that. `plain` is anonymous, poster and finder, and who has a duty elsewhere; `staff` is officer, moderator and admin without a reason given; its owner,
 * and staff who have opened it with one, see all.
 */
const EXPECTED: Record<RecordName, Record<'plain' | 'volunteer' | 'staff', string>> = {
  consenting: { plain: 'nfr', volunteer: 'nfr', staff: 'nfr' },
  silent: { plain: 'nr', volunteer: 'nr', staff: 'nr' },
  'phone too': { plain: 'nfrp', volunteer: 'nfrp', staff: 'nfrp' },
  child: { plain: 'g', volunteer: 'a', staff: 'a' },
  'silent child': { plain: 'g', volunteer: 'a', staff: 'a' },
  'maybe a child': { plain: 'g', volunteer: 'a', staff: 'a' },
  found: { plain: 'g', volunteer: 'a', staff: 'a' },
  'unknown age': { plain: 'g', volunteer: 'a', staff: 'a' },
  pending: { plain: 'g', volunteer: 'a', staff: 'a' },
  withdrawn: { plain: '-', volunteer: '-', staff: 'a' },
  'child at home': { plain: 'g', volunteer: 'g', staff: 'a' },
};
/** What has been withdrawn has given up the rest. */
const wholeOf = (record: RecordName): string => (RECORDS[record].status === 'withdrawn' ? 'nr' : 'nfrp');
const expected = (record: RecordName, viewer: Viewer): string => {
  if (viewer === 'owner') return wholeOf(record);
  if (viewer === 'volunteer') return EXPECTED[record].volunteer;
  return EXPECTED[record][PLAIN.includes(viewer) ? 'plain' : 'staff'];
};
/** The same in lists and feeds, which hold what is published and nothing that says nothing. */
const listed = (record: RecordName, viewer: Viewer): string =>
  RECORDS[record].status === 'published' ? expected(record, viewer).replace('g', '-') : '-';

/** Whom the server compares for that viewer: officers and moderators all, others whose reporter agreed, once looked at. */
const compared = (record: RecordName, viewer: Viewer): string => {
  const { status, upload } = RECORDS[record];
  if (status === 'withdrawn' || status === 'resolved') return '-'; // nobody is looked for after that
  const isAgreed = status === 'published' && upload.consent.publicPhoto;
  return isAgreed || STAFF.includes(viewer) ? expected(record, viewer) : '-';
};

/** The same letters, of a view that came out. */
function lettersOf(view: ReportView | undefined): string {
  if (!view) return '-';
  const person = view.subject.kind === 'person' ? view.subject : undefined;
  const letters = [
    person?.name ? 'n' : '',
    view.photos.length > 0 ? 'f' : '',
    view.region ? 'r' : '',
    view.phoneNumber ? 'p' : '',
  ].join('');
  const words = [view.title, view.description, view.place, view.owner, view.number, view.role, view.image];
  if (letters !== '') return letters;
  if (words.some((word) => word !== undefined) || view.contact !== 'guarded') return 'leaks';
  if (person?.ageMin !== undefined) return 'a';
  return isDeepStrictEqual({ ...view, id: NO_ID, _id: NO_ID }, GUARDED_VIEW) ? 'g' : person ? 'a' : 'leaks';
}

const GUARDED_ANSWER = { data: GUARDED_VIEW, candidates: [{ band: 'possible', data: GUARDED_VIEW }] };

withEither('projection', (database) => {
  let host: TestHost;
  const tokens = new Map<Viewer, string>();
  const people = new Map<RecordName, { id: string; opId: string; sha256: string; face: number[] }>();
  const headers = (viewer: Viewer) => ({ authorization: tokens.get(viewer) ?? '' });
  const get = (url: string, viewer: Viewer) => host.app().inject({ url, headers: headers(viewer) });
  const person = (name: RecordName) => people.get(name) ?? { id: '', opId: '', sha256: '', face: [] };
  const open = (viewer: Viewer, name: RecordName) =>
    host.app().inject({
      method: 'POST',
      url: `/report/${person(name).id}/open`,
      headers: headers(viewer),
      payload: { reason: 'case', detail: 'FIR 12/2026' },
    });
  const closeAll = async () => {
    await sql`truncate audit`.execute(host.db); // row by row nobody may
    await host.db.deleteFrom('notice').execute();
  };
  const move = (id: string, to: 'published' | 'withdrawn' | 'resolved') =>
    host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1'));

  async function addPerson(name: RecordName, seed: number): Promise<void> {
    const photo = await makePhoto(seed);
    const face = faceOf(seed);
    const { upload, id, opId } = newReport({ ...withFace(face), ...RECORDS[name].upload });
    const named = {
      foundPersonName: 'Asha Devi',
      timeOfLossDate: '2026-11-03',
      photos: [photo.sha256],
      place: { lat: 30.90097, lng: 75.85728, address: 'House 4' },
      videos: ['f'.repeat(64)],
    };
    const payload = { ...upload, ...named, id, opId };
    const call = { method: 'POST', url: '/api/face/uploadLostFoundPerson', headers: headers('owner') } as const;
    expect((await host.app().inject({ ...call, payload })).statusCode).toBe(200);
    expect(await bring(host, photo, { of: opId })).toBe(200);
    if (name === 'unknown age')
      await host.db.updateTable('report').set({ age_min: null, age_max: null }).where('id', '=', id).execute();
    if (RECORDS[name].status !== 'pending_review') await publishReport(host, id);
    const { status } = RECORDS[name];
    if (status === 'withdrawn' || status === 'resolved') await move(id, status);
    people.set(name, { id, opId, sha256: photo.sha256, face });
  }

  beforeAll(async () => {
    host = await startHost(database);
    for (const viewer of VIEWERS) {
      if (viewer === 'anonymous') continue;
      const [name = '', where] = viewer.split(' ');
      const role = Role.parse(name === 'owner' ? 'poster' : name);
      const districts = where === undefined ? undefined : where === 'nowhere' ? [] : ['br-patna', 'pb-moga'];
      tokens.set(viewer, (await signIn(host.db, role, districts)).token);
    }
    let seed = 100;
    for (const name of Object.keys(RECORDS) as RecordName[]) await addPerson(name, seed++);
    const writer = await host.db
      .selectFrom('app_user')
      .select('id')
      .where('role', '=', 'finder')
      .executeTakeFirstOrThrow();
    for (const { id: report_id } of people.values())
      for (const kind of ['sighting', 'self'] as const)
        await host.db
          .insertInto('note')
          .values({
            id: randomUUID(),
            report_id,
            author_id: writer.id,
            released_at: new Date(),
            kind,
            text: 'I am behind the mill',
            condition: null,
            region: null,
            lat: 31.62,
            lng: 74.88,
            address: null,
            seen_at: null,
          })
          .execute();
    await untilReadable(host.db);
  });
  afterAll(() => host.remove());

  /** What was written down, but for face searches (search-abuse.test.ts). */
  const looks = () =>
    host.db
      .selectFrom('audit')
      .select(['action', 'subject_id', 'reason'])
      .where('action', 'not like', 'face-%')
      .execute();

  it('the page of a report has at once what everybody may see, and of any other no more than one of nothing, whoever asks', async () => {
    const pageOf = (id: string, viewer: Viewer) =>
      host.app().inject({ url: `/items/${id}`, headers: { ...headers(viewer), accept: 'text/html' } });
    const none = await pageOf(randomUUID(), 'anonymous');
    expect([none.statusCode, none.headers['cache-control']]).toEqual([200, 'no-cache']);
    for (const [name, { id, sha256 }] of people)
      for (const viewer of ['anonymous', 'owner', 'officer'] as const) {
        const { plain } = EXPECTED[name];
        const { body, headers: told } = await pageOf(id, viewer);
        if (!plain.includes('n')) {
          expect([name, body === none.body, told['cache-control']]).toEqual([name, true, 'no-cache']);
          continue;
        }
        const { data } = (await get(`/report/${id}`, 'anonymous')).json();
        expect(body).toContain(`>${data.subject.name}</h1>`);
        expect([name, body.includes(`/files/${sha256}?size=full`)]).toEqual([name, plain.includes('f')]);
        expect(body).not.toMatch(/%[A-Z]+%|\b(91)?98\d{8}\b/);
        expect(told['cache-control']).toBe('no-store');
      }
  });

  describe.each(VIEWERS)('to %s', (viewer) => {
    const names = Object.keys(RECORDS) as RecordName[];
    const table = Object.fromEntries(names.map((name) => [name, expected(name, viewer)]));

    it('POST /api/face/compare shows whom it may compare by the table, and of guarded people one fixed answer (hole 6)', async () => {
      const seen: Record<string, string> = {};
      for (const name of names) {
        const payload = { descriptor: faceLike(person(name).face, 0.01), reason: 'case' };
        const call = { method: 'POST', url: '/api/face/compare', headers: headers(viewer), payload } as const;
        const answer = (await host.app().inject(call)).json();
        const { candidates } = answer;
        const own = candidates.find(({ data }: { data: ReportView }) => [person(name).id, NO_ID].includes(data.id));
        seen[name] = lettersOf(own?.data);
        if (seen[name] !== 'g') continue;
        // Who may open it with a reason is told which it is.
        const named = { ...GUARDED_VIEW, id: person(name).id, _id: person(name).id };
        const one = STAFF.includes(viewer) ? { data: named, candidates: [{ data: named }] } : GUARDED_ANSWER;
        expect(answer).toMatchObject({ found: true, ...one });
      }
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, compared(name, viewer)])));
    });

    it('GET /sync holds what a list shows, and of nobody else a phone, an exact place or a guarded name (hole 3)', async () => {
      const { changes } = (await get('/sync?feed=reports&limit=1000', viewer)).json();
      const rows = new Map<string, ReportView>(
        changes.flatMap((change: Change) => (change.kind === 'report' ? [[change.id, change.row]] : [])),
      );
      const seen = Object.fromEntries(names.map((name) => [name, lettersOf(rows.get(person(name).id))]));
      const own = (name: RecordName) => (viewer === 'owner' ? wholeOf(name) : listed(name, viewer));
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, own(name)])));
      if (viewer !== 'owner') expect(JSON.stringify(changes)).not.toMatch(/House 4|85728/);
    });

    it('GET /report/:id shows exactly the table, and place, owner and number by the same sight (R22, R340)', async () => {
      for (const name of names) {
        const { statusCode, body } = await get(`/report/${person(name).id}`, viewer);
        const details = statusCode === 200 ? JSON.parse(body) : undefined;
        const view: ReportView | undefined = details?.data;
        expect([name, lettersOf(view)]).toEqual([name, table[name]]);
        const told = [view?.place, view?.owner, view?.number, view?.videos, view?.expiresAt].map(
          (field) => field !== undefined,
        );
        const isFull = viewer === 'owner';
        const isPublic = table[name]?.includes('r') ?? false;
        const isStripped = RECORDS[name].status === 'withdrawn';
        const ends = 'type' in RECORDS[name].upload; // found: who is missing is looked for on
        const hasNumber = isPublic || isFull; // under it what everybody sees is passed on
        expect([name, ...told]).toEqual([name, isPublic && !isStripped, isPublic, hasNumber, isFull, isFull && ends]);
        if (view?.place) expect([name, view.place.lat]).toEqual([name, isFull ? 30.90097 : 30.9]);
        expect([name, body.includes('House 4')]).toEqual([name, isFull && !isStripped]);
        if (!isPublic && !isFull) expect([name, details?.history ?? []]).toEqual([name, []]);
        const { opens, elsewhere } = details ?? {};
        const isThere = STAFF.includes(viewer) && details !== undefined;
        expect([name, opens, elsewhere]).toEqual([
          ...[name, isThere ? true : undefined, isThere ? ELSEWHERE.includes(viewer) : undefined],
        ]);
      }
      expect(await looks()).toEqual([]); // nothing whole was shown
    });

    it('GET /report lists what the table shows (R10)', async () => {
      const { data } = (await get('/report?limit=100', viewer)).json();
      const rows = new Map<string, ReportView>(data.map((row: ReportView) => [row.id, row]));
      const seen = Object.fromEntries(names.map((name) => [name, lettersOf(rows.get(person(name).id))]));
      const inList = (name: RecordName) =>
        viewer === 'owner' && EXPECTED[name].plain === 'g' ? '-' : listed(name, viewer);
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, inList(name)])));
    });

    it('GET /files gives those photos and no other', async () => {
      for (const name of names) {
        for (const size of ['thumb', 'full']) {
          const { statusCode } = await get(`/files/${person(name).sha256}?size=${size}`, viewer);
          expect([name, statusCode]).toEqual([name, table[name]?.includes('f') ? 200 : 404]);
        }
      }
    });

    it('GET /receipts says to who knows the name of the write how it stands, and nothing of whom it is about', async () => {
      for (const name of names) {
        const { statusCode, body } = await get(`/receipts/${person(name).opId}`, viewer);
        expect([name, statusCode, /Asha|98140|House|Ludhiana/.test(body)]).toEqual([name, 200, false]);
        expect((await get(`/receipts/${person(name).id}`, viewer)).statusCode).toBe(404);
      }
    });

    it('POST /report/:id/open gives all of one record to officers and moderators, with a row in the log (hole 3, A14)', async () => {
      for (const name of names) {
        const answer = await open(viewer, name);
        const isStaff = STAFF.includes(viewer);
        expect([name, answer.statusCode]).toEqual([name, isStaff ? 200 : viewer === 'anonymous' ? 401 : 403]);
        const rows = await looks();
        const action = ELSEWHERE.includes(viewer) ? 'record-open-elsewhere' : 'record-open';
        const row = { action, subject_id: person(name).id, reason: 'case: FIR 12/2026' };
        expect(rows).toEqual(isStaff ? [row] : []);
        if (isStaff) {
          const isStripped = RECORDS[name].status === 'withdrawn';
          const { data } = answer.json();
          expect([name, lettersOf(data), data.place?.lat]).toEqual([
            ...[name, wholeOf(name), isStripped ? undefined : 30.90097],
          ]);
          expect((await get(`/files/${person(name).sha256}`, viewer)).statusCode).toBe(isStripped ? 404 : 200);
          const [other] = names.filter((one) => one !== name && !table[one]?.includes('f'));
          expect((await get(`/files/${person(other as RecordName).sha256}`, viewer)).statusCode).toBe(404); // one at a time
          // What stays on the device is what it was.
          expect([name, lettersOf((await get(`/report/${person(name).id}`, viewer)).json().data)]).toEqual([
            name,
            table[name],
          ]);
          const told = await host.db.selectFrom('notice').select(['kind', 'detail', 'report_id']).execute();
          const notice = { kind: 'opened-elsewhere', detail: 'officer, Sadar', report_id: person(name).id };
          expect(told).toEqual(ELSEWHERE.includes(viewer) ? [notice] : []); // the officer of Ludhiana
        }
        await closeAll();
      }
    });

    it('the queue of posts shows them whole to moderators, each look written down once, and their photos with it', async () => {
      const { statusCode, body } = await get('/moderation/queue', viewer);
      const isModerator = viewer === 'moderator' || viewer === 'admin';
      expect(statusCode).toBe(isModerator ? 200 : viewer === 'anonymous' ? 401 : 403);
      await get('/moderation/queue', viewer);
      const rows = await looks();
      const { id, sha256 } = person('pending');
      const own = rows.filter(({ subject_id }) => subject_id === id);
      expect(own).toEqual(isModerator ? [{ action: 'record-review', subject_id: id, reason: 'review' }] : []);
      if (isModerator) {
        const { data } = JSON.parse(body);
        const review = data.find(({ report }: { report: ReportView }) => report.id === id);
        expect(lettersOf(review.report)).toBe(wholeOf('pending'));
        expect(rows.map(({ subject_id }) => subject_id).sort()).toEqual(
          data.map(({ report }: { report: ReportView }) => report.id).sort(),
        );
        expect((await get(`/files/${sha256}`, viewer)).statusCode).toBe(200);
      }
      await closeAll();
    });

    it('notes are read by whom they are for: of the person themselves by moderators alone (hole 2)', async () => {
      const kindsOn = async (name: RecordName) => {
        const { statusCode, body } = await get(`/report/${person(name).id}/notes`, viewer);
        return statusCode === 200 ? JSON.parse(body).data.map(({ kind }: { kind: string }) => kind) : [];
      };
      const isModerator = viewer === 'moderator' || viewer === 'admin';
      for (const name of names) {
        const isOpenToOwner = EXPECTED[name].plain !== 'g';
        const isOwnNote = viewer === 'finder'; // who wrote them
        const own = viewer === 'owner' && isOpenToOwner ? ['sighting'] : isOwnNote ? ['self', 'sighting'] : [];
        expect([name, (await kindsOn(name)).sort()]).toEqual([name, own]);
        if (!STAFF.includes(viewer)) continue;
        await open(viewer, name);
        expect([name, (await kindsOn(name)).sort()]).toEqual([name, isModerator ? ['self', 'sighting'] : ['sighting']]);
      }
      await closeAll();
      const waiting = await get('/moderation/notes', viewer);
      expect(waiting.statusCode).toBe(STAFF.includes(viewer) ? 200 : viewer === 'anonymous' ? 401 : 403);
      expect(waiting.body).not.toMatch(/behind the mill|74\.88|House 4/);
      if (!STAFF.includes(viewer)) return;
      const kinds = new Set(waiting.json().data.map(({ kind }: { kind: string }) => kind));
      expect([...kinds].sort()).toEqual(
        isModerator ? ['self', 'sighting'] : ELSEWHERE.includes(viewer) ? [] : ['sighting'],
      );
    });

    it('POST /api/face/uploadLostFoundPerson shows a stranger who posts it nothing more, its owner all', async () => {
      const { upload, id, opId } = newReport({ consent: PHONE });
      const call = { method: 'POST', url: '/api/face/uploadLostFoundPerson', headers: headers(viewer) } as const;
      const { data } = (await host.app().inject({ ...call, payload: { ...upload, id, opId } })).json();
      expect(lettersOf(data)).toBe(viewer === 'anonymous' ? 'g' : 'nrp'); // no photo was named
    });
  });

  it('an item that is published shows its place and not the phone; one in review shows neither', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      const text = { title: 'Blue bag', description: 'With books', region: 'Patiala', phone: '+91 98140 00000' };
      const item = { type: 'found', posting_role: 'founder', subject: 'item', category: 'Bags', item_status: 'found' };
      await host.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('report')
          .values({ ...text, ...item, id, status: 'pending_review', number: (await numberMaker(tx))(id, 0) } as never)
          .execute();
        await announce(tx, id);
      });
    }
    await move(ids[0] ?? '', 'published');
    await untilReadable(host.db);
    const { changes } = (await get('/sync?feed=reports', 'anonymous')).json();
    const rows = changes.filter((change: Change) => ids.some((id) => id === change.id));
    expect(rows).toMatchObject([
      { id: ids[0], row: { region: 'Patiala', contact: 'relay', subject: { kind: 'item' } } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('98140');
  });

  it('the references and the gallery pack hold the public, adult, consenting, lost people and nobody else', async () => {
    const { pseudonymOf } = await readPackKeys(host.db);
    const held = [person('consenting').id, person('phone too').id].map(pseudonymOf).sort();
    const { changes } = (await get('/sync?feed=references', 'admin')).json();
    expect(changes.map((change: Change) => [change.kind, change.id]).sort()).toEqual(
      held.map((id) => ['reference', id]).sort(),
    );
    const { packs } = (await get('/packs', 'admin')).json();
    const parts = await Promise.all(
      packs[0].file.parts.map(async ({ sha256 }: { sha256: string }) => get(`/packs/parts/${sha256}`, 'anonymous')),
    );
    const bytes = Buffer.concat(parts.map(({ rawPayload }) => rawPayload));
    const { rows } = readPack(new Uint8Array(bytes));
    expect([packs[0].count, unpackUuids(rows.ids).sort()]).toEqual([2, held]);
  });

  it('nothing of them names a report: not an id, not a time, not a place in the feed; who lists them may not page finely', async () => {
    const trueIds = (await host.db.selectFrom('report').select('id').execute()).map(({ id }) => id);
    const { packs } = (await get('/packs', 'anonymous')).json();
    const parts = await Promise.all(
      packs[0].file.parts.map(async ({ sha256 }: { sha256: string }) => get(`/packs/parts/${sha256}`, 'anonymous')),
    );
    const { rows } = readPack(new Uint8Array(Buffer.concat(parts.map(({ rawPayload }) => rawPayload))));
    const feed = (await get('/sync?feed=references&limit=1', 'anonymous')).json();
    expect([rows.count, feed.changes.length]).toEqual([2, 2]);
    const told = [...unpackUuids(rows.ids), JSON.stringify(feed), JSON.stringify(packs)].join(' ');
    expect(trueIds.filter((id) => told.includes(id))).toEqual([]);
    expect(rows.meta.some((byte) => byte !== 0)).toBe(false);
    expect(new Set(feed.changes.map(({ updatedAt }: { updatedAt: string }) => Date.parse(updatedAt)))).toEqual(
      new Set([0]),
    );
    const last = await host.db.selectFrom('change').select(['xid', 'seq']).where('feed', '=', 'references').execute();
    for (const { cursor } of [feed, packs[0]]) {
      expect(cursor).toMatch(/^[0-9a-z]+\.[0-9a-z]+\.c[0-9a-f]{32}$/);
      expect(last.filter(({ xid, seq }) => cursor.endsWith(`.${xid}.${seq}`))).toEqual([]);
    }
    // A phone that was told true ids before starts over, and forgets them with that.
    const { readChanges } = await import('../../server/db/change.ts');
    const before = (await readChanges(host.db, 'references', '', 1)).cursor;
    expect((await get(`/sync?feed=references&cursor=${before}`, 'anonymous')).json().reset).toBe(true);
    expect((await get(`/sync?feed=references&cursor=${feed.cursor}`, 'anonymous')).json()).toMatchObject({
      reset: false,
      changes: [],
    });
  });

  it('by its id a guarded record answers to the letter the same, whatever becomes of it (hole 6)', async () => {
    const { id } = person('child');
    const set = (change: object) => host.db.updateTable('report').set(change).where('id', '=', id).execute();
    const askedBy = async (viewer: Viewer) => {
      const answers = [await get(`/report/${id}`, viewer), await get(`/report/${id}/notes`, 'poster')];
      const following = { method: 'POST', url: '/follows', headers: headers('poster') } as const;
      const note = { method: 'POST', url: `/report/${id}/notes`, headers: headers('poster') } as const;
      answers.push(await host.app().inject({ ...following, payload: { reportId: id } }));
      const payload = { kind: 'information', text: 'Seen', opId: randomUUID(), id: randomUUID() };
      const { statusCode, body } = await host.app().inject({ ...note, payload });
      await host.db.deleteFrom('note').where('id', '=', payload.id).execute();
      return [...answers.map((answer) => [answer.statusCode, answer.body]), statusCode, JSON.parse(body).code];
    };
    /** One viewer behind the other: the poster's note, which its author may read, is gone before the next one looks. */
    const asked = async () => {
      const answers = [];
      for (const viewer of PLAIN) answers.push(await askedBy(viewer));
      return answers;
    };
    const before = await asked();
    expect(before[1]?.[0]).toEqual([200, expect.stringContaining('"guarded"')]);
    for (const change of [
      { condition: 'safe' },
      { status: 'resolved' },
      { status: 'withdrawn' },
      { status: 'pending_review' },
      { status: 'published', hidden_at: new Date(), hidden_for: 'flags' },
      { hidden_at: null, hidden_for: null, type: 'found' },
    ])
      expect([change, await set(change).then(asked)]).toEqual([change, before]);
    await set({ condition: 'missing', type: 'lost' });
  });

  describe('after a withdrawal', () => {
    const cursors = new Map<string, string>();
    let gone: { id: string; sha256: string };

    it('each device that may hold the record is told to forget it, the others hear nothing', async () => {
      const target = person('child');
      const open = person('consenting');
      gone = open;
      for (const viewer of VIEWERS)
        cursors.set(viewer, (await get('/sync?feed=reports&limit=1000', viewer)).json().cursor);
      const references = (await get('/sync?feed=references', 'anonymous')).json().cursor;
      await move(target.id, 'withdrawn');
      await move(open.id, 'withdrawn');
      await untilReadable(host.db);
      const told = async (viewer: Viewer) => {
        const { changes } = (await get(`/sync?feed=reports&cursor=${cursors.get(viewer)}`, viewer)).json();
        const of = ({ id }: { id: string }) => changes.find((change: Change) => change.id === id)?.kind ?? 'nothing';
        return [of(open), of(target)];
      };
      for (const viewer of PLAIN) expect([viewer, await told(viewer)]).toEqual([viewer, ['gone', 'nothing']]);
      expect(await told('volunteer')).toEqual(['gone', 'gone']);
      for (const viewer of STAFF.filter((one) => !PLAIN.includes(one)))
        expect([viewer, await told(viewer)]).toEqual([viewer, ['gone', 'gone']]);
      expect(await told('owner')).toEqual(['report', 'report']); // who still sees them: withdrawn
      const { changes } = (await get(`/sync?feed=references&cursor=${references}`, 'anonymous')).json();
      const { pseudonymOf } = await readPackKeys(host.db);
      expect(changes).toEqual([{ kind: 'gone', id: pseudonymOf(open.id) }]);
    });

    it('its photo is no longer given out, and a new device never hears of it', async () => {
      for (const size of ['thumb', 'full'])
        expect((await get(`/files/${gone.sha256}?size=${size}`, 'anonymous')).statusCode).toBe(404);
      const { changes } = (await get('/sync?feed=reports&limit=1000', 'anonymous')).json();
      expect(changes.some((change: Change) => change.id === gone.id)).toBe(false);
    });
  });
});
