import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { PERMISSIONS, type Role } from '../../../contract/user.ts';
import { useSession } from '../../api/session.ts';
import { NotHere } from '../../ui/not-here.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PasskeyNeeded } from '../../ui/passkey-needed.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Appeals } from './appeals.tsx';
import { Complaints } from './complaints.tsx';
import { HeldPhotos } from './held-photos.tsx';
import { Log } from './log.tsx';
import styles from './moderation.module.css';
import { Objections } from './objections.tsx';
import { Queue } from './queue.tsx';
import { WaitingNotes } from './waiting-notes.tsx';
import { Warnings } from './warnings.tsx';

type Tab = 'queue' | 'objections' | 'notes' | 'complaints' | 'people' | 'log';

const isIn = (roles: readonly Role[], role: Role | undefined): boolean => roles.some((one) => one === role);

/**
 * /moderation: posts are looked at here before others see them (R22, A18), and notes that only the team reads. Officers
 * have the notes alone; for who may not, it is not there.
 */
export function Page() {
  const { t } = useTranslation();
  const role = useSession((session) => session.user?.role);
  const needsPasskey = useSession((session) => session.user?.needsPasskey);
  const isModerator = isIn(PERMISSIONS.moderate, role);
  const [search] = useSearchParams();
  const isOfLog = search.get('tab') === 'log' && isIn(PERMISSIONS.administer, role);
  const [tab, setTab] = useState<Tab>(isOfLog ? 'log' : isModerator ? 'queue' : 'notes');
  if (!isIn(PERMISSIONS.protect, role)) return <NotHere />;
  if (needsPasskey)
    return (
      <>
        <PageTitle title={t('moderation.title')} />
        <PasskeyNeeded />
      </>
    );
  if (!isModerator)
    return (
      <>
        <PageTitle title={t('moderation.tab.notes')}>{t('moderation.notesLead')}</PageTitle>
        <WaitingNotes />
      </>
    );
  const tabs: readonly Tab[] = isIn(PERMISSIONS.administer, role)
    ? ['queue', 'objections', 'notes', 'complaints', 'people', 'log']
    : ['queue', 'objections', 'notes', 'complaints', 'people'];
  return (
    <>
      <PageTitle title={t('moderation.title')}>
        {t('moderation.lead')} <Link to="/moderation/people">{t('people.title')}</Link>
      </PageTitle>
      <div className={styles.tabs}>
        <Segment
          legend={t('moderation.which')}
          value={tab}
          onChange={setTab}
          options={tabs.map((value) => ({ value, label: t(`moderation.tab.${value}`) }))}
        />
      </div>
      {tab === 'queue' && <Queue />}
      {tab === 'objections' && <Objections />}
      {tab === 'notes' && <WaitingNotes />}
      {tab === 'complaints' && <Complaints />}
      {tab === 'people' && (
        <>
          <HeldPhotos />
          <Warnings />
          <Appeals />
        </>
      )}
      {tab === 'log' && <Log />}
    </>
  );
}
