import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { lock } from '../../vault/desk.ts';
import styles from './outpost.module.css';

/** One press in the header, and the next one at the desk sees nothing. */
export function LockButton() {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.lock} aria-label={t('outpost.lock')} onClick={() => void lock()}>
      <Icon name="lock" />
    </button>
  );
}
