/** Reports that may be of whom, or of what, is being written about: offered to who writes, and never decided by. Pure. */

import { MAX_AGE } from '../../../contract/limits.ts';
import type { ReportView } from '../../../contract/report.ts';
import { type NameWord, nameLikeness, nameWords, SAME_SOUND, soundsOf, wordLikeness } from '../../../match/names.ts';
import { digits, isWhole } from './answers.ts';
import type { Category } from './item.ts';
import { GUESS_YEARS } from './person.ts';

/** More than these nobody reads in the middle of a form. */
export const MOST_OFFERED = 3;
/** Two words that a title shares with another tell of one thing, where it has two; what all titles say tells nothing. */
const WORDS_ALIKE = 2;
const LEAST_LETTERS = 3;
const IN_ALL_TITLES = new Set([
  'lost',
  'found',
  'the',
  'and',
  'near',
  'with',
  'from',
  'missing',
  'ਗੁੰਮ',
  'ਲੱਭਿਆ',
  'ਲੱਭੀ',
  'ਨੇੜੇ',
  'खोया',
  'मिला',
  'पास',
]);

/** What of a form tells whether there is such a report, as it was typed. */
export type Written =
  | { kind: 'person'; name: string; age: string }
  | { kind: 'item'; category: Category | ''; title: string };

/** The most alike first, of those the newest; nothing while too little is written. */
export function alikeTo(written: Written, views: readonly ReportView[]): ReportView[] {
  const likeness = written.kind === 'person' ? likePerson(written) : likeThing(written);
  return views
    .map((view) => ({ view, like: likeness(view.subject, view) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like || b.view.createdAt.localeCompare(a.view.createdAt))
    .slice(0, MOST_OFFERED)
    .map(({ view }) => view);
}

type Likeness = (subject: ReportView['subject'], view: ReportView) => number;

/**
 * 0, or how like the names are; nobody whose age cannot be the one that is written. What millions are called ranks, and
 * makes nobody alike: Ramesh Kumar is not Rajesh Kumar.
 */
function likePerson({ name, age }: Extract<Written, { kind: 'person' }>): Likeness {
  const words = nameWords(name);
  const telling = words.filter(isTelling);
  const years = isWhole(digits(age), MAX_AGE) ? Number(digits(age)) : undefined;
  if (!telling.some(({ sounds }) => sounds.length >= LEAST_LETTERS)) return () => 0;
  return (subject) => {
    if (subject.kind !== 'person') return 0;
    const { ageMin: from = 0, ageMax: to = MAX_AGE, details } = subject;
    if (years !== undefined && (years < from - GUESS_YEARS || years > to + GUESS_YEARS)) return 0;
    const called = [subject.name, details?.nickname].map((one) => nameWords(one ?? ''));
    const alike = called.filter((theirs) => nameLikeness(telling, theirs.filter(isTelling)) >= SAME_SOUND);
    return Math.max(0, ...alike.map((theirs) => nameLikeness(words, theirs)));
  };
}

const isTelling = ({ weight }: NameWord): boolean => weight === 1;

/** How many words two titles share, of things of one kind. */
function likeThing({ category, title }: Extract<Written, { kind: 'item' }>): Likeness {
  const words = tellingWords(title);
  if (category === '' || words.length === 0) return () => 0;
  return (subject, view) => {
    if (subject.kind !== 'item' || subject.category !== category) return 0;
    const theirs = tellingWords(view.title ?? '');
    const shared = words.filter((word) => theirs.some((one) => wordLikeness(word, one) >= SAME_SOUND)).length;
    return shared >= Math.min(WORDS_ALIKE, words.length) ? shared : 0;
  };
}

const tellingWords = (title: string): string[] => [
  ...new Set(
    (title.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
      .filter((word) => word.length >= LEAST_LETTERS && !IN_ALL_TITLES.has(word))
      .map(soundsOf),
  ),
];
