import { useTranslation } from 'react-i18next';
import type { Candidate } from '../../../contract/candidate.ts';
import type { ReportView } from '../../../contract/report.ts';
import { useFile } from '../../api/use-file.ts';
import { formatDate } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Photo } from '../../ui/photo.tsx';
import { reasonWords } from '../../ui/reason-words.ts';
import { ageOf, nameOf } from '../../ui/report-words.ts';
import styles from './duty.module.css';

/** Two records that may be one, side by side, and why in words. A person decides. */
export function Pair({ candidate: { lost, found, because } }: { candidate: Candidate }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.pair}>
        <Side view={lost} title={t(lost.subject.kind === 'item' ? 'duty.lostThing' : 'duty.lost')} />
        <Side view={found} title={t(found.keptScan ? 'duty.scanned' : 'duty.found')} />
      </div>
      <div>
        <h3 className={styles.because}>{t('duty.because')}</h3>
        <ul className={styles.reasons}>
          {because.map((reason) => (
            <li key={reason.field}>{reasonWords(t, reason)}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Side({ view, title }: { view: ReportView; title: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [first] = view.photos;
  const blob = useFile(api, first, 'full', view.id);
  const name = nameOf(t, view);
  const day = formatDate(t, new Date(view.timeOfLossDate ?? view.createdAt));
  return (
    <figure className={styles.side}>
      <Photo blob={blob} alt={first ? t('browse.photoOf', { name }) : ''} size="full" kind={view.subject.kind} />
      <figcaption>
        <b>{title}</b>
        <p className={styles.quiet}>{day}</p>
        <p>{[name, ageOf(t, view), view.region].filter(Boolean).join(' · ')}</p>
      </figcaption>
      <LinkButton kind="quiet" icon="person" to={`/items/${view.id}`}>
        {t('duty.record')}
        <span className="unseen"> ({title})</span>
      </LinkButton>
    </figure>
  );
}
