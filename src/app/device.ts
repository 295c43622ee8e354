/** The care of what is kept on this device: room for what cannot be fetched again, and honest words when it was lost. */

import { dropGallery } from '../face/gallery-pack.ts';
import { dropPack } from '../face/pack.ts';
import type { Recogniser } from '../face/protocol.ts';
import { givesRoom, keepBallast } from '../platform/room.ts';
import type { LocalDb } from '../store/db.ts';

/** After the first look at the app, and then from time to time in one that stays open. */
const BALLAST_AFTER_MS = 5000;
const BALLAST_EVERY_MS = 3_600_000;

export function startDevice(db: LocalDb, face: Recogniser): void {
  givesRoom('models', dropPack);
  givesRoom('packs', () => dropGallery(db, face));
  setTimeout(() => void keepBallast(), BALLAST_AFTER_MS);
  setInterval(() => void keepBallast(), BALLAST_EVERY_MS);
}
