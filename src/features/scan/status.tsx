import { useTranslation } from 'react-i18next';
import styles from './camera.module.css';
import type { Scan } from './scan.ts';

/** What is happening, in words, and what the user can do for it. */
export function Status({ scan }: { scan: Scan }) {
  const { t } = useTranslation();
  switch (scan.kind) {
    case 'idle':
      return <p className={styles.instruction}>{t('scan.instruction')}</p>;
    case 'preparing':
      return <p className={styles.status}>{t('scan.preparing')}</p>;
    case 'detecting':
      return (
        <>
          <p className={styles.status}>{t('scan.detecting')}</p>
          <p className={styles.hint}>{t(`scan.hint.${scan.hint}`)}</p>
        </>
      );
    case 'matching':
      return <p className={styles.status}>{t('scan.matching')}</p>;
    case 'answered':
      return <p className={styles.status}>{t('scan.asking')}</p>;
    case 'stopped':
      return (
        <>
          <p className={styles.status}>{t('scan.stopped')}</p>
          {!scan.byUser && (
            <>
              <p className={styles.error}>{t('scan.failedToDetect')}</p>
              <p className={styles.hint}>{t('scan.stoppedHint')}</p>
            </>
          )}
        </>
      );
    case 'failed':
      return (
        <div role="alert">
          <p className={styles.error}>{t(`errors.${scan.code}.what`)}</p>
          <p className={styles.hint}>{t(`errors.${scan.code}.todo`)}</p>
        </div>
      );
    case 'choosing':
      return null;
  }
}
