import { useTranslation } from 'react-i18next';
import { useServices } from '../services.ts';
import { useUnsentCount } from '../store/own/unsent-count.ts';
import styles from './unsent-count.module.css';

/** The number of reports and scans of which something has not been received yet; nothing when there is none. */
export function UnsentCount() {
  const { t } = useTranslation();
  const { db } = useServices();
  const unsent = useUnsentCount(db);
  const count = unsent ? unsent.waiting + unsent.refused : 0;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className="unseen">, {t('nav.unsent', { count })}</span>
    </span>
  );
}
