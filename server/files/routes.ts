/** Photos and videos in, in pieces; renditions of photos, and videos as they are, out to those who may see them. */

import type { Readable } from 'node:stream';
import { AppError } from '../../contract/errors.ts';
import {
  getFile,
  getVideo,
  MAX_THUMB_BYTES,
  putFile,
  putThumb,
  uploadState,
  VIDEO_PIECE_BYTES,
} from '../../contract/file.ts';
import type { AttachmentKind, Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { projectReport } from '../reports/projection.ts';
import { findReports } from '../reports/read.ts';
import { type Seer, seesAttachment } from './attachments.ts';
import type { FileStore } from './store.ts';

/** A shown photo may be taken back: others keep it no longer than this. */
const SHOWN_S = 3600;

export interface FileDeps {
  db: Db;
  files: FileStore;
  /** Who may see the photos of a note, a claim or a message. */
  seers: Record<AttachmentKind, Seer>;
}

export function fileRoutes(http: Http, { db, files, seers }: FileDeps): void {
  /** What this file is in the records that name it; without one nobody has business with it. */
  async function usesOf(sha256: string) {
    const inReports = await db
      .selectFrom('report_file')
      .select(['report_id', 'purpose'])
      .where('sha256', '=', sha256)
      .execute();
    const attached = await db.selectFrom('attachment').select('kind').where('sha256', '=', sha256).execute();
    if (inReports.length + attached.length === 0) throw new AppError('not-found', 'Nothing names this file');
    return { inReports, isVideo: attached.length === 0 && inReports.some((use) => use.purpose === 'video') };
  }

  mount(http, uploadState, async ({ input }) => {
    await usesOf(input.sha256);
    return files.state(input.sha256);
  });

  mount(http, putFile, async ({ input: { sha256, offset, total }, body }) => {
    const { isVideo } = await usesOf(sha256);
    if (!body) throw new AppError('bad-input', 'The bytes must come as application/octet-stream');
    const places = Number.isInteger(offset) && Number.isInteger(total) && offset >= 0 && total > 0;
    if (!places) {
      const fields = { offset: 'not a place in a file' };
      throw new AppError('bad-input', 'A piece has a place in its file', { fields });
    }
    return files.append(sha256, isVideo ? 'video' : 'photo', { offset, total, body });
  });

  mount(http, putThumb, async ({ input: { sha256, of }, body }) => {
    const named = await db
      .selectFrom('receipt')
      .innerJoin('report', 'report.number', 'receipt.number')
      .innerJoin('report_file', 'report_file.report_id', 'report.id')
      .select('report_file.sha256')
      .where('receipt.op_id', '=', of)
      .where('report_file.sha256', '=', sha256)
      .where('report_file.purpose', '=', 'photo')
      .executeTakeFirst();
    if (!named) throw new AppError('not-found', 'No report of that write names this photo');
    if (!body) throw new AppError('bad-input', 'The bytes must come as application/octet-stream');
    return { kept: await files.putThumb(sha256, await readAtMost(body, MAX_THUMB_BYTES)) };
  });

  mount(http, getFile, async ({ input: { sha256, size }, caller }) => {
    const ids = (await usesOf(sha256)).inReports.map((use) => use.report_id);
    const rows = await findReports(db, ids);
    const shown =
      rows.some((row) => projectReport(row, caller)?.photos.includes(sha256)) ||
      (await seesAttachment(db, seers, sha256, caller));
    const whole = shown ? await files.rendition(sha256, size) : undefined;
    const bytes = whole ?? (shown ? await files.provisional(sha256) : undefined);
    if (!bytes) throw new AppError('not-found', 'There is no such photo for you');
    return { type: 'image/webp', bytes, maxAgeS: whole ? SHOWN_S : 0 };
  });

  mount(http, getVideo, async ({ input: { sha256, from }, caller }) => {
    const ids = (await usesOf(sha256)).inReports.map((use) => use.report_id);
    const rows = await findReports(db, ids);
    const shown = rows.some((row) => projectReport(row, caller)?.videos?.includes(sha256));
    const bytes = shown ? await files.readPiece(sha256, from, VIDEO_PIECE_BYTES) : undefined;
    if (!bytes) throw new AppError('not-found', 'There is no such video for you');
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
