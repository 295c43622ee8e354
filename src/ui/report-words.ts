/** What a report is called, and how old the person of it is. */

import type { TFunction } from 'i18next';
import type { ReportView } from '../../contract/report.ts';

export function nameOf(t: TFunction, view: Pick<ReportView, 'subject' | 'title' | 'contact'>): string {
  if (view.subject.kind === 'item') return view.title ?? t(`browse.categories.${view.subject.category}`);
  if (view.contact === 'guarded') return t('details.guardedPerson');
  return view.subject.name ?? view.title ?? t('browse.nameUnknown');
}

/** "71 years", or "60 to 70 years" when it was estimated; nothing when nobody knows, or of a thing. */
export function ageOf(t: TFunction, { subject }: Pick<ReportView, 'subject'>): string | undefined {
  if (subject.kind === 'item') return undefined;
  const from = subject.ageMin ?? subject.ageMax;
  const to = subject.ageMax ?? subject.ageMin;
  if (from === undefined || to === undefined) return undefined;
  return from === to ? t('browse.age', { age: from }) : t('browse.ageRange', { from, to });
}

/** "FIR 0123/2026, Sadar": the case that a child is looked for under, as far as this viewer may know it. */
export const caseOf = (t: TFunction, { kind, number, station }: NonNullable<ReportView['case']>): string =>
  [[t(`details.caseKind.${kind}`), number].filter(Boolean).join(' '), station].join(', ');
