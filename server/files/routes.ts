/** Photos and videos in, in pieces; renditions of photos, and videos as they are, out to those who may see them. */

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../../contract/errors.ts';
import {
  getFile,
  getVideo,
  MAX_THUMB_BYTES,
  putFile,
  putThumb,
  type UploadState,
  uploadState,
  VIDEO_PIECE_BYTES,
} from '../../contract/file.ts';
import { MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import type { Caller } from '../../contract/user.ts';
import { transact } from '../db/once.ts';
import type { AttachmentKind, Db } from '../db/schema.ts';
import { countBytes, countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { OPENING_PHOTOS, openedBy, sightWhile } from '../reports/opened.ts';
import { projectReport, type Sight } from '../reports/projection.ts';
import { findJudged, type ReportRow, reportsById } from '../reports/read.ts';
import { isOwner } from '../reports/rules.ts';
import { holdPicture } from '../suppression/hold.ts';
import { type Seer, seesAttachment } from './attachments.ts';
import type { FileKind } from './kinds.ts';
import { arriveAhead, type Bringing, bringingOf, isBrought, mayGoOn, settle, whichAreHere } from './rights.ts';
import type { FileStore } from './store.ts';
import type { Piece } from './uploads.ts';

/** A shown photo may be taken back: others keep it no longer than this. */
const SHOWN_S = 3600;
const ANYBODY: Caller = { kind: 'anonymous', key: 'anonymous' };
/** Files an hour that one address without an account may ask for in vain: more is guessing. */
const MISSES_AN_HOUR = 500;

export interface FileDeps {
  db: Db;
  files: FileStore;
  /** Bytes an hour from one address, without an account. */
  anonymousBytes: number;
  /** Who may see the photos of a note, a claim or a message. */
  seers: Record<AttachmentKind, Seer>;
}

export function fileRoutes(http: Http, { db, files, anonymousBytes, seers }: FileDeps): void {
  /** The reports, in the order of their making, that this caller sees the file in. What is not theirs to see is not there. */
  async function shownIn(sha256: string, kind: FileKind, caller: Caller) {
    const named = await db
      .selectFrom('report_file')
      .innerJoin('report', 'report.id', 'report_file.report_id')
      .select(['report.id', 'report_file.brought_at'])
      .where('report_file.sha256', '=', sha256)
      .where('report_file.purpose', '=', kind)
      .orderBy('report.created_at')
      .orderBy('report.id')
      .execute();
    // As much is looked up for a file that nothing names: what is named where the caller sees nothing costs no more.
    const ids = named.length > 0 ? named.map(({ id }) => id) : [randomUUID()];
    const judged = await findJudged(db, ids);
    const opened = await openedBy(db, caller, ids, kind === 'photo' ? OPENING_PHOTOS : undefined);
    const sights = new Map(judged.map((row) => [row.id, sightWhile(opened, row, caller)]));
    const seen = judged.flatMap(({ id }) => (sights.get(id) === 'none' ? [] : [id]));
    const rows = await reportsById(db, seen);
    const names = (row: ReportRow, viewer: Caller, sight?: Sight) => {
      const view = projectReport(row, viewer, sight);
      return (kind === 'video' ? view?.videos : view?.photos)?.includes(sha256) ?? false;
    };
    return named.flatMap((one) => {
      const row = rows.get(one.id);
      if (!row || !names(row, caller, sights.get(one.id))) return [];
      return [{ ...one, isForAll: !isOwner(row, caller) && names(row, ANYBODY) }];
    });
  }

  async function bringing(sha256: string, caller: Caller, of: string | undefined): Promise<Bringing> {
    try {
      return await bringingOf(db, caller, sha256, of);
    } catch (error) {
      if (caller.kind === 'anonymous') await countUse(db, `file-miss:${caller.key}`, MISSES_AN_HOUR);
      throw error;
    }
  }

  async function stateOf(its: Bringing): Promise<UploadState> {
    const { sha256 } = its;
    if (!(await isBrought(db, files, its))) return { sha256, received: await files.received(its), complete: false };
    const { received } = await files.state(sha256);
    return { sha256, received, complete: true };
  }

  mount(http, uploadState, async ({ input: { sha256, of }, caller }) => stateOf(await bringing(sha256, caller, of)));

  mount(http, putFile, async ({ input: { sha256, offset, total, of }, body, announced, caller }) => {
    const its = await bringing(sha256, caller, of);
    if (!body) throw new AppError('bad-input', 'The bytes must come as application/octet-stream');
    const places = Number.isInteger(offset) && Number.isInteger(total) && offset >= 0 && total > 0;
    if (!places) {
      const fields = { offset: 'not a place in a file' };
      throw new AppError('bad-input', 'A piece has a place in its file', { fields });
    }
    if (total > MAX_VIDEO_BYTES) throw new AppError('too-large', `A file may have ${MAX_VIDEO_BYTES} bytes`);
    const before = await stateOf(its);
    if (before.complete) {
      body.resume();
      return before;
    }
    if (caller.kind !== 'anonymous') return take(its, { offset, total, body });
    const most = Math.min(announced ?? total, total);
    const key = `upload-bytes:${caller.key}`;
    const { state } = await countBytes(db, key, anonymousBytes, most, async () => {
      const after = await take(its, { offset, total, body });
      return { state: after, kept: Math.max(0, after.received - before.received) };
    });
    return state;
  });

  async function take(its: Bringing, piece: Piece): Promise<UploadState> {
    const kinds = [...new Set(its.references.map(({ kind }) => kind))];
    const state = await files.append(its, kinds, piece, (whole) => settle(db, files, its, whole));
    if (state.complete || (await mayGoOn(db, its))) return state;
    // Erased since its sender was let in: the removal may have come before these bytes.
    await files.drop(its);
    throw new AppError('not-found', 'What named this file has been erased');
  }

  mount(http, putThumb, async ({ input: { sha256, of }, body }) => {
    const ask = async () => {
      const naming = await db
        .selectFrom('receipt')
        .innerJoin('report', 'report.number', 'receipt.number')
        .innerJoin('report_file', 'report_file.report_id', 'report.id')
        .select(['report.id', 'report_file.brought_at'])
        .where('receipt.op_id', '=', of)
        .where('report_file.sha256', '=', sha256)
        .where('report_file.purpose', '=', 'photo')
        .executeTakeFirst();
      if (!naming) throw new AppError('not-found', 'No report of that write names this photo');
      return naming;
    };
    const { id, brought_at } = await ask();
    if (!body) throw new AppError('bad-input', 'The bytes must come as application/octet-stream');
    const bytes = await readAtMost(body, MAX_THUMB_BYTES);
    const hold = (look: string | undefined) =>
      transact(db, async (tx) => {
        await holdPicture(tx, id, sha256, look);
        return arriveAhead(tx, id, sha256);
      });
    if (brought_at !== null) return { kept: false };
    if (!(await files.putThumb(sha256, id, bytes, hold))) {
      await ask(); // it may have been erased meanwhile
      return { kept: false };
    }
    // Erased, or brought whole, while the small one was written: who then removes it may have come before.
    const isAwaited = await ask()
      .then((naming) => naming.brought_at === null)
      .catch(dropFirst);
    if (!isAwaited) await files.dropThumb(sha256, id);
    return { kept: isAwaited };

    async function dropFirst(error: unknown): Promise<never> {
      await files.dropThumb(sha256, id);
      throw error;
    }
  });

  mount(http, getFile, async ({ input: { sha256, size, of }, caller }) => {
    const all = await shownIn(sha256, 'photo', caller);
    // Two reports may name one photo, and say by a small picture each that it is another: a reviewer saw but the one of theirs.
    const shown = of === undefined ? all : all.filter(({ id }) => id === of);
    const isBroughtTo =
      shown.some((one) => one.brought_at !== null) ||
      (of === undefined && (await seesAttachment(db, seers, sha256, caller)));
    const whole = isBroughtTo ? await files.rendition(sha256, size) : undefined;
    const isOfOne = of !== undefined && shown.length > 0;
    const bytes = whole ?? (isOfOne ? await files.provisional(sha256, of) : undefined);
    if (!bytes) throw new AppError('not-found', 'There is no such photo for you');
    // Of what not everybody may see nothing stays with the browser, which keeps it after a sign-out.
    const isForAll = shown.some((one) => one.isForAll && one.brought_at !== null);
    return { type: 'image/webp', bytes, maxAgeS: whole && isForAll ? SHOWN_S : 0 };
  });

  mount(http, getVideo, async ({ input: { sha256, from }, caller }) => {
    const shown = await shownIn(sha256, 'video', caller);
    const isThere =
      shown.some((one) => one.brought_at !== null) && (await whichAreHere(db, files, [sha256])).has(sha256);
    const bytes = isThere ? await files.readVideo(sha256, from, VIDEO_PIECE_BYTES) : undefined;
    if (!bytes || bytes.length === 0)
      throw new AppError('not-found', 'There is no such video for you, or no more of it');
    return { type: 'application/octet-stream', bytes, maxAgeS: 0 };
  });
}

async function readAtMost(body: Readable, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new AppError('too-large', `A small picture may have ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
