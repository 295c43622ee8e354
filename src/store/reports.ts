/** Reports made on this device. */

import type * as z from 'zod/mini';
import type { InputOf } from '../../contract/endpoint.ts';
import type { PersonUpload } from '../../contract/face.ts';
import type { Receipt } from '../../contract/primitives.ts';
import type { createReport, ReportStatus } from '../../contract/report.ts';
import { contentHash, namesOf } from './content.ts';
import {
  type FormFace,
  type FormValues,
  type LocalDb,
  type Op,
  type OwnReport,
  type ReportCall,
  SCHEMA,
} from './db.ts';
import { eachOnce, keepFiles, type Photo } from './files.ts';
import { enqueue, RANK } from './outbox.ts';

interface NewOf<Upload> {
  id: string;
  opId: string;
  label: string;
  upload: Omit<Upload, 'id' | 'opId' | 'photos' | 'videos'>;
  photos: readonly Photo[];
  videos: readonly Photo[];
  /** What was typed, in case the server refuses it. */
  values: FormValues;
  now: number;
}

/** A lost or found person. */
export interface NewReport extends NewOf<z.input<typeof PersonUpload>> {
  face?: FormFace;
}

/** A lost or found thing. */
export type NewItem = NewOf<InputOf<typeof createReport>>;

/**
 * Make a report safe on this device: the report and the calls that will send it, all or nothing, on disk; its draft goes.
 * Saving the same report again changes nothing; other content under a name that is taken is a report of its own.
 */
export const saveReport = (db: LocalDb, report: NewReport): Promise<OwnReport> =>
  save(db, 'uploadLostFoundPerson', report, {
    type: report.upload.type,
    ...(report.face ? { face: report.face } : {}),
  });

/** The same for a thing. */
export const saveItem = (db: LocalDb, report: NewItem): Promise<OwnReport> =>
  save(db, 'createReport', report, { kind: 'item', type: report.upload.reportType });

async function save(
  db: LocalDb,
  endpoint: ReportCall,
  report: NewOf<object>,
  of: Pick<OwnReport, 'kind' | 'type' | 'face'>,
): Promise<OwnReport> {
  const { label, values, now } = report;
  const photos = eachOnce(report.photos);
  const videos = eachOnce(report.videos);
  const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
  const author = db.signedIn();
  const by = { ...(author ? { author } : {}), schema: SCHEMA };
  const content = await contentHash({ endpoint, id: report.id, upload: report.upload, ...named });
  return db.transaction('rw', db.report, db.file, db.outbox, db.draft, async () => {
    await db.draft.delete(report.id);
    const taken = await db.report.get(report.id);
    const { id, opId } = taken && taken.content !== content ? namesOf(content) : report;
    const saved = await db.report.get(id);
    if (saved) return saved;
    const own: OwnReport = { id, opId, content, label, ...of, ...named, values, ...by, createdAt: now };
    const input = { ...report.upload, id, opId, ...named };
    await db.report.add(own);
    await keepFiles(db, [...photos, ...videos], now);
    const text = { opId, entityId: id, endpoint, input, createdAt: now };
    await enqueue(db, { ...text, rank: RANK.text, bytes: JSON.stringify(input).length });
    for (const { sha256, blob } of [...photos, ...videos]) await enqueue(db, fileOp(own, sha256, blob.size, now));
    return own;
  });
}

/** A file's op is named by report and content, so putting it back in the queue cannot double it. */
const fileOp = (report: OwnReport, sha256: string, bytes: number, now: number) => ({
  opId: `${report.id}/${sha256}`,
  entityId: report.id,
  endpoint: 'putFile' as const,
  input: { sha256 },
  rank: report.videos.includes(sha256) ? RANK.video : RANK.photo,
  bytes,
  createdAt: now,
});

/** The server has the text: the op and its receipt change hands in one transaction. */
export async function reportReceived(db: LocalDb, op: Op, receipt: Receipt, status: ReportStatus): Promise<void> {
  await db.transaction('rw', db.report, db.outbox, async () => {
    await db.report
      .where('id')
      .equals(op.entityId)
      .modify((report) => {
        Object.assign(report, { receipt, status, values: {} });
        delete report.face; // the server has it; this device needs no template of it
      });
    await db.outbox.delete(op.seq);
  });
}

/** What the server says became of a report. */
export interface Standing {
  status: ReportStatus;
  reviewed: boolean;
  shown: boolean;
  /** Files that the server does not hold whole; they are sent again if they are here. */
  missing: readonly string[];
}

/** The server knows nothing of it any more: it was asked, and the others have their turn. */
export async function reportUnknown(db: LocalDb, id: string, now: number): Promise<void> {
  await db.report.update(id, { followedAt: now });
}

export async function reportFollowed(db: LocalDb, id: string, standing: Standing, now: number): Promise<void> {
  await db.transaction('rw', db.report, db.outbox, db.file, async () => {
    const { status, reviewed, shown } = standing;
    const complete = standing.missing.length === 0;
    await db.report.update(id, { status, reviewed, shown, complete, followedAt: now });
    const report = await db.report.get(id);
    for (const sha256 of report ? standing.missing : []) {
      const file = await db.file.get(sha256);
      const queued = await db.outbox.where('opId').equals(`${id}/${sha256}`).count();
      if (report && file && queued === 0) await enqueue(db, fileOp(report, sha256, file.blob.size, now));
    }
  });
}

const ENDED: readonly (ReportStatus | undefined)[] = ['resolved', 'withdrawn', 'expired'];

/** A last time this far ahead of now was written by a clock that was wrong. */
const AHEAD_MS = 3_600_000;

/** Received reports whose standing may still change and was not asked for lately, longest ago first. */
export async function followedReports(db: LocalDb, askedBefore: number, limit: number): Promise<OwnReport[]> {
  const open = ({ receipt, status, reviewed, complete, followedAt = 0 }: OwnReport) => {
    const settled = complete && (ENDED.includes(status) || (reviewed && status === 'published'));
    return receipt !== undefined && !settled && (followedAt < askedBefore || followedAt > askedBefore + AHEAD_MS);
  };
  const reports = await db.report.filter(open).toArray();
  return reports.sort((a, b) => (a.followedAt ?? 0) - (b.followedAt ?? 0)).slice(0, limit);
}
