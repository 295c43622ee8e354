/**
 * A layer of Dexie's for browsers that keep no Blob in a database: below it a row holds the bytes, above it the Blob.
 *
 * So it is in a private window of Safari (WebKit: "Error preparing Blob/File data to be stored in object store"); without
 * this no photo of a report could be kept there, nor sent.
 */

import { type DBCore, type DBCoreCursor, type DBCoreTable, Dexie, type DexieOptions, type Middleware } from 'dexie';
import { keepAlive } from './keep-alive.ts';

const PROBE = 'wapsi-probe';
/** What stands in a row for a Blob. */
const BYTES = '$blob';
interface Bytes {
  [BYTES]: ArrayBuffer;
  type: string;
}

type Place = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>;

/** Whether this browser keeps a Blob in a database; asked once a page, before the first one is written. */
async function keepsBlobs(place: Place): Promise<boolean> {
  const db = new Dexie(PROBE, place);
  db.version(1).stores({ probe: '' });
  try {
    await db.table('probe').put(new Blob(['?']), 0);
    return true;
  } catch {
    return false; // also for want of room; bytes are read again as well
  } finally {
    void db.delete().catch(() => undefined);
  }
}

/** Of what is at the same place, all databases of a page know it together. */
const asked = new WeakMap<object, Promise<boolean>>();

/** For the tables whose rows may hold one. */
export function blobsAsBytes(tables: readonly string[], place: Place): Middleware<DBCore> {
  const { indexedDB = globalThis.indexedDB } = place;
  const isKept = (): Promise<boolean> => {
    const answer = asked.get(indexedDB) ?? keepsBlobs(place);
    asked.set(indexedDB, answer);
    return answer;
  };
  return {
    stack: 'dbcore',
    name: 'blobs',
    level: -5, // below everything of Dexie's own; over the seal of a vault, which has bytes alone in any case
    create: (core) => {
      // Before an upgrade the database has only the tables of its former version.
      const here = core.schema.tables.filter(({ name }) => tables.includes(name));
      const wrapped = new Map(here.map(({ name }) => [name, withBlobs(core.table(name), isKept)]));
      return { ...core, table: (name) => wrapped.get(name) ?? core.table(name) };
    },
  };
}

function withBlobs(table: DBCoreTable, isKept: () => Promise<boolean>): DBCoreTable {
  return {
    ...table,
    mutate(request) {
      if ((request.type !== 'add' && request.type !== 'put') || !request.values.some(hasBlob))
        return table.mutate(request);
      const work = async () => ((await isKept()) ? request.values : Promise.all(request.values.map(toBytes)));
      // The transaction is the browser's own; Dexie's types have a name of theirs for it.
      const ready = keepAlive(request.trans as IDBTransaction, table.name, Dexie.ignoreTransaction(work));
      // Dexie's layers above go on in the zone of their transaction only after a promise of Dexie's own.
      return Dexie.Promise.resolve(ready).then((values) => table.mutate({ ...request, values }));
    },
    get: (request) => table.get(request).then(toBlobs),
    getMany: (request) => table.getMany(request).then((rows) => rows.map(toBlobs)),
    query: (request) => table.query(request).then((answer) => ({ ...answer, result: answer.result.map(toBlobs) })),
    openCursor: (request) => table.openCursor(request).then((cursor) => cursor && withValue(cursor)),
  };
}

/** The browser's own cursor answers for itself alone, not for an object that is made after it. */
const withValue = (cursor: DBCoreCursor): DBCoreCursor =>
  Object.create(cursor, {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: () => toBlobs(cursor.value) },
  });

/** Rows are plain: objects, lists, and what is neither. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function hasBlob(value: unknown): boolean {
  if (value instanceof Blob) return true;
  if (Array.isArray(value)) return value.some(hasBlob);
  return isPlain(value) && Object.values(value).some(hasBlob);
}

async function toBytes(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { [BYTES]: await value.arrayBuffer(), type: value.type } satisfies Bytes;
  if (!hasBlob(value)) return value;
  if (Array.isArray(value)) return Promise.all(value.map(toBytes));
  const fields = Object.entries(value as Record<string, unknown>); // what else has one inside is plain
  return Object.fromEntries(await Promise.all(fields.map(async ([name, one]) => [name, await toBytes(one)])));
}

const isBytes = (value: Record<string, unknown>): value is Record<string, unknown> & Bytes =>
  value[BYTES] instanceof ArrayBuffer;

/** The row as it was given: the same one where nothing stands for a Blob. */
function toBlobs(value: unknown): unknown {
  if (Array.isArray(value)) return value.some((one) => toBlobs(one) !== one) ? value.map(toBlobs) : value;
  if (!isPlain(value)) return value;
  if (isBytes(value)) return new Blob([value[BYTES]], { type: value.type });
  const found = Object.entries(value).flatMap(([name, one]) => {
    const whole = toBlobs(one);
    return whole === one ? [] : [[name, whole] as const];
  });
  return found.length > 0 ? { ...value, ...Object.fromEntries(found) } : value;
}
