/** Read what changed on the server: reports with their small photos, the gallery, and what became of own reports. */

import { AppError } from '../../contract/errors.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { SyncPage } from '../../contract/sync.ts';
import type { Api } from '../api/client.ts';
import { forgetReadsOf } from '../api/kept-reads.ts';
import type { LocalDb } from '../store/db.ts';
import { isSameVisit, readMeta, writeMeta } from '../store/meta.ts';
import { applyReports, keepThumb, missingThumbs } from '../store/others/records.ts';
import { doubtedReports, takeBackReceipt, trustReceipt } from '../store/own/put-back.ts';
import { followedReports, reportErased, reportFollowed, reportUnknown, type Standing } from '../store/own/reports.ts';

/** Where gallery changes go; absent on a device that has not taken the gallery pack. */
export interface GallerySink {
  /** Where the gallery has read to, or undefined when there is none to keep up to date. */
  cursor: () => Promise<string | undefined>;
  /** Put a page in that was asked for from `from`; answers where to go on, which is elsewhere if the page did not fit. */
  apply: (page: SyncPage, from: string) => Promise<string>;
}

export interface PullDeps {
  db: LocalDb;
  api: Api;
  now: () => number;
  gallery?: GallerySink;
  /** How many small photos of others to fetch in this run; many on a device that was made ready for offline work. */
  thumbs?: () => Promise<number>;
  /** Told when the server was put back to a day before some reports of this device. */
  onPutBack?: (reports: PutBack) => void;
  /** Ask for what this device is lent to go on. */
  loan?: () => Promise<void>;
  /** Bring what is kept for areas up to date with what was pulled. */
  areas?: () => Promise<void>;
}

/** Own reports that the server no longer knew: those sent `again`, and those whose words are nowhere. */
export interface PutBack {
  again: number;
  gone: number;
}

/** Nobody waits for a pull, so a call that hangs is given up, and asked again by the next run. */
const CALL_MS = 30_000;
/** Own reports are asked after in turn, so that a device with hundreds of them does not ask for all each time. */
const FOLLOWED_A_RUN = 20;
const FOLLOW_EVERY_MS = 30_000;

/** Bring the device up to date. Each page is stored with its cursor, so a run that is cut goes on where it was. */
export async function pullChanges(deps: PullDeps): Promise<void> {
  const { db, api, gallery, now } = deps;
  const visit = await readMeta(db, 'visit');
  await eachPage(api, 'reports', (await readMeta(db, 'reportsCursor')) ?? '', async (page) => {
    const gone = page.changes.flatMap(({ kind, id }) => (kind === 'gone' ? [id] : []));
    if (gone.length > 0) await forgetReadsOf(gone); // before the cursor moves on: a run that is cut is told of them again
    return (await applyReports(db, page, visit)) ? page.cursor : undefined;
  });
  await askForReceipts(deps);
  const cursor = await gallery?.cursor();
  if (gallery && cursor !== undefined) await eachPage(api, 'references', cursor, gallery.apply);
  await deps.loan?.();
  await followReports(deps);
  if (!(await isSameVisit(db, visit))) return; // who comes next reads from the beginning, with the next run
  await writeMeta(db, 'pulledAt', now());
  await pullThumbs(deps, (await deps.thumbs?.()) ?? 0, visit);
  await deps.areas?.();
}

async function eachPage(
  api: Api,
  feed: 'reports' | 'references',
  from: string,
  /** Undefined: that is all. */
  apply: (page: SyncPage, from: string) => Promise<string | undefined>,
) {
  for (let cursor = from, more = true; more; ) {
    const nonce = crypto.randomUUID();
    const page = await api.call(endpoints.sync, { feed, cursor, nonce }, { signal: AbortSignal.timeout(CALL_MS) });
    if (page.nonce !== undefined && page.nonce !== nonce)
      throw new AppError('bad-answer', 'Something on the way answered with an older page');
    if (page.more && page.cursor === cursor) throw new AppError('bad-answer', 'The feed does not advance');
    const isNew = page.cursor !== cursor || page.reset;
    const next = isNew ? await apply(page, cursor) : cursor;
    if (next === undefined) return;
    more = page.more || next !== page.cursor;
    cursor = next;
  }
}

/** Each receipt that is in doubt; a run that is cut goes on with those that are left. */
async function askForReceipts({ db, api, now, onPutBack }: PullDeps): Promise<void> {
  const told = { again: 0, gone: 0 };
  try {
    for (const { entityId: id, opId } of await doubtedReports(db)) {
      const standing = await standingOf(api, opId);
      const became = standing === 'unknown' ? await takeBackReceipt(db, id) : await trustReceipt(db, id);
      if (became) told[became]++;
      if (typeof standing === 'object') await reportFollowed(db, id, standing, now());
    }
  } finally {
    if (told.again + told.gone > 0) onPutBack?.(told);
  }
}

async function followReports({ db, api, now }: PullDeps): Promise<void> {
  for (const { entityId: id, opId } of await followedReports(db, now(), FOLLOW_EVERY_MS, FOLLOWED_A_RUN)) {
    const standing = await standingOf(api, opId);
    if (typeof standing === 'object') await reportFollowed(db, id, standing, now());
    else await (standing === 'erased' ? reportErased : reportUnknown)(db, id, now());
  }
}

/** `erased`: the server has received it, and it is no more. `unknown`: there is no receipt of that name. */
async function standingOf(api: Api, opId: string): Promise<Standing | 'erased' | 'unknown'> {
  try {
    const { status, ...told } = await api.call(endpoints.receiptOf, { opId }, { signal: AbortSignal.timeout(CALL_MS) });
    return status === undefined ? 'erased' : { ...told, status };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return 'unknown';
    throw error;
  }
}

async function pullThumbs({ db, api, now }: PullDeps, limit: number, visit: string | undefined): Promise<void> {
  for (const sha256 of await missingThumbs(db, limit, now())) {
    try {
      await keepThumb(
        db,
        sha256,
        await api.bytes(endpoints.getFile, { sha256, size: 'thumb' }, AbortSignal.timeout(CALL_MS)),
        now(),
        visit,
      );
    } catch (error) {
      // The photo may not have arrived yet, or have gone since; it is asked for again later.
      if (!(error instanceof AppError) || error.next !== 'refuse') throw error;
      await keepThumb(db, sha256, new Blob([]), now(), visit);
    }
  }
}
