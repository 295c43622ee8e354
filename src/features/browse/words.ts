/** The few words that lists, pages and posters say of it. */

import type { TFunction } from 'i18next';
import type { ReportView } from '../../../contract/report.ts';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay, formatDayAndTime } from '../../i18n/relative-time.ts';

/** Lost or found, in the word for a person or for a thing. */
export const typeOf = (t: TFunction, { type, subject }: ReportView): string =>
  t(`browse.${type}${subject.kind === 'person' ? 'Person' : 'Item'}`);

export const colourOf = ({ subject }: ReportView): string | undefined =>
  subject.kind === 'person' ? subject.clothColor : subject.colour;

/** "Posted by Simran K."; what they are to it, victim or founder, stands on its page. */
export function postedBy(t: TFunction, { owner, role }: ReportView): string | undefined {
  if (role === undefined && owner === undefined) return undefined;
  return owner ? t('browse.postedBy', { name: owner.name }) : t('browse.postedUnnamed');
}

export const rewardOf = (t: TFunction, { rewardRupees }: ReportView): string | undefined =>
  rewardRupees ? t('browse.reward', { amount: formatNumber(rewardRupees) }) : undefined;

/** The wall-clock time as it was given; it has no zone. */
export function happenedAt(t: TFunction, view: ReportView, now: Date): string | undefined {
  if (view.timeOfLossDate === undefined) return undefined;
  const at = new Date(`${view.timeOfLossDate}T${view.timeOfLossTime ?? '00:00'}`);
  return view.timeOfLossTime === undefined ? formatDay(t, at, now) : formatDayAndTime(t, at, now);
}
