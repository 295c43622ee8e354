import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatShare } from '../i18n/bytes.ts';
import styles from './progress.module.css';

interface ProgressProps {
  /** What is coming or going: "Face models". */
  label: string;
  doneBytes: number;
  /** Absent while nobody knows it. */
  totalBytes?: number;
}

/** How much of a download or an upload is done, in bytes the user may have to pay for. */
export function Progress({ label, doneBytes, totalBytes }: ProgressProps) {
  const { t } = useTranslation();
  const id = useId();
  const isKnown = totalBytes !== undefined;
  const text = isKnown ? t('common.bytesOf', formatShare(doneBytes, totalBytes)) : formatBytes(doneBytes);
  const share = isKnown ? { value: doneBytes, max: Math.max(totalBytes, 1) } : {};
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <span>{text}</span>
      </div>
      <progress id={id} className={styles.bar} {...share} aria-valuetext={text} />
    </div>
  );
}
