import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../ui/page-title.tsx';
import { Follows } from './follows.tsx';
import styles from './inbox.module.css';
import { Notices } from './notices.tsx';
import { PushSwitch } from './push-switch.tsx';

/** /inbox: what happened, what is followed, and how one is told. */
export function Page() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t('inbox.title')} />
      <div className={styles.columns}>
        <Notices />
        <div className={styles.beside}>
          <PushSwitch />
          <Follows />
        </div>
      </div>
    </>
  );
}
