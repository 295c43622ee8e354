/** A face that was scanned, kept for who is on duty alone; docs/decisions/088. */

import { dayOf, timeOf } from '../../platform/day.ts';
import { shrinkPhoto } from '../../platform/image.ts';
import type { LocalDb } from '../db.ts';
import type { Photo } from '../files.ts';
import type { FormFace, OwnReport } from '../rows.ts';
import { saveWhatFits } from './fitting.ts';

export interface ScannedFace {
  photo: Blob;
  descriptor: number[];
  model: string;
}

/** What a report takes of a scan. */
export async function scannedFace({
  photo,
  descriptor,
  model,
}: ScannedFace): Promise<{ picture: Photo; face: FormFace }> {
  const picture = await shrinkPhoto(photo);
  return { picture, face: { sha256: picture.sha256, descriptor, model } };
}

/**
 * Into the outbox: the face, and when and where it was scanned; without a place it still says when.
 * @throws AppError no-space
 */
export async function saveKeptScan(
  db: LocalDb,
  scanned: ScannedFace,
  { at, place, label }: { at: Date; place: { lat: number; lng: number } | undefined; label: string },
): Promise<OwnReport> {
  const { picture, face } = await scannedFace(scanned);
  const names = { id: crypto.randomUUID(), opId: crypto.randomUUID() };
  const upload = {
    ...{ type: 'found' as const, keptScan: true as const, title: label, nameUnknown: true },
    timeOfLossDate: dayOf(at),
    timeOfLossTime: timeOf(at),
    ...(place ? { place } : {}),
    faces: [{ photo: face.sha256, descriptor: face.descriptor, model: face.model }],
  };
  return saveWhatFits(
    db,
    { photos: [picture], videos: [] },
    {
      call: 'uploadLostFoundPerson',
      make: (files) => ({ ...names, label, upload, values: {}, now: Date.now(), face, ...files }),
    },
  );
}
