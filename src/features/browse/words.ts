/** What a report is called, and the few words that lists, pages and posters say of it. */

import type { TFunction } from 'i18next';
import type { ReportView } from '../../../contract/report.ts';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay, formatDayAndTime } from '../../i18n/relative-time.ts';

export function nameOf(t: TFunction, view: ReportView): string {
  if (view.subject.kind === 'item') return view.title ?? t(`browse.categories.${view.subject.category}`);
  if (view.contact === 'guarded') return t('details.guardedPerson');
  return view.subject.name ?? view.title ?? t('browse.nameUnknown');
}

/** "71 years", or "60 to 70 years" when it was estimated; nothing when nobody knows, or of a thing. */
export function ageOf(t: TFunction, { subject }: ReportView): string | undefined {
  if (subject.kind === 'item') return undefined;
  const from = subject.ageMin ?? subject.ageMax;
  const to = subject.ageMax ?? subject.ageMin;
  if (from === undefined || to === undefined) return undefined;
  return from === to ? t('browse.age', { age: from }) : t('browse.ageRange', { from, to });
}

/** Lost or found, in the word for a person or for a thing. */
export const typeOf = (t: TFunction, { type, subject }: ReportView): string =>
  t(`browse.${type}${subject.kind === 'person' ? 'Person' : 'Item'}`);

export const colourOf = ({ subject }: ReportView): string | undefined =>
  subject.kind === 'person' ? subject.clothColor : subject.colour;

/** "Victim: Simran K.": the posting role of the specification, with the masked name. */
export function posterOf(t: TFunction, { owner, role }: ReportView): string | undefined {
  if (role === undefined && owner === undefined) return undefined;
  return t(`browse.${role ?? 'victim'}`, { name: owner?.name ?? t('browse.unnamed') });
}

export const rewardOf = (t: TFunction, { rewardRupees }: ReportView): string | undefined =>
  rewardRupees ? t('browse.reward', { amount: formatNumber(rewardRupees) }) : undefined;

/** The wall-clock time as it was given; it has no zone. */
export function happenedAt(t: TFunction, view: ReportView, now: Date): string | undefined {
  if (view.timeOfLossDate === undefined) return undefined;
  const at = new Date(`${view.timeOfLossDate}T${view.timeOfLossTime ?? '00:00'}`);
  return view.timeOfLossTime === undefined ? formatDay(t, at, now) : formatDayAndTime(t, at, now);
}
