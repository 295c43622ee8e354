/**
 * Which columns tell of somebody and are sealed, and by whose key (Note: A key for each record, keys.ts). What is compared,
 * ordered or counted by the database stays as it is.
 */

import { markOfEmail, markOfPlace, marksOfName } from './blind.ts';
import type { Kind, Place } from './seal.ts';

export interface SealedColumn {
  /** The column that names the record whose key it is; of several the first that does. */
  by: readonly string[];
  /** The column that names a second record, whose key it needs too; where the row has none, the first is enough. */
  also?: string;
  reach: boolean;
  kind: Kind;
}

const own = (by: string, ...columns: string[]) => of(by, false, 'optional', columns);
const words = (by: string, ...columns: string[]) => of(by, false, 'required', columns);
const reach = (by: string, ...columns: string[]) => of(by, true, 'optional', columns);

const of = (by: string, isReach: boolean, kind: Kind, columns: string[]): [string, SealedColumn][] =>
  columns.map((column) => [column, { by: by.split(' '), reach: isReach, kind }]);

/** By table. What an ended report gives up (server/reports/strip.ts) is `reach`. */
export const SEALED: Readonly<Record<string, ReadonlyMap<string, SealedColumn>>> = {
  report: new Map([
    ...own('id', 'title', 'description', 'region', 'name', 'cloth_color', 'colour', 'case_number', 'case_station'),
    ...reach('id', 'phone', 'address', 'lat', 'lng', 'details'),
  ]),
  report_mark: new Map(of('report_id', true, 'required', ['question', 'answer'])),
  template: new Map(of('report_id', true, 'bytes', ['code'])),
  // Of the record that the sighting is on, and of nobody by themselves.
  sighting_face: new Map(of('report_id', true, 'bytes', ['code'])),
  history: new Map(own('report_id', 'reason')),
  flag: new Map(own('report_id', 'text')),
  objection: new Map(own('id', 'words', 'contact', 'station')),
  duty_step: new Map(own('report_id', 'reason')),
  note: new Map([...words('id', 'text'), ...own('id', 'region'), ...reach('report_id', 'lat', 'lng', 'address')]),
  area_alert: new Map([...words('report_id', 'station'), ...own('report_id', 'words')]),
  reunion: new Map(own('lost_id', 'station', 'words', 'phone')),
  claim: new Map(own('id', 'message', 'reason', 'freeze_reason')),
  claim_answer: new Map(words('claim_id', 'question', 'answer')),
  // Its author takes it along, from wherever it was written down.
  message: new Map(
    own('conversation_id', 'text', 'lat', 'lng', 'address').map(([name, column]) => [
      name,
      { ...column, also: 'author_id' },
    ]),
  ),
  // Of both reports: it goes with either.
  candidate: new Map(own('lost_id', 'reason').map(([name, column]) => [name, { ...column, also: 'found_id' }])),
  complaint: new Map(words('conversation_id', 'text')),
  // Of no report: of whoever is told.
  notice: new Map(own('report_id user_id', 'detail')),
  // It outlives the account it was given to (server/users/left.ts).
  strike: new Map([...words('id', 'reason'), ...own('id', 'appeal', 'answer')]),
  audit: new Map(own('id', 'reason')),
  app_user: new Map([
    ...words('id', 'name', 'email'),
    ...own('id', 'phone', 'bio', 'guardian_name', 'guardian_email', 'organisation'),
  ]),
  // Of an account, and gone with its key.
  follow: new Map(own('user_id', 'region')),
  passkey: new Map(words('user_id', 'name')),
};

/** By whose keys a value of a row is sealed. */
export const placeOf = (id: string, reach: boolean, also: unknown): Place => ({
  id: id.toLowerCase(),
  reach,
  ...(typeof also === 'string' ? { also: also.toLowerCase() } : {}),
});

export interface Mark {
  column: string;
  of(value: string, key: Buffer): unknown;
}

/** By table and column what stands beside a sealed one, so that it can be found (Note: Found without being read, blind.ts). */
export const MARKED: Readonly<Record<string, ReadonlyMap<string, Mark>>> = {
  app_user: new Map([
    ['email', { column: 'email_mark', of: markOfEmail }],
    ['name', { column: 'name_marks', of: marksOfName }],
  ]),
  follow: new Map([['region', { column: 'region_mark', of: markOfPlace }]]),
};

/** Of these columns the database keeps JSON: a number, or a text that is one sealed. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['lat', 'lng']);
export const isJson = (column: string): boolean => JSON_COLUMNS.has(column);
