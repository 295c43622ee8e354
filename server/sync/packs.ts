/** The gallery pack: every reference that anyone may hold, as one file in parts, made again when it has grown old. */

import { createHash } from 'node:crypto';
import type { Pack } from '../../contract/sync.ts';
import { type Entry, openGallery } from '../../match/gallery.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { isPublicReference } from '../reports/projection.ts';
import { findReports, templatesOf } from '../reports/read.ts';

export interface PackShelf {
  /** The pack to take now. */
  publicPack(): Promise<Pack>;
  /** A part of it or of one offered earlier, so that a slow download can end. */
  part(sha256: string): Uint8Array | undefined;
}

const PART_BYTES = 512 * 1024;
const PAGE = 1000;
/** A device catches up by the feed anyway, so a pack need not be new. */
const MAX_AGE_MS = 600_000;
/** How long a pack that was offered can still be fetched: a slow link takes its time. */
const KEEP_MS = 24 * 3_600_000;

interface Shelved {
  pack: Pack;
  parts: Map<string, Uint8Array>;
  /** When it was made, or last found to be still up to date. */
  checkedAt: number;
}

export function openPackShelf(db: Db, now: () => number = Date.now): PackShelf {
  /** The newest first. */
  let shelf: Shelved[] = [];
  let making: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const [current] = shelf;
    if (current) {
      const { ids, reset } = await readChanges(db, 'references', current.pack.cursor, 1);
      if (ids.length === 0 && !reset) {
        current.checkedAt = now();
        return;
      }
    }
    const made = await makePack(db, now());
    shelf = [made, ...shelf.filter(({ checkedAt }) => checkedAt > now() - KEEP_MS)];
  }

  return {
    async publicPack() {
      if (now() - (shelf[0]?.checkedAt ?? Number.NEGATIVE_INFINITY) > MAX_AGE_MS) {
        making ??= renew().finally(() => {
          making = undefined;
        });
        await making;
      }
      const [current] = shelf;
      if (!current) throw new Error('the pack was not made');
      return current.pack;
    },
    part: (sha256) => shelf.map(({ parts }) => parts.get(sha256)).find((bytes) => bytes !== undefined),
  };
}

async function makePack(db: Db, madeAt: number): Promise<Shelved> {
  const { gallery } = await openGallery();
  let cursor = '';
  for (let more = true; more; ) {
    const page = await readChanges(db, 'references', cursor, PAGE);
    gallery.apply(
      (
        await publicEntries(
          db,
          page.ids.map(({ id }) => id),
        )
      ).map((entry) => ({ kind: 'put', entry })),
    );
    ({ cursor, more } = page);
  }
  const builtAt = new Date(madeAt).toISOString();
  const bytes = gallery.toPack({ model: TEMPLATE_VERSION, cursor, builtAt, scope: 'public' });
  const pieces = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, i) =>
    bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES),
  );
  const parts = pieces.map((piece) => ({ sha256: hashOf(piece), bytes: piece.length }));
  const file = { sha256: hashOf(bytes), bytes: bytes.length, parts };
  return {
    pack: { scope: 'public', model: TEMPLATE_VERSION, cursor, count: gallery.people, builtAt, file },
    parts: new Map(pieces.map((piece) => [hashOf(piece), piece])),
    checkedAt: madeAt,
  };
}

async function publicEntries(db: Db, ids: string[]): Promise<Entry[]> {
  const codes = await templatesOf(db, ids);
  return (await findReports(db, ids)).filter(isPublicReference).flatMap((row) => {
    const templates = codes.get(row.id);
    if (!templates) return [];
    const updatedHour = Math.floor(row.created_at.getTime() / 3_600_000);
    return [{ id: row.id, type: row.type, updatedHour, codes: templates }];
  });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
