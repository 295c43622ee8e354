/** What moderators read of a report. They see the whole of it. */

import type { TFunction } from 'i18next';
import { AUDIT_ACTS, type AuditAction, OpenReason } from '../../../contract/moderation.ts';
import { mayBeEither } from '../../../contract/person.ts';
import type { ReportView } from '../../../contract/report.ts';
import { Role } from '../../../contract/user.ts';
import { districtName } from '../../../reference/districts.ts';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay, formatDayAndTime } from '../../i18n/relative-time.ts';
import { detailWords } from '../../ui/detail-words.ts';
import { ageOf, caseOf } from '../../ui/report-words.ts';

export const typeOf = (t: TFunction, { type, subject }: ReportView): string =>
  t(`browse.${type}${subject.kind === 'person' ? 'Person' : 'Item'}`);

/** Label and value of every field that is there. */
export function factsOf(t: TFunction, view: ReportView, now: Date): [label: string, value: string][] {
  const { subject, owner } = view;
  const person = subject.kind === 'person' ? subject : undefined;
  const rows: [string, string | undefined][] = [
    [t('details.title'), view.title],
    [t('details.name'), person?.name],
    [t('details.age'), ageOf(t, view)],
    [t('details.category'), subject.kind === 'item' ? t(`browse.categories.${subject.category}`) : undefined],
    [person ? t('details.clothColor') : t('details.colour'), person ? person.clothColor : colourOf(view)],
    [t('details.region'), view.region],
    [t('details.address'), view.place?.address],
    [t(view.type === 'lost' ? 'details.lostAt' : 'details.foundAt'), happenedAt(t, view, now)],
    [t('details.reward'), view.rewardRupees === undefined ? undefined : `₹ ${formatNumber(view.rewardRupees)}`],
    [t('details.phone'), view.phoneNumber],
    [t('details.by'), owner?.name],
    [t('details.case'), view.case && caseOf(t, view.case)],
    [t('details.number'), view.number],
  ];
  const { seen, kept } = detailWords(t, view);
  const told = rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
  return [...told, ...seen, ...kept];
}

export const isEither = ({ subject }: ReportView): boolean =>
  subject.kind === 'person' && mayBeEither(subject.ageMin, subject.ageMax);

const colourOf = ({ subject }: ReportView): string | undefined =>
  subject.kind === 'item' ? subject.colour : undefined;

function happenedAt(t: TFunction, { timeOfLossDate: day, timeOfLossTime: time }: ReportView, now: Date) {
  if (day === undefined) return undefined;
  return time === undefined
    ? formatDay(t, new Date(`${day}T00:00`), now)
    : formatDayAndTime(t, new Date(`${day}T${time}`), now);
}

const OPENS: readonly string[] = [
  ...(['record-open', 'record-open-elsewhere', 'face-search', 'face-found'] as const),
] satisfies readonly AuditAction[];

/** Why it was done: a reason from the list is in the reader's language, with what was written to it. */
export function reasonOf(t: TFunction, action: string, reason: string, language: string): string {
  if (action === 'place-of-duty')
    return reason
      .split(', ')
      .map((id) => districtName(id, language))
      .join(' · ');
  if (action === 'odd-looks')
    return reason
      .split(', ')
      .map((why) => (isOdd(why) ? t(`moderation.odd.${why}`) : why))
      .join(' · ');
  if (!OPENS.includes(action)) return reason;
  const [, name, detail] = /^(\w+)(?:: (.*))?$/s.exec(reason) ?? [];
  const known = OpenReason.safeParse(name).data;
  if (!known) return reason;
  return [t(`whole.reasons.${known}`), detail].filter(Boolean).join(': ');
}

/** In what somebody's looks were odd; server/audit/odd.ts. */
const ODD = ['all', 'elsewhere', 'night'] as const;
const isOdd = (why: string): why is (typeof ODD)[number] => ODD.some((one) => one === why);

/** What the log says was done. An act of a later server is shown by its name. */
export function actOf(t: TFunction, action: string): string {
  const role = Role.options.find((name) => action === `role:${name}`);
  if (role) return t('moderation.act.role', { role: t(`profile.roles.${role}`) });
  const act = AUDIT_ACTS.find((name) => name === action);
  return act ? t(`moderation.act.${act}`) : action;
}
