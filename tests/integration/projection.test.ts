/** Who sees what of which report, on every way out of the server, as one table (A14, design: one projection function). */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import type { Change } from '../../contract/sync.ts';
import type { Role } from '../../contract/user.ts';
import { readPack } from '../../match/pack.ts';
import { unpackUuids } from '../../match/uuid.ts';
import { drawNumber } from '../../server/reports/number.ts';
import { announce, changeStatus } from '../../server/reports/store.ts';
import {
  faceLike,
  faceOf,
  makePhoto,
  newReport,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';

const YES = { publicPhoto: true, publicPhone: false, notice: '1' };
const NO = { publicPhoto: false, publicPhone: false, notice: '1' };
const PHONE = { publicPhoto: true, publicPhone: true, notice: '1' };

/** The people in the database; each has a name, a phone, a place, a photo and a face. */
const RECORDS = {
  consenting: { upload: { consent: YES }, status: 'published' },
  silent: { upload: { consent: NO }, status: 'published' },
  'phone too': { upload: { consent: PHONE }, status: 'published' },
  child: { upload: { consent: PHONE, lostPersonAge: '9' }, status: 'published' },
  'maybe a child': { upload: { consent: PHONE, lostPersonAge: '20', ageMargin: '5' }, status: 'published' },
  found: { upload: { consent: PHONE, type: 'found', foundPersonAge: '50' }, status: 'published' },
  'unknown age': { upload: { consent: PHONE }, status: 'published' },
  pending: { upload: { consent: PHONE }, status: 'pending_review' },
  withdrawn: { upload: { consent: PHONE }, status: 'withdrawn' },
} as const;
type RecordName = keyof typeof RECORDS;

const VIEWERS = ['anonymous', 'poster', 'finder', 'volunteer', 'officer', 'moderator', 'admin', 'owner'] as const;
type Viewer = (typeof VIEWERS)[number];

/**
 * n name, f photo, r region, p phone; `g` there is a record and nothing of it; `-` not even that.
 * `plain` is anonymous, poster and finder; `full` is officer, moderator, admin and the owner.
 */
const EXPECTED: Record<RecordName, Record<'plain' | 'volunteer' | 'full', string>> = {
  consenting: { plain: 'nfr', volunteer: 'nfr', full: 'nfrp' },
  silent: { plain: 'nr', volunteer: 'nr', full: 'nfrp' },
  'phone too': { plain: 'nfrp', volunteer: 'nfrp', full: 'nfrp' },
  child: { plain: 'g', volunteer: 'nf', full: 'nfrp' },
  'maybe a child': { plain: 'g', volunteer: 'nf', full: 'nfrp' },
  found: { plain: 'g', volunteer: 'nf', full: 'nfrp' },
  'unknown age': { plain: 'g', volunteer: 'nf', full: 'nfrp' },
  pending: { plain: 'g', volunteer: 'nf', full: 'nfrp' },
  withdrawn: { plain: '-', volunteer: '-', full: 'nfrp' },
};
const PLAIN: readonly Viewer[] = ['anonymous', 'poster', 'finder'];
const expected = (record: RecordName, viewer: Viewer): string => {
  if (viewer === 'volunteer') return EXPECTED[record].volunteer;
  return EXPECTED[record][PLAIN.includes(viewer) ? 'plain' : 'full'];
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
  const told = [person?.ageMin, person?.clothColor, view.title, view.description, view.timeOfLossDate];
  if (letters !== '') return letters;
  return told.every((value) => value === undefined) && view.contact === 'guarded' ? 'g' : 'leaks';
}

withDatabases('projection', (database) => {
  let host: TestHost;
  const tokens = new Map<Viewer, string>();
  const people = new Map<RecordName, { id: string; sha256: string; face: number[] }>();
  const headers = (viewer: Viewer) => ({ authorization: tokens.get(viewer) ?? '' });
  const get = (url: string, viewer: Viewer) => host.app().inject({ url, headers: headers(viewer) });
  const person = (name: RecordName) => people.get(name) ?? { id: '', sha256: '', face: [] };
  const move = (id: string, to: 'published' | 'withdrawn') =>
    host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1'));

  async function addPerson(name: RecordName, seed: number): Promise<void> {
    const photo = await makePhoto(seed);
    const face = faceOf(seed);
    const { upload, id, opId } = newReport({ ...withFace(face), ...RECORDS[name].upload });
    const named = {
      ...{ foundPersonName: 'Asha Devi', timeOfLossDate: '2026-11-03', photos: [photo.sha256] },
      ...{ place: { lat: 30.90097, lng: 75.85728, address: 'House 4' }, videos: ['f'.repeat(64)] },
    };
    const payload = { ...upload, ...named, id, opId };
    const call = { method: 'POST', url: '/api/face/uploadLostFoundPerson', headers: headers('owner') } as const;
    expect((await host.app().inject({ ...call, payload })).statusCode).toBe(200);
    await host.files.put(Buffer.from(await photo.blob.arrayBuffer()));
    if (name === 'unknown age')
      await host.db.updateTable('report').set({ age_min: null, age_max: null }).where('id', '=', id).execute();
    if (RECORDS[name].status !== 'pending_review') await move(id, 'published');
    if (RECORDS[name].status === 'withdrawn') await move(id, 'withdrawn');
    people.set(name, { id, sha256: photo.sha256, face });
  }

  beforeAll(async () => {
    host = await startHost(database);
    for (const viewer of VIEWERS) {
      if (viewer === 'anonymous') continue;
      const role: Role = viewer === 'owner' ? 'poster' : viewer;
      tokens.set(viewer, (await signIn(host.db, role)).token);
    }
    let seed = 100;
    for (const name of Object.keys(RECORDS) as RecordName[]) await addPerson(name, seed++);
    await untilReadable(host.db);
  });
  afterAll(() => host.remove());

  describe.each(VIEWERS)('to %s', (viewer) => {
    const names = Object.keys(RECORDS) as RecordName[];
    const table = Object.fromEntries(names.map((name) => [name, expected(name, viewer)]));

    it('POST /api/face/compare shows exactly the table', async () => {
      const seen: Record<string, string> = {};
      for (const name of names) {
        const payload = { descriptor: faceLike(person(name).face, 0.01) };
        const call = { method: 'POST', url: '/api/face/compare', headers: headers(viewer), payload } as const;
        const { candidates } = (await host.app().inject(call)).json();
        const own = candidates.find(({ data }: { data: ReportView }) => data.id === person(name).id);
        seen[name] = lettersOf(own?.data);
      }
      expect(seen).toEqual({ ...table, withdrawn: '-' }); // nobody is looked for after a withdrawal
    });

    it('GET /sync shows exactly the table, and leaves out what would say nothing', async () => {
      const { changes } = (await get('/sync?feed=reports', viewer)).json();
      const rows = new Map<string, ReportView>(
        changes.flatMap((change: Change) => (change.kind === 'report' ? [[change.id, change.row]] : [])),
      );
      const seen = Object.fromEntries(names.map((name) => [name, lettersOf(rows.get(person(name).id))]));
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, table[name]?.replace('g', '-')])));
    });

    it('GET /report/:id shows exactly the table, and place, owner and number by the same sight (R22, R340)', async () => {
      for (const name of names) {
        const { statusCode, body } = await get(`/report/${person(name).id}`, viewer);
        const view: ReportView | undefined = statusCode === 200 ? JSON.parse(body).data : undefined;
        expect([name, lettersOf(view)]).toEqual([name, table[name]]);
        const told = [view?.place, view?.owner, view?.number, view?.videos, view?.expiresAt].map(
          (field) => field !== undefined,
        );
        const isFull =
          expected(name, viewer) === EXPECTED[name].full && !PLAIN.includes(viewer) && viewer !== 'volunteer';
        const isPublic = table[name]?.includes('r') ?? false;
        expect([name, ...told]).toEqual([name, isPublic, isPublic, isFull, isFull, isFull]);
        if (view?.place) expect([name, view.place.lat]).toEqual([name, isFull ? 30.90097 : 30.9]);
        expect([name, body.includes('House 4')]).toEqual([name, isFull]);
      }
    });

    it('GET /report lists what the table shows, but of another no more than the public or a volunteer sees (R10)', async () => {
      const { data } = (await get('/report?limit=100', viewer)).json();
      const rows = new Map<string, ReportView>(data.map((row: ReportView) => [row.id, row]));
      const seen = Object.fromEntries(names.map((name) => [name, lettersOf(rows.get(person(name).id))]));
      const isField = ['volunteer', 'officer', 'moderator', 'admin'].includes(viewer);
      const listed = (name: RecordName) => {
        if (RECORDS[name].status !== 'published') return '-';
        const open = EXPECTED[name].plain;
        if (open !== 'g') return viewer === 'owner' ? EXPECTED[name].full : open;
        return isField ? EXPECTED[name].volunteer : '-';
      };
      expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, listed(name)])));
    });

    it('GET /files gives those photos and no other', async () => {
      for (const name of names) {
        for (const size of ['thumb', 'full']) {
          const { statusCode } = await get(`/files/${person(name).sha256}?size=${size}`, viewer);
          expect([name, statusCode]).toEqual([name, table[name]?.includes('f') ? 200 : 404]);
        }
      }
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
          .values({ ...text, ...item, id, status: 'pending_review', number: drawNumber() } as never)
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
    const held = [person('consenting').id, person('phone too').id].sort();
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
      for (const viewer of ['anonymous', 'poster', 'finder'] as const)
        expect([viewer, await told(viewer)]).toEqual([viewer, ['gone', 'nothing']]);
      expect(await told('volunteer')).toEqual(['gone', 'gone']);
      for (const viewer of ['officer', 'moderator', 'admin', 'owner'] as const)
        expect([viewer, await told(viewer)]).toEqual([viewer, ['report', 'report']]); // they still see it: withdrawn
      const { changes } = (await get(`/sync?feed=references&cursor=${references}`, 'anonymous')).json();
      expect(changes).toEqual([{ kind: 'gone', id: open.id }]);
    });

    it('its photo is no longer given out, and a new device never hears of it', async () => {
      for (const size of ['thumb', 'full'])
        expect((await get(`/files/${gone.sha256}?size=${size}`, 'anonymous')).statusCode).toBe(404);
      const { changes } = (await get('/sync?feed=reports&limit=1000', 'anonymous')).json();
      expect(changes.some((change: Change) => change.id === gone.id)).toBe(false);
    });
  });
});
