import { useTranslation } from 'react-i18next';
import styles from './field.module.css';

/** From here on it is said how much room is left: in the last quarter, and no earlier than 100 before the end. */
const nearEnd = (max: number): number => Math.min(100, max / 4);
/** Spoken by tens: said after each letter it would be heard over what is typed. */
const SPOKEN_STEP = 10;

/** How many letters of an answer are left, once it comes near its end. */
export function Counter({ length, max }: { length: number; max: number }) {
  const { t } = useTranslation();
  const left = max - length;
  const isNear = left <= nearEnd(max);
  return (
    <>
      {isNear && (
        <p className={styles.hint} aria-hidden="true">
          {t('form.room', { count: left })}
        </p>
      )}
      <p className="unseen" role="status">
        {isNear && t('form.room', { count: Math.ceil(left / SPOKEN_STEP) * SPOKEN_STEP })}
      </p>
    </>
  );
}
