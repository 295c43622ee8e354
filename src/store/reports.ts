/** Reports made on this device. */

import type * as z from 'zod/mini';
import type { InputOf } from '../../contract/endpoint.ts';
import type { PersonUpload } from '../../contract/face.ts';
import type { Receipt } from '../../contract/primitives.ts';
import type { createReport, ReportStatus } from '../../contract/report.ts';
import { sha256Of } from '../platform/sha256.ts';
import { atOnce } from './at-once.ts';
import { contentHash, namesOf } from './content.ts';
import {
  type FormFace,
  type FormValues,
  type LocalDb,
  type Op,
  type OwnReport,
  type ReportCall,
  SCHEMA,
  type SentReport,
} from './db.ts';
import { eachOnce, keepFiles, type Photo } from './files.ts';
import { wasLately } from './lately.ts';
import { enqueue, enqueueBy, RANK } from './outbox.ts';

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
  maker?: Maker;
}

/** What lets its maker end a report: the secret stays on this device, its hash goes with the report. */
export interface Maker {
  secret: string;
  secretHash: string;
}

/** Drawn once for a report, before it is first kept anywhere: its op must be the same from wherever it is sent. */
export async function drawMaker(): Promise<Maker> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { secret, secretHash: await sha256Of(bytes) };
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

/** As the report carries it. */
export const hashOf = (maker: Maker | undefined): { secretHash?: string } =>
  maker ? { secretHash: maker.secretHash } : {};

/** As the device keeps it. */
export const secretOf = (maker: Maker | undefined): { secret?: string } => (maker ? { secret: maker.secret } : {});

async function save(
  db: LocalDb,
  endpoint: ReportCall,
  report: NewOf<object>,
  of: Pick<OwnReport, 'kind' | 'type' | 'face'>,
): Promise<OwnReport> {
  const { label, values, now, maker } = report;
  const photos = eachOnce(report.photos);
  const videos = eachOnce(report.videos);
  const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
  const author = db.signedIn();
  const by = { ...(author ? { author } : {}), schema: SCHEMA };
  const content = await contentHash({ endpoint, id: report.id, upload: report.upload, ...named });
  return atOnce(db, 'rw', [db.report, db.file, db.outbox, db.draft], async (db) => {
    await db.draft.delete(report.id);
    const taken = await db.report.get(report.id);
    const { id, opId } = taken && taken.content !== content ? namesOf(content) : report;
    const saved = await db.report.get(id);
    if (saved) return saved;
    const kept = { ...secretOf(maker), ...by, createdAt: now };
    const own: OwnReport = { id, opId, content, label, ...of, ...named, values, ...kept };
    const input = { ...report.upload, id, opId, ...named, ...hashOf(maker) };
    await db.report.add(own);
    await keepFiles(db, [...photos, ...videos], now);
    const text = { opId, entityId: id, endpoint, input, createdAt: now };
    await enqueue(db, { ...text, rank: RANK.text, bytes: JSON.stringify(input).length });
    for (const { sha256, blob } of [...photos, ...videos]) await enqueue(db, fileOp(own, sha256, blob.size, now));
    return own;
  });
}

/** A file's op is named by report and content, so putting it back in the queue cannot double it. */
export const fileOp = (report: OwnReport, sha256: string, bytes: number, now: number) => ({
  opId: `${report.id}/${sha256}`,
  entityId: report.id,
  endpoint: 'putFile' as const,
  input: { sha256, of: report.opId },
  rank: report.videos.includes(sha256) ? RANK.video : RANK.photo,
  bytes,
  createdAt: now,
});

/** The server has the text: the op and its receipt change hands in one transaction. */
export async function reportReceived(db: LocalDb, op: Op, receipt: Receipt, status: ReportStatus): Promise<void> {
  await atOnce(db, 'rw', [db.report, db.outbox], async (db) => {
    await db.report
      .where('id')
      .equals(op.entityId)
      .modify((report) => {
        const { endpoint, input } = op as Op & { endpoint: ReportCall }; // no other call is answered with a report
        const { values, face } = report;
        const sent: SentReport = { endpoint, input, values, ...(face ? { face } : {}) };
        Object.assign(report, { receipt, status, values: {}, sent });
        delete report.face; // it is in `sent`, and goes with it
      });
    await db.outbox.delete(op.seq);
  });
}

/** What the server says became of a report. */
export interface Standing {
  receipt: Receipt;
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

/** The server has received it, and it is no more. */
export async function reportErased(db: LocalDb, id: string, now: number): Promise<void> {
  await atOnce(db, 'rw', [db.report, db.outbox], async (db) => {
    await reportUnknown(db, id, now);
    await dropUnwanted(db, id, []);
  });
}

/** The server does not take a file of it: whether it still wants it is asked at the next look. */
export async function fileUnwanted(db: LocalDb, id: string): Promise<void> {
  await db.report.update(id, { complete: false, followedAt: 0 });
}

/** Files that the server has refused and does not miss were taken off the report, be it by its end, before they came. */
async function dropUnwanted(db: LocalDb, id: string, missing: readonly string[]): Promise<void> {
  const isUnwanted = ({ endpoint, input, state, error }: Op) =>
    endpoint === 'putFile' &&
    state === 'refused' &&
    error === 'not-found' &&
    !missing.includes((input as { sha256: string }).sha256); // written by the store with each file
  await db.outbox.where('entityId').equals(id).filter(isUnwanted).delete();
}

export async function reportFollowed(db: LocalDb, id: string, standing: Standing, now: number): Promise<void> {
  await atOnce(db, 'rw', [db.report, db.outbox, db.file], async (db) => {
    const { receipt, status, reviewed, shown } = standing;
    const complete = standing.missing.length === 0;
    await db.report
      .where('id')
      .equals(id)
      .modify((report) => {
        if (report.left) Object.assign(report, { receipt, label: receipt.number ?? '' }); // sealed, others may have brought it
        Object.assign(report, { status, reviewed, shown, complete, followedAt: now });
        if (ENDED.includes(status)) delete report.sent; // nothing is to bring it back
      });
    await dropUnwanted(db, id, standing.missing);
    const report = await db.report.get(id);
    for (const sha256 of report ? standing.missing : []) {
      const file = await db.file.get(sha256);
      const queued = await db.outbox.where('opId').equals(`${id}/${sha256}`).count();
      if (!report || !file || queued > 0) continue;
      await enqueueBy(db, fileOp(report, sha256, file.blob.size, now), report.author);
    }
  });
}

const ENDED: readonly (ReportStatus | undefined)[] = ['resolved', 'withdrawn', 'expired'];

/** Reports that have gone out, whose standing may still change and was not asked for within `ms`, longest ago first. */
export async function followedReports(db: LocalDb, now: number, ms: number, limit: number): Promise<OwnReport[]> {
  const open = ({ receipt, left, status, reviewed, complete, followedAt = 0 }: OwnReport) => {
    const settled = complete && (ENDED.includes(status) || (reviewed && status === 'published'));
    return (receipt !== undefined || left === true) && !settled && !wasLately(followedAt, ms, now);
  };
  const reports = await db.report.filter(open).toArray();
  return reports.sort((a, b) => (a.followedAt ?? 0) - (b.followedAt ?? 0)).slice(0, limit);
}
