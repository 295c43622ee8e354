import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/bytes.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { readMeta } from '../../store/meta.ts';
import { standingOf } from '../../store/own/loan.ts';
import styles from './camera.module.css';

/** What a scan on this device searches: how many people, and as of when (A48). */
export function SearchedLine() {
  const { t } = useTranslation();
  const { db } = useServices();
  const gallery = useLiveQuery(
    async () => ({
      people: await readMeta(db, 'galleryPeople'),
      at: await readMeta(db, 'galleryAt'),
      loan: await readMeta(db, 'loan'),
    }),
    [db],
  );
  if (!gallery) return null;
  const { people, at, loan } = gallery;
  return (
    <p className={styles.searched}>
      {people === undefined || at === undefined
        ? t('scan.noGallery')
        : t('scan.gallery', {
            count: people,
            people: formatNumber(people),
            date: formatDay(t, new Date(at), new Date()),
          })}{' '}
      {loan && standingOf(loan, Date.now()) !== 'open' && t('scan.loanShut')}
    </p>
  );
}
