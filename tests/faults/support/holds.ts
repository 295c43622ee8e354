/** What a phone and the server hold, read past the app: from the browser's IndexedDB and from the server's database. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openDb } from '../../../server/db/open.ts';
import type { PhoneHolds, ServerHolds } from '../../support/history-check.ts';

export interface RawReport {
  id: string;
  opId: string;
  label: string;
  photos: string[];
  receipt?: { number?: string };
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

/** The rows of a phone's report and outbox tables, once the app has made them; it need not run on the page. */
export const readRows = (page: Page): Promise<{ reports: RawReport[]; ops: RawOp[] }> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    // To open what is not there would make it, empty, before the app could.
    while (!(await indexedDB.databases()).some(({ name }) => name === 'wapsi'))
      await new Promise((resolve) => setTimeout(resolve, 100));
    const db = await asked(indexedDB.open('wapsi'));
    const reading = db.transaction(['report', 'outbox'], 'readonly');
    const [reports, ops] = [reading.objectStore('report').getAll(), reading.objectStore('outbox').getAll()];
    const rows = { reports: await asked(reports), ops: await asked(ops) };
    db.close();
    return rows;
  });

/** A phone's rows as the history checker reads them: the key of a submission is its label. */
export async function phoneHolds(page: Page, name: string): Promise<PhoneHolds> {
  const { reports, ops } = await readRows(page);
  const keys = new Map(reports.map(({ id, label }) => [id, label]));
  return {
    name,
    reports: reports.map(({ label, opId, photos, receipt }) => ({
      ...{ key: label, opId, photos },
      ...(receipt ? { number: receipt.number ?? 'none' } : {}),
    })),
    ops: ops.map(({ opId, entityId, state }) => ({ opId, state, key: keys.get(entityId) ?? entityId })),
  };
}

/** The reports whose titles begin with `prefix`, in the data folder of a server that is stopped. */
export async function serverHolds(data: string, prefix: string): Promise<ServerHolds> {
  const { db, close } = await openDb({ kind: 'pglite', dir: join(data, 'database') });
  try {
    const rows = await db
      .selectFrom('report')
      .select(['id', 'title', 'number', 'created_at'])
      .where('title', 'like', `${prefix}%`)
      .execute();
    const attached = await db.selectFrom('attachment').select(['owner_id', 'sha256']).execute();
    const photos = new Map<string, string[]>();
    for (const { owner_id, sha256 } of attached) photos.set(owner_id, [...(photos.get(owner_id) ?? []), sha256]);
    const reports = rows.map(({ id, title, number, created_at }) => ({
      ...{ key: title ?? '', number, receivedAt: created_at.getTime(), photos: photos.get(id) ?? [] },
    }));
    return { reports, files: new Set(await readdir(join(data, 'files', 'whole'))) };
  } finally {
    await close();
  }
}
