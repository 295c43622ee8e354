/**
 * What police and families ask first about a person. All of it is optional. PFIF 1.4 has a field for few of it: `sex` with the
 * same values, `alternate_names` for a nickname; the rest is its `description`, or leaves us in no exchange (decision 079).
 */

import * as z from 'zod/mini';
import { MAX_NAME, MAX_TITLE } from './limits.ts';
import { optionalText } from './primitives.ts';

export const Sex = z.enum(['female', 'male', 'other']);
export type Sex = z.infer<typeof Sex>;

export const RelativeKind = z.enum(['father', 'mother', 'guardian', 'spouse']);
export const Build = z.enum(['thin', 'medium', 'heavy']);

/** What they speak, by ISO 639-1, the languages of India first; `other` for any that is not here. */
export const Spoken = z.enum([
  'pa',
  'hi',
  'ur',
  'en',
  'bn',
  'mr',
  'te',
  'ta',
  'gu',
  'kn',
  'ml',
  'or',
  'as',
  'ne',
  'ks',
  'sd',
  'other',
]);

export const MIN_HEIGHT_CM = 30;
export const MAX_HEIGHT_CM = 230;
export const MAX_LANGUAGES = 6;

/**
 * Sealed as one with the record, but for `sex`, by which lists and candidates are narrowed.
 * `medical` leaves the server for officers, moderators and whoever posted it alone.
 */
export const PersonDetails = z.object({
  sex: z.optional(Sex),
  relative: z.optional(
    z.object({ kind: RelativeKind, name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME)) }),
  ),
  nickname: optionalText(MAX_NAME),
  languages: z.optional(z.array(Spoken).check(z.maxLength(MAX_LANGUAGES))),
  heightCm: z.optional(z.int().check(z.gte(MIN_HEIGHT_CM), z.lte(MAX_HEIGHT_CM))),
  build: z.optional(Build),
  /** Scar, mole, tattoo, and where. */
  marks: optionalText(MAX_TITLE),
  carries: optionalText(MAX_TITLE),
  /** A medicine or condition that matters. */
  medical: optionalText(MAX_TITLE),
  /** FIR or daily diary number, and the station, as whoever posts it says; a case that is verified stands elsewhere. */
  firNumber: optionalText(MAX_TITLE),
  station: optionalText(MAX_TITLE),
  lastSeenWith: optionalText(MAX_TITLE),
});
export type PersonDetails = z.infer<typeof PersonDetails>;
