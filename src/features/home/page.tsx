import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { needTexts, REST } from '../../i18n/language.ts';
import { List, ListRow } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ACTIONS } from './actions.ts';
import { EmergencyStrip } from './emergency-strip.tsx';
import styles from './page.module.css';

const Recent = lazy(async () => {
  const [{ Recent }] = await Promise.all([import('./recent.tsx'), needTexts(REST)]);
  return { default: Recent };
});
const Search = lazy(async () => {
  const [{ Search }] = await Promise.all([import('./search.tsx'), needTexts(REST)]);
  return { default: Search };
});
const Alerts = lazy(async () => {
  const [{ Alerts }] = await Promise.all([import('./alerts.tsx'), needTexts(REST)]);
  return { default: Alerts };
});
const ReadActions = lazy(async () => ({ default: (await import('./read-actions.tsx')).ReadActions }));
const InstallPrompt = lazy(async () => ({ default: (await import('./install-prompt.tsx')).InstallPrompt }));

/** The front page (A47): what brought you here, who to call, who and what is being looked for, how to be ready. */
export function Page() {
  const { t } = useTranslation();
  const painted = usePainted();
  return (
    <div className={styles.page}>
      <div className={styles.start}>
        <PageTitle title={t('home.title')} display>
          {t('home.sub')}
        </PageTitle>
        <nav aria-label={t('home.actions')}>
          <List cards>
            {ACTIONS.map(({ name, to, ...lead }) => (
              <ListRow
                key={name}
                lead={'ring' in lead ? <Ring {...lead.ring} /> : <Lead icon={lead.icon} />}
                title={t(`home.${name}`)}
                detail={t(`home.${name}Detail`)}
                to={to}
              />
            ))}
          </List>
        </nav>
        {painted && (
          <Suspense fallback={null}>
            <ReadActions />
          </Suspense>
        )}
      </div>
      <div className={styles.urgent}>
        {painted && (
          <Suspense fallback={null}>
            <Alerts />
          </Suspense>
        )}
        <EmergencyStrip />
      </div>
      <div className={styles.recent}>
        <div className={styles.search}>
          {painted && (
            <Suspense fallback={null}>
              <Search />
            </Suspense>
          )}
        </div>
        <section aria-labelledby="recent">
          <Heading id="recent" title={t('home.recent')} to="/lost-peoples" all={t('home.allPeople')} />
          {painted ? <RecentOf kind="person" /> : <Skeleton rows={3} />}
        </section>
        <section aria-labelledby="recent-items">
          <Heading id="recent-items" title={t('home.recentItems')} to="/found-items" all={t('home.allItems')} />
          {painted ? <RecentOf kind="item" /> : <Skeleton rows={3} />}
        </section>
      </div>
      <section className={styles.ready} aria-labelledby="ready">
        <h2 id="ready">{t('home.ready')}</h2>
        <List cards>
          <ListRow
            lead={<Ring shape="dashed" tone="brand" />}
            title={t('home.offline')}
            detail={t('home.offlineDetail')}
            to="/offline"
          />
          <ListRow
            lead={<Lead icon="book" />}
            title={t('home.resources')}
            detail={t('home.resourcesDetail')}
            to="/resources"
          />
        </List>
        {painted && (
          <Suspense fallback={null}>
            <InstallPrompt />
          </Suspense>
        )}
      </section>
    </div>
  );
}

/** As wide as the rings above and below it. */
const Lead = ({ icon }: { icon: IconName }) => (
  <span className={styles.lead}>
    <Icon name={icon} size="large" />
  </span>
);

function Heading({ id, title, to, all }: { id: string; title: string; to: string; all: string }) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{title}</h2>
      <Link className={styles.all} to={to}>
        {all}
      </Link>
    </div>
  );
}

const RecentOf = ({ kind }: { kind: 'person' | 'item' }) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <Recent kind={kind} />
  </Suspense>
);

/** What reads this phone's database, or asks for its voices, is not worth delaying the page for. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return painted;
}
