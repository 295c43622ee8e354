/** Reports made on this device. */

import type * as z from 'zod/mini';
import { consentsOf } from '../../../contract/consent.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { KEPT_DAYS } from '../../../contract/kept.ts';
import type { PersonUpload } from '../../../contract/person.ts';
import { mayBeChild } from '../../../contract/person.ts';
import type { Receipt } from '../../../contract/primitives.ts';
import type { createReport, ReportStatus } from '../../../contract/report.ts';
import { sha256Of } from '../../platform/sha256.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { eachOnce, filesOf, type Photo } from '../files.ts';
import { wasLately } from '../lately.ts';
import {
  type FormFace,
  type FormValues,
  fileStep,
  forgetWords,
  isOnlyHere,
  isReport,
  type OwnReport,
  RANK,
  setSteps,
} from '../rows.ts';
import { contentHash, namesOf } from './content.ts';
import { takeBack } from './ending.ts';
import { type Files, heldRows, hold, holdWhole } from './held.ts';
import { addMade, changeReport, findOwnReport, ownReports, rowOf } from './made.ts';
import { dropOps, finishOp, type Op } from './outbox.ts';

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

/** What a form makes, by the call that sends it. */
export type NewOwn = { call: 'uploadLostFoundPerson'; report: NewReport } | { call: 'createReport'; report: NewItem };

/** `corrects`: the report that waits and that it takes the place of. */
export function saveOwn(db: LocalDb, made: NewOwn, corrects?: string): Promise<OwnReport> {
  const [row, files] = [rowOfReport(db, made), [...made.report.photos, ...made.report.videos]];
  return corrects === undefined ? keepReport(db, row, files) : keepCorrection(db, corrects, row, files);
}

/** As it is kept, on whichever shelf. */
export function rowOfReport(db: LocalDb, made: NewOwn): OwnReport {
  const { id, opId, label, values, now, maker } = made.report;
  const [photos, videos] = [eachOnce(made.report.photos), eachOnce(made.report.videos)];
  const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
  const { upload, face } = { face: undefined, ...made.report };
  const type = made.call === 'createReport' ? made.report.upload.reportType : made.report.upload.type;
  const input = { ...upload, id, opId, ...named, ...(maker ? { secretHash: maker.secretHash } : {}) };
  const own = { opId, entityId: id, endpoint: made.call, type, label, ...named, values, input, createdAt: now };
  const agreed = upload.consent ? { consents: consentsOf(upload.consent) } : {};
  const more = { ...(face ? { face } : {}), ...(maker ? { secret: maker.secret } : {}), ...agreed };
  const child = 'lostPersonAge' in upload && isOfChild(upload) ? { ofChild: true as const } : {};
  const scan = 'keptScan' in upload && upload.keptScan ? { keptScan: true as const } : {};
  return rowOf<OwnReport>(db, { ...own, ...more, ...child, ...scan }, photos, videos);
}

const isOfChild = ({ lostPersonAge, ageMargin }: NewReport['upload']): boolean =>
  mayBeChild(Number(lostPersonAge || 0) - Number(ageMargin || 0));

/**
 * Make a report safe on this device: it, its files and the calls that will send them, all or nothing, on disk; its draft
 * goes. Saving the same report again changes nothing; other content under a name that is taken is a report of its own.
 */
export async function keepReport(db: LocalDb, row: OwnReport, files: readonly Photo[] = []): Promise<OwnReport> {
  const content = await contentOf(row);
  return atOnce(db, 'rw', [db.made, db.file, db.draft], async (db) => {
    await db.draft.delete(row.entityId);
    const own = namedBy(row, content, await findOwnReport(db, row.entityId));
    return (await findOwnReport(db, own.entityId)) ?? addMade(db, own, files);
  });
}

/**
 * Put a corrected report in the place of the one that waits, all or nothing. What has not set out keeps its names, and the
 * server never learns of what stood there. What has may be with the server in its former words: the corrected one is then a
 * report of its own, and the former is taken back by its maker's secret, which also keeps it from being done later on.
 */
async function keepCorrection(
  db: LocalDb,
  corrects: string,
  row: OwnReport,
  files: readonly Photo[],
): Promise<OwnReport> {
  const [content, inPlace] = [await contentOf(row), await contentOf({ ...row, entityId: corrects })];
  return atOnce(db, 'rw', [db.made, db.file, db.draft], async (db) => {
    await db.draft.delete(row.entityId);
    const former = await findOwnReport(db, corrects);
    if (former?.content === inPlace) return former; // saved twice
    const { author: _, ...rest } = row;
    const mine = former ? { ...rest, ...(former.author ? { author: former.author } : {}) } : row; // whoever corrects it
    if (former && isOnlyHere(former)) {
      const { opId } = former;
      await db.made.delete(opId);
      const input = { ...row.input, id: corrects, opId };
      return addMade(db, { ...mine, opId, entityId: corrects, content: inPlace, input }, files);
    }
    const own = namedBy(mine, content, await findOwnReport(db, row.entityId));
    const kept = (await findOwnReport(db, own.entityId)) ?? (await addMade(db, own, files));
    if (former) await takeBack(db, former, row.createdAt);
    return kept;
  });
}

/** The same in the reserve, of its words alone where its `files` find no room. @throws AppError no-space when it is full too */
export async function holdReport(row: OwnReport, files?: Files): Promise<OwnReport> {
  const held = (await heldRows()).filter(isReport);
  const find = (id: string) => held.find(({ entityId }) => entityId === id);
  const own = namedBy(row, await contentOf(row), find(row.entityId));
  return find(own.entityId) ?? (files ? hold(own, files) : holdWhole(own));
}

/** Under its own names, or under those that its content gives where its own are taken by other words. */
function namedBy(row: OwnReport, content: string, taken: OwnReport | undefined): OwnReport {
  if (!taken || taken.content === content) return { ...row, content };
  const { id, opId } = namesOf(content);
  return { ...row, opId, entityId: id, content, input: { ...row.input, id, opId } };
}

/** What was said under which name; that it is the same does not hang on who may end it. */
function contentOf({ endpoint, entityId, input, photos, videos }: OwnReport): Promise<string> {
  const { id: _, opId: __, photos: ___, videos: ____, secretHash: _____, ...upload } = input;
  return contentHash({ endpoint, id: entityId, upload, photos, videos });
}

/** The server has the text: its call and its receipt change hands at once. Another write of the same report is not meant. */
export const reportReceived = (db: LocalDb, op: Op, receipt: Receipt, status: ReportStatus): Promise<void> =>
  finishOp(db, op, { receipt, status });

/** What the server says became of a report. */
export interface Standing {
  receipt: Receipt;
  status: ReportStatus;
  reviewed: boolean;
  shown: boolean;
  /** Files that the server does not hold whole; they are sent again if they are here. */
  missing: readonly string[];
  /** Stands for what its maker may read of a reunion. */
  reunion?: string | undefined;
  /** When its maker was asked for news, if they have not said so far. */
  asked?: string | undefined;
  /** How much was told of it by others. */
  told?: number | undefined;
}

/** The server knows nothing of it any more: it was asked, and the others have their turn. */
export const reportUnknown = (db: LocalDb, id: string, now: number): Promise<boolean> =>
  changeReport(db, id, (report) => {
    report.followedAt = now;
  });

/** The server has received it, and it is no more. */
export const reportErased = (db: LocalDb, id: string, now: number): Promise<boolean> =>
  changeReport(db, id, (report) => {
    report.followedAt = now;
    dropUnwanted(report, []);
  });

/** The server does not take a file of it: whether it still wants it is asked at the next look. */
export const fileUnwanted = (db: LocalDb, id: string): Promise<boolean> =>
  changeReport(db, id, (report) => void Object.assign(report, { complete: false, followedAt: 0 }));

/** Files that the server has refused and does not miss were taken off the report, be it by its end, before they came. */
function dropUnwanted(report: OwnReport, missing: readonly string[]): void {
  dropOps(
    report,
    ({ sha256, state, error }) =>
      sha256 !== undefined && state === 'refused' && error === 'not-found' && !missing.includes(sha256),
  );
}

/** Its maker has looked. */
export const newsSeen = (db: LocalDb, id: string): Promise<boolean> =>
  changeReport(db, id, (report) => void delete report.news);

/** How many reports there is news of that nobody has looked at. */
export const countNews = async (db: LocalDb): Promise<number> =>
  (await ownReports(db)).filter(({ news }) => news).length;

export async function reportFollowed(db: LocalDb, id: string, standing: Standing, now: number): Promise<void> {
  await atOnce(db, 'rw', [db.made, db.file], async (db) => {
    const { receipt, status, reviewed, shown, missing, reunion = '', asked, told = 0 } = standing;
    const here = await filesOf(db, missing);
    await changeReport(db, id, (report) => {
      if (report.left) Object.assign(report, { receipt, label: receipt.number ?? '' }); // sealed, others may have brought it
      const isMoved = report.status !== undefined && (report.status !== status || (reviewed && !report.reviewed));
      const isTold = (report.reunion ?? '') !== reunion;
      const isAsked = asked !== undefined && asked !== report.asked;
      const isMore = told > (report.told ?? 0); // while a change of it waits for review it has less to read
      if ((isMoved || isTold || isAsked || isMore) && report.author === undefined) report.news = true;
      if (isTold) report.reunion = reunion;
      if (isAsked) report.asked = asked;
      report.told = Math.max(report.told ?? 0, told);
      Object.assign(report, { status, reviewed, shown, complete: missing.length === 0, followedAt: now });
      if (ENDED.includes(status)) forgetWords(report); // nothing is to bring it back
      dropUnwanted(report, missing);
      queueFiles(report, here);
    });
  });
}

/** Send files of it again, those that do not wait already. */
export function queueFiles(report: OwnReport, files: readonly Photo[]): void {
  const waiting = new Set(report.steps.map(({ sha256 }) => sha256));
  const rankOf = (sha256: string) => (report.videos.includes(sha256) ? RANK.video : RANK.photo);
  const more = files.filter(({ sha256 }) => !waiting.has(sha256));
  setSteps(report, [...report.steps, ...more.map(({ sha256, blob }) => fileStep(sha256, blob.size, rankOf(sha256)))]);
}

/** What is shown to all, and was looked at, seldom changes, nor does what has ended. */
const QUIET_MS = 6 * 3_600_000;
/** Who is looked for by a family that nobody else can tell: it must not wait for the next quarter of a day. */
const AWAITED_MS = 5 * 60_000;
const ENDED: readonly (ReportStatus | undefined)[] = ['resolved', 'withdrawn', 'expired'];

/**
 * Reports that have gone out, whose standing may still change and was not asked for within `ms`, longest ago first. Of what
 * was posted without an account nobody else tells its maker that it has ended, nor, later, that they are together: it is
 * asked for as long as the server keeps its receipt.
 */
export async function followedReports(db: LocalDb, now: number, ms: number, limit: number): Promise<OwnReport[]> {
  const open = (report: OwnReport) => {
    const { receipt, left, status, reviewed, complete, followedAt = 0, author, createdAt, endpoint, type } = report;
    const isOver = ENDED.includes(status);
    const isQuiet = complete && (isOver || (reviewed === true && status === 'published'));
    const isHeard = author !== undefined || (isOver && now - createdAt > KEPT_DAYS.receipts * 86_400_000);
    const isAwaited = endpoint === 'uploadLostFoundPerson' && type === 'lost' && !isOver;
    const every = isQuiet ? Math.max(ms, isAwaited ? AWAITED_MS : QUIET_MS) : ms;
    return (receipt !== undefined || left === true) && !(isQuiet && isHeard) && !wasLately(followedAt, every, now);
  };
  const reports = (await ownReports(db)).filter(open);
  return reports.sort((a, b) => (a.followedAt ?? 0) - (b.followedAt ?? 0)).slice(0, limit);
}
