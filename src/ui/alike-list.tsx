import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alike } from '../../contract/candidate.ts';
import { formatDate } from '../i18n/relative-time.ts';
import styles from './alike-list.module.css';
import { LinkButton } from './button.tsx';
import { reasonWords } from './reason-words.ts';
import { ageOf, nameOf } from './report-words.ts';

/** Reports that likely tell of the same person as the one that is looked at, and why; nothing where there is none. */
export function AlikeList({ alike, heading: Heading }: { alike: readonly Alike[]; heading: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  const title = useId();
  if (alike.length === 0) return null;
  return (
    <section className={styles.alike} aria-labelledby={title}>
      <Heading id={title} className={styles.title}>
        {t('alike.title')}
      </Heading>
      <ul className={styles.rows}>
        {alike.map(({ report, because }) => {
          const day = formatDate(t, new Date(report.timeOfLossDate ?? report.createdAt));
          const facts = [ageOf(t, report), report.region, day].filter(Boolean).join(' · ');
          return (
            <li key={report.id}>
              <p>
                <b>{nameOf(t, report)}</b> · {facts}
              </p>
              <p className={styles.why}>{because.map((reason) => reasonWords(t, reason)).join(' · ')}</p>
              <LinkButton kind="quiet" icon="person" to={`/items/${report.id}`}>
                {t('duty.record')}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
