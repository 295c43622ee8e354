import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PERMISSIONS } from '../../../contract/user.ts';
import { useSession } from '../../api/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotHere } from '../../ui/not-here.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PasskeyNeeded } from '../../ui/passkey-needed.tsx';
import { NotRead, SeenEarlier } from '../../ui/reading-note.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './duty.module.css';
import { TaskCard } from './task-card.tsx';
import { useDesk } from './use-desk.ts';

/** /duty: what waits for whoever is on duty, with a clock each (decision 081). For who may not, it is not there. */
export function Page() {
  const { t } = useTranslation();
  const role = useSession((session) => session.user?.role);
  const needsPasskey = useSession((session) => session.user?.needsPasskey);
  const [tab, setTab] = useState<'open' | 'done'>('open');
  if (!PERMISSIONS.protect.some((one) => one === role)) return <NotHere />;
  if (needsPasskey)
    return (
      <>
        <PageTitle title={t('duty.title')} />
        <PasskeyNeeded />
      </>
    );
  return (
    <>
      <PageTitle title={t('duty.title')}>{t(role === 'officer' ? 'duty.lead' : 'duty.leadTeam')}</PageTitle>
      <div className={styles.tabs}>
        <Segment
          legend={t('duty.which')}
          value={tab}
          onChange={setTab}
          options={(['open', 'done'] as const).map((value) => ({ value, label: t(`duty.tab.${value}`) }))}
        />
      </div>
      <Desk key={tab} isDone={tab === 'done'} />
    </>
  );
}

function Desk({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation();
  const { rows, total, more, moreComing, seen, failed, again, act, decide, missed, lost, forget } = useDesk(isDone);
  return (
    <section className={styles.desk} aria-label={t(`duty.tab.${isDone ? 'done' : 'open'}`)}>
      {rows && seen !== undefined && <SeenEarlier at={seen} onAgain={again} />}
      {lost.map((own) => (
        <Banner
          key={own.opIds[0]}
          tone="wait"
          icon="info"
          action={
            <Button kind="quiet" onClick={() => void forget(own)}>
              {t('duty.understood')}
            </Button>
          }
        >
          <b>{t('duty.meanwhile')}</b> {t('duty.goneText')}
        </Banner>
      ))}
      {!rows && (failed ? <NotRead what={t('duty.notRead')} onAgain={again} /> : <Skeleton rows={4} />)}
      {rows?.length === 0 && (
        <EmptyState title={t(isDone ? 'duty.noneDone' : 'duty.none')}>{!isDone && t('duty.noneText')}</EmptyState>
      )}
      <ul className={styles.tasks}>
        {missed.map((row) => (
          <TaskCard key={row.task.id} row={row} onAct={act} onDecide={decide} onForget={forget} />
        ))}
        {rows?.map((row) => (
          <TaskCard key={row.task.id} row={row} onAct={act} onDecide={decide} onForget={forget} />
        ))}
      </ul>
      {rows && rows.length < total && <p className={styles.quiet}>{t('duty.more', { shown: rows.length, total })}</p>}
      {more && (
        <Button kind="outlined" busy={moreComing} onClick={more}>
          {t('browse.more')}
        </Button>
      )}
    </section>
  );
}
