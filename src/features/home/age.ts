import type { TFunction } from 'i18next';

/** "71 years", or "60 to 70 years" when it was estimated; nothing when nobody knows. */
export function ageOf(
  t: TFunction,
  person: { ageMin?: number | undefined; ageMax?: number | undefined },
): string | undefined {
  const from = person.ageMin ?? person.ageMax;
  const to = person.ageMax ?? person.ageMin;
  if (from === undefined || to === undefined) return undefined;
  return from === to ? t('home.age', { age: from }) : t('home.ageRange', { from, to });
}
