/** Whether a face is known. */

import { randomUUID } from 'node:crypto';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { compareFace } from '../../contract/face.ts';
import { MAX_CANDIDATES } from '../../contract/limits.ts';
import { GUARDED_VIEW, NO_ID } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { decide } from '../../match/decide.ts';
import type { Hit } from '../../match/gallery.ts';
import { compareTemplates, TEMPLATE_VERSION } from '../../match/template.ts';
import { writeAudit } from '../audit/audit.ts';
import { markUsed } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import { once, wasApplied } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { type Call, type Http, isIdle, mount, proofNeeded } from '../http/mount.ts';
import { hashOf, withReceipt } from '../http/op.ts';
import { isComparable, projectReport, sightOf } from '../reports/projection.ts';
import { type ReportRow, reportsById } from '../reports/read.ts';
import { isOwner, isVeiled, mayAssist, mayProtect } from '../reports/rules.ts';
import { readDescriptor } from '../reports/upload.ts';
import type { FaceIndex, Pool } from './index.ts';
import { findScan, insertScan, type ScanCandidate } from './scans.ts';
import { searchedSightings } from './sighting-faces.ts';

export interface FaceDeps {
  db: Db;
  index: FaceIndex;
  config: Config;
}

/** More hits than are shown, because some fall to the stricter bar for children. */
const HITS = 10;

export function faceRoutes(http: Http, deps: FaceDeps): void {
  mount(http, compareFace, (call) => compare(deps, call));
}

async function compare(
  { db, index, config }: FaceDeps,
  { input, caller, opId }: Call<typeof compareFace>,
): Promise<OutputOf<typeof compareFace>> {
  const refused = refusalOf(input);
  if (refused) {
    // Nothing was asked that could be asked again: the op is done, and says why.
    const receipt = opId ? { receipt: { opId, receivedAt: new Date().toISOString() } } : {};
    return { found: false, data: null, candidates: [], searched: 0, reason: refused, ...receipt };
  }
  const probe = readDescriptor(input.descriptor ?? []);
  if (!probe) throw new AppError('bad-input', 'The descriptor is not a face', { fields: { descriptor: 'not a face' } });

  const power = powerOf(caller, input);
  const why = power && [power.reason, power.detail].filter(Boolean).join(': ');
  const op = { opId: opId ?? randomUUID(), inputHash: hashOf(why ? [input.descriptor, why] : input.descriptor) };
  const isReplay = await wasApplied(db, op);
  if (!isReplay) await countSearch(db, caller, config);
  if (power && caller.kind === 'user' && caller.session) await markUsed(db, caller.session, null);
  const pool = power ? 'all' : 'agreed';
  const { hits, searched } = isReplay ? NOTHING : await index.search(probe, HITS, pool);
  const seen = power && !isReplay ? await seenLike(db, probe) : [];
  const { value, receivedAt } = await once(
    db,
    op,
    async (tx) => {
      const candidates = await judge(tx, hits, seen);
      await insertScan(tx, { opId: op.opId, caller, scannedAt: input.scannedAt, searched, candidates });
      const told = (await answerFor(tx, caller, pool, candidates)).filter(({ data }) => data.id !== NO_ID);
      // Words about somebody stand by who was found alone, and are erased with them.
      await writeAudit(tx, caller, 'face-search', undefined, told.length > 0 ? power?.reason : why);
      for (const { data } of told) await writeAudit(tx, caller, 'face-found', data.id, why);
    },
    (tx) => findScan(tx, op.opId),
  );
  const candidates = await answerFor(db, caller, pool, value.candidates);
  const [best] = candidates;
  return {
    found: best !== undefined,
    data: best?.data ?? null,
    ...(best ? { band: best.band } : {}),
    candidates,
    searched: value.searched,
    ...withReceipt(opId, receivedAt),
  };
}

const NOTHING = { hits: [], searched: 0 };

/**
 * With a reason officers and moderators find whoever is looked for; all others, and they without one, whose reporter agreed and
 * whom somebody has looked at.
 * @throws AppError proof-needed where their office lies idle
 */
function powerOf(caller: Caller, { reason, detail }: Call<typeof compareFace>['input']) {
  if (reason && isIdle(caller)) throw proofNeeded();
  return mayProtect(caller) && reason ? { reason, detail } : undefined;
}

/** An officer or moderator as whom they search without a reason: anybody with an account. */
const withoutOffice = (caller: Caller): Caller =>
  caller.kind === 'user' && mayProtect(caller) ? { ...caller, role: 'finder', districts: [] } : caller;

/** Whoever is over their own limit uses up nothing of their neighbours'. @throws AppError too-many */
async function countSearch(db: Db, caller: Caller, config: Config): Promise<void> {
  const limit = limitOf(caller, config);
  await countUse(db, `compare:${caller.key}`, limit);
  const { network } = config.limits.compare;
  if (caller.network !== undefined && !mayAssist(caller))
    await countUse(db, `compare:network:${caller.network}`, Math.max(limit, network));
}

type Answered = OutputOf<typeof compareFace>['candidates'];

/** One answer for all guarded people together, after the others: neither which, nor how many, nor how near. */
const GUARDED_HIT: Answered[number] = { band: 'possible', data: GUARDED_VIEW };

async function answerFor(db: Db, caller: Caller, pool: Pool, candidates: readonly ScanCandidate[]): Promise<Answered> {
  const viewer = pool === 'all' ? caller : withoutOffice(caller);
  const rows = await rowsOf(
    db,
    candidates.map(({ reportId }) => reportId),
  );
  let isGuarded = false;
  const seen = candidates.flatMap(({ reportId, band, bySighting }) => {
    const row = rows.get(reportId);
    if (!row || isVeiled(row) || (pool === 'agreed' && !isComparable(row))) return [];
    // An office finds nothing of its own posts: that it finds it no more would say that somebody must not be found.
    if ((bySighting || pool === 'all') && isOwner(row, caller)) return [];
    const sight = sightOf(row, viewer);
    // An officer who gave a reason may open it with one, wherever it is: to them it is one of its own.
    const isNamed = sight !== 'guarded' || pool === 'all';
    isGuarded ||= !isNamed;
    const data = isNamed ? projectReport(row, viewer, sight) : undefined;
    return data ? [{ band, data, ...(bySighting ? { sighting: true as const } : {}) }] : [];
  });
  return isGuarded ? [...seen.slice(0, MAX_CANDIDATES - 1), GUARDED_HIT] : seen.slice(0, MAX_CANDIDATES);
}

/** As many ids are looked up whoever was found, so that the work for a hit is that for a miss. */
const rowsOf = (db: Db, ids: readonly string[]): Promise<Map<string, ReportRow>> =>
  reportsById(db, [...ids, ...Array.from({ length: Math.max(0, HITS - ids.length) }, () => randomUUID())]);

/** Why a face cannot be compared at all; landmarks alone are geometry (A9), another pipeline's numbers are noise. */
function refusalOf({ descriptor, model }: Call<typeof compareFace>['input']): OutputOf<typeof compareFace>['reason'] {
  if (!descriptor) return 'descriptor_required';
  return model !== undefined && model !== TEMPLATE_VERSION ? 'other_model' : undefined;
}

type Near = Pick<Hit, 'id' | 'score'>;

/** Records by the photos of sightings that were told of them, the most like first. */
async function seenLike(db: Db, probe: Uint8Array): Promise<Near[]> {
  const best = new Map<string, number>();
  for (const { report_id, code } of await searchedSightings(db))
    best.set(report_id, Math.max(best.get(report_id) ?? -1, compareTemplates(probe, code)));
  return [...best]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, HITS);
}

/** Those of the hits that are near enough for the age of the person they are about; one that is a hit by itself is no sighting. */
async function judge(tx: Db, hits: readonly Near[], seen: readonly Near[]): Promise<ScanCandidate[]> {
  const rows = await rowsOf(
    tx,
    [...hits, ...seen].map((hit) => hit.id),
  );
  const near = (some: readonly Near[], bySighting: boolean) =>
    some.flatMap(({ id, score }) => {
      const row = rows.get(id);
      const band = row ? decide(score, { youngest: row.age_min ?? undefined }) : 'none';
      return band === 'none' ? [] : [{ reportId: id, band, bySighting, score }];
    });
  const own = near(hits, false);
  const known = new Set(own.map(({ reportId }) => reportId));
  return [...own, ...near(seen, true).filter(({ reportId }) => !known.has(reportId))]
    .sort((a, b) => b.score - a.score)
    .map(({ score: _, ...candidate }) => candidate);
}

function limitOf(caller: Caller, { limits }: Config): number {
  if (caller.kind === 'anonymous') return limits.compare.anonymous;
  return mayAssist(caller) ? limits.compare.volunteer : limits.compare.user;
}
