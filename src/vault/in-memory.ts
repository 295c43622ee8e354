/** What the database does by its indexes, done with rows that are open in memory. */

import { cmp, type DBCoreCursor, type DBCoreIndex, type DBCoreKeyRange, type DBCoreOpenCursorRequest } from 'dexie';

type Key = string | number;

export interface Entry {
  primary: Key;
  value: unknown;
  /** Its key in the index that was asked for. */
  key?: unknown;
}

// Dexie names its kinds of ranges in a const enum that is not there at run time.
const EQUAL = 1;
const ANY = 3;
const NEVER = 4;
const kindOf = ({ type }: DBCoreKeyRange): number => type;

export const isEqual = (range: DBCoreKeyRange): boolean => kindOf(range) === EQUAL;
export const isAny = (range: DBCoreKeyRange): boolean => kindOf(range) === ANY;

export function inRange(key: unknown, range: DBCoreKeyRange): boolean {
  if (kindOf(range) === NEVER) return false;
  const { lower, lowerOpen, upper, upperOpen } = range;
  const above = lower === undefined || cmp(key, lower) > (lowerOpen ? 0 : -1);
  const below = upper === undefined || cmp(key, upper) < (upperOpen ? 0 : 1);
  return above && below;
}

/** With their keys of the index, in its order; a row without one is not in the index. */
export function sortBy(index: DBCoreIndex, entries: readonly Entry[]): Entry[] {
  const keyed = entries.flatMap((entry) => {
    if (index.isPrimaryKey) return [{ ...entry, key: entry.primary }];
    const key: unknown = index.extractKey?.(entry.value);
    if (index.multiEntry && Array.isArray(key))
      return [...new Set(key)].map((one) => ({ ...entry, key: one as unknown }));
    return isKey(key) ? [{ ...entry, key }] : [];
  });
  return keyed.sort((a, b) => cmp(a.key, b.key) || cmp(a.primary, b.primary));
}

const isKey = (key: unknown): boolean =>
  Array.isArray(key) ? key.every(isKey) : typeof key === 'string' || (typeof key === 'number' && !Number.isNaN(key));

/** A cursor over them, as Dexie drives one; null when there is nothing to go over. */
export function memoryCursor(request: DBCoreOpenCursorRequest, found: readonly Entry[]): DBCoreCursor | null {
  const { trans, reverse = false, unique = false } = request;
  const isFirst = ({ key }: Entry, i: number) => i === 0 || cmp(key, found[i - 1]?.key) !== 0;
  const entries = unique ? found.filter(isFirst) : [...found];
  if (reverse) entries.reverse();
  if (entries.length === 0) return null;
  const passed = (key: unknown, wanted: unknown) => (reverse ? cmp(key, wanted) <= 0 : cmp(key, wanted) >= 0);
  let at = 0;
  let moved = false;
  let run: (() => void) | undefined;
  let inRun = false;
  let finish: { resolve(value: unknown): void; reject(error: unknown): void } | undefined;

  const go = (next: number): void => {
    at = next;
    moved = true;
    if (!inRun) run?.();
  };
  const end = (value?: unknown): void => {
    run = undefined;
    finish?.resolve(value);
  };
  const cursor: DBCoreCursor = {
    trans,
    get key() {
      return entries[at]?.key;
    },
    get primaryKey() {
      return entries[at]?.primary;
    },
    get value() {
      return entries[at]?.value;
    },
    get done() {
      return at >= entries.length;
    },
    continue(key) {
      const next = key === undefined ? at + 1 : entries.findIndex((entry, i) => i > at && passed(entry.key, key));
      go(next < 0 ? entries.length : next);
    },
    continuePrimaryKey(key, primaryKey) {
      const next = entries.findIndex((entry, i) => i > at && passed([entry.key, entry.primary], [key, primaryKey]));
      go(next < 0 ? entries.length : next);
    },
    advance: (count) => go(at + count),
    start(onNext) {
      return new Promise((resolve, reject) => {
        finish = { resolve, reject };
        run = () => {
          inRun = true;
          try {
            do {
              moved = false;
              if (at >= entries.length) end();
              else onNext();
            } while (moved && run);
          } catch (error) {
            reject(error);
          }
          inRun = false;
        };
        run();
      });
    },
    stop: (value) => end(value),
    next: () => Promise.reject(new Error('A sealed table is read by start')),
    fail: (error) => finish?.reject(error),
  };
  return cursor;
}
