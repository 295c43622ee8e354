/**
 * What a report tells of somebody or something. It lies in a row under a symbol that only `server/reports` and the two that
 * compare reports may import (.dependency-cruiser.cjs): no route, notice or log can put it into words, and neither a spread
 * nor JSON takes it along. What leaves the server is made of it by projection.ts.
 */

import type { Selectable } from 'kysely';
import type { ReportTable } from '../db/schema.ts';

export const TOLD: unique symbol = Symbol('told');

export const TOLD_COLUMNS = [
  ...(['title', 'description', 'name', 'cloth_color', 'details', 'colour', 'region', 'lat', 'lng', 'address'] as const),
  ...(['phone', 'reward_rupees', 'time_of_loss_time', 'serial_hash', 'number'] as const),
  ...(['case_number', 'case_station'] as const),
] as const;

/** What is read beside the columns of the row: its day as a text, its owner's name, the files that it names. */
interface ReadBeside {
  /** `YYYY-MM-DD`. */
  time_of_loss_date: string | null;
  owner_name: string | null;
  /** Hashes, in the order in which they are shown. */
  photos: string[];
  /** Those of the photos that wait for a look, since they came after one. */
  unseen: string[];
  videos: string[];
  /** All that it names. */
  files: string[];
}
const READ_BESIDE = [
  'time_of_loss_date',
  'owner_name',
  'photos',
  'unseen',
  'videos',
  'files',
] as const satisfies (keyof ReadBeside)[];

export type Told = Pick<Selectable<ReportTable>, (typeof TOLD_COLUMNS)[number]> & ReadBeside;
export const TOLD_FIELDS: ReadonlySet<string> = new Set<keyof Told>([...TOLD_COLUMNS, ...READ_BESIDE]);

/** Both together, for who changes a report. */
export const wholeOf = <Row extends { readonly [TOLD]: Told }>(row: Row): Row & Told => ({ ...row, ...row[TOLD] });
