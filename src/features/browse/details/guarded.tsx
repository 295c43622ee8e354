import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import styles from './tools.module.css';

/** Instead of the details of somebody who is protected: whom to call. */
export function Guarded() {
  const { t } = useTranslation();
  return (
    <section className={styles.stack}>
      <Banner tone="brand" icon="shield">
        <b>{t('common.sentence', { text: t('details.guardedTitle') })}</b> {t('details.guardedText')}
      </Banner>
      <div className={styles.calls}>
        <LinkButton href="tel:112" icon="phone">
          {t('details.call112')}
        </LinkButton>
        <LinkButton kind="outlined" href="tel:1098" icon="phone">
          {t('details.call1098')}
        </LinkButton>
      </div>
    </section>
  );
}
