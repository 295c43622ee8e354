/**
 * How well a lost thing and a found one fit, from what two people wrote about them. Pure.
 *
 * The points are of our own making: they order candidates for two people to look at, and decide nothing. Times and
 * places pull down where they speak against it, for a guess that is plainly wrong is worse than none.
 */

import type { Place } from '../../contract/primitives.ts';
import type { ItemMatch, ItemSubject } from '../../contract/report.ts';
import { distanceKm } from '../../reference/places.ts';
import { coloursIn, tellingWords } from './words.ts';

export interface ItemFacts {
  category: (typeof ItemSubject)['_zod']['output']['category'];
  colour: string | null;
  /** Title and description. */
  text: string;
  point: Place | undefined;
  /** When it was lost or found, else when that was reported. */
  at: Date;
  serialHash: string | null;
}

export interface Score {
  score: number;
  band: ItemMatch['band'] | 'none';
  /** What agrees, the weightiest first. */
  because: ItemMatch['because'];
}

const CATEGORY = 0.15;
const COLOUR = 0.15;
const OTHER_COLOUR = -0.25;
/** Each word that both have, up to as many as make the most. */
const WORD = 0.13;
const MOST_WORDS = 0.42;
/** A word that says again what the category says. */
const COMMON_WORD = 0.04;
const COMMON: ReadonlySet<string> = new Set(['phone', 'wallet', 'bag', 'key']);
/** By kilometres. */
const PLACE: readonly [upTo: number, points: number][] = [
  [5, 0.24],
  [25, 0.18],
  [100, 0.06],
  [300, 0],
  [Infinity, -0.4],
];
/** By days from losing to finding. Dates are of memory: a day before is none. */
const TIME: readonly [upTo: number, points: number][] = [
  [-1.5, -0.5],
  [7, 0.14],
  [30, 0.08],
  [120, 0.02],
  [Infinity, -0.15],
];
const LIKELY = 0.75;
const POSSIBLE = 0.6;
const DAY_MS = 86_400_000;

export function scoreItems(lost: ItemFacts, found: ItemFacts): Score {
  // Two people cannot write the same number by chance.
  if (lost.serialHash !== null && lost.serialHash === found.serialHash)
    return { score: 1, band: 'likely', because: ['serial', ...reasons(partsOf(lost, found))] };
  if (lost.category !== found.category) return { score: 0, band: 'none', because: [] };
  const parts = partsOf(lost, found);
  const score = Object.values(parts).reduce((sum, points) => sum + points, 0);
  const because = reasons(parts);
  // Two numbers that differ speak against it, but a phone has two of them, and people mistype.
  const differs = lost.serialHash !== null && found.serialHash !== null;
  return { score, band: bandOf(differs ? Math.min(score - 0.2, LIKELY - 0.01) : score), because };
}

function bandOf(score: number): Score['band'] {
  if (score >= LIKELY) return 'likely';
  return score >= POSSIBLE ? 'possible' : 'none';
}

type Part = Exclude<ItemMatch['because'][number], 'serial'>;

function partsOf(lost: ItemFacts, found: ItemFacts): Record<Part, number> {
  return {
    category: lost.category === found.category ? (lost.category === 'Other' ? CATEGORY / 2 : CATEGORY) : 0,
    words: wordPoints(lost, found),
    colour: colourPoints(lost, found),
    place: lost.point && found.point ? pointsUpTo(PLACE, distanceKm(lost.point, found.point)) : 0,
    time: pointsUpTo(TIME, (found.at.getTime() - lost.at.getTime()) / DAY_MS),
  };
}

const reasons = (parts: Record<Part, number>): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part] > 0).sort((a, b) => parts[b] - parts[a]);

function wordPoints(lost: ItemFacts, found: ItemFacts): number {
  const others = tellingWords(found.text);
  const shared = [...tellingWords(lost.text)].filter((word) => others.has(word));
  return Math.min(
    shared.reduce((sum, word) => sum + (COMMON.has(word) ? COMMON_WORD : WORD), 0),
    MOST_WORDS,
  );
}

function colourPoints(lost: ItemFacts, found: ItemFacts): number {
  const [a, b] = [lost, found].map(({ colour, text }) => (colour ? coloursIn(colour) : coloursIn(text)));
  if (!a?.size || !b?.size) return 0;
  return [...a].some((colour) => b.has(colour)) ? COLOUR : OTHER_COLOUR;
}

const pointsUpTo = (table: readonly [upTo: number, points: number][], value: number): number =>
  table.find(([upTo]) => value <= upTo)?.[1] ?? 0;
