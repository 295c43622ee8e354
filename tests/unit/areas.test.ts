/** Areas kept on a device: which reports belong to one, its photos, and how they go again. */

import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { ReportView } from '../../contract/report.ts';
import * as places from '../../reference/places.ts';
import type { Api } from '../../src/api/client.ts';
import { LocalDb } from '../../src/store/db.ts';
import { writeMeta } from '../../src/store/meta.ts';
import { addArea, areaStates, dropArea, expireAreas, reportsIn } from '../../src/store/others/areas.ts';
import { applyReports, findPhoto } from '../../src/store/others/records.ts';
import { fillArea, followAreas } from '../../src/sync/areas.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);
const LUDHIANA = { id: 'Ludhiana, Punjab', lat: 30.91, lng: 75.85 };
const KHANNA = { id: 'Khanna, Punjab', lat: 30.7, lng: 76.22 };
const hash = (n: number): string => n.toString(16).padStart(64, '0');

let db: LocalDb;
let asked: string[];
let refused: Set<string>;
const api = {
  bytes: async (_: unknown, { sha256 }: { sha256: string }) => {
    asked.push(sha256);
    if (refused.has(sha256)) throw new AppError('not-found', 'gone');
    return new Blob([new Uint8Array(100)]);
  },
} as unknown as Api; // the one method that areas use

beforeEach(async () => {
  db = new LocalDb(`areas-${randomUUID()}`);
  [asked, refused] = [[], new Set()];
  await writeMeta(db, 'pulledAt', NOW);
  await pull(
    report('near', { region: 'Ludhiana, Punjab', photos: [hash(1), hash(2)] }),
    report('pinned', { place: { lat: 30.95, lng: 75.9 }, region: 'Chennai', photos: [hash(3)] }),
    report('far', { region: 'Amritsar', photos: [hash(4)] }),
    report('nowhere', { photos: [hash(5)] }),
  );
});

const report = (id: string, more: Partial<ReportView>): ReportView =>
  ({
    id,
    _id: id,
    rev: '1',
    type: 'lost',
    status: 'published',
    subject: { kind: 'person', name: id },
    contact: 'relay',
    reviewed: true,
    createdAt: '2026-11-20T00:00:00.000Z',
    photos: [],
    ...more,
  }) as ReportView;
const pull = (...views: ReportView[]) =>
  applyReports(db, {
    reset: false,
    cursor: 'c',
    more: false,
    changes: views.map((row) => ({ kind: 'report', id: row.id, row })),
  });
const gone = (id: string) =>
  applyReports(db, { reset: false, cursor: 'c', more: false, changes: [{ kind: 'gone', id }] });
const fill = async (id = LUDHIANA.id, now = NOW) => {
  const area = await db.area.get(id);
  if (area) await fillArea(area, { db, api, now: () => now });
};
const state = async (now = NOW) => (await areaStates(db, places, now))[0];

describe('an area', () => {
  it('has the reports whose point, or else whose town, is near', async () => {
    expect((await reportsIn(db, LUDHIANA, places)).map(({ id }) => id).sort()).toEqual(['near', 'pinned']);
  });

  it('keeps all photos of its reports, fetches each once, and says until when', async () => {
    await addArea(db, LUDHIANA, NOW);
    expect((await state())?.photosHere).toBe(0);
    await fill();
    await fill();
    expect(asked.sort()).toEqual([hash(1), hash(2), hash(3)]);
    const now = await state();
    expect(now).toMatchObject({ people: 2, things: 0, photos: 3, photosHere: 3, bytes: 300, expired: false });
    expect(now?.area).toMatchObject({ checkedAt: NOW, expiresAt: NOW + 30 * DAY_MS });
    expect((await findPhoto(db, hash(2)))?.size).toBe(100);
  });

  it('goes on after a cut with the photos that are not here', async () => {
    await addArea(db, LUDHIANA, NOW);
    const area = await db.area.get(LUDHIANA.id);
    if (area) await fillArea(area, { db, api, now: () => NOW }, 1);
    expect((await state())?.area.checkedAt).toBeUndefined();
    const [first] = asked;
    asked = [];
    await fill();
    expect(asked).toHaveLength(2);
    expect(asked).not.toContain(first);
  });

  it('is brought up to date by what has changed alone, and forgets what its reports no longer show', async () => {
    await addArea(db, LUDHIANA, NOW);
    await fill();
    asked = [];
    await pull(report('near', { region: 'Ludhiana', photos: [hash(2), hash(6)] }));
    expect(await findPhoto(db, hash(1))).toBeUndefined();
    await fill();
    expect(asked).toEqual([hash(6)]);
  });

  it('loses the photos of a report that is gone at once, without asking anybody', async () => {
    await addArea(db, LUDHIANA, NOW);
    await fill();
    await gone('near');
    expect(await db.areaPhoto.toCollection().primaryKeys()).toEqual([hash(3)]);
  });

  it('loses its photos after 30 days without word from the server, and can be had again', async () => {
    await addArea(db, LUDHIANA, NOW);
    await fill();
    await expireAreas(db, NOW + 30 * DAY_MS - 1);
    expect(await db.areaPhoto.count()).toBe(3);
    await expireAreas(db, NOW + 30 * DAY_MS);
    expect(await db.areaPhoto.count()).toBe(0);
    expect((await state(NOW + 30 * DAY_MS))?.expired).toBe(true);
    await writeMeta(db, 'pulledAt', NOW + 31 * DAY_MS);
    await followAreas({ db, api, now: () => NOW + 31 * DAY_MS });
    expect(await state(NOW + 31 * DAY_MS)).toMatchObject({ photosHere: 3, expired: false });
  });

  it('that was checked by a clock a year ahead is checked again when the clock is right (fault 30)', async () => {
    await addArea(db, LUDHIANA, NOW);
    const ahead = NOW + 365 * DAY_MS;
    await writeMeta(db, 'pulledAt', ahead);
    await fill(LUDHIANA.id, ahead);
    expect(await state(NOW)).toMatchObject({ photosHere: 3 });
    await pull(report('later', { region: 'Ludhiana, Punjab', photos: [hash(9)] }));
    await writeMeta(db, 'pulledAt', NOW);
    await followAreas({ db, api, now: () => NOW });
    expect(await state(NOW)).toMatchObject({ photosHere: 4 });
    expect((await db.area.get(LUDHIANA.id))?.expiresAt).toBeLessThan(NOW + 31 * DAY_MS);
  });

  it('that is dropped takes its photos along, but for those that another area keeps', async () => {
    await addArea(db, LUDHIANA, NOW);
    await addArea(db, KHANNA, NOW);
    await pull(report('between', { place: { lat: 30.8, lng: 76.05 }, photos: [hash(7)] }));
    await fill(LUDHIANA.id);
    await fill(KHANNA.id);
    expect(asked.filter((sha256) => sha256 === hash(7))).toHaveLength(1);
    await dropArea(db, LUDHIANA.id);
    expect(await db.areaPhoto.toCollection().primaryKeys()).toEqual([hash(7)]);
    await dropArea(db, KHANNA.id);
    expect(await db.areaPhoto.count()).toBe(0);
  });

  it('does not ask again for a photo that is not to be had', async () => {
    refused.add(hash(3));
    await addArea(db, LUDHIANA, NOW);
    await fill();
    await fill();
    expect(asked.filter((sha256) => sha256 === hash(3))).toHaveLength(1);
    expect(await findPhoto(db, hash(3))).toBeUndefined();
    expect((await state())?.area.checkedAt).toBe(NOW);
  });
});
