/** What a phone and the server hold, read past the app: from the browser's IndexedDB, from the server's database and its files. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openDb } from '../../../server/db/open.ts';
import type { Db } from '../../../server/db/schema.ts';
import { readKept } from '../../../server/files/kept.ts';
import type { PhoneHolds, ServerHolds, ServerRecord } from '../../support/history-check.ts';

export interface RawReport {
  id: string;
  opId: string;
  label: string;
  photos: string[];
  receipt?: { number?: string };
  /** Who made it has signed out: its words went, its number is its label. */
  left?: boolean;
}

export interface RawOp {
  opId: string;
  entityId: string;
  endpoint: string;
  state: 'waiting' | 'refused';
  error?: string;
  tries: number;
  nextAt: number;
  author?: { id: string };
}

interface RawWrite {
  opId: string;
  label: string;
  files: string[];
  receivedAt?: number;
}

/** As it lies there: all of it in one row, with what is still to be sent. */
interface RawMade extends Omit<RawReport, 'id'>, RawWrite {
  entityId: string;
  endpoint: string;
  order: number;
  author?: { id: string };
  steps: (Omit<RawOp, 'opId' | 'entityId' | 'endpoint' | 'author'> & { sha256?: string })[];
}

interface RawEnvelope {
  id: string;
  rank: number;
  entity: string;
  state: 'waiting' | 'refused';
  error?: string;
  tries: number;
}

export interface RawRows {
  reports: RawReport[];
  ops: RawOp[];
  writes: RawWrite[];
  envelopes: RawEnvelope[];
}

/**
 * The rows of a phone's own tables, once the app has made them; it need not run on the page. While the app makes its
 * database anew, the new one is empty for a moment, and what is to come back lies in another.
 */
export const readRows = (page: Page): Promise<RawRows> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const isSettled = async (): Promise<boolean> => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return names.includes('wapsi') && !names.includes('wapsi-kept');
    };
    for (;;) {
      // To open what is not there would make it, empty, before the app could.
      while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 100));
      const allOf = async <T>(name: string, store: string): Promise<T[]> => {
        const db = await asked(indexedDB.open(name));
        const all = await asked(db.transaction(store).objectStore(store).getAll());
        db.close();
        return all;
      };
      const rows = await allOf<RawMade>('wapsi', 'made');
      const isCarrying = (await indexedDB.databases()).some(({ name }) => name === 'wapsi-carried');
      const carried = isCarrying ? await allOf<RawEnvelope & { blob: Blob }>('wapsi-carried', 'envelope') : [];
      if (!(await isSettled())) continue;
      rows.sort((a, b) => a.order - b.order);
      const isReport = ({ endpoint }: RawMade) => ['uploadLostFoundPerson', 'createReport'].includes(endpoint);
      return {
        reports: rows.filter(isReport).map((row) => ({ ...row, id: row.entityId })),
        writes: rows.filter((row) => !isReport(row) && row.endpoint !== 'compareFace'),
        ops: rows.flatMap((row) => {
          const { opId, entityId, endpoint, author } = row;
          const by = { entityId, ...(author ? { author } : {}) };
          return row.steps.map(({ sha256, ...step }) =>
            sha256 === undefined
              ? { ...step, ...by, opId, endpoint }
              : { ...step, ...by, opId: `${isReport(row) ? entityId : opId}/${sha256}`, endpoint: 'putFile' },
          );
        }),
        envelopes: carried.map(({ blob: _, ...envelope }) => envelope),
      };
    }
  });

/** A phone's rows as the history checker reads them: the key of a submission is its label. */
export async function phoneHolds(page: Page, name: string): Promise<PhoneHolds> {
  const { reports, ops, writes, envelopes } = await readRows(page);
  const keys = new Map([
    ...reports.flatMap(({ id, opId, label }) => [[opId, label] as const, [id, label] as const]),
    ...writes.map(({ opId, label }) => [opId, label] as const),
  ]);
  return {
    name,
    entries: [
      // What is left of one whose maker signed out has no words and no photos; before its receipt it says nothing.
      ...reports
        .filter(({ left, receipt }) => !left || receipt)
        .map(({ label, opId, photos, receipt, left }) => ({
          key: label,
          opId,
          photos,
          isReceived: receipt !== undefined,
          isLeft: left === true,
          ...(receipt ? { number: receipt.number ?? 'none' } : {}),
        })),
      ...writes.map(({ label, opId, files, receivedAt }) => ({
        key: label,
        opId,
        photos: files,
        isReceived: receivedAt !== undefined,
      })),
    ],
    // That of a file is named by what it belongs to, and its hash.
    ops: ops.map(({ opId, state }) => ({ opId, state, key: keys.get(opId.split('/')[0] ?? '') ?? opId })),
    envelopes: envelopes.map(({ id, state, error }) => [id.slice(0, 8), state, error].filter(Boolean).join(' ')),
  };
}

/** What has a key that begins with `prefix`, in the data folder of a server that is stopped. */
export async function serverHolds(data: string, prefix: string): Promise<ServerHolds> {
  const { db, close } = await openDb({ kind: 'pglite', dir: join(data, 'database') });
  try {
    const photos = await photosIn(db);
    const found = [...(await reportsIn(db)), ...(await wordsIn(db))].filter(({ key }) => key.startsWith(prefix));
    const records = found.map(({ id, ...record }) => ({ ...record, photos: photos.get(id) ?? [] }));
    const taken = await db.selectFrom('envelope').select('sha256').where('outcome', '=', 'taken').execute();
    return { records, files: await readFiles(join(data, 'files', 'whole')), opened: taken.length };
  } finally {
    await close();
  }
}

type Found = Omit<ServerRecord, 'photos'> & { id: string };

async function reportsIn(db: Db): Promise<Found[]> {
  const rows = await db.selectFrom('report').selectAll().execute();
  return rows.map(({ id, title, subject, owner_id, number, created_at, description, region }) => ({
    id,
    key: title ?? '',
    kind: subject,
    number,
    receivedAt: created_at.getTime(),
    ...(owner_id ? { author: owner_id } : {}),
    answers: { description: description ?? '', region: region ?? '' },
  }));
}

/** Notes, claims and messages; the first message of a conversation is the conversation, and about its report. */
async function wordsIn(db: Db): Promise<Found[]> {
  const notes = await db.selectFrom('note').selectAll().execute();
  const claims = await db.selectFrom('claim').selectAll().execute();
  const messages = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .selectAll('message')
    .select('conversation.report_id')
    .execute();
  const found = (id: string, author: string | null, text: string | null, at: Date) => ({
    id,
    key: text ?? '',
    receivedAt: at.getTime(),
    ...(author ? { author } : {}),
  });
  return [
    ...notes.map(({ id, author_id, text, created_at, report_id }) => ({
      ...found(id, author_id, text, created_at),
      kind: 'note' as const,
      about: report_id,
    })),
    ...claims.map(({ id, claimant_id, message, created_at, report_id }) => ({
      ...found(id, claimant_id, message, created_at),
      kind: 'claim' as const,
      about: report_id,
    })),
    ...messages.map(({ id, author_id, text, created_at, seq, report_id, conversation_id }) => ({
      ...found(id, author_id, text, created_at),
      ...(seq === 1
        ? { kind: 'conversation' as const, about: report_id ?? '' }
        : { kind: 'message' as const, about: conversation_id }),
    })),
  ];
}

/** By the record that names them. */
async function photosIn(db: Db): Promise<Map<string, { sha256: string; isBrought: boolean }[]>> {
  const ofReports = await db
    .selectFrom('report_file')
    .select(['report_id as id', 'sha256', 'brought_at'])
    .where('purpose', '=', 'photo')
    .execute();
  const ofWords = await db.selectFrom('attachment').select(['owner_id as id', 'sha256', 'brought_at']).execute();
  const photos = new Map<string, { sha256: string; isBrought: boolean }[]>();
  for (const { id, sha256, brought_at } of [...ofReports, ...ofWords])
    photos.set(id, [...(photos.get(id) ?? []), { sha256, isBrought: brought_at !== null }]);
  return photos;
}

async function readFiles(folder: string): Promise<Map<string, boolean>> {
  const files = new Map<string, boolean>();
  for (const name of await readdir(folder)) {
    const { body, sound } = readKept(await readFile(join(folder, name)), name);
    files.set(name, sound && (await isPicture(body)));
  }
  return files;
}

/** Each of its points can be read. */
const isPicture = (bytes: Buffer): Promise<boolean> =>
  sharp(bytes, { failOn: 'warning' })
    .stats()
    .then(
      () => true,
      () => false,
    );
