/**
 * Note: Blocks. A new report is not compared with a million others but with those that share a key with it: a name as it
 * sounds, whose child they are, a place and an age, a number, a word of a thing. Of each key those are taken whose day is
 * nearest, so that a name that ten thousand have costs no more than a rare one. Names and places are sealed, so what stands in
 * the table is the HMAC of each key: who has the database sees that two reports share something, and not what. Pure.
 */

import { createHmac } from 'node:crypto';
import type { Place } from '../../contract/primitives.ts';
import type { PersonFacts, ThingFacts } from '../../match/linkage.ts';
import type { NameWord } from '../../match/names.ts';

/** By what a report is found, and what it looks for others by. */
export interface Keys {
  kept: string[];
  sought: string[];
}

/** About 55 km. With the cells around it, whoever is within that is found. */
const CELL_DEGREES = 0.5;
/** From these ages on. */
const AGES = [0, 6, 13, 18, 30, 45, 60];
const AGE_SLACK = 3;
const ANY_AGE = 'any';
/** Scripts that leave open which consonants they mean have many; these tell most. */
const MOST_BONES = 3;
const MOST_WORDS = 12;

export function keysOfPerson(facts: PersonFacts, point: Place | undefined, district: string | null): Keys {
  const state = district?.slice(0, 2) ?? '';
  const named = facts.names.flatMap((words) => keysOfName(words, state));
  const relative = facts.relative ? bonesOf(tellingOf(facts.relative.words)).map((bones) => `relative ${bones}`) : [];
  const ages = agesOf(facts);
  const at = (cell: string) => (age: string) => `person ${cell} ${age}`;
  const whoever = ages.length > 0 ? [...ages, ANY_AGE] : [...AGES.map(String), ANY_AGE];
  const own = ages.length > 0 ? ages : [ANY_AGE];
  return {
    kept: unique([...named, ...relative, ...(point ? own.map(at(cellAt(point))) : [])]),
    sought: unique([
      ...named,
      ...relative,
      ...(point ? cellsAround(point).flatMap((cell) => whoever.map(at(cell))) : []),
    ]),
  };
}

export function keysOfThing(facts: ThingFacts, point: Place | undefined): Keys {
  const words = [...facts.words].slice(0, MOST_WORDS).map((word) => `thing ${facts.category} ${word}`);
  const both = [...words, ...(facts.serial ? [`serial ${facts.serial}`] : [])];
  const at = (cell: string) => `thing ${facts.category} at ${cell}`;
  return {
    kept: unique([...both, ...(point ? [at(cellAt(point))] : [])]),
    sought: unique([...both, ...(point ? cellsAround(point).map(at) : [])]),
  };
}

const unique = (keys: readonly string[]): string[] => [...new Set(keys)];

/** Each word alone, alone in its state, and two together: who has a common name is found by what it stands beside. */
function keysOfName(words: readonly NameWord[], state: string): string[] {
  const telling = tellingOf(words);
  const alone = bonesOf(telling).flatMap((bones) => [`name ${bones}`, `name ${bones} in ${state}`]);
  const first = telling.map((word) => word.bones[0] ?? '');
  const pairs = first.flatMap((a, i) => first.slice(i + 1).map((b) => `name ${[a, b].sort().join(' and ')}`));
  return [...alone, ...pairs];
}

const tellingOf = (words: readonly NameWord[]): readonly NameWord[] => {
  const telling = words.filter(({ weight }) => weight === 1);
  return telling.length > 0 ? telling : words;
};

const bonesOf = (words: readonly NameWord[]): string[] => words.flatMap(({ bones }) => bones.slice(0, MOST_BONES));

/** Which of {@link AGES} they may be of; none where nobody says how old they are. */
function agesOf({ ageMin, ageMax }: PersonFacts): string[] {
  const [min, max] = [ageMin ?? ageMax, ageMax ?? ageMin];
  if (min === undefined || max === undefined) return [];
  return AGES.filter((from, i) => from <= max + AGE_SLACK && (AGES[i + 1] ?? Infinity) > min - AGE_SLACK).map(String);
}

const rowOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const cellAt = ({ lat, lng }: Place): string => `${rowOf(lat)}:${rowOf(lng)}`;
const cellsAround = ({ lat, lng }: Place): string[] =>
  [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((right) => `${rowOf(lat) + up}:${rowOf(lng) + right}`));

/** 64 bits of each, as the database counts. */
export const blinded = (keys: readonly string[], key: Buffer): string[] =>
  keys.map((one) => createHmac('sha256', key).update(`candidate\n${one}`).digest().readBigInt64BE().toString());
