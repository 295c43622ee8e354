/**
 * Where a page of a list ended, as its reader keeps it: it holds for a list that changes meanwhile. What stands in an order of
 * the database goes on after its last row. Of those whose names are near (near-names.ts), who may be nearer by then, it says
 * which have been shown: they are shown once, and left out of what comes after them.
 */

import * as z from 'zod/mini';
import { AppError } from '../../contract/errors.ts';
import { Id, Instant } from '../../contract/primitives.ts';

/** What a list is ordered by. */
export interface Row {
  id: string;
  at: string;
  reward: number;
}

/** A report on a page; `row` where it stands by the order of the list, and not by how near a name is. */
export interface Found {
  id: string;
  section: number;
  row?: Row;
}

/**
 * Where a page ended: the sort keys of its last row, and in which section where there is more than the first. The time
 * carries microseconds, as the database keeps them.
 */
const Position = z.tuple([Instant, z.int(), Id, z.optional(z.int())]);
export type Position = z.infer<typeof Position>;
/** The same where it ended among those whose names are near. */
const NearPosition = z.tuple([z.int()]);

/** The place of the last section, where there are near names. */
const BELOW = 3;

/** Where a page ended, and which of those whose names are near stood in the sections so far: above, or else below. */
export interface Cursor {
  section: number;
  row?: Position;
  marks: string[];
}

/** Of an id, in a cursor, which has room for few letters. Two in 16 million share one, and both would have to be found. */
export const MARK_DIGITS = 6;
export const markOf = (id: string): string => id.slice(0, MARK_DIGITS);

/** Of those whose names are near and that have been shown by the end of a page, in the part of the list of this section. */
export function marksOf(page: readonly Found[], section: number, last: Cursor | undefined): string[] {
  const isBelow = section === BELOW;
  const before = last && (last.section === BELOW) === isBelow ? last.marks : [];
  const own = page.filter((each) => !each.row && (each.section === BELOW) === isBelow);
  return [...before, ...own.map(({ id }) => markOf(id))];
}

const base64 = (text: string, from: 'utf8' | 'hex'): string => Buffer.from(text, from).toString('base64url');

export function writeCursor({ section, row }: Found, marks: readonly string[]): string {
  const position = row ? [row.at, row.reward, row.id, ...(section > 0 ? [section] : [])] : [section];
  return base64(JSON.stringify(position), 'utf8') + (marks.length > 0 ? `.${base64(marks.join(''), 'hex')}` : '');
}

export function readCursor(cursor: string): Cursor {
  const [position = '', marks = ''] = cursor.split('.');
  try {
    const told = z
      .union([Position, NearPosition])
      .parse(JSON.parse(Buffer.from(position, 'base64url').toString('utf8')));
    const digits = Buffer.from(marks, 'base64url').toString('hex');
    return {
      ...(told.length === 1 ? { section: told[0] } : { section: told[3] ?? 0, row: told }),
      marks: digits.match(/.{6}/g) ?? [],
    };
  } catch (cause) {
    throw new AppError('bad-input', 'The cursor is not of this list', { fields: { cursor: 'unknown' }, cause });
  }
}
