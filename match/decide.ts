/** What a comparison score says to a person. */

import { ADULT_AGE } from '../contract/limits.ts';
import { type Bars, CALIBRATION } from './calibration.ts';
import { compareTemplates, encodeTemplate, TEMPLATE_VERSION } from './template.ts';

/** Below this age, in years, faces are too alike for any score to say "likely"; see models/README.md. */
const INFANT_AGE = 3;

/** How old a reference's person may be, as far as a comparison needs it. Whose age nobody knows is compared as a child. */
export type AgeGroup = 'adult' | 'child' | 'infant';

/** `youngest`: the least age, in years, that they may have; undefined when nobody knows. */
export function ageGroupOf(youngest: number | undefined): AgeGroup {
  if (youngest === undefined) return 'child';
  if (youngest >= ADULT_AGE) return 'adult';
  return youngest < INFANT_AGE ? 'infant' : 'child';
}

/** The band of a score; the score itself is not shown to anyone. Children's faces are more alike: their bars are higher. */
export function decide(score: number, of: { youngest: number | undefined }): 'likely' | 'possible' | 'none' {
  return decideFor(score, ageGroupOf(of.youngest));
}

export function decideFor(score: number, group: AgeGroup): 'likely' | 'possible' | 'none' {
  const bars = barsOf(group);
  if (score >= bars.likely) return 'likely';
  return score >= bars.possible ? 'possible' : 'none';
}

function barsOf(group: AgeGroup): Bars {
  const { adult, child } = CALIBRATION[TEMPLATE_VERSION];
  if (group === 'adult') return adult;
  return group === 'infant' ? { ...child, likely: Number.POSITIVE_INFINITY } : child;
}

/** Whether two embeddings, of frames a moment apart, may be of one person: by the lowest bar, for only strangers are to fall out. */
export const isSameFace = (a: Float32Array, b: Float32Array): boolean =>
  decideFor(compareTemplates(encodeTemplate(a), encodeTemplate(b)), 'adult') !== 'none';
