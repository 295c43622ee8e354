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
 * `sface-128-1`, 1:1 comparisons of development photos; the tables are in models/README.md.
 *
 * Adults, possible: FMR 2.5e-4 on LFW (35,411 pairs) and 4.5e-4 on Indian portraits (77,700); FNMR 0 and 0.13.
 * Adults, likely: no false match in either; FNMR 0.02 and 0.34. Children of up to 12 against other children, possible:
 * FMR 1.1e-2 (FG-NET, 3,096 pairs) and 2.2e-3 (UTKFace, ages 5 to 12). Likely: none in FG-NET, 8.2e-4 in UTKFace.
 */
export const CALIBRATION: Readonly<Record<typeof TEMPLATE_VERSION, Calibration>> = {
  'sface-128-1': {
    adult: { possible: 0.4, likely: 0.5 },
    child: { possible: 0.5, likely: 0.6 },
  },
};
