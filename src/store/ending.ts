/** Reports of this device taken back by who made them: by their owner's name, or by the secret that was made with them. */

import { atOnce } from './at-once.ts';
import type { LocalDb, OwnReport } from './db.ts';
import { queueWrite } from './writes.ts';

export type End = 'withdrawn' | 'erased';

/** By how the server lets this person end it; undefined when this phone holds nothing that it takes for it. */
export function mayEnd(report: OwnReport, account: string | undefined): boolean {
  return report.secret !== undefined || (report.author !== undefined && report.author.id === account);
}

/**
 * Queue the end of a report. Of one that is erased nothing else is sent any more; what this phone itself keeps of it goes
 * once the server has answered (`reportEnded`), for until then only this phone can ask again.
 */
export async function endOwnReport(db: LocalDb, report: OwnReport, how: End, now: number): Promise<void> {
  const { id, opId: of, secret, receipt } = report;
  const isErased = how === 'erased';
  if (isErased) await stopSending(db, id);
  const input = { id, how, ...(secret ? { secret } : {}), ...(isErased ? { of } : {}) };
  // The line in the outbox outlives the report: it must not be called by a name that was to go.
  const label = isErased ? (receipt?.number ?? '') : report.label;
  await queueWrite(db, { endpoint: 'endReport', opId: crypto.randomUUID(), id, input, label, now });
}

/** Queue that a report which was posted without an account becomes the signed-in person's. */
export async function adoptOwnReport(db: LocalDb, { id, secret, label }: OwnReport, now: number): Promise<void> {
  if (secret === undefined) return;
  const input = { id, secret };
  await queueWrite(db, { endpoint: 'adoptReport', opId: crypto.randomUUID(), id, input, label, now });
}

/** The server was asked to end it, or will be. */
export const isEnding = async (db: LocalDb, id: string): Promise<boolean> =>
  (await db.outbox.where('entityId').equals(id).toArray()).some(({ endpoint }) => endpoint === 'endReport');

/** What waits about a report, and what was typed on it, is given up. */
async function stopSending(db: LocalDb, id: string): Promise<void> {
  await atOnce(db, 'rw', [db.outbox, db.write, db.draft, db.report], async (db) => {
    for (const table of [db.outbox, db.write]) await table.where('entityId').equals(id).delete();
    await db.draft.filter((draft) => draft.id === id).delete();
    await db.report.where('id').equals(id).modify(forgetWords);
  });
}

/** Its words and face, also those to send again; its name, number and secret stay until the server has answered. */
function forgetWords(report: OwnReport): void {
  report.values = {};
  delete report.face;
  delete report.sent;
}

/** The server has ended it: this phone forgets what it was asked to, and says of a withdrawn one how it stands. */
export async function reportEnded(db: LocalDb, id: string, how: End): Promise<void> {
  await atOnce(db, 'rw', [db.report, db.file, db.outbox], async (db) => {
    const report = await db.report.get(id);
    if (!report) return;
    // Its photos are taken no more.
    const isFile = ({ endpoint }: { endpoint: string }) => endpoint === 'putFile';
    await db.outbox.where('entityId').equals(id).filter(isFile).delete();
    if (how === 'withdrawn') {
      const withdraw = (own: OwnReport) => {
        own.status = 'withdrawn';
        delete own.sent; // nothing is to bring it back
      };
      return void (await db.report.where('id').equals(id).modify(withdraw));
    }
    await db.report.delete(id);
    const shared = new Set<string>();
    for (const other of await db.report.toArray())
      for (const name of [...other.photos, ...other.videos]) shared.add(name);
    for (const { endpoint, input } of await db.outbox.toArray())
      if (endpoint === 'putFile') shared.add((input as { sha256: string }).sha256); // written by the store with each file
    await db.file.bulkDelete([...report.photos, ...report.videos].filter((name) => !shared.has(name)));
  });
}
