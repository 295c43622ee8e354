/** The network of the mix: fair, foul, gone or behind a login page, for seconds at a time, all from one seed. */

import { WIRE_FAULTS, type WireFault } from '../../support/faults.ts';
import type { Fate, FaultProxy } from '../../support/proxy.ts';

/** A gateway's 413 needs a person for a text, so it belongs to a test of its own. */
const KINDS = WIRE_FAULTS.filter((fault) => fault !== 'too-large');
/** How often a call meets a fault; such weather comes when the number drawn is below `below`. */
const WEATHERS = [
  { share: 0.02, below: 0.55 },
  { share: 0.25, below: 0.9 },
  { share: 1, only: 'drop', below: 0.95 },
  { share: 1, only: 'captive', below: 1 },
] as const satisfies readonly { share: number; only?: WireFault; below: number }[];
const SPELL_MS = { least: 3000, most: 9000 };

export interface Weather {
  fate: FaultProxy['fate'];
  /** Faults that were met. */
  readonly met: Map<WireFault, number>;
  clear(): void;
}

export function makeWeather(random: () => number, now: () => number = Date.now): Weather {
  const met = new Map<WireFault, number>();
  let isClear = false;
  let weather: (typeof WEATHERS)[number] = WEATHERS[0];
  let until = 0;

  function next(): void {
    const drawn = random();
    weather = WEATHERS.find(({ below }) => drawn < below) ?? WEATHERS[0];
    until = now() + SPELL_MS.least + random() * (SPELL_MS.most - SPELL_MS.least);
  }

  return {
    met,
    clear() {
      isClear = true;
    },
    fate({ isCall }) {
      if (isClear || !isCall) return undefined;
      if (now() >= until) next();
      if (random() >= weather.share) return undefined;
      const kind = 'only' in weather ? weather.only : KINDS[Math.floor(random() * KINDS.length)];
      if (!kind) return undefined;
      met.set(kind, (met.get(kind) ?? 0) + 1);
      return measured(kind, random);
    },
  };
}

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
