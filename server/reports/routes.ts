/** Reports: posting a thing, lists, one with its history, and what its owner changes. */

import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_IMAGES } from '../../contract/limits.ts';
import { createReport, getReport, listReports, updateReport } from '../../contract/report.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config.ts';
import { numberReceipt, once, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { removeUnnamed } from '../files/jobs.ts';
import type { FileStore } from '../files/store.ts';
import { countUse } from '../http/limits.ts';
import { type Call, type Http, mount } from '../http/mount.ts';
import type { Upload } from '../http/multipart.ts';
import { idFrom, opOf } from '../http/op.ts';
import { readDetails } from './details.ts';
import { insertItem } from './insert.ts';
import { listIds } from './list.ts';
import { guardedView, listSightOf, projectReport } from './projection.ts';
import { findReport, reportsById } from './read.ts';
import { changeStatus } from './store.ts';
import { applyUpdate, tooManyImages } from './update.ts';
import { readItem } from './upload.ts';

export interface ReportDeps {
  db: Db;
  files: FileStore;
  config: Config;
}

export function reportRoutes(http: Http, deps: ReportDeps): void {
  const { db } = deps;
  mount(http, createReport, (call) => create(deps, call));
  mount(http, updateReport, (call) => update(deps, call));
  mount(http, getReport, ({ input, caller }) => readDetails(db, input.id, caller));
  mount(http, listReports, async ({ input, caller }) => {
    const { ids, ...end } = await listIds(db, input, caller);
    const rows = await reportsById(db, ids);
    const data = ids.flatMap((id) => {
      const row = rows.get(id);
      const view = row && projectReport(row, caller, listSightOf(row, caller));
      return view ? [view] : [];
    });
    return { data, ...end };
  });
}

async function create(deps: ReportDeps, call: Call<typeof createReport>): Promise<OutputOf<typeof createReport>> {
  const { db, config } = deps;
  const { input, uploads } = call;
  const caller = signedIn(call.caller);
  const op = opOf(call);
  const item = readItem(input);
  const named = input.photos ?? [];
  const inline = input.images ?? [];
  if (named.length + inline.length + uploads.length > MAX_IMAGES) throw tooManyImages();
  const isReplay = await wasApplied(db, op);
  if (!isReplay) await countUse(db, `report:${caller.key}`, config.limits.reports, Date.now());
  const id = input.id ?? idFrom(op.opId, 'report');
  const { value, receivedAt } = await withUploads(deps, isReplay ? [] : uploads, isReplay ? [] : inline, (sent) =>
    once(
      db,
      op,
      async (tx) => {
        const photos = [...named, ...sent];
        const number = await insertItem(tx, { id, ownerId: caller.userId, item, photos, videos: input.videos ?? [] });
        await numberReceipt(tx, op.opId, number);
        if (config.review === 'at-once') await changeStatus(tx, id, 'published', 'system:at-once');
      },
      (tx) => findReport(tx, id),
    ),
  );
  if (!value) throw new AppError('not-found', 'The report was received and has been erased since');
  const receipt = { opId: op.opId, number: value.number, receivedAt: receivedAt.toISOString() };
  return { receipt, data: projectReport(value, caller) ?? guardedView(value) };
}

async function update(deps: ReportDeps, call: Call<typeof updateReport>): Promise<OutputOf<typeof updateReport>> {
  const { db, config } = deps;
  const { input, caller, opId, uploads } = call;
  const op = opOf(call);
  const reviewed = config.review === 'people';
  const { value, receivedAt } = await withUploads(deps, (await wasApplied(db, op)) ? [] : uploads, [], (uploaded) =>
    once(
      db,
      op,
      (tx) => applyUpdate(tx, { input, caller, uploaded, reviewed }),
      (tx) => findReport(tx, input.id),
    ),
  );
  const data = value && projectReport(value, caller);
  if (!data) throw new AppError('not-found', 'There is no such report of yours');
  return { ...(opId ? { receipt: { opId, receivedAt: receivedAt.toISOString() } } : {}), data };
}

/** Keep the photos that came inside of the call before the write names them; when it fails, they go again. */
async function withUploads<T>(
  { db, files }: ReportDeps,
  uploads: readonly Upload[],
  inline: readonly string[],
  write: (hashes: readonly string[]) => Promise<T>,
): Promise<T> {
  const kept: string[] = [];
  try {
    for (const url of inline) kept.push(await files.putDataUrl(url));
    for (const { bytes } of uploads) kept.push(await files.putPlain(bytes));
    return await write(kept);
  } catch (error) {
    await removeUnnamed(db, files, kept);
    throw error;
  }
}
