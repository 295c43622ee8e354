/** People who went missing and were found, as a family tells of them and as a stranger does: made by a seed, for measuring candidates. */

import type * as z from 'zod/mini';
import type { Spoken } from '../../contract/details.ts';
import type { PersonFacts } from '../../match/linkage.ts';
import { nameWords } from '../../match/names.ts';
import { districtNamed } from '../../reference/districts.ts';
import { distanceKm, type KnownPlace, PLACES } from '../../reference/places.ts';
import { coloursIn, tellingWords } from '../../server/items/words.ts';
import { type NameSet, readNameSet, type Spellings } from './name-set.ts';

/** What is told of them: `words` as before details were asked, `details` also what is asked since. */
export type Told = 'words' | 'details';

export interface MadePerson {
  side: 'lost' | 'found';
  facts: PersonFacts;
  /** As it was written. */
  name: string | undefined;
  place: KnownPlace | undefined;
  district: string | null;
  /** The same number for the two records of one person; undefined of whom there is one record. */
  pair: number | undefined;
  hasFace: boolean;
}

interface Truth {
  sex: 'female' | 'male';
  age: number;
  given: Spellings;
  family: Spellings | undefined;
  father: Spellings;
  languages: z.infer<typeof Spoken>[];
  heightCm: number;
  colour: string;
  marks: string;
  home: KnownPlace;
  /** Days since the first. */
  day: number;
}

const COLOURS = ['red', 'blue', 'green', 'white', 'black', 'yellow', 'brown', 'pink', 'grey', 'orange'];
const MARKS = [
  ...['scar on left cheek', 'mole on chin', 'tattoo on right arm', 'burn on left hand', 'scar on forehead'],
  ...['mole near nose', 'cut on right eyebrow', 'sixth finger left hand', 'tattoo of om on wrist', 'birthmark on neck'],
];
/** So many days they went missing in. */
const YEARS_DAYS = 3 * 365;
const FIRST_DAY = Date.UTC(2024, 0, 1, 6, 30);
const DAY_MS = 86_400_000;
const FACES = 0.7;

/** `pairs` people with a record on each side, and so many of one record each that there are `records`. */
export function makePeople(
  { records, pairs, told }: { records: number; pairs: number; told: Told },
  random: () => number,
): MadePerson[] {
  const made = new Maker(random, readNameSet(), told);
  const people = Array.from({ length: records - pairs }, (_, i) => {
    const truth = made.truth();
    const sides = i < pairs ? (['lost', 'found'] as const) : ([random() < 0.5 ? 'lost' : 'found'] as const);
    return sides.map((side) => made.record(truth, side, i < pairs ? i : undefined));
  });
  return people.flat();
}

class Maker {
  readonly #random: () => number;
  readonly #names: NameSet;
  readonly #told: Told;

  constructor(random: () => number, names: NameSet, told: Told) {
    [this.#random, this.#names, this.#told] = [random, names, told];
  }

  truth(): Truth {
    const sex = this.#chance(0.5) ? 'female' : 'male';
    const age = this.#age();
    const grown = age >= 18 ? (sex === 'male' ? 165 : 152) : 75 + age * (sex === 'male' ? 5 : 4.5);
    const home = this.#skewed(PLACES, 2.5);
    const local = home.state === 'Punjab' ? 'pa' : (LANGUAGE_OF[home.state] ?? 'hi');
    return {
      ...{ sex, age, home },
      given: this.#skewed(this.#names.given, 1.6),
      family: this.#chance(0.65) ? this.#skewed(this.#names.family, 1.6) : undefined,
      father: this.#skewed(this.#names.given, 1.6),
      languages: this.#chance(0.6) && local !== 'hi' ? [local, 'hi'] : [local],
      heightCm: grown + this.#normal() * 6.5,
      colour: this.#pick(COLOURS),
      marks: this.#pick(MARKS),
      day: Math.floor(this.#random() * YEARS_DAYS),
    };
  }

  record(truth: Truth, side: 'lost' | 'found', pair: number | undefined): MadePerson {
    const isFamily = side === 'lost';
    const gone = isFamily ? 0 : this.#daysGone();
    const where = isFamily ? truth.home : this.#foundAt(truth.home);
    const place = this.#chance(isFamily ? 0.97 : 0.95) ? where : undefined;
    const district = place ? (districtNamed(`${place.name}, ${place.state}`) ?? null) : null;
    // A day that nobody gives is that on which it is posted; one that is given may be a day off.
    const late = this.#chance(0.1) ? Math.floor(this.#random() * 4) : this.#chance(0.15) ? 1 : 0;
    const at = FIRST_DAY + (truth.day + gone + (isFamily ? -late : late)) * DAY_MS;
    const name = this.#name(truth, isFamily);
    const facts: PersonFacts = {
      ...this.#ages(truth.age, isFamily),
      names: name === undefined ? [] : [nameWords(name)],
      languages: [],
      clothing: this.#chance(0.6) ? coloursIn(this.#or(truth.colour, COLOURS, isFamily ? 0.1 : 0.25)) : new Set(),
      marks: new Set(),
      at,
      ...(this.#told === 'details' ? this.#details(truth, isFamily) : {}),
    };
    return { side, facts, name, place, district, pair, hasFace: this.#chance(FACES) };
  }

  /** Those of families are told more often, and more rightly. */
  #details(truth: Truth, isFamily: boolean): Partial<PersonFacts> {
    const other = truth.sex === 'female' ? 'male' : 'female';
    const father = () => this.#or(this.#pick(truth.father), this.#names.given.flat(), isFamily ? 0.01 : 0.1);
    const words = truth.marks.split(' ');
    const seen = isFamily ? truth.marks : words.filter(() => this.#chance(0.7)).join(' ');
    return {
      sex: this.#chance(0.95) ? (this.#chance(isFamily ? 0.002 : 0.01) ? other : truth.sex) : undefined,
      relative: this.#chance(isFamily ? 0.6 : 0.25) ? { kind: 'father', words: nameWords(father()) } : undefined,
      languages: this.#chance(isFamily ? 0.5 : 0.4) ? truth.languages : [],
      heightCm: this.#chance(isFamily ? 0.4 : 0.35)
        ? Math.round(truth.heightCm + this.#normal() * (isFamily ? 3 : 6))
        : undefined,
      marks: this.#chance(isFamily ? 0.35 : 0.3) ? tellingWords(this.#or(seen, MARKS, 0.1)) : new Set(),
    };
  }

  /** Whoever was found may not know their name, or tell another; each writes it in their own way. */
  #name({ given, family }: Truth, isFamily: boolean): string | undefined {
    if (!this.#chance(isFamily ? 0.97 : 0.55)) return undefined;
    const first = this.#or(this.#pick(given), this.#names.given.flat(), isFamily ? 0.005 : 0.1);
    const last = family && this.#chance(isFamily ? 0.9 : 0.5) ? ` ${this.#pick(family)}` : '';
    return first + last;
  }

  #ages(age: number, isFamily: boolean): { ageMin?: number; ageMax?: number } {
    if (!this.#chance(isFamily ? 0.97 : 0.92)) return {};
    const guess = isFamily ? age + Math.round(this.#normal() * 0.7) : age + this.#normal() * (1 + age * 0.1);
    const said = !isFamily && age > 25 && this.#chance(0.5) ? Math.round(guess / 5) * 5 : Math.round(guess);
    const margin = isFamily ? 0 : age < 18 ? 2 : 5;
    return { ageMin: Math.max(0, said - margin), ageMax: Math.max(0, said + margin) };
  }

  #age(): number {
    const kind = this.#random();
    if (kind < 0.3) return Math.floor(this.#random() * 18);
    return kind < 0.75 ? 18 + Math.floor(this.#random() * 27) : 45 + Math.floor(this.#random() * 45);
  }

  #daysGone(): number {
    const kind = this.#random();
    const upTo = kind < 0.35 ? 2 : kind < 0.6 ? 7 : kind < 0.8 ? 30 : kind < 0.92 ? 120 : 365;
    return Math.floor(this.#random() * upTo);
  }

  #foundAt(home: KnownPlace): KnownPlace {
    const kind = this.#random();
    if (kind < 0.4) return home;
    const km = kind < 0.65 ? 60 : kind < 0.85 ? 300 : 3000;
    return this.#pick(PLACES.filter((place) => distanceKm(place, home) <= km));
  }

  #or<T>(right: T, others: readonly T[], wrong: number): T {
    return this.#chance(wrong) ? this.#pick(others) : right;
  }

  readonly #chance = (share: number): boolean => this.#random() < share;
  readonly #pick = <T>(from: readonly T[]): T => this.#skewed(from, 1);
  /** The first more often than the last: some names are common, and some towns large. */
  readonly #skewed = <T>(from: readonly T[], power: number): T =>
    from[Math.floor(from.length * this.#random() ** power)] as T;
  readonly #normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
}

const LANGUAGE_OF: Partial<Record<string, z.infer<typeof Spoken>>> = {
  ...{ Maharashtra: 'mr', 'West Bengal': 'bn', 'Tamil Nadu': 'ta', Karnataka: 'kn', Gujarat: 'gu', Kerala: 'ml' },
  ...{ 'Andhra Pradesh': 'te', Telangana: 'te', Odisha: 'or', Assam: 'as' },
};
