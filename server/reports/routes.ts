/** Reports: posting a thing, lists, one with its history, and what its owner changes. */

import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_IMAGES } from '../../contract/limits.ts';
import { adoptReport, createReport, endReport, getReport, listReports, updateReport } from '../../contract/report.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config.ts';
import { once, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { keeping } from '../files/keeping.ts';
import { bytesOfDataUrl, type FileStore } from '../files/store.ts';
import { type Call, type Http, mount } from '../http/mount.ts';
import { idFrom, opOf } from '../http/op.ts';
import { readDetails } from './details.ts';
import { adoptByMaker, endByMaker } from './end.ts';
import { listIds } from './list.ts';
import { countPosts, type Posting, postOnce, postTogether, refusePosts } from './post.ts';
import { listSightOf, projectReport } from './projection.ts';
import { findReport, reportsById } from './read.ts';
import { applyUpdate, tooManyImages } from './update.ts';
import { readItem } from './upload.ts';

export interface ReportDeps {
  db: Db;
  files: FileStore;
  config: Config;
}

export function reportRoutes(http: Http, deps: ReportDeps): void {
  const { db } = deps;
  mount(http, createReport, (call) => create(deps, call), {
    together: (calls) => createTogether(deps, calls),
    early: (caller) => refusePosts(deps, caller),
  });
  mount(http, updateReport, (call) => update(deps, call));
  mount(http, endReport, (call) => writeOnce(db, call, (tx) => endByMaker(tx, call.input, call.caller)));
  mount(http, adoptReport, (call) => writeOnce(db, call, (tx) => adoptByMaker(tx, call.input, signedIn(call.caller))));
  mount(http, getReport, ({ input, caller }) => readDetails(db, input.id, caller, deps.config));
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
  const { input, uploads } = call;
  const posting = postingOf(call);
  const inline = input.images ?? [];
  if (posting.post.photos.length + inline.length + uploads.length > MAX_IMAGES) throw tooManyImages();
  const isReplay = await wasApplied(deps.db, posting.op);
  if (!isReplay) await countPosts(deps, call.caller);
  const sent = isReplay ? [] : [...inline.map(bytesOfDataUrl), ...uploads.map(({ bytes }) => bytes)];
  return keeping(deps.db, deps.files, sent, (brought) => {
    const post = { ...posting.post, photos: [...posting.post.photos, ...brought], brought };
    return postOnce(deps, { ...posting, post });
  });
}

function createTogether(
  deps: ReportDeps,
  calls: readonly Call<typeof createReport>[],
): Promise<OutputOf<typeof createReport>[]> {
  if (calls.some(({ input }) => input.images)) throw new AppError('bad-input', 'A photo inside of a call goes alone');
  return postTogether(deps, calls.map(postingOf));
}

function postingOf(call: Call<typeof createReport>): Posting {
  const { input } = call;
  const caller = signedIn(call.caller);
  const op = opOf(call);
  const id = input.id ?? idFrom(op.opId, 'report');
  const named = { photos: input.photos ?? [], videos: input.videos ?? [], brought: [] };
  const { secretHash } = input;
  return { op, caller, post: { id, ownerId: caller.userId, secretHash, ...named, item: readItem(input) } };
}

async function update(deps: ReportDeps, call: Call<typeof updateReport>): Promise<OutputOf<typeof updateReport>> {
  const { db, files, config } = deps;
  const { input, caller, opId, uploads } = call;
  const op = opOf(call);
  const reviewed = config.review === 'people';
  const sent = (await wasApplied(db, op)) ? [] : uploads.map(({ bytes }) => bytes);
  const { value, receivedAt } = await keeping(db, files, sent, (uploaded) =>
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

/** A write of which nothing is read back. */
async function writeOnce(
  db: Db,
  call: Call<typeof endReport> | Call<typeof adoptReport>,
  work: (tx: Db) => Promise<void>,
): Promise<OutputOf<typeof endReport>> {
  const { opId } = call;
  const { receivedAt } = await once(db, opOf(call), work, async () => undefined);
  return opId ? { receipt: { opId, receivedAt: receivedAt.toISOString() } } : {};
}
