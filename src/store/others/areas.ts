/**
 * Areas that are kept on this device: a town and what is around it, with every photo of its reports, for a while.
 *
 * The reports themselves are on every device that pulls; what an area adds is their photos. Word from the server that
 * they may still be shown is what prolongs it: a device that hears nothing for long forgets the faces it has kept.
 */

import type { ReportView } from '../../../contract/report.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { isSameVisit, readMeta } from '../meta.ts';
import type { KeptArea } from '../rows.ts';

/** How far around its town an area goes. */
export const AREA_KM = 40;
const DAY_MS = 86_400_000;
const AREA_MS = 30 * DAY_MS;
/** What a small photo takes, before one is here. */
export const PHOTO_BYTES = 12_000;

/** The towns of India; too many to load before they are needed. */
export type Places = Pick<typeof import('../../../reference/places.ts'), 'findPlace' | 'distanceKm'>;

export interface AreaState {
  area: KeptArea;
  people: number;
  things: number;
  /** Photos that its reports name, and those of them that are here. */
  photos: number;
  photosHere: number;
  /** Of those here. */
  bytes: number;
  expired: boolean;
}

/** The reports of an area; one that names no place on the map belongs to none. */
export async function reportsIn(db: LocalDb, at: { lat: number; lng: number }, places: Places): Promise<ReportView[]> {
  const rows = await db.record.toArray();
  return rows
    .map(({ view }) => view)
    .filter((view) => {
      const point = view.place ?? (view.region === undefined ? undefined : places.findPlace(view.region));
      return point !== undefined && places.distanceKm(at, point) <= AREA_KM;
    });
}

/** What taking an area would mean. */
export async function estimateArea(
  db: LocalDb,
  at: { lat: number; lng: number },
  places: Places,
): Promise<{ people: number; things: number; photos: number; bytes: number }> {
  const views = await reportsIn(db, at, places);
  const names = photosOf(views);
  const people = views.filter(({ subject }) => subject.kind === 'person').length;
  return { people, things: views.length - people, photos: names.length, bytes: names.length * PHOTO_BYTES };
}

export async function areaStates(db: LocalDb, places: Places, now: number): Promise<AreaState[]> {
  const areas = await db.area.toArray();
  return Promise.all(
    areas.map(async (area) => {
      const { people, things, photos } = await estimateArea(db, area, places);
      const here = await db.areaPhoto.where('areas').equals(area.id).toArray();
      const bytes = here.reduce((sum, { blob }) => sum + blob.size, 0);
      return { area, people, things, photos, photosHere: here.length, bytes, expired: area.expiresAt <= now };
    }),
  );
}

/** Choose an area; its photos come by src/sync/areas.ts. */
export async function addArea(
  db: LocalDb,
  area: Pick<KeptArea, 'id' | 'lat' | 'lng'>,
  now: number = Date.now(),
): Promise<void> {
  await db.area.put({ ...area, expiresAt: now + AREA_MS });
}

export async function dropArea(db: LocalDb, id: string): Promise<void> {
  await atOnce(db, 'rw', [db.area, db.areaPhoto], async (db) => {
    await leavePhotos(db, id, []);
    await db.area.delete(id);
  });
}

/** No photo of any area stays; that they were chosen does, and the photos come again. */
export const dropAreaPhotos = (db: LocalDb): Promise<void> =>
  atOnce(db, 'rw', [db.area, db.areaPhoto], async (db) => {
    await db.areaPhoto.clear();
    await db.area.toCollection().modify((area) => {
      delete area.checkedAt;
    });
  });

/** Photos of an area that are not on the device; and forget those that its reports no longer show. */
export async function missingPhotos(db: LocalDb, area: KeptArea, places: Places): Promise<string[]> {
  const names = photosOf(await reportsIn(db, area, places));
  return atOnce(db, 'rw', [db.areaPhoto], async (db) => {
    await leavePhotos(db, area.id, names);
    const shared = await db.areaPhoto.bulkGet(names);
    const here = shared.filter((photo) => photo !== undefined);
    // Another area has it already.
    for (const { sha256, areas } of here)
      if (!areas.includes(area.id)) await db.areaPhoto.update(sha256, { areas: [...areas, area.id] });
    const known = new Set(here.map(({ sha256 }) => sha256));
    return names.filter((name) => !known.has(name));
  });
}

/** Keep a photo for an area, unless the area was dropped meanwhile or who asked for it has left. */
export async function keepAreaPhoto(
  db: LocalDb,
  id: string,
  sha256: string,
  blob: Blob,
  now: number,
  visit?: string,
): Promise<void> {
  await atOnce(db, 'rw', [db.area, db.areaPhoto, db.meta], async (db) => {
    if (!(await db.area.get(id)) || !(await isSameVisit(db, visit))) return;
    const areas = (await db.areaPhoto.get(sha256))?.areas ?? [];
    await db.areaPhoto.put({ sha256, blob, createdAt: now, areas: [...new Set([...areas, id])] });
  });
}

/** All that belongs to the area is here, as of when the reports were last read. */
export async function areaIsWhole(db: LocalDb, id: string): Promise<void> {
  const pulledAt = await readMeta(db, 'pulledAt');
  if (pulledAt !== undefined) await db.area.update(id, { checkedAt: pulledAt, expiresAt: pulledAt + AREA_MS });
}

/** The photos of areas that have had no word from the server for too long go; that they were chosen stays. */
export async function expireAreas(db: LocalDb, now: number): Promise<void> {
  if (!(await db.area.toArray()).some(({ expiresAt }) => expiresAt <= now)) return;
  await atOnce(db, 'rw', [db.area, db.areaPhoto], async (db) => {
    for (const { id, expiresAt } of await db.area.toArray()) if (expiresAt <= now) await leavePhotos(db, id, []);
  });
}

const photosOf = (views: readonly ReportView[]): string[] => [...new Set(views.flatMap(({ photos }) => photos))];

/** An area keeps `names` alone; a photo that no area keeps is gone. Inside a transaction. */
async function leavePhotos(db: LocalDb, id: string, names: readonly string[]): Promise<void> {
  const wanted = new Set(names);
  for (const { sha256, areas } of await db.areaPhoto.where('areas').equals(id).toArray()) {
    if (wanted.has(sha256)) continue;
    if (areas.length === 1) await db.areaPhoto.delete(sha256);
    else await db.areaPhoto.update(sha256, { areas: areas.filter((name) => name !== id) });
  }
}
