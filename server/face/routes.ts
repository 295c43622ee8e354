/** The two face calls of the specification. */

import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { compareFace, mayBeChild, uploadLostFoundPerson } from '../../contract/face.ts';
import { MAX_CANDIDATES } from '../../contract/limits.ts';
import type { Caller } from '../../contract/user.ts';
import { decide } from '../../match/decide.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Config } from '../config.ts';
import { numberReceipt, once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import type { FileStore } from '../files/store.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { guardedView, projectReport } from '../reports/projection.ts';
import { findReport, findReports } from '../reports/read.ts';
import { changeStatus, insertPerson } from '../reports/store.ts';
import { readDescriptor, readPerson } from '../reports/upload.ts';
import type { FaceIndex } from './index.ts';
import { findScan, insertScan } from './scans.ts';

export interface FaceDeps {
  db: Db;
  files: FileStore;
  index: FaceIndex;
  config: Config;
}

/** More hits than are shown, because some fall to the stricter bar for children. */
const HITS = 10;

export function faceRoutes(http: Http, { db, files, index, config }: FaceDeps): void {
  mount(http, compareFace, async ({ input, caller, opId }) => {
    const nothing = { found: false, data: null, candidates: [], searched: 0 };
    if (!input.descriptor) return { ...nothing, reason: 'descriptor_required' as const };
    if (input.model !== undefined && input.model !== TEMPLATE_VERSION)
      return { ...nothing, reason: 'other_model' as const };
    const probe = readDescriptor(input.descriptor);
    if (!probe)
      throw new AppError('bad-input', 'The descriptor is not a face', { fields: { descriptor: 'not a face' } });

    const op = { opId: opId ?? randomUUID(), inputHash: hashOf(input.descriptor) };
    const known = await db.selectFrom('scan').select('op_id').where('op_id', '=', op.opId).executeTakeFirst();
    if (!known) await countUse(db, `compare:${caller.key}`, limitOf(caller, config), Date.now());
    const { hits, searched } = await index.search(probe, HITS);
    const { value, receivedAt } = await once(
      db,
      op,
      async (tx) => {
        const rows = new Map(
          (
            await findReports(
              tx,
              hits.map((hit) => hit.id),
            )
          ).map((row) => [row.id, row]),
        );
        const candidates = hits.flatMap((hit) => {
          const row = rows.get(hit.id);
          const band = row && decide(hit.score, { child: mayBeChild(row.age_min ?? undefined) });
          return band === 'likely' || band === 'possible' ? [{ reportId: hit.id, band }] : [];
        });
        await insertScan(tx, {
          opId: op.opId,
          callerKey: caller.key,
          scannedAt: input.scannedAt,
          searched,
          candidates,
        });
      },
      (tx) => findScan(tx, op.opId),
    );
    const rows = new Map(
      (
        await findReports(
          db,
          value.candidates.map((c) => c.reportId),
        )
      ).map((row) => [row.id, row]),
    );
    const candidates = value.candidates
      .flatMap(({ reportId, band }) => {
        const row = rows.get(reportId);
        const data = row && projectReport(row, caller);
        return data ? [{ band, data }] : [];
      })
      .slice(0, MAX_CANDIDATES);
    const [best] = candidates;
    return {
      found: best !== undefined,
      data: best?.data ?? null,
      ...(best ? { band: best.band } : {}),
      candidates,
      searched: value.searched,
      ...(opId ? { receipt: { opId, receivedAt: receivedAt.toISOString() } } : {}),
    };
  });

  mount(http, uploadLostFoundPerson, async ({ input, caller, opId: named }) => {
    const opId = named ?? randomUUID();
    const person = readPerson(input);
    const known = await db.selectFrom('receipt').select('op_id').where('op_id', '=', opId).executeTakeFirst();
    if (!known) await countUse(db, `report:${caller.key}`, config.limits.reports, Date.now());
    const inline = input.photo ? await files.putDataUrl(input.photo) : undefined;
    const photos = inline ? [inline, ...(input.photos ?? [])] : (input.photos ?? []);
    const id = input.id ?? opId; // a replay of an old client's call must find the same report
    const ownerId = caller.kind === 'user' ? caller.userId : undefined;
    const { value, receivedAt } = await once(
      db,
      { opId, inputHash: hashOf({ ...input, opId }) },
      async (tx) => {
        const number = await insertPerson(tx, { id, ownerId, person, photos, videos: input.videos ?? [] });
        await numberReceipt(tx, opId, number);
        if (config.review === 'at-once') await changeStatus(tx, id, 'published', 'system:at-once');
      },
      (tx) => findReport(tx, id),
    );
    if (!value) throw new AppError('not-found', 'The report was received and has been erased since');
    const receipt = { opId, number: value.number, receivedAt: receivedAt.toISOString() };
    return { receipt, data: projectReport(value, caller) ?? guardedView(value) };
  });
}

function limitOf(caller: Caller, { limits }: Config): number {
  if (caller.kind === 'anonymous') return limits.compare.anonymous;
  return caller.role === 'poster' || caller.role === 'finder' ? limits.compare.user : limits.compare.volunteer;
}

/** What the same op must carry again to be the same op. */
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
