/** Which comparison scores mean what, for one pipeline version each. */

import type { TEMPLATE_VERSION } from './template.ts';

/** The least scores of the two answers that name a candidate. */
export interface Bars {
  likely: number;
  possible: number;
}

export interface Calibration {
  adult: Bars;
  child: Bars;
}

/**
 * `sface-128-1`, from development photos, 1:1, float32 cosines.
 *
 * Adults, possible: FMR 2.4e-4 on LFW, 7e-4 on Bollywood portraits (noisy labels). Adults, likely: FMR about 1e-5 on
 * LFW, extrapolated by a normal tail from the figures above, not counted. Children of up to 12 against other children
 * (FG-NET): impostors' 99th percentile 0.48, their highest 0.59; `possible` stands above the one, `likely` above the
 * other.
 */
export const CALIBRATION: Readonly<Record<typeof TEMPLATE_VERSION, Calibration>> = {
  'sface-128-1': {
    adult: { possible: 0.4, likely: 0.5 },
    child: { possible: 0.5, likely: 0.6 },
  },
};
