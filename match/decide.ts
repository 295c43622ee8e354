/** What a comparison score says to a person. */

import { ADULT_AGE } from '../contract/limits.ts';
import { type Bars, CALIBRATION } from './calibration.ts';
import { TEMPLATE_VERSION } from './template.ts';

/** Below this age, in years, faces are too alike for any score to say "likely"; see models/README.md. */
const INFANT_AGE = 3;

/**
 * The band of a score; the score itself is not shown to anyone.
 *
 * `youngest`: the least age, in years, that the reference's person may have; undefined when nobody knows. Children's
 * faces are more alike, so their bars are higher.
 */
export function decide(score: number, of: { youngest: number | undefined }): 'likely' | 'possible' | 'none' {
  const bars = barsOf(of.youngest);
  if (score >= bars.likely) return 'likely';
  return score >= bars.possible ? 'possible' : 'none';
}

function barsOf(youngest: number | undefined): Bars {
  const { adult, child } = CALIBRATION[TEMPLATE_VERSION];
  if (youngest !== undefined && youngest >= ADULT_AGE) return adult;
  if (youngest !== undefined && youngest < INFANT_AGE) return { ...child, likely: Number.POSITIVE_INFINITY };
  return child;
}
