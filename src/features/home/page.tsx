import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { List, ListRow } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmergencyStrip } from './emergency-strip.tsx';
import { InstallPrompt } from './install-prompt.tsx';
import styles from './page.module.css';

const Recent = lazy(async () => ({ default: (await import('./recent.tsx')).Recent }));

/** The front page: what brought you here, who to call, and who is being looked for. */
export function Page() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <PageTitle title={t('home.title')} display>
          {t('home.sub')}
        </PageTitle>
        <nav className={styles.actions} aria-label={t('home.actions')}>
          <List cards>
            <ListRow
              lead={<Ring shape="open" tone="lost" />}
              title={t('home.lost')}
              detail={t('home.lostDetail')}
              to="/face-recognition?add=lost"
            />
            <ListRow
              lead={<Ring shape="closed" tone="found" />}
              title={t('home.found')}
              detail={t('home.foundDetail')}
              to="/face-recognition?as=found"
            />
            <ListRow
              lead={<Ring shape="dashed" tone="brand" />}
              title={t('home.offline')}
              detail={t('home.offlineDetail')}
              to="/offline"
            />
          </List>
        </nav>
        <InstallPrompt />
      </div>
      <section className={styles.recent} aria-labelledby="recent">
        <h2 id="recent">{t('home.recent')}</h2>
        <RecentWhenPainted />
      </section>
      <EmergencyStrip />
    </div>
  );
}

/** The list reads this phone's database, which is not worth delaying the page for. */
function RecentWhenPainted() {
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  const waiting = <Skeleton rows={3} />;
  return painted ? (
    <Suspense fallback={waiting}>
      <Recent />
    </Suspense>
  ) : (
    waiting
  );
}
