import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { closeComplaint, type complaints } from '../../../contract/moderation.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './moderation.module.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';

type Told = OutputOf<typeof complaints>['data'][number];

/** What people say of others in conversations; the oldest first. What the two wrote is not shown to anyone. */
export function Complaints() {
  const { t } = useTranslation();
  const read = useRead('complaints', {});
  const told = read.data?.data;
  return (
    <section className={styles.list} aria-label={t('moderation.tab.complaints')}>
      {!told &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {told?.length === 0 && (
        <EmptyState title={t('moderation.noComplaints')}>{t('moderation.noComplaintsText')}</EmptyState>
      )}
      <ul>
        {told?.map((complaint) => (
          <Row key={complaint.id} complaint={complaint} />
        ))}
      </ul>
    </section>
  );
}

function Row({ complaint }: { complaint: Told }) {
  const { t } = useTranslation();
  const { text, about, at } = complaint;
  const [asking, setAsking] = useState<'suspend' | 'close'>();
  return (
    <li className={styles.row}>
      <p className={styles.marks}>
        {t('moderation.about')} <b>{about.name || t('chat.erased')}</b>
        {about.suspended && <Badge tone="lost">{t('moderation.suspended')}</Badge>} <TimeAgo at={at} />
      </p>
      <p>{text}</p>
      <div className={styles.moves}>
        <Button kind="outlined" icon="check" onClick={() => setAsking('close')}>
          {t('moderation.close')}
        </Button>
        <span className={styles.apart}>
          <Button kind="quiet" onClick={() => setAsking('suspend')}>
            {t(about.suspended ? 'moderation.lift' : 'moderation.suspend')}
          </Button>
        </span>
      </div>
      {asking === 'suspend' && <SuspendDialog who={about} reads="complaints" onClose={() => setAsking(undefined)} />}
      {asking === 'close' && <CloseDialog id={complaint.id} onClose={() => setAsking(undefined)} />}
    </li>
  );
}

function CloseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();

  async function close(reason: string): Promise<void> {
    await api.call(closeComplaint, { id, reason });
    onClose();
    await refresh('complaints');
  }

  return (
    <ReasonDialog
      title={t('moderation.closeTitle')}
      label={t('moderation.closeWhat')}
      hint={t('moderation.logHint')}
      act={t('moderation.close')}
      onClose={onClose}
      onReason={close}
    />
  );
}
