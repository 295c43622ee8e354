/**
 * Whether two records may be about one person or thing, from what two people said of them. Pure.
 *
 * Note: Fellegi-Sunter. What is compared falls into one of some steps: the same, near, another. `m` is how often two records
 * of one person fall into it, `u` how often two records of two do. A step weighs log2(m / u) bits; the weights are added, as
 * if what is compared had nothing to do with each other (Fellegi and Sunter, A Theory for Record Linkage, JASA 64, 1969); for
 * names a step more than yes and no, by how near the two spellings are (Winkler, 1990). What one side does not say weighs
 * nothing. The sum orders candidates for a person to look at, and decides nothing.
 */

import type { Reason } from '../contract/candidate.ts';
import type { Band } from '../contract/face.ts';
import { ADULT_AGE } from '../contract/limits.ts';
import { type AgeGroup, ageGroupOf } from './decide.ts';
import { INITIAL_WEIGHT, type NameWord, wordLikeness } from './names.ts';

type Field = Reason['field'];

/** Up to which value the step goes, what it is called, m, u. Of each field the m of all steps make 1, and so do the u. */
type Step = readonly [upTo: number, says: Reason['says'], m: number, u: number];

const ALL = Number.POSITIVE_INFINITY;
const SAME = 0;
const OTHER = 1;

/**
 * The one table of m and u.
 *
 * Where a source stands beside it, the number is from there. Where none does it is our estimate: of Indian records of the
 * missing and the found no pairs are published. u of places is measured on the towns of reference/places.ts (pairs drawn at
 * random: 5 km 0.0001, 25 km 0.0015, 100 km 0.013, 300 km 0.073), and then taken much higher, as records come from where the
 * app is used. u of days is of two records out of three years.
 */
export const STEPS = {
  /** u: 51.5 % male, 48.5 % female (Census of India 2011, Primary Census Abstract). m: one in a hundred is ticked wrong. */
  sex: [
    [SAME, 'same', 0.99, 0.5],
    [OTHER, 'differs', 0.01, 0.5],
  ],
  /**
   * Years between what the two say, 0 where it overlaps. u of 0 is raised to the share of people whose age would overlap
   * ({@link shareOfAges}): "20 to 60" agrees with nearly everybody. m: ages of strangers are guessed, and rounded to tens.
   */
  age: [
    [0, 'same', 0.72, 0.1],
    [2, 'near', 0.12, 0.06],
    [5, 'near', 0.1, 0.08],
    [10, 'differs', 0.04, 0.14],
    [ALL, 'differs', 0.02, 0.62],
  ],
  /**
   * One minus how alike the least alike telling words sound. The bounds are those of match/names.ts: of spellings of one name 97
   * in 100 are within the second, of look-alikes (Ramesh and Rajesh) none is. u: the most common given names of India are had by
   * one in a hundred, most by one in thousands; m: who was found may not know their name, or tell another.
   */
  name: [
    [0.05, 'same', 0.58, 0.004],
    [0.14, 'near', 0.22, 0.006],
    [0.35, 'differs', 0.05, 0.09],
    [ALL, 'differs', 0.15, 0.9],
  ],
  /** The same, where two or more telling words of a name agree. */
  fullName: [
    [0.05, 'same', 0.58, 0.0006],
    [0.14, 'near', 0.22, 0.0014],
    [0.35, 'differs', 0.05, 0.09],
    [ALL, 'differs', 0.15, 0.908],
  ],
  /** Father's, mother's, guardian's or spouse's name: as names, and less often told wrong than misheard. */
  relative: [
    [0.05, 'same', 0.58, 0.005],
    [0.14, 'near', 0.24, 0.008],
    [ALL, 'differs', 0.18, 0.987],
  ],
  /** u of one in common: half, raised to the share that speaks it (Census of India 2011, C-17); a place speaks one language. */
  language: [
    [SAME, 'same', 0.93, 0.5],
    [OTHER, 'differs', 0.07, 0.5],
  ],
  /** Kilometres. */
  place: [
    [5, 'same', 0.34, 0.004],
    [25, 'near', 0.24, 0.012],
    [100, 'near', 0.2, 0.05],
    [300, 'near', 0.12, 0.11],
    [ALL, 'differs', 0.1, 0.824],
  ],
  /** Days from losing to finding. Dates are of memory: a day and a half before is none. */
  time: [
    [-1.5, 'differs', 0.01, 0.49],
    [2, 'same', 0.3, 0.0035],
    [7, 'near', 0.2, 0.0045],
    [30, 'near', 0.2, 0.02],
    [120, 'near', 0.15, 0.075],
    [365, 'differs', 0.08, 0.157],
    [ALL, 'differs', 0.06, 0.25],
  ],
  /** Centimetres, of adults. u: 165 cm and 152 cm in the mean, 6.5 cm spread (NFHS-4, ages 15 to 49). m: heights are guessed. */
  height: [
    [5, 'same', 0.62, 0.29],
    [10, 'near', 0.27, 0.25],
    [20, 'differs', 0.08, 0.32],
    [ALL, 'differs', 0.03, 0.14],
  ],
  /** A colour in common; clothes are changed, so it counts for {@link CLOTHES_DAYS} alone. */
  clothing: [
    [SAME, 'same', 0.65, 0.22],
    [OTHER, 'differs', 0.35, 0.78],
  ],
  /** Two words in common ("scar", "left"), one, none. */
  marks: [
    [0, 'same', 0.25, 0.015],
    [1, 'near', 0.35, 0.105],
    [ALL, 'differs', 0.4, 0.88],
  ],
  /**
   * Likely, possible, neither, by the bars of calibration.ts; the rates are measured, models/README.md. Adults: false matches
   * 0 of 113,111 (so less than 2.7e-5 by the rule of three) and 4.5e-4, misses 0.133 and 0.339, on Indian portraits.
   */
  faceOfAdult: [
    [0, 'same', 0.661, 2.7e-5],
    [1, 'near', 0.206, 4.23e-4],
    [2, 'differs', 0.133, 0.99955],
  ],
  /** Children, photos at most five years apart: false matches 8.2e-4 and 1.1e-2, misses 0.15 and 0.329. */
  faceOfChild: [
    [0, 'same', 0.671, 8.2e-4],
    [1, 'near', 0.179, 0.01018],
    [2, 'differs', 0.15, 0.989],
  ],
  /** Below three years a face says next to nothing: false matches 0.22. */
  faceOfInfant: [
    [1, 'near', 0.85, 0.22],
    [2, 'differs', 0.15, 0.78],
  ],
  /** Of things: the eight categories, of which some are of half of all things. Of another category there is no candidate. */
  category: [
    [SAME, 'same', 0.97, 0.1],
    [OTHER, 'differs', 0.03, 0.9],
  ],
  /** `Other` is what one chooses who finds no other. */
  categoryOther: [
    [SAME, 'same', 0.8, 0.28],
    [OTHER, 'differs', 0.2, 0.72],
  ],
  /** One telling word that both have, each by itself; {@link MOST_WORDS} of them count. */
  word: [
    [SAME, 'same', 0.3, 0.05],
    [OTHER, 'differs', 0.7, 0.95],
  ],
  /** A word that says again what the category says. */
  commonWord: [
    [SAME, 'same', 0.7, 0.4],
    [OTHER, 'differs', 0.3, 0.6],
  ],
  colour: [
    [SAME, 'same', 0.97, 0.1],
    [OTHER, 'differs', 0.03, 0.9],
  ],
  /** Two people cannot write the same number by chance; a phone has two of them, and people mistype. */
  serial: [
    [SAME, 'same', 0.9, 1e-6],
    [OTHER, 'differs', 0.1, 0.999999],
  ],
  /** Things are found where they are lost. */
  placeOfThing: [
    [5, 'same', 0.55, 0.02],
    [25, 'near', 0.3, 0.025],
    [100, 'near', 0.1, 0.044],
    [300, 'near', 0.047, 0.046],
    [ALL, 'differs', 0.003, 0.865],
  ],
  timeOfThing: [
    [-1.5, 'differs', 0.0005, 0.5],
    [7, 'same', 0.68, 0.093],
    [30, 'near', 0.2, 0.066],
    [120, 'near', 0.1, 0.076],
    [ALL, 'differs', 0.0195, 0.265],
  ],
} as const satisfies Record<string, readonly Step[]>;

/**
 * Bits from which two records are likely one, and from which they are worth a look. Among 10,000 records the odds that any two
 * are one are about 2^-15 before anything is compared, so `likely` is for what is so rather than not, `possible` for what comes
 * out among the first five. Those of people are chosen on seed 1 of `npm run eval:candidates` and measured on others
 * (docs/matching.md), those of things by the cases of tests/unit/items-match.test.ts.
 */
export const BARS = {
  person: { likely: 16, possible: 8 },
  thing: { likely: 15.5, possible: 12 },
} as const;

/**
 * What is not the face has to speak for it too, before it is called likely. Of who may be a child by so much that it is a
 * candidate without the face, and by more than that they are of one sex and age and were near in time and place.
 */
const BESIDE_FACE = { adult: 4, child: 11 } as const;
const CLOTHES_DAYS = 3;
const MOST_WORDS = 3.25;
/** An older child has grown. */
const HEIGHT_AGE = ADULT_AGE;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;

export interface PersonFacts {
  sex?: 'female' | 'male' | 'other' | undefined;
  ageMin?: number | undefined;
  ageMax?: number | undefined;
  /** What they are called, and any other name they go by. */
  names: readonly (readonly NameWord[])[];
  relative?: { kind: string; words: readonly NameWord[] } | undefined;
  languages: readonly string[];
  heightCm?: number | undefined;
  /** Colours of what they wore. */
  clothing: ReadonlySet<string>;
  /** Telling words of the marks on them. */
  marks: ReadonlySet<string>;
  /** When it happened, in milliseconds. */
  at: number;
}

export interface ThingFacts {
  category: string;
  colours: ReadonlySet<string>;
  words: ReadonlySet<string>;
  serial?: string | undefined;
  at: number;
}

/** How well two records fit. */
export interface Fit {
  bits: number;
  band: Band | 'none';
  /** The weightiest first. */
  because: Reason[];
}

interface Weighed {
  reason: Reason;
  bits: number;
}

/** What is measured between the two; absent where a side lacks it. */
export interface Between {
  km?: number | undefined;
  /** What the matcher says of their faces, by the bars of {@link groupOf}. */
  face?: Band | 'none' | undefined;
}

export function linkPeople(lost: PersonFacts, found: PersonFacts, { km, face: band }: Between): Fit {
  const days = (found.at - lost.at) / DAY_MS;
  const face = band && weighFace(band, groupOf(lost, found));
  const rest = present([
    sexOf(lost, found),
    ageOf(lost, found, days),
    nameOf(lost, found),
    relativeOf(lost, found),
    languageOf(lost, found),
    km === undefined ? undefined : weigh('place', 'place', km, rounded(km)),
    weigh('time', 'time', days, rounded(days)),
    heightOf(lost, found),
    days > -1.5 && days <= CLOTHES_DAYS ? setsOf('clothing', lost.clothing, found.clothing) : undefined,
    marksOf(lost, found),
  ]);
  const beside = sumOf(rest);
  const bits = beside + (face?.bits ?? 0);
  const least = youngest(lost, found);
  const needed = least !== undefined && least >= ADULT_AGE ? BESIDE_FACE.adult : BESIDE_FACE.child;
  const reached = bandOf(bits, BARS.person);
  const isByFaceAlone = face !== undefined && face.bits > 0 && beside < needed;
  return {
    bits,
    band: reached === 'likely' && isByFaceAlone ? 'possible' : reached,
    because: reasonsOf(present([face, ...rest])),
  };
}

export function linkThings(lost: ThingFacts, found: ThingFacts, { km }: Between): Fit {
  const isOneNumber = lost.serial !== undefined && lost.serial === found.serial;
  if (lost.category !== found.category && !isOneNumber) return { bits: 0, band: 'none', because: [] };
  const differs = lost.serial !== undefined && found.serial !== undefined && !isOneNumber;
  const weighed = present([
    lost.serial && found.serial ? weigh('serial', 'serial', isOneNumber ? SAME : OTHER) : undefined,
    categoryOf(lost, found),
    wordsOf(lost, found),
    setsOf('colour', lost.colours, found.colours),
    km === undefined ? undefined : weigh('place', 'placeOfThing', km, rounded(km)),
    timeOf(lost, found),
  ]);
  const bits = sumOf(weighed);
  const band = bandOf(bits, BARS.thing);
  const settled = isOneNumber ? 'likely' : differs && band === 'likely' ? 'possible' : band;
  return { bits, band: settled, because: reasonsOf(weighed) };
}

const bandOf = (bits: number, bars: { likely: number; possible: number }): Fit['band'] =>
  bits >= bars.likely ? 'likely' : bits >= bars.possible ? 'possible' : 'none';

const sumOf = (weighed: readonly Weighed[]): number => weighed.reduce((sum, { bits }) => sum + bits, 0);

const reasonsOf = (weighed: readonly Weighed[]): Reason[] =>
  [...weighed].sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits)).map(({ reason }) => reason);

const present = <T>(all: readonly (T | undefined)[]): T[] => all.filter((one) => one !== undefined);
const rounded = (value: number): number => Math.round(value);

/** What a value weighs. `u` is that of this very value, where it is more common than its step says. */
function weigh(field: Field, row: keyof typeof STEPS, value: number, told?: number, u = 0): Weighed {
  const steps: readonly Step[] = STEPS[row];
  const step = steps.find(([upTo]) => value <= upTo) ?? [ALL, 'differs', 1, 1];
  const [, says, m, usual] = step;
  // A value that nearly everybody has says little, but does not speak against it.
  const bits = u > usual ? Math.max(0, Math.log2(m / u)) : Math.log2(m / usual);
  return { reason: { field, says, ...(told === undefined ? {} : { value: told }) }, bits };
}

function sexOf({ sex: a }: PersonFacts, { sex: b }: PersonFacts): Weighed | undefined {
  // Who is neither is often taken for the one or the other.
  if (!a || !b || (a !== b && (a === 'other' || b === 'other'))) return undefined;
  return weigh('sex', 'sex', a === b ? SAME : OTHER);
}

/** Who was lost years before is older now; whoever posts it later may say the age of then or of now. */
function ageOf(lost: PersonFacts, found: PersonFacts, days: number): Weighed | undefined {
  const [a, b] = [rangeOf(lost), rangeOf(found)];
  if (!a || !b) return undefined;
  const grown = Math.max(0, Math.round(days / YEAR_DAYS));
  const apart = Math.max(0, b.min - (a.max + grown), a.min - b.max);
  const [reach, middle] = [(a.max + grown - a.min + b.max - b.min) / 2, (a.min + a.max + grown) / 2];
  return weigh('age', 'age', apart, apart, apart === 0 ? shareOfAges(middle - reach, middle + reach) : 0);
}

function rangeOf({ ageMin, ageMax }: PersonFacts): { min: number; max: number } | undefined {
  const [min, max] = [ageMin ?? ageMax, ageMax ?? ageMin];
  return min === undefined || max === undefined ? undefined : { min, max };
}

/** Of each five years of age from 0 on the share of people, the last of all from 80 on (Census of India 2011, C-14). */
const AGES = [
  ...[0.093, 0.105, 0.11, 0.1, 0.092, 0.084, 0.073, 0.07],
  ...[0.06, 0.052, 0.041, 0.032, 0.031, 0.022, 0.016, 0.008, 0.011],
];
const AGE_STEP = 5;

/** The share of people from one age to another. */
export function shareOfAges(from: number, to: number): number {
  return AGES.reduce((sum, share, i) => {
    const [start, end] = [i * AGE_STEP, (i + 1) * AGE_STEP];
    const common = Math.min(to, end) - Math.max(from, start);
    return sum + share * Math.min(1, Math.max(0, common / AGE_STEP));
  }, 0);
}

function nameOf(lost: PersonFacts, found: PersonFacts): Weighed | undefined {
  return best(
    lost.names.flatMap((a) => found.names.flatMap((b) => agreementOf(a, b) ?? [])),
    ({ apart, words, byChance }) =>
      weigh('name', words > 1 && apart <= NEAR_NAME ? 'fullName' : 'name', apart, undefined, byChance),
  );
}
const NEAR_NAME = 0.14;
/** u of one word that millions are called: among those who are compared one in five is (our estimate). */
const SHARED_U = 0.2;

const best = <T>(all: readonly T[], weighedOf: (one: T) => Weighed): Weighed | undefined =>
  all.map(weighedOf).sort((a, b) => b.bits - a.bits)[0];

interface Agreement {
  apart: number;
  /** How many words tell who somebody is; where none does, how many have what was compared by chance. */
  words: number;
  byChance: number;
}

/**
 * How far two names are from each other: by the telling word that finds least of its like on the other side, so that a
 * family's name that both have makes no Ramesh of a Rajesh; of the two by the one that tells less. Where one tells no more than
 * what millions are called, that is compared, and says little. Initials say nothing of a name that is written out.
 */
function agreementOf(a: readonly NameWord[], b: readonly NameWord[]): Agreement | undefined {
  const isByAll = [a, b].some((name) => !name.some(isTelling));
  const compared = isByAll ? isShared : isTelling;
  const [ones, others] = [a.filter(compared), b.filter(compared)];
  const words = Math.min(ones.length, others.length);
  if (words === 0) return undefined;
  const less = ones.length - others.length || a.length - b.length;
  const apart = Math.min(
    less > 0 ? Number.POSITIVE_INFINITY : apartFrom(ones, b),
    less < 0 ? Number.POSITIVE_INFINITY : apartFrom(others, a),
  );
  return { apart, words: isByAll ? 0 : words, byChance: isByAll ? SHARED_U ** words : 0 };
}

const isTelling = ({ weight }: NameWord): boolean => weight === 1;
const isShared = (word: NameWord): boolean => !isTelling(word) && word.weight > INITIAL_WEIGHT;

function apartFrom(words: readonly NameWord[], name: readonly NameWord[]): number {
  // What somebody writes in two words another writes in one.
  const others = [...name.map(({ sounds }) => sounds), ...pairsOf(name)];
  const likest = words.map(({ sounds }) => Math.max(...others.map((other) => wordLikeness(sounds, other))));
  return 1 - Math.min(...likest);
}

const pairsOf = (words: readonly NameWord[]): string[] =>
  words.slice(1).map(({ sounds }, i) => (words[i]?.sounds ?? '') + sounds);

/** A father and a mother have two names; two fathers have one. */
function relativeOf({ relative: a }: PersonFacts, { relative: b }: PersonFacts): Weighed | undefined {
  const agreement = a && b && agreementOf(a.words, b.words);
  if (!agreement || (a.kind !== b.kind && agreement.apart > NEAR_NAME)) return undefined;
  return weigh('relative', 'relative', agreement.apart, undefined, agreement.byChance);
}

/** Speakers, as their first, second or third language (Census of India 2011, C-17); of others too few to count. */
const SPEAKERS: Partial<Record<string, number>> = { hi: 0.571 };

function languageOf({ languages: a }: PersonFacts, { languages: b }: PersonFacts): Weighed | undefined {
  if (a.length === 0 || b.length === 0) return undefined;
  const shared = a.filter((language) => b.includes(language) && language !== 'other');
  if (shared.length === 0)
    return a.includes('other') || b.includes('other') ? undefined : weigh('language', 'language', OTHER);
  return weigh('language', 'language', SAME, undefined, Math.min(...shared.map((language) => SPEAKERS[language] ?? 0)));
}

function heightOf(lost: PersonFacts, found: PersonFacts): Weighed | undefined {
  const least = youngest(lost, found);
  if (!lost.heightCm || !found.heightCm || least === undefined || least < HEIGHT_AGE) return undefined;
  const apart = Math.abs(lost.heightCm - found.heightCm);
  return weigh('height', 'height', apart, apart);
}

function setsOf(field: 'clothing' | 'colour', a: ReadonlySet<string>, b: ReadonlySet<string>): Weighed | undefined {
  if (a.size === 0 || b.size === 0) return undefined;
  return weigh(field, field, [...a].some((colour) => b.has(colour)) ? SAME : OTHER);
}

const sharedBy = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter((word) => b.has(word));

function marksOf({ marks: a }: PersonFacts, { marks: b }: PersonFacts): Weighed | undefined {
  if (a.size === 0 || b.size === 0) return undefined;
  return weigh('marks', 'marks', Math.max(0, 2 - sharedBy(a, b).length));
}

/** The least age that either may have, by who knows one. */
function youngest(...people: readonly PersonFacts[]): number | undefined {
  const ages = people.flatMap((person) => rangeOf(person)?.min ?? []);
  return ages.length === 0 ? undefined : Math.min(...ages);
}

const FACE_ROWS = {
  adult: 'faceOfAdult',
  child: 'faceOfChild',
  infant: 'faceOfInfant',
} as const satisfies Record<AgeGroup, keyof typeof STEPS>;
const FACE_STEPS = ['likely', 'possible', 'none'] as const;

/** By whose bars the faces of two people are compared: those of the younger one. */
export const groupOf = (lost: PersonFacts, found: PersonFacts): AgeGroup => ageGroupOf(youngest(lost, found));

/** An infant's face is never likely. */
function weighFace(band: Band | 'none', group: AgeGroup): Weighed {
  const weighed = weigh('face', FACE_ROWS[group], FACE_STEPS.indexOf(band));
  return band === 'none' ? weighed : { ...weighed, reason: { ...weighed.reason, band } };
}

function categoryOf(lost: ThingFacts, found: ThingFacts): Weighed | undefined {
  // A number that is the same outweighs what somebody took it for.
  if (lost.category !== found.category) return undefined;
  return weigh('category', lost.category === 'Other' ? 'categoryOther' : 'category', SAME);
}

const COMMON: ReadonlySet<string> = new Set(['phone', 'wallet', 'bag', 'key']);

/** Words that only one has are as they are: nobody writes all. */
function wordsOf(lost: ThingFacts, found: ThingFacts): Weighed | undefined {
  const shared = sharedBy(lost.words, found.words);
  if (shared.length === 0) return undefined;
  const word = weigh('words', 'word', SAME);
  const bits = sumOf(shared.map((one) => (COMMON.has(one) ? weigh('words', 'commonWord', SAME) : word)));
  return { ...word, bits: Math.min(bits, MOST_WORDS * word.bits) };
}

function timeOf(lost: ThingFacts, found: ThingFacts): Weighed {
  const days = (found.at - lost.at) / DAY_MS;
  return weigh('time', 'timeOfThing', days, rounded(days));
}
