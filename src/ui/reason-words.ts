/** Why two records may tell of one person, in words. */

import type { TFunction } from 'i18next';
import type { Reason } from '../../contract/candidate.ts';

/** Of these a number says more than a word: years, kilometres, days, centimetres. */
const MEASURED = ['age', 'place', 'time', 'height'] as const;
export type Measured = (typeof MEASURED)[number];

export const measureOf = ({ field, value }: Reason): { field: Measured; count: number } | undefined => {
  const measured = MEASURED.find((one) => one === field);
  return measured !== undefined && value !== undefined && value >= 1
    ? { field: measured, count: Math.round(value) }
    : undefined;
};

export function reasonWords(t: TFunction, reason: Reason): string {
  const measure = measureOf(reason);
  if (measure) return t(`duty.apart.${measure.field}`, { count: measure.count });
  if (reason.field === 'face') return t(`duty.faces.${reason.band ?? 'none'}`);
  return t(`duty.says.${reason.says}`, { what: t(`duty.what.${reason.field}`) });
}
