/** Seals what is written and opens what is read, in one place for everybody: neither writers nor readers know of it. */

import {
  ColumnNode,
  ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  sql,
  type UnknownRow,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type { KeyName, Keys } from './keys.ts';
import type { Db } from './schema.ts';
import { keyNamesOf, keyOf, openValue, type Place, SIGN, sealedIn, sealValue } from './seal.ts';
import { isJson, MARKED, type Mark, placeOf, SEALED, type SealedColumn } from './sealed-columns.ts';

/** The key that words are made unreadable with, so that they can still be looked for. */
export const SEARCH_KEY: KeyName = 'search';
/** What accounts are found by is made with it: blind.ts. */
export const ACCOUNT_KEY: KeyName = 'account';
/** By which an account that was erased is known when it comes back: server/users/left.ts. */
export const LEFT_KEY: KeyName = 'left';
/**
 * The server's own keys, which no record ends: of the words of reports, of accounts and those that have left, of what was
 * taken down, of the log of processing.
 */
export const OWN_KEYS = [
  ...[SEARCH_KEY, ACCOUNT_KEY, LEFT_KEY],
  ...['suppression', 'pseudonym', 'log'],
] as const satisfies readonly KeyName[];

type Make<T> = (key: Buffer) => T;

/** A value that is made with a key of the server's when it is sent. */
class Keyed {
  readonly make: Make<unknown>;
  readonly by: KeyName;
  constructor(make: Make<unknown>, by: KeyName) {
    this.make = make;
    this.by = by;
  }
}
/** For a statement: what only the database's own server can make, since it has the key. */
export const keyed = <T = string>(make: Make<unknown>, by: KeyName = SEARCH_KEY): RawBuilder<T> =>
  sql<T>`${new Keyed(make, by)}`;

export class Sealing implements KyselyPlugin {
  readonly keys: Keys;
  readonly #writer: Writer;

  constructor(keys: Keys) {
    this.keys = keys;
    this.#writer = new Writer(keys);
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#writer.transformNode(node);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const found: Found[] = [];
    for (const row of result.rows) findSealed(row, found);
    if (found.length === 0) return result;
    const keys = await this.keys.read(found.flatMap(({ sealed }) => keyNamesOf(sealed.place)));
    for (const { within, at, sealed } of found)
      within[at] = openValue(
        sealed,
        keyOf(sealed.place, (name) => keys.get(name)),
      );
    return result;
  }
}

/** The keys of an open database. */
export function keysOf(db: Db): Keys {
  const sealing = db.getExecutor().plugins.find((plugin) => plugin instanceof Sealing);
  if (!sealing) throw new Error('The database was opened without keys.');
  return sealing.keys;
}

/** A value for a place that is not a column of its own: it is opened wherever it is read. */
export const sealedFor = (db: Db, place: Place, value: unknown): unknown =>
  sealValue(value, place, 'optional', keyOf(place, keysOf(db).take));

interface Found {
  within: Record<string, unknown>;
  at: string;
  sealed: NonNullable<ReturnType<typeof sealedIn>>;
}

/** Also within lists and objects that the database has put together. */
function findSealed(within: object, found: Found[]): void {
  for (const [at, value] of Object.entries(within)) {
    const sealed = sealedIn(value);
    // Entries name the keys of arrays too.
    if (sealed) found.push({ within: within as Found['within'], at, sealed });
    else if (isPlain(value)) findSealed(value, found);
  }
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object);

class Writer extends OperationNodeTransformer {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    super();
    this.#keys = keys;
  }

  protected override transformValue(node: ValueNode): ValueNode {
    const value = this.#sent(node.value);
    return value === node.value ? node : { ...node, value };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map((value) => this.#sent(value)) };
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const made = super.transformInsertQuery(node);
    const table = tableOf(node.into) ?? '';
    const columns = SEALED[table];
    const names = made.columns?.map(nameOf);
    if (!columns || !names || made.values?.kind !== 'ValuesNode') return made;
    const { values } = made.values as unknown as { values: readonly (PrimitiveValueListNode | ValueListNode)[] };
    if (made.onConflict?.updates?.some(({ column }) => columns.has(nameOf(column))))
      throw new Error(`What stands in ${table} already is sealed by a key of its own: write it by its id.`);
    const marked = [...(MARKED[table] ?? [])].filter(([name]) => names.includes(name));
    const rows = values.map((row) => {
      const cells = row.values.map(sentAs);
      const sealed = names.map((name, i) => {
        const column = columns.get(name);
        return column ? this.#seal(name, cells[i], column, (by) => cells[names.indexOf(by)]) : cells[i];
      });
      const nodes = sealed.map((value, i) => {
        const cell = row.values[i];
        return value === cells[i] && isNode(cell) ? cell : ValueNode.create(value);
      });
      const marks = marked.map(([name, { of }]) => ValueNode.create(this.#mark(of, cells[names.indexOf(name)])));
      return ValueListNode.create([...nodes, ...marks]);
    });
    return {
      ...made,
      columns: [...(made.columns ?? []), ...marked.map(([, { column }]) => ColumnNode.create(column))],
      values: { kind: 'ValuesNode', values: rows } as OperationNode,
    };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const made = super.transformUpdateQuery(node);
    const table = tableOf(node.table) ?? '';
    const columns = SEALED[table];
    if (!columns) return made;
    const ids = named(made.where?.where);
    // What it becomes counts, where the statement says so.
    for (const { column, value } of made.updates ?? [])
      if (ValueNode.is(value) && typeof value.value === 'string') ids.set(nameOf(column), value.value);
    const updates = made.updates?.flatMap((update) => {
      const name = nameOf(update.column);
      const column = columns.get(name);
      if (!column || !ValueNode.is(update.value)) return [update];
      const { value } = update.value;
      const sealed = { ...update, value: ValueNode.create(this.#seal(name, value, column, (by) => ids.get(by))) };
      const mark = MARKED[table]?.get(name);
      if (!mark) return [sealed];
      const { column: beside, of } = mark;
      return [sealed, ColumnUpdateNode.create(ColumnNode.create(beside), ValueNode.create(this.#mark(of, value)))];
    });
    return updates ? { ...made, updates } : made;
  }

  #seal(name: string, value: unknown, column: SealedColumn, valueOfColumn: (name: string) => unknown): unknown {
    if (value === null || value === undefined || isNode(value)) return value;
    const id = column.by.map(valueOfColumn).find((its) => typeof its === 'string');
    if (typeof id !== 'string')
      throw new Error(`To write ${name}, a statement names the ${column.by.join(' or ')} of the row.`);
    const also = column.also === undefined ? undefined : valueOfColumn(column.also);
    if (column.also !== undefined && also === undefined)
      throw new Error(`To write ${name}, a statement names the ${column.also} of the row.`);
    const place = placeOf(id, column.reach, also);
    const sealed = sealValue(value, place, column.kind, keyOf(place, this.#keys.take));
    return isJson(name) ? JSON.stringify(sealed) : sealed;
  }

  #mark(of: Mark['of'], value: unknown): unknown {
    return typeof value === 'string' ? of(value, this.#keys.take(ACCOUNT_KEY)) : null;
  }

  /** No text from outside passes for a sealed one. */
  #sent(value: unknown): unknown {
    if (value instanceof Keyed) return value.make(this.#keys.take(value.by));
    return typeof value === 'string' && value.startsWith(SIGN) ? `\uFFFD${value.slice(SIGN.length)}` : value;
  }
}

const isNode = (cell: unknown): cell is OperationNode => typeof cell === 'object' && cell !== null && 'kind' in cell;

/** Of a row to insert: the value itself where it is one, or what makes it. */
const sentAs = (cell: unknown): unknown => (isNode(cell) && ValueNode.is(cell) ? cell.value : cell);

interface Identified {
  table?: { identifier?: { name?: string } };
  column?: { column?: { name?: string }; name?: string };
}

const tableOf = (node: OperationNode | undefined): string | undefined =>
  (node as Identified | undefined)?.table?.identifier?.name;

function nameOf(node: OperationNode | ColumnNode): string {
  const { column } = node as Identified;
  return column?.name ?? column?.column?.name ?? '';
}

/** What a condition says that a row must have: `id = …` and more such. */
function named(where: OperationNode | undefined, ids = new Map<string, string>()): Map<string, string> {
  if (where?.kind === 'AndNode') {
    const { left, right } = where as unknown as { left: OperationNode; right: OperationNode };
    named(left, ids);
    named(right, ids);
  }
  if (where?.kind !== 'BinaryOperationNode') return ids;
  const { leftOperand, operator, rightOperand } = where as unknown as {
    leftOperand: OperationNode;
    operator: { operator?: string };
    rightOperand: OperationNode;
  };
  if (operator.operator === '=' && ValueNode.is(rightOperand) && typeof rightOperand.value === 'string')
    ids.set(nameOf(leftOperand), rightOperand.value);
  return ids;
}
