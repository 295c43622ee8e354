/** The references on this device or server, searched by a probe. */

import { Best } from './best.ts';
import type { AgeGroup } from './decide.ts';
import { META_BYTES, PackError, type PackHead, type PackRows, readPack, writePack } from './pack.ts';
import { openScanner, type Scanner } from './scanner.ts';
import { DIMS, scaleOf, scoreOf } from './template.ts';
import { canonicalUuid, packUuids, unpackUuids } from './uuid.ts';

export type ReportType = 'lost' | 'found';

/** The templates of one report. */
export interface Entry {
  id: string;
  type: ReportType;
  /** Absent of adults. */
  age?: AgeGroup | undefined;
  /** Hours since 1970: enough to say how old a match is, too coarse to tell when someone was where. */
  updatedHour: number;
  codes: Uint8Array[];
}

export interface Hit {
  id: string;
  type: ReportType;
  /** Absent of adults. */
  age?: AgeGroup | undefined;
  /** The comparison score of its best template. */
  score: number;
}

export type GalleryChange = { kind: 'put'; entry: Entry } | { kind: 'drop'; id: string };

export interface Gallery {
  /** Templates. */
  readonly count: number;
  /** Distinct ids. */
  readonly people: number;
  /** The best, best first, one an id. Exact: no row is passed over. Equal scores go by id, so devices agree. */
  search(probe: Uint8Array, limit: number): Hit[];
  /**
   * `put` replaces all that is held of its id (and, without codes, leaves nothing), `drop` forgets it; doing either
   * again changes nothing. One change that is not well formed throws, and then none is applied.
   */
  apply(changes: readonly GalleryChange[]): void;
  toPack(head: PackHead): Uint8Array;
}

/**
 * An empty gallery, or the one of a pack. Throws a `PackError` on a damaged pack.
 *
 * All templates of a gallery are of one pipeline version; the caller compares `head.model` with the version of its
 * probes and does not search a gallery of another.
 */
export async function openGallery(
  pack?: Uint8Array,
  scanner?: Scanner,
): Promise<{ gallery: Gallery; head: PackHead | undefined }> {
  const gallery = new PackedGallery(scanner ?? (await openScanner()));
  return { gallery, head: pack && gallery.fill(pack) };
}

interface Person {
  id: string;
  type: ReportType;
  age: AgeGroup | undefined;
  updatedHour: number;
  /** Where its codes stand, in no set order. */
  rows: number[];
}

const TYPES: readonly ReportType[] = ['lost', 'found'];
/** By their number in a pack. */
const AGES: readonly AgeGroup[] = ['adult', 'child', 'infant'];

/** Codes packed row after row without gaps: a new row goes to the end, and the last row fills the place of a dropped one. */
class PackedGallery implements Gallery {
  readonly #scanner: Scanner;
  readonly #people = new Map<string, Person>();
  /** Whose code each row is. */
  readonly #owners: Person[] = [];

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  get count(): number {
    return this.#owners.length;
  }

  get people(): number {
    return this.#people.size;
  }

  search(probe: Uint8Array, limit: number): Hit[] {
    const scale = scaleOf(probe);
    if (!(limit >= 1)) return [];
    const { scales } = this.#scanner;
    const best = new Best<Person>(Math.floor(limit));
    this.#scanner.scan(probe, this.count, (row, dot) => {
      best.offer(this.#owners[row] as Person, dot * Number(scales[row])); // a row of ours always has an owner
      return Math.fround(best.bar);
    });
    return best
      .ranked()
      .map(([{ id, type, age }, key]) => ({ id, type, ...(age && { age }), score: scoreOf(key, 1, scale) }));
  }

  apply(changes: readonly GalleryChange[]): void {
    const checked = changes.map(checkedChange);
    for (const change of checked) {
      if (change.kind === 'drop') this.#drop(change.id);
      else this.#put(change.entry);
    }
  }

  toPack(head: PackHead): Uint8Array {
    return writePack(head, packRowsOf(this.#owners, this.#scanner.codes));
  }

  /** Take the rows of a pack into a gallery that has none. */
  fill(pack: Uint8Array): PackHead {
    const { head, rows } = readPack(pack);
    const meta = new DataView(rows.meta.buffer, rows.meta.byteOffset, rows.meta.length);
    for (const [row, id] of unpackUuids(rows.ids).entries()) {
      const type = TYPES[meta.getUint8(row * META_BYTES)];
      const group = AGES[meta.getUint8(row * META_BYTES + 1)];
      const age = group === 'adult' ? undefined : group;
      const updatedHour = meta.getUint32(row * META_BYTES + 4, true);
      if (!type || !group) throw new PackError('damaged', `row ${row} has no known type or age`);
      const known = this.#people.get(id);
      if (known && (known.type !== type || known.age !== age || known.updatedHour !== updatedHour)) {
        throw new PackError('damaged', `row ${row} and another of its id do not agree`);
      }
      const owner = known ?? { id, type, age, updatedHour, rows: [row] };
      if (known) known.rows.push(row);
      else this.#people.set(id, owner);
      this.#owners.push(owner);
    }
    this.#scanner.reserve(rows.count);
    const { codes, scales } = this.#scanner;
    codes.set(rows.codes);
    try {
      for (let row = 0; row < rows.count; row++) scales[row] = scaleOf(rowOf(codes, row));
    } catch (cause) {
      throw new PackError('damaged', 'a template without a direction', [], cause);
    }
    return head;
  }

  #put({ id, type, age, updatedHour, codes }: Entry): void {
    this.#drop(id);
    if (codes.length === 0) return;
    const first = this.count;
    const person = { id, type, age, updatedHour, rows: codes.map((_, i) => first + i) };
    this.#people.set(id, person);
    this.#scanner.reserve(first + codes.length);
    for (const code of codes) {
      const row = this.#owners.push(person) - 1;
      this.#scanner.codes.set(code, row * DIMS);
      this.#scanner.scales[row] = scaleOf(code);
    }
  }

  #drop(id: string): void {
    const rows = this.#people.get(id)?.rows ?? [];
    this.#people.delete(id);
    for (const row of rows.sort((a, b) => b - a)) this.#dropRow(row); // from the end, so that none of them moves first
  }

  #dropRow(row: number): void {
    const last = this.count - 1;
    const mover = this.#owners.pop();
    if (!mover || row === last) return;
    const { codes, scales } = this.#scanner;
    codes.set(rowOf(codes, last), row * DIMS);
    scales[row] = Number(scales[last]);
    this.#owners[row] = mover;
    mover.rows[mover.rows.indexOf(last)] = row;
  }
}

/** Rows for a pack: whose each is, and their codes one after another. */
export function packRowsOf(owners: readonly Omit<Entry, 'codes'>[], codes: Uint8Array): PackRows {
  const meta = new DataView(new ArrayBuffer(owners.length * META_BYTES));
  for (const [row, { type, age = 'adult', updatedHour }] of owners.entries()) {
    meta.setUint8(row * META_BYTES, TYPES.indexOf(type));
    meta.setUint8(row * META_BYTES + 1, AGES.indexOf(age));
    meta.setUint32(row * META_BYTES + 4, updatedHour, true);
  }
  const ids = packUuids(owners.map(({ id }) => id));
  return { count: owners.length, ids, meta: new Uint8Array(meta.buffer), codes };
}

const rowOf = (codes: Uint8Array, row: number) => codes.subarray(row * DIMS, (row + 1) * DIMS);

/** The change with its id in the one way to write it; throws when the gallery could not hold it. */
function checkedChange(change: GalleryChange): GalleryChange {
  if (change.kind === 'drop') return { kind: 'drop', id: canonicalUuid(change.id) };
  const { entry } = change;
  entry.codes.forEach(scaleOf);
  if (!TYPES.includes(entry.type)) throw new RangeError('a reference is of a lost or a found report');
  if (entry.updatedHour !== entry.updatedHour >>> 0) throw new RangeError('an updated hour is a whole number');
  return { kind: 'put', entry: { ...entry, id: canonicalUuid(entry.id) } };
}
