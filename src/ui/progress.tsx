import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/bytes.ts';
import styles from './progress.module.css';

interface ProgressProps {
  /** What is coming or going: "Face models". */
  label: string;
  doneBytes: number;
  totalBytes: number;
}

/** How much of a download or an upload is done, in bytes the user may have to pay for. */
export function Progress({ label, doneBytes, totalBytes }: ProgressProps) {
  const { t } = useTranslation();
  const id = useId();
  const text = t('common.bytesOf', { done: formatBytes(doneBytes), total: formatBytes(totalBytes) });
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <span>{text}</span>
      </div>
      <progress id={id} className={styles.bar} value={doneBytes} max={Math.max(totalBytes, 1)} aria-valuetext={text} />
    </div>
  );
}
