import { useTranslation } from 'react-i18next';
import { SITE } from '../../contract/site.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Ring } from '../ui/ring.tsx';
import styles from './message.module.css';
import { isStaleChunk } from './stale-chunk.ts';

/** What a broken page says: that nothing saved is lost, and two ways out. Both load the app anew. */
export function PageFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const missing = isStaleChunk(error);
  return (
    <div className={styles.message}>
      <Ring shape="closed" tone="lost" mark="alert" />
      <PageTitle title={t(missing ? 'failure.chunkTitle' : 'failure.title')}>
        {missing ? t('failure.chunkText') : t('failure.text', { email: SITE.supportEmail })}
      </PageTitle>
      <div className={styles.choices}>
        <Button icon="refresh" onClick={() => location.reload()}>
          {t('failure.again')}
        </Button>
        <Button kind="outlined" onClick={() => location.assign('/')}>
          {t('failure.home')}
        </Button>
      </div>
    </div>
  );
}
