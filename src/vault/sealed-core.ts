/**
 * A layer of Dexie's under which every row is sealed: the store's functions above it read and write plain rows, the
 * database below it holds hidden keys, blinded indexes and sealed bytes.
 *
 * An IndexedDB transaction ends by itself as soon as nothing is asked of it, and the worker's answer takes a while:
 * `waiting` keeps the transaction busy until it comes, so all that is written together stays together. Order can not be
 * read from sealed rows, so a query by a range opens the table and looks in memory; keys, and equal texts of an index,
 * are found on the disk. Only the numbers that the database draws itself (the outbox's `seq`) stand there as they are.
 */

import {
  type DBCore,
  type DBCoreCountRequest,
  type DBCoreIndex,
  type DBCoreKeyRange,
  type DBCoreMutateRequest,
  type DBCoreMutateResponse,
  type DBCoreQuery,
  type DBCoreQueryRequest,
  type DBCoreQueryResponse,
  type DBCoreTable,
  type DBCoreTransaction,
  Dexie,
  type Middleware,
} from 'dexie';
import { AppError } from '../../contract/errors.ts';
import { keepAlive } from '../store/keep-alive.ts';
import { type Entry, inRange, isAny, isEqual, memoryCursor, sortBy } from './in-memory.ts';
import type { RowKeeper } from './protocol.ts';
import { decodeRow, encodeRow } from './row.ts';

type Key = string | number;
/** As it lies on the disk, beside its key and blinded indexes. */
interface DiskRow {
  sealed: Uint8Array;
  [field: string]: unknown;
}
type AddOrPut = Extract<DBCoreMutateRequest, { type: 'add' | 'put' }>;

const ANY = { type: 3, lower: undefined, upper: undefined } as DBCoreKeyRange; // a const enum of Dexie's: any key

export function sealing(keeper: RowKeeper): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'vault',
    level: -10, // below everything of Dexie's own, which so sees plain rows
    create: (core) => {
      const tables = new Map(core.schema.tables.map(({ name }) => [name, sealedTable(core.table(name), keeper)]));
      return {
        ...core,
        table: (name) => tables.get(name) ?? core.table(name),
      };
    },
  };
}

function sealedTable(table: DBCoreTable, keeper: RowKeeper): DBCoreTable {
  const { name, schema } = table;
  const { primaryKey, indexes } = schema;
  const isNumbered = primaryKey.autoIncrement === true;
  const keyPath = primaryKey.keyPath as string | null; // no table of ours has a key of several fields
  const blinded = indexes.filter((index) => typeof index.keyPath === 'string' && !index.multiEntry);

  const waiting = <T>(trans: DBCoreTransaction, work: () => Promise<T>): Promise<T> =>
    keepAlive(trans as IDBTransaction, name, Dexie.ignoreTransaction(work)); // Dexie's name for the same thing

  const onDisk = async (keys: readonly Key[]): Promise<Key[]> => (isNumbered ? [...keys] : keeper.hide(name, keys));

  async function marksOf(value: unknown): Promise<Record<string, string>> {
    const marks = blinded.flatMap(({ keyPath: path, extractKey }) => {
      const found: unknown = extractKey?.(value);
      return typeof found === 'string' ? [{ index: path as string, value: found }] : []; // `blinded` has one path each
    });
    const hidden = await keeper.blind(name, marks);
    return Object.fromEntries(marks.map(({ index }, i) => [index, hidden[i] ?? '']));
  }

  /** The rows as they go to the disk; a key that is missing is still to be drawn. */
  async function sealAll(values: readonly unknown[], keys: readonly Key[], places: readonly Key[]): Promise<DiskRow[]> {
    const plain = await Promise.all(values.map((value, i) => encodeRow(keyPath === null ? [keys[i], value] : value)));
    const sealed = await keeper.seal(
      name,
      plain.map((bytes, i) => ({ key: places[i] ?? '', plain: bytes })),
    );
    const marks = await Promise.all(values.map(marksOf));
    return sealed.map((bytes, i) => ({
      ...marks[i],
      ...(keyPath === null ? {} : { [keyPath]: places[i] }),
      sealed: bytes,
    }));
  }

  /** What the disk gave, in the same order; undefined for a row that does not open. */
  async function openAll(rows: readonly DiskRow[], places: readonly Key[]): Promise<(Entry | undefined)[]> {
    const opened = await keeper.open(
      name,
      rows.map(({ sealed }, i) => ({ key: places[i] ?? '', sealed })),
    );
    return opened.map((plain, i) => {
      if (!plain) return undefined;
      const value = decodeRow(plain);
      if (keyPath === null) {
        const [primary, inner] = value as [Key, unknown]; // as sealAll wrote it
        return { primary, value: inner };
      }
      if (isNumbered) (value as Record<string, unknown>)[keyPath] = places[i];
      return { primary: primaryKey.extractKey?.(value) as Key, value };
    });
  }

  function refuse(place: Key | undefined): never {
    throw new AppError('not-readable', `A row of ${name} was changed outside its vault: ${place}`);
  }

  async function write(request: AddOrPut): Promise<DBCoreMutateResponse> {
    const { type, trans, values } = request;
    const given = values.map((value, i) => (request.keys?.[i] ?? primaryKey.extractKey?.(value)) as Key | undefined);
    const keys = given.filter((key) => key !== undefined);
    if (keys.length === values.length) {
      const { places, rows } = await waiting(trans, async () => {
        const hidden = await onDisk(keys);
        return { places: hidden, rows: await sealAll(values, keys, hidden) };
      });
      const answer = await table.mutate({ type, trans, values: rows, ...(keyPath === null ? { keys: places } : {}) });
      return { ...answer, results: keys, lastResult: keys.at(-1) };
    }
    if (keys.length > 0) throw new Error('Rows with and without a number are not written together');
    // The number is part of the seal: it is drawn first, by an empty row that the sealed one then takes the place of.
    const marks = await waiting(trans, () => Promise.all(values.map(marksOf)));
    const drawn = await table.mutate({ type: 'add', trans, values: marks });
    const numbers = (drawn.results ?? []) as (Key | undefined)[];
    const kept = values.flatMap((value, i) => {
      const number = numbers[i];
      return drawn.failures[i] || number === undefined ? [] : [{ value, number }];
    });
    const places = kept.map(({ number }) => number);
    const rows = await waiting(trans, () =>
      sealAll(
        kept.map(({ value }) => value),
        places,
        places,
      ),
    );
    if (rows.length > 0) await table.mutate({ type: 'put', trans, values: rows });
    return { ...drawn, lastResult: numbers.at(-1) };
  }

  async function remove(trans: DBCoreTransaction, keys: readonly Key[]): Promise<DBCoreMutateResponse> {
    const places = await waiting(trans, () => onDisk(keys));
    const answer = await table.mutate({ type: 'delete', trans, keys: places });
    return { ...answer, results: [...keys], lastResult: undefined };
  }

  async function getAll(trans: DBCoreTransaction, keys: readonly Key[]): Promise<(Entry | undefined)[]> {
    const present = keys.filter((key) => key !== undefined && key !== null);
    const places = await waiting(trans, () => onDisk(present));
    const rows: (DiskRow | undefined)[] = await table.getMany({ trans, keys: places });
    const found = rows.flatMap((row, i) => (row ? [{ row, place: places[i] as Key, i }] : [])); // one place each row
    const opened = await waiting(trans, () =>
      openAll(
        found.map(({ row }) => row),
        found.map(({ place }) => place),
      ),
    );
    const entries = new Map(found.map(({ place, i }, n) => [present[i], opened[n] ?? refuse(place)]));
    return keys.map((key) => entries.get(key));
  }

  /** The rows that a query means, in its order. */
  async function select(trans: DBCoreTransaction, { index, range }: DBCoreQuery): Promise<Entry[]> {
    if (index.isPrimaryKey && isEqual(range)) {
      const [entry] = await getAll(trans, [range.lower as Key]);
      return entry ? [{ ...entry, key: entry.primary }] : [];
    }
    const mark = await markOf(trans, index, range);
    const query = mark === undefined ? { index: primaryKey, range: ANY } : { index, range: mark };
    const { result: rows } = (await table.query({ trans, values: true, query })) as { result: DiskRow[] };
    const places =
      keyPath === null
        ? ((await table.query({ trans, values: false, query })) as { result: Key[] }).result
        : rows.map((row) => row[keyPath] as Key);
    const opened = await waiting(trans, () => openAll(rows, places));
    const entries = opened.flatMap((entry, i) => {
      // One row that somebody has changed must not hide all the others.
      if (!entry) console.error(`A row of ${name} was changed outside its vault: ${places[i]}`);
      return entry ? [entry] : [];
    });
    return sortBy(index, entries).filter(({ key }) => inRange(key, range));
  }

  /** Where equal texts of an index stand on the disk. */
  async function markOf(
    trans: DBCoreTransaction,
    index: DBCoreIndex,
    range: DBCoreKeyRange,
  ): Promise<DBCoreKeyRange | undefined> {
    const path = index.keyPath;
    if (index.isPrimaryKey || typeof path !== 'string' || index.multiEntry) return undefined;
    if (!isEqual(range) || typeof range.lower !== 'string') return undefined;
    const [mark] = await waiting(trans, () => keeper.blind(name, [{ index: path, value: range.lower as string }]));
    return { type: 1, lower: mark, upper: mark } as DBCoreKeyRange; // Dexie's "equal"
  }

  /** Keys alone need no row to be opened. */
  async function allKeys(trans: DBCoreTransaction): Promise<Key[]> {
    const { result } = await table.query({ trans, values: false, query: { index: primaryKey, range: ANY } });
    return isNumbered ? result : waiting(trans, () => keeper.show(name, result));
  }

  async function entriesOf(request: {
    trans: DBCoreTransaction;
    values?: boolean;
    query: DBCoreQuery;
  }): Promise<Entry[]> {
    const { trans, values, query } = request;
    if (values || !query.index.isPrimaryKey || !isAny(query.range)) return select(trans, query);
    const keys = await allKeys(trans);
    return sortBy(
      primaryKey,
      keys.map((primary) => ({ primary, value: undefined })),
    );
  }

  async function mutate(request: DBCoreMutateRequest): Promise<DBCoreMutateResponse> {
    const { trans } = request;
    switch (request.type) {
      case 'add':
      case 'put':
        return write(request);
      case 'delete':
        return remove(trans, request.keys as Key[]);
      case 'deleteRange': {
        if (isAny(request.range)) return table.mutate(request);
        const entries = await select(trans, { index: primaryKey, range: request.range });
        return remove(
          trans,
          entries.map(({ primary }) => primary),
        );
      }
    }
  }

  async function query(request: DBCoreQueryRequest): Promise<DBCoreQueryResponse> {
    const entries = await entriesOf(request);
    if (request.direction?.startsWith('prev')) entries.reverse();
    const wanted = entries.slice(0, request.limit ?? entries.length);
    return { result: wanted.map(({ primary, value }) => (request.values ? value : primary)) };
  }

  async function count(request: DBCoreCountRequest): Promise<number> {
    const { index, range } = request.query;
    if (index.isPrimaryKey && isAny(range)) return table.count(request);
    return (await select(request.trans, request.query)).length;
  }

  const valuesOf = async (trans: DBCoreTransaction, keys: readonly Key[]): Promise<unknown[]> =>
    (await getAll(trans, keys)).map((entry) => entry?.value);

  // Dexie's layers above go on in the zone of their transaction only after a promise of Dexie's own.
  const inZone = <T>(work: Promise<T>): Promise<T> => Dexie.Promise.resolve(work);
  return {
    ...table,
    mutate: (request) => inZone(mutate(request)),
    get: ({ trans, key }) => inZone(valuesOf(trans, [key as Key]).then(([value]) => value)),
    getMany: ({ trans, keys }) => inZone(valuesOf(trans, keys as Key[])),
    query: (request) => inZone(query(request)),
    openCursor: (request) => inZone(entriesOf(request).then((entries) => memoryCursor(request, entries))),
    count: (request) => inZone(count(request)),
  };
}
