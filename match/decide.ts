/** What a comparison score says to a person. */

import { CALIBRATION } from './calibration.ts';
import { TEMPLATE_VERSION } from './template.ts';

/**
 * The band of a score; the score itself is not shown to anyone.
 *
 * `child`: either of the two may be one (unknown ages too). Children's faces are more alike, so their bars are higher.
 */
export function decide(score: number, of: { child: boolean }): 'likely' | 'possible' | 'none' {
  const bars = CALIBRATION[TEMPLATE_VERSION][of.child ? 'child' : 'adult'];
  if (score >= bars.likely) return 'likely';
  return score >= bars.possible ? 'possible' : 'none';
}
