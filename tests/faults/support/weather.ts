/** The network of the mix: fair, foul, gone or behind a login page, for seconds at a time, all from one seed. */

import { WIRE_FAULTS, type WireFault } from '../../support/faults.ts';
import type { Fate, FaultProxy, Passed } from '../../support/proxy.ts';

/** A gateway's 413 needs a person for a text, so it belongs to a test of its own. */
export const FAULT_KINDS: readonly WireFault[] = WIRE_FAULTS.filter((fault) => fault !== 'too-large');

/** How often a call meets a fault, and which if it is always the same. */
interface Spell {
  share: number;
  only?: WireFault;
}
const FAIR: Spell = { share: 0.02 };
const FOUL: Spell = { share: 0.25 };
/** So often they are dealt beside each other. */
const SPELLS: readonly Spell[] = [
  ...Array<Spell>(5).fill(FAIR),
  ...Array<Spell>(4).fill(FOUL),
  { share: 1, only: 'drop' },
  { share: 1, only: 'captive' },
];
const SPELL_MS = { least: 2000, most: 6000 };

export interface Weather {
  fate: FaultProxy['fate'];
  /** Faults that were met. */
  readonly met: Map<WireFault, number>;
  clear(): void;
}

export function makeWeather(random: () => number, now: () => number = Date.now): Weather {
  const met = new Map<WireFault, number>();
  const spells = deckOf(SPELLS, random);
  const kinds = deckOf(FAULT_KINDS, random);
  let isClear = false;
  let spell = FAIR;
  let until = 0;

  function next(): void {
    spell = spells() ?? FAIR;
    until = now() + SPELL_MS.least + random() * (SPELL_MS.most - SPELL_MS.least);
  }

  return {
    met,
    clear() {
      isClear = true;
    },
    fate(call) {
      if (isClear || !call.isCall) return undefined;
      if (now() >= until) next();
      if (random() >= spell.share) return undefined;
      const kind = spell.only ?? kinds((one) => canMeet(one, call));
      if (!kind) return undefined;
      met.set(kind, (met.get(kind) ?? 0) + 1);
      return measured(kind, random);
    },
  };
}

/**
 * Deals each card once before it deals any a second time, so that none stays away by luck: the first that fits, for those
 * above it keep their place.
 */
export function deckOf<Card>(
  cards: readonly Card[],
  random: () => number,
): (fits?: (card: Card) => boolean) => Card | undefined {
  let left: Card[] = [];
  return (fits = () => true) => {
    if (left.length === 0) left = shuffled(cards, random);
    const place = left.findIndex(fits);
    return place < 0 ? undefined : left.splice(place, 1)[0];
  };
}

function shuffled<Card>(cards: readonly Card[], random: () => number): Card[] {
  const mixed = [...cards];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as Card, mixed[i] as Card]; // both are places of it
  }
  return mixed;
}

/** An upload is cut only where there is one. */
const canMeet = (kind: WireFault, { length }: Pick<Passed, 'length'>): boolean => kind !== 'cut-upload' || length > 0;

function measured(fault: WireFault, random: () => number): Fate {
  switch (fault) {
    case 'hang':
      return { fault, ms: 500 + random() * 4000 };
    case 'slow':
      return { fault, ms: 100 + random() * 1500 };
    case 'slow-down':
      return { fault, retryAfterS: 1 + Math.floor(random() * 2) };
    case 'cut-upload':
    case 'cut-answer':
      return { fault, bytes: Math.floor(random() * 600) };
    default:
      return { fault };
  }
}
