/** What helps to recognise a person, as it is typed and as it is sent: every answer may stay away. Pure. */

import type * as z from 'zod/mini';
import {
  Build,
  MAX_HEIGHT_CM,
  MAX_LANGUAGES,
  MIN_HEIGHT_CM,
  PersonDetails,
  RelativeKind,
  Sex,
  Spoken,
} from '../../../contract/details.ts';
import { asciiDigits, maskPrivateNumbers } from '../../../contract/private-numbers.ts';
import { FOOT_INCHES, INCH_CM } from '../../ui/detail-words.ts';

/** Every answer as it was typed or chosen; an empty one is none. */
export interface DetailValues {
  sex: Sex | '';
  relativeKind: z.infer<typeof RelativeKind>;
  relativeName: string;
  nickname: string;
  /** Of {@link Spoken}, with a blank between two. */
  languages: string;
  /** In centimetres or in feet and inches. */
  height: string;
  build: z.infer<typeof Build> | '';
  marks: string;
  carries: string;
  medical: string;
  firNumber: string;
  station: string;
  lastSeenWith: string;
}

export const EMPTY_DETAILS: DetailValues = {
  sex: '',
  relativeKind: 'father',
  relativeName: '',
  nickname: '',
  languages: '',
  height: '',
  build: '',
  marks: '',
  carries: '',
  medical: '',
  firNumber: '',
  station: '',
  lastSeenWith: '',
};

const TEXTS = ['nickname', 'marks', 'carries', 'medical', 'firNumber', 'station', 'lastSeenWith'] as const;

/** A number, and perhaps another, among whatever words and marks. */
const ONE_OR_TWO = /^(\d{1,3})(?:\D+(\d{1,2}))?\D*$/;
const MAX_FEET = 7;

/** The height that was typed, in centimetres ("163") or in feet and inches ("5'4", "5 ft 4", "5.4"); undefined where it is none. */
export function heightTyped(typed: string): number | undefined {
  const [, first, second] = ONE_OR_TWO.exec(asciiDigits(typed).trim()) ?? [];
  if (first === undefined) return undefined;
  const [whole, inches] = [Number(first), Number(second ?? 0)];
  if (whole <= MAX_FEET && inches < FOOT_INCHES) return inBounds(Math.round((whole * FOOT_INCHES + inches) * INCH_CM));
  return second === undefined ? inBounds(whole) : undefined;
}

const inBounds = (cm: number): number | undefined => (cm >= MIN_HEIGHT_CM && cm <= MAX_HEIGHT_CM ? cm : undefined);

export const spokenIn = (languages: string): z.infer<typeof Spoken>[] =>
  languages.split(' ').flatMap((one) => Spoken.safeParse(one).data ?? []);

/** With the language, or, where it was there, without it; in their own order, and no more than may be named. */
export function withSpoken(languages: string, one: z.infer<typeof Spoken>): string {
  const before = new Set(spokenIn(languages));
  if (!before.delete(one) && before.size < MAX_LANGUAGES) before.add(one);
  return Spoken.options.filter((language) => before.has(language)).join(' ');
}

export interface DetailErrors {
  height?: 'form.error.height';
}

export const checkDetails = ({ height }: Pick<DetailValues, 'height'>): DetailErrors =>
  height.trim() !== '' && heightTyped(height) === undefined ? { height: 'form.error.height' } : {};

/** The details as the calls have them, in the order of the contract. */
export function toDetails(values: DetailValues): PersonDetails {
  const relative = { kind: values.relativeKind, name: said(values.relativeName) };
  const languages = spokenIn(values.languages);
  const height = heightTyped(values.height);
  return PersonDetails.parse({
    ...(values.sex ? { sex: values.sex } : {}),
    ...(relative.name ? { relative } : {}),
    ...(languages.length > 0 ? { languages } : {}),
    ...(height === undefined ? {} : { heightCm: height }),
    ...(values.build ? { build: values.build } : {}),
    ...Object.fromEntries(TEXTS.flatMap((name) => (said(values[name]) ? [[name, said(values[name])]] : []))),
  });
}

const said = (text: string): string => maskPrivateNumbers(text.trim());

/** The way back. */
export const detailsTyped = ({ relative, languages = [], heightCm, ...others }: PersonDetails): DetailValues =>
  detailsKept({
    ...others,
    ...(relative ? { relativeKind: relative.kind, relativeName: relative.name } : {}),
    languages: languages.join(' '),
    height: heightCm === undefined ? '' : String(heightCm),
  });

/** As a form kept them; what it does not know has its empty value. */
export function detailsKept(values: Readonly<Record<string, unknown>>): DetailValues {
  const text = (name: keyof DetailValues): string => {
    const value = values[name];
    return typeof value === 'string' ? value : EMPTY_DETAILS[name];
  };
  return {
    ...(Object.fromEntries(DETAIL_NAMES.map((name) => [name, text(name)])) as unknown as DetailValues), // each of its own
    sex: Sex.safeParse(values.sex).data ?? '',
    relativeKind: RelativeKind.safeParse(values.relativeKind).data ?? EMPTY_DETAILS.relativeKind,
    build: Build.safeParse(values.build).data ?? '',
  };
}

export const DETAIL_NAMES = Object.keys(EMPTY_DETAILS) as (keyof DetailValues)[];

/** How many of them are answered. */
export const countDetails = (values: DetailValues): number => Object.keys(toDetails(values)).length;
