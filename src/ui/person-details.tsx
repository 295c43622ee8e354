import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../contract/report.ts';
import { formatNumber } from '../i18n/bytes.ts';
import { formatDay, formatDayAndTime } from '../i18n/relative-time.ts';
import { Badge } from './badge.tsx';
import { detailWords } from './detail-words.ts';
import styles from './person-details.module.css';

/** Whichever of the record's details exist for this viewer (R139, A14). */
export function PersonDetails({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const lost = view.type === 'lost';
  const person = view.subject.kind === 'person' ? view.subject : undefined;
  const rows: [string, ReactNode][] = [
    [
      t('form.type'),
      <Badge key="type" tone={view.type}>
        {t(lost ? 'form.typeLost' : 'form.typeFound')}
      </Badge>,
    ],
    [t('form.title'), view.title],
    [t(lost ? 'form.lostName' : 'form.foundName'), person?.name],
    [t(lost ? 'form.lostAge' : 'form.foundAge'), ageOf(person)],
    [t('form.clothColor'), person?.clothColor],
    ...detailWords(t, view).seen,
    [t('form.region'), view.region],
    [t('form.timeOfLoss'), timeOf(t, view)],
    [t('form.reward'), view.rewardRupees === undefined ? undefined : `₹ ${formatNumber(view.rewardRupees)}`],
    [t('form.description'), view.description],
    [t('form.phone'), view.phoneNumber ?? (view.contact === 'guarded' ? undefined : t('match.relay'))],
  ];
  return (
    <dl className={styles.details}>
      {rows.map(([term, value]) =>
        value === undefined ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function ageOf(person: { ageMin?: number | undefined; ageMax?: number | undefined } | undefined): string | undefined {
  if (person?.ageMin === undefined) return undefined;
  return person.ageMax === undefined || person.ageMax === person.ageMin
    ? `${person.ageMin}`
    : `${person.ageMin}–${person.ageMax}`;
}

/** The wall-clock time as it was given; it has no zone. */
function timeOf(t: TFunction, view: ReportView): string | undefined {
  if (view.timeOfLossDate === undefined) return undefined;
  const at = new Date(`${view.timeOfLossDate}T${view.timeOfLossTime ?? '00:00'}`);
  const now = new Date();
  return view.timeOfLossTime === undefined ? formatDay(t, at, now) : formatDayAndTime(t, at, now);
}
