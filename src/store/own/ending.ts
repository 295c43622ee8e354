/** Reports of this device taken back by who made them: by their owner's name, or by the secret that was made with them. */

import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { filesToSend, forgetWords, isReport, isWrite, type OwnReport, type OwnWrite, setSteps } from '../rows.ts';
import { addMade, changeReport, findOwnReport, madeAbout, rowOf } from './made.ts';
import { dropOps } from './outbox.ts';
import { queueWrite } from './writes.ts';

export type End = 'withdrawn' | 'erased';

/** By how the server lets this person end it; undefined when this phone holds nothing that it takes for it. */
export function mayEnd(report: OwnReport, account: string | undefined): boolean {
  return report.secret !== undefined || (report.author !== undefined && report.author.id === account);
}

/** What is to end: of this device, or another's whose link was opened here. */
export interface Ended extends Pick<OwnReport, 'entityId' | 'label' | 'secret'> {
  /** The write that makes it, which may still be under way from here. */
  opId?: string;
  number?: string | undefined;
}

/**
 * Queue the end of a report. Of one that is erased nothing else is sent any more; what this phone itself keeps of it goes
 * once the server has answered (`reportEnded`), for until then only this phone can ask again.
 */
export async function endOwnReport(db: LocalDb, report: Ended, how: End, now: number): Promise<void> {
  const { entityId: id, opId: of, secret, number = '' } = report;
  const isErased = how === 'erased';
  if (isErased) await stopSending(db, id);
  const input = { id, how, ...(secret ? { secret } : {}), ...(isErased && of ? { of } : {}) };
  // The line in the outbox outlives the report: it must not be called by a name that was to go.
  const label = isErased ? number : report.label;
  await queueWrite(db, { endpoint: 'endReport', opId: crypto.randomUUID(), id, input, label, now });
}

/**
 * Queue that the server erases a report, or never makes one of it, inside a transaction of `made` and `draft`. Where nobody
 * has the secret of it there is nothing to ask by.
 */
export async function takeBack(
  db: LocalDb,
  { entityId: id, opId: of, secret, receipt }: OwnReport,
  now: number,
): Promise<void> {
  if (secret === undefined) return;
  await stopSending(db, id);
  const opId = crypto.randomUUID();
  const input = { id, how: 'erased' satisfies End, secret, of, opId };
  const label = receipt?.number ?? '';
  const made = { opId, endpoint: 'endReport' as const, entityId: id, label, input, files: [], createdAt: now };
  await addMade(db, rowOf<OwnWrite>(db, made));
}

/** Queue that a report which was posted without an account becomes the signed-in person's. */
export async function adoptOwnReport(
  db: LocalDb,
  { entityId: id, secret, label }: OwnReport,
  now: number,
): Promise<void> {
  if (secret === undefined) return;
  const input = { id, secret };
  await queueWrite(db, { endpoint: 'adoptReport', opId: crypto.randomUUID(), id, input, label, now });
}

/** The server was asked to end it, or will be. */
export const isEnding = async (db: LocalDb, id: string): Promise<boolean> =>
  (await madeAbout(db, id)).some(({ endpoint, waits }) => endpoint === 'endReport' && waits);

/** What waits about a report, and what was typed on it, is given up. */
async function stopSending(db: LocalDb, id: string): Promise<void> {
  await atOnce(db, 'rw', [db.made, db.draft], async (db) => {
    await db.made.where('entityId').equals(id).filter(isWrite).delete();
    await db.draft.filter((draft) => draft.id === id).delete();
    await changeReport(db, id, (report) => {
      forgetWords(report);
      setSteps(report, []);
    });
  });
}

/** The server has ended it: this phone forgets what it was asked to, and says of a withdrawn one how it stands. */
export async function reportEnded(db: LocalDb, id: string, how: End): Promise<void> {
  await atOnce(db, 'rw', [db.made, db.file], async (db) => {
    const report = await findOwnReport(db, id);
    if (!report) return;
    // Its photos are taken no more.
    await db.made
      .where('entityId')
      .equals(id)
      .modify((row) => dropOps(row, ({ sha256 }) => sha256 !== undefined));
    if (how === 'withdrawn')
      return void (await changeReport(db, id, (report) => {
        report.status = 'withdrawn';
        forgetWords(report); // nothing is to bring it back
      }));
    await db.made.delete(report.opId);
    const shared = new Set<string>();
    for (const other of await db.made.toArray()) {
      const named = isReport(other) ? [...other.photos, ...other.videos] : [];
      for (const name of [...filesToSend(other), ...named]) shared.add(name);
    }
    await db.file.bulkDelete([...report.photos, ...report.videos].filter((name) => !shared.has(name)));
  });
}
