/**
 * Reports whose words found no room in the database: held in the reserve until there is room, or the server has them.
 * Each keeps its opId, so that sending it from there and from the outbox is one write.
 */

import { create } from 'zustand';
import type { AppError, ErrorCode } from '../../contract/errors.ts';
import { changeReserve, readReserve } from '../platform/reserve.ts';
import { type Author, isTheirs, type LocalDb, type Op, type OwnReport } from './db.ts';
import { writeDraft } from './drafts.ts';
import { isForLink, type Pause, pauseAfter, RANK } from './outbox.ts';
import { hashOf, type NewItem, type NewReport, saveItem, saveReport, secretOf } from './reports.ts';

/** How a report is made of those files that fit. */
export type Making<Files> =
  | { call: 'uploadLostFoundPerson'; make: (files: Files) => NewReport }
  | { call: 'createReport'; make: (files: Files) => NewItem };

/**
 * Without its files: the reserve is for words. `refused`: the server does not take it as it is; it waits for the user.
 * `pause`: when it goes out again.
 */
export type HeldReport = {
  author?: Author;
  refused?: { error: ErrorCode; fields: Record<string, string> };
  pause?: Pause & { error: ErrorCode };
} & ({ call: 'uploadLostFoundPerson'; report: NewReport } | { call: 'createReport'; report: NewItem });

/** What the reserve holds, as this window last read or wrote it. */
export const useHeld = create<{ reports: readonly HeldReport[] }>(() => ({ reports: [] }));

export const saveBy = (db: LocalDb, { call, report }: HeldReport): Promise<OwnReport> =>
  call === 'createReport' ? saveItem(db, report) : saveReport(db, report);

const read = (text: string): HeldReport[] => (text === '' ? [] : (JSON.parse(text) as HeldReport[])); // written below

export async function heldReports(): Promise<HeldReport[]> {
  const reports = read(await readReserve());
  if (reports.length + useHeld.getState().reports.length > 0) useHeld.setState({ reports });
  return reports;
}

/** Those that are meant, each into another; where there is none, nothing is asked of the disk. */
async function changeEach(isMeant: (one: HeldReport) => boolean, to: (one: HeldReport) => HeldReport): Promise<void> {
  if (!(await heldReports()).some(isMeant)) return;
  await change((all) => all.map((one) => (isMeant(one) ? to(one) : one)));
}

async function change(to: (reports: HeldReport[]) => HeldReport[]): Promise<void> {
  await changeReserve((text) => {
    const reports = to(read(text));
    return reports.length === 0 ? '' : JSON.stringify(reports);
  });
  await heldReports();
}

/** @throws AppError no-space when the reserve has no room for it either */
export async function hold(db: LocalDb, held: HeldReport): Promise<OwnReport> {
  const author = db.signedIn();
  const row = { ...held, ...(author ? { author } : {}) };
  const { opId } = held.report;
  await change((reports) => [...reports.filter(({ report }) => report.opId !== opId), row]);
  return rowsOf(row).own;
}

/** A held report in the shape it would have in the database; it has no place in the queue. */
export function rowsOf({ call, report, author, refused, pause }: HeldReport): { own: OwnReport; op: Op } {
  const { id, opId, label, values, now, upload, maker } = report;
  const by = author ? { author } : {};
  const files = { photos: [], videos: [] };
  const kind = call === 'createReport' ? { kind: 'item' as const, type: report.upload.reportType } : undefined;
  const of = kind ?? { type: (report.upload as NewReport['upload']).type };
  const input = { ...upload, id, opId, ...files, ...hashOf(maker) };
  const bytes = JSON.stringify(input).length;
  const state = refused ? { state: 'refused' as const, ...refused } : { state: 'waiting' as const };
  return {
    own: { id, opId, label, values, ...files, ...of, createdAt: now, ...by, ...secretOf(maker) },
    op: {
      seq: 0,
      opId,
      entityId: id,
      endpoint: call,
      input,
      rank: RANK.text,
      bytes,
      createdAt: now,
      tries: 0,
      nextAt: 0,
      ...pause,
      sentBytes: 0,
      ...state,
      ...by,
    },
  };
}

/** All calls that are not received, in the order in which they were made, and the reports that are in the reserve alone. */
export async function unsentRows(db: LocalDb): Promise<{ ops: Op[]; held: OwnReport[] }> {
  const held = (await heldReports()).map(rowsOf);
  const ops = await db.outbox.orderBy('seq').toArray();
  return { ops: [...ops, ...held.map(({ op }) => op)], held: held.map(({ own }) => own) };
}

const isOf =
  (opId: string) =>
  ({ report }: HeldReport): boolean =>
    report.opId === opId;

/** The server will never take it as it is: it is set aside for the user. */
export const refuseHeld = (opId: string, { code, fields }: AppError): Promise<void> =>
  changeEach(isOf(opId), (one) => ({ ...one, refused: { error: code, fields } }));

/** Not now: once more after a pause. */
export const postponeHeld = (opId: string, error: AppError, now: number, random: () => number): Promise<void> =>
  changeEach(isOf(opId), (one) => {
    const before = one.pause ?? { tries: 0, nextAt: 0 };
    return { ...one, pause: { ...pauseAfter(before, error, now, random), error: error.code } };
  });

/** The link is back: what failed for want of it need not wait out its pause. */
export const heldLinkIsBack = (): Promise<void> =>
  changeEach(
    ({ pause }) => pause !== undefined && isForLink(pause),
    ({ pause: _, ...one }) => one,
  );

/** The user asks for another try. */
export const retryHeld = (opId: string): Promise<void> =>
  changeEach(isOf(opId), ({ refused: _, pause: __, ...one }) => one);

/**
 * Put a report that the server refused back into its form, to be mended and sent as a new write of the same report, or of
 * another where one of that id is in the database. Answers the draft's id.
 * @throws AppError no-space, or the database's own words for it, when there is no room for the form; it is still held
 */
export async function mendHeld(db: LocalDb, { call, report }: HeldReport, now: number): Promise<string> {
  const { values } = report;
  const id = (await db.report.get(report.id)) ? crypto.randomUUID() : report.id;
  const opId = crypto.randomUUID();
  const form = call === 'createReport' ? { form: 'item' as const } : {};
  const face = 'face' in report && report.face ? { face: report.face } : {};
  await writeDraft(db, { id, opId, values, photos: [], videos: [], ...form, ...face, updatedAt: now });
  await release(report.opId);
  return id;
}

/** It is in the database now, with the server, or given up by the user's own hand. */
export const release = (opId: string): Promise<void> =>
  change((all) => all.filter(({ report }) => report.opId !== opId));

/** What `before` made is the author's. */
export const adoptHeld = (before: string, author: Author): Promise<void> =>
  changeEach(
    (one) => one.author?.id === before,
    (one) => ({ ...one, author }),
  );

/** Their owner leaves, and wants none of their words to stay. */
export const releaseTheirs = (account: string | undefined): Promise<void> =>
  change((all) => all.filter((one) => !isTheirs(one, account)));
