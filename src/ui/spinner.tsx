import { useTranslation } from 'react-i18next';
import styles from './spinner.module.css';

/** Something is under way and nobody knows for how long; where bytes can be counted use `Progress` (R408). */
export function Spinner({ size = 'medium', label }: { size?: 'small' | 'medium' | 'large'; label?: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.spinner} role="status">
      <svg className={styles[size]} viewBox="0 0 44 44" aria-hidden="true">
        <circle className={styles.track} cx="22" cy="22" r="18" />
        <circle className={styles.arc} cx="22" cy="22" r="18" pathLength={100} strokeDasharray="28 72" />
      </svg>
      <span className="unseen">{label ?? t('common.loading')}</span>
    </span>
  );
}
