import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Ring } from '../ui/ring.tsx';
import styles from './message.module.css';

/** R50. */
export function Page() {
  const { t } = useTranslation();
  return (
    <div className={styles.message}>
      <Ring shape="open" tone="brand" />
      <PageTitle title={t('notFound.title')}>{t('notFound.text')}</PageTitle>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
    </div>
  );
}
