import { useTranslation } from 'react-i18next';
import styles from './auth.module.css';
import { type Said, wordsOf } from './rules.ts';

/** What went wrong with the whole form; read out when it appears. */
export function Failure({ said }: { said: Said | undefined }) {
  const { t } = useTranslation();
  return (
    <p className={styles.failure} role="alert">
      {said && wordsOf(said, t)}
    </p>
  );
}
