import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertedPerson, AreaAlert } from '../../contract/alert.ts';
import { type Who, whoOf } from '../../contract/person.ts';
import { districtName } from '../../reference/districts.ts';
import { formatDay } from '../i18n/relative-time.ts';
import styles from './area-alert.module.css';
import { Icon } from './icon.tsx';
import { ageOf } from './report-words.ts';

/** "Girl, 7 years, since Tuesday, Ludhiana, Punjab": all that everybody reads of somebody who is looked for, but for the words. */
export const whoIn = (t: TFunction, { since, district, ...who }: AlertedPerson, language: string): string =>
  [
    ...namelessIn(t, who),
    since && t('alert.since', { day: formatDay(t, new Date(`${since}T00:00`), new Date()) }),
    districtName(district, language),
  ]
    .filter(Boolean)
    .join(' · ');

const CHILDREN: readonly Who[] = ['girl', 'boy', 'child'];

/** "Girl", "7 years": who it is, without a name. */
export const namelessIn = (t: TFunction, who: Pick<AlertedPerson, 'sex' | 'ageMin' | 'ageMax'>) => [
  t(`alert.who.${whoOf(who)}`),
  ageOf(t, { subject: { kind: 'person', condition: 'missing', ageMin: who.ageMin, ageMax: who.ageMax } }),
];

/** Somebody whom the police ask everybody to look for, and what one can do about it. Loaded where there is one: it knows the names of all districts. */
export function AreaAlertCard({ alert, children }: { alert: AreaAlert; children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  return (
    <article className={styles.alert} data-alert={alert.id}>
      <h3 className={styles.title}>
        <Icon name="alert" size="small" />
        {t(CHILDREN.includes(whoOf(alert)) ? 'alert.child' : 'alert.person')}
      </h3>
      <p>{whoIn(t, alert, i18n.language)}</p>
      {alert.words && <p className={styles.words}>{alert.words}</p>}
      <p className={styles.station}>
        {t('alert.station')}: {alert.station}
      </p>
      {children && <div className={styles.acts}>{children}</div>}
    </article>
  );
}
