/** Reports: posting a thing or a person, lists, one with its history, and what its owner changes. */

import { randomUUID } from 'node:crypto';
import { setConsent } from '../../contract/consent.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_IMAGES } from '../../contract/limits.ts';
import { listLooks } from '../../contract/moderation.ts';
import { uploadLostFoundPerson } from '../../contract/person.ts';
import {
  adoptReport,
  countReports,
  createReport,
  endReport,
  endSearch,
  getReport,
  listReports,
  readMine,
  updateReport,
} from '../../contract/report.ts';
import { type Caller, PERMISSIONS } from '../../contract/user.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config.ts';
import { type Op, once, transact, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { keeping } from '../files/keeping.ts';
import { bytesOfDataUrl, type FileStore } from '../files/store.ts';
import { countUse } from '../http/limits.ts';
import { type Call, type Http, isIdle, mount, proofNeeded, refuseUnless } from '../http/mount.ts';
import type { Upload } from '../http/multipart.ts';
import { hashOf, idFrom, opOf, withReceipt } from '../http/op.ts';
import { adoptByMaker } from './adopt.ts';
import { setConsentByMaker } from './consent.ts';
import { readDetails } from './details.ts';
import { endByMaker, endByOffice, findMade, notTheirs } from './end.ts';
import { countFound, findsGuarded, listIds } from './list.ts';
import { logSearch } from './list-log.ts';
import { readLooks } from './looks.ts';
import { readByMaker } from './mine.ts';
import { countPosts, type Posted, type Posting, postOnce, postTogether, refusePosts } from './post.ts';
import { listSightOf, projectReport } from './projection.ts';
import { reportsById } from './read.ts';
import type { Reading } from './reading.ts';
import { applyUpdate, tooManyImages } from './update.ts';
import { readItem, readPerson } from './upload.ts';

export interface ReportDeps {
  db: Db;
  files: FileStore;
  config: Config;
  reading: Reading;
}

export function reportRoutes(http: Http, deps: ReportDeps): void {
  const { db } = deps;
  const early = (caller: Caller) => refusePosts(deps, caller);
  mount(http, createReport, (call) => post(deps, sentThing(call)), {
    together: (calls) => postAll(deps, calls.map(sentThing)),
    early,
  });
  mount(http, uploadLostFoundPerson, (call) => post(deps, sentPerson(call)), {
    together: (calls) => postAll(deps, calls.map(sentPerson)),
    early,
  });
  mount(http, updateReport, (call) => update(deps, call));
  mount(http, endReport, (call) => writeOnce(db, call, (tx) => endByMaker(tx, call.input, call.caller)));
  mount(http, endSearch, async ({ input, caller }) => ({
    data: await transact(db, (tx) => endByOffice(tx, signedIn(caller), input)),
  }));
  mount(http, setConsent, (call) => writeOnce(db, call, (tx) => setConsentByMaker(tx, call.input, call.caller)));
  mount(http, readMine, ({ input, caller }) => readByMaker(db, input, caller));
  mount(http, adoptReport, (call) => writeOnce(db, call, (tx) => adoptByMaker(tx, call.input, signedIn(call.caller))));
  mount(http, getReport, ({ input, caller }) => readDetails(deps, input.id, caller));
  mount(http, listLooks, ({ input, caller }) => readLooks(db, input.id, signedIn(caller)));
  mount(http, countReports, ({ input }) => countFound(db, input.q));
  mount(http, listReports, async ({ input, caller }) => {
    if (findsGuarded(input, caller)) {
      if (isIdle(caller)) throw proofNeeded();
      await logSearch(db, signedIn(caller), input);
    }
    const { ids, ...end } = await listIds(db, input, caller);
    const rows = await reportsById(db, ids);
    const data = ids.flatMap((id) => {
      const row = rows.get(id);
      const view = row && projectReport(row, caller, listSightOf(row, caller));
      return view ? [view] : [];
    });
    await deps.reading.count(
      caller,
      data.flatMap(({ id, mine }) => (mine ? [] : [id])),
    );
    return { data, ...end };
  });
}

/** Many phones may be behind one address, and each has a few. */
const OWN_WRITES_AN_HOUR = 300;
/** Changes that say whose face it is: the server looks for it on each of the photos again, for seconds. */
const CHOICES_AN_HOUR = 30;

type NewThing = Call<typeof createReport>;
type NewPerson = Call<typeof uploadLostFoundPerson>;

/** What is posted, with the photos that came inside of the call: as data URLs, and as the files of a form. */
interface Sent {
  posting: Posting;
  inline: readonly string[];
  uploads: readonly Upload[];
}

function sentThing(call: NewThing): Sent {
  const { input, uploads } = call;
  const caller = signedIn(call.caller);
  const inline = input.images ?? [];
  refuseOverImages([...(input.photos ?? []), ...inline, ...uploads]);
  const op = opOf(call);
  const post = { ...postOf(op, caller.userId, input), item: readItem(input) };
  return { posting: { op, caller, post }, inline, uploads };
}

function sentPerson({ input, sent, caller, opId }: NewPerson): Sent {
  // Nobody needs an account to report a person; an account that may not post does not (A8).
  if (caller.kind === 'user') refuseUnless(PERMISSIONS.member, caller);
  const inline = input.photo ? [input.photo] : [];
  refuseOverImages([...(input.photos ?? []), ...inline]);
  // Not `opOf`: no file comes beside this call, and the receipts that stand know it by this hash.
  const op = { opId: opId ?? randomUUID(), inputHash: hashOf(sent) };
  const ownerId = caller.kind === 'user' ? caller.userId : undefined;
  const post = { ...postOf(op, ownerId, input), person: readPerson(input) };
  return { posting: { op, caller, post }, inline, uploads: [] };
}

function refuseOverImages(images: readonly unknown[]): void {
  if (images.length > MAX_IMAGES) throw tooManyImages();
}

const postOf = ({ opId }: Op, ownerId: string | undefined, input: (NewThing | NewPerson)['input']) => ({
  id: input.id ?? idFrom(opId, 'report'),
  ownerId,
  secretHash: input.secretHash,
  photos: input.photos ?? [],
  videos: input.videos ?? [],
  brought: [],
});

/** Those photos that are named stand before those that came inside of the call. */
async function post(deps: ReportDeps, { posting, inline, uploads }: Sent): Promise<Posted> {
  const isReplay = await wasApplied(deps.db, posting.op);
  if (!isReplay) await countPosts(deps, posting.caller);
  const bytes = isReplay ? [] : [...inline.map(bytesOfDataUrl), ...uploads.map(({ bytes }) => bytes)];
  return keeping(deps.db, deps.files, bytes, (brought) => {
    const post = { ...posting.post, photos: [...posting.post.photos, ...brought], brought };
    return postOnce(deps, { ...posting, post });
  });
}

async function postAll(deps: ReportDeps, all: readonly Sent[]): Promise<Posted[]> {
  if (all.some(({ inline }) => inline.length > 0))
    throw new AppError('bad-input', 'A photo inside of a call goes alone');
  return postTogether(
    deps,
    all.map(({ posting }) => posting),
  );
}

async function update(deps: ReportDeps, call: Call<typeof updateReport>): Promise<OutputOf<typeof updateReport>> {
  const { db, files, config } = deps;
  const { input, caller, opId, uploads } = call;
  const op = opOf(call);
  const reviewed = config.review === 'people';
  const isReplay = await wasApplied(db, op);
  if (!isReplay && input.secret !== undefined) await countUse(db, `own:${caller.key}`, OWN_WRITES_AN_HOUR);
  if (!isReplay && input.faces?.length) await countUse(db, `faces:${caller.key}`, CHOICES_AN_HOUR);
  const sent = isReplay ? [] : uploads.map(({ bytes }) => bytes);
  const { value, receivedAt } = await keeping(db, files, sent, (uploaded) =>
    once(
      db,
      op,
      (tx) => applyUpdate(tx, { input, caller, uploaded, reviewed }),
      (tx) => findMade(tx, input, caller),
    ),
  );
  const data = value && projectReport(value, caller, 'full');
  if (!data) throw notTheirs();
  return { ...withReceipt(opId, receivedAt), data };
}

/** A write of which nothing is read back. */
async function writeOnce(
  db: Db,
  call: Call<typeof endReport> | Call<typeof setConsent> | Call<typeof adoptReport>,
  work: (tx: Db) => Promise<void>,
): Promise<OutputOf<typeof endReport>> {
  const { opId, caller } = call;
  const op = opOf(call);
  if (!(await wasApplied(db, op))) await countUse(db, `own:${caller.key}`, OWN_WRITES_AN_HOUR);
  const { receivedAt } = await once(db, op, work, async () => undefined);
  return withReceipt(opId, receivedAt);
}
