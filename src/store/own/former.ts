/** What former versions kept in tables of their own, as the rows of today. Pure but for `bringTogether`. */

import type { Transaction } from 'dexie';
import type { QueuedName } from '../../../contract/queued.ts';
import { SCHEMA } from '../newer-rows.ts';
import {
  type Author,
  type Held,
  type Made,
  type OwnReport,
  type OwnScan,
  type OwnWrite,
  type Step,
  textStep,
  WAITS,
} from '../rows.ts';

/** Up to version 7: one call; `seq` was its place in the outbox, and a file's name was `<what it belongs to>/<its hash>`. */
export interface FormerOp extends Omit<Step, 'sha256'> {
  seq: number;
  opId: string;
  entityId: string;
  endpoint: QueuedName;
  input: unknown;
  author?: Author;
  createdAt: number;
  schema?: number;
}

/** A report was named by its `id`, and kept beside it what was sent. */
export type FormerReport = Omit<OwnReport, 'entityId' | 'endpoint' | 'input' | 'order' | 'steps'> & {
  id: string;
  kind?: 'item';
  sent?: Pick<OwnReport, 'endpoint' | 'values' | 'face'> & { input: unknown };
};
export type FormerScan = Pick<OwnScan, 'opId' | 'createdAt' | 'thumb' | 'seen' | 'answer'>;
export type FormerWrite = Omit<OwnWrite, 'order' | 'steps'>;

export interface FormerRows {
  ops: readonly FormerOp[];
  reports: readonly FormerReport[];
  scans: readonly FormerScan[];
  writes: readonly FormerWrite[];
}

const TABLES = ['outbox', 'report', 'scan', 'write'] as const;
type FormerTable = (typeof TABLES)[number];

/** Whether former versions had a table of that name, which is no more. */
export const isFormerTable = (name: string): name is FormerTable => (TABLES as readonly string[]).includes(name);

/** What was in those tables, by the names that they had; as former versions wrote it. */
export async function inOneTable(rowsOf: (table: FormerTable) => unknown[] | PromiseLike<unknown[]>): Promise<Made[]> {
  const rows = { ops: await rowsOf('outbox'), reports: await rowsOf('report') };
  return madeOf({ ...rows, scans: await rowsOf('scan'), writes: await rowsOf('write') } as unknown as FormerRows);
}

/** In the order in which they were made: what has nothing to send by its time, and before all that waits in its queue. */
export function madeOf({ ops, reports, scans, writes }: FormerRows): Made[] {
  const left = new Map(ops.map((op) => [op.opId, op]));
  const take = (isMeant: (op: FormerOp) => boolean): FormerOp[] => {
    const taken = [...left.values()].filter(isMeant).sort((a, b) => a.seq - b.seq);
    for (const { opId } of taken) left.delete(opId);
    return taken;
  };
  const rows: { made: Omit<Made, 'order' | 'steps'>; ops: FormerOp[] }[] = [
    ...reports.map((report) => {
      const own = take(({ opId }) => opId === report.opId || opId.startsWith(`${report.id}/`));
      return { made: reportOf(report, own), ops: own };
    }),
    ...scans.map((scan) => {
      const own = take(({ opId }) => opId === scan.opId);
      return { made: { ...scan, entityId: scan.opId, endpoint: 'compareFace' as const, ...said(own) }, ops: own };
    }),
    ...writes.map((write) => ({
      made: write,
      ops: take(({ opId }) => opId === write.opId || opId.startsWith(`${write.opId}/`)),
    })),
  ];
  // A text whose own row is gone goes out all the same; a file of nothing belongs nowhere.
  for (const op of take(({ endpoint }) => endpoint !== 'putFile')) rows.push({ made: madeOfOp(op), ops: [op] });
  const placeOf = ({ ops: [first], made }: (typeof rows)[number]): [number, number] => [
    first?.seq ?? 0,
    made.createdAt,
  ];
  const byPlace = rows.map((row) => ({ row, place: placeOf(row) }));
  byPlace.sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1]);
  return byPlace.map(({ row: { made, ops: own } }, order) => {
    const steps = own.map(stepOf);
    const now = {
      schema: Math.max(SCHEMA, made.schema ?? 1),
      order,
      steps,
      ...(steps.length > 0 ? { waits: WAITS } : {}),
    };
    return { ...made, ...now } as Made; // each kind with what it had
  });
}

function reportOf(former: FormerReport, ops: readonly FormerOp[]): Omit<OwnReport, 'order' | 'steps'> {
  const { id, kind, sent, ...report } = former;
  const endpoint = kind === 'item' ? 'createReport' : 'uploadLostFoundPerson';
  const { input = {} } = ops.length > 0 ? said(ops) : {};
  const words = sent && { input: sent.input as Record<string, unknown>, values: sent.values };
  return { input, ...report, entityId: id, endpoint, ...words, ...(sent?.face ? { face: sent.face } : {}) };
}

/** What the text says, and whose it is. */
function said(ops: readonly FormerOp[]): Pick<Made, 'input' | 'author'> {
  const text = ops.find(({ endpoint }) => endpoint !== 'putFile');
  if (!text) return { input: {} };
  return { input: text.input as Record<string, unknown>, ...(text.author ? { author: text.author } : {}) };
}

function madeOfOp(op: FormerOp): Omit<Made, 'order' | 'steps'> {
  const { opId, entityId, endpoint, createdAt, schema = 1 } = op;
  const row = { opId, entityId, createdAt, schema, ...said([op]) };
  if (endpoint === 'compareFace') return { ...row, endpoint };
  if (endpoint !== 'uploadLostFoundPerson' && endpoint !== 'createReport')
    return { ...row, endpoint, label: '', files: [] } as Omit<OwnWrite, 'order' | 'steps'>; // no file: those were taken
  const { type = 'lost', reportType = type } = row.input as { type?: 'lost'; reportType?: 'lost' };
  return { ...row, endpoint, type: reportType, label: '', photos: [], videos: [], values: {} } as Omit<
    OwnReport,
    'order' | 'steps'
  >;
}

function stepOf(op: FormerOp): Step {
  const {
    seq: _,
    opId: __,
    entityId: ___,
    endpoint,
    input,
    author: ____,
    createdAt: _____,
    schema: ______,
    ...step
  } = op;
  return endpoint === 'putFile' ? { ...step, sha256: (input as { sha256: string }).sha256 } : step;
}

/** A database of version 7 becomes one of version 8, all of it or nothing. */
export async function bringTogether(upgrade: Transaction): Promise<void> {
  await upgrade.table('made').bulkAdd(await inOneTable((name) => upgrade.table(name).toArray()));
}

/** In the reserve, up to version 7: what the form had made. */
export interface FormerHeld {
  author?: Author;
  refused?: Pick<Step, 'fields'> & { error: NonNullable<Step['error']> };
  pause?: Pick<Step, 'tries' | 'nextAt' | 'pauseMs' | 'error'>;
  call: OwnReport['endpoint'];
  report: Pick<OwnReport, 'opId' | 'label' | 'values' | 'face'> & {
    id: string;
    upload: object & { type?: OwnReport['type']; reportType?: OwnReport['type'] };
    now: number;
    maker?: { secret: string; secretHash: string };
  };
}

/** As it is held today. */
export function heldOf(held: Held | FormerHeld): Held {
  if (!('report' in held)) return held;
  const { author, refused, pause, call, report } = held;
  const { id, opId, label, values, face, upload, now, maker } = report;
  const none = { photos: [], videos: [] };
  const input = { ...upload, id, opId, ...none, ...(maker ? { secretHash: maker.secretHash } : {}) };
  const state = refused ? { state: 'refused' as const, ...refused } : {};
  return {
    ...{ opId, entityId: id, endpoint: call, label, values, input, ...none, createdAt: now, order: now, waits: WAITS },
    type: upload.reportType ?? upload.type ?? 'lost',
    schema: SCHEMA,
    steps: [{ ...textStep(input), ...pause, ...state }],
    ...(author ? { author } : {}),
    ...(face ? { face } : {}),
    ...(maker ? { secret: maker.secret } : {}),
  };
}
