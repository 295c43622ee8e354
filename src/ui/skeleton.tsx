import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import photoStyles from './photo.module.css';
import styles from './skeleton.module.css';

/** The outline of rows that are coming, so that nothing jumps when they arrive. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <Coming>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={index} className={styles.row}>
          <div className={styles.photo} />
          <div className={styles.lines}>
            <div className={styles.line} />
            <div className={styles.short} />
          </div>
        </div>
      ))}
    </Coming>
  );
}

/** The outline of one record that is coming: its photo, and beside or under it what is said of it. */
export function RecordSkeleton({ photo }: { photo?: string }) {
  return (
    <Coming className={styles.record}>
      {photo === undefined ? (
        <div className={styles.large} />
      ) : (
        <img className={`${photoStyles.photo} ${photoStyles.full}`} src={photo} alt="" fetchPriority="high" />
      )}
      <div className={styles.facts}>
        {[0, 1, 2, 3].map((index) => (
          <div key={index}>
            <div className={styles.short} />
            <div className={styles.line} />
          </div>
        ))}
      </div>
    </Coming>
  );
}

function Coming({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={className}>
      <span className="unseen">{t('common.loading')}</span>
      {children}
    </div>
  );
}
