import { useTranslation } from 'react-i18next';
import type { Sign } from '../../contract/sign.ts';
import { gravest } from './gravest.ts';
import { Icon } from './icon.tsx';
import styles from './sign-warning.module.css';

/** What to take care of, under words with the signs of a fraud: for who wrote them and for who reads them alike. */
export function SignWarning({ signs, of }: { signs: readonly Sign[]; of: 'chat' | 'note' }) {
  const { t } = useTranslation();
  return (
    <div className={styles.warning} role="note">
      <Icon name="alert" size="small" />
      <p>
        {t(`${of}.warn.${gravest(signs)}`)} {t(`${of}.warnReview`)}
      </p>
    </div>
  );
}
