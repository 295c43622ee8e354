import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decidePhoto, type HeldPhoto } from '../../../contract/moderation.ts';
import { useFile } from '../../api/use-file.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Photo } from '../../ui/photo.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './moderation.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

/** Photos of notes, claims and messages that are like some that were taken down: nobody else sees them yet. */
export function HeldPhotos() {
  const { t } = useTranslation();
  const read = useRead('heldPhotos', {});
  const waiting = read.data?.data;
  return (
    <section className={styles.list} aria-labelledby="held-photos">
      <h2 id="held-photos">{t('moderation.photos.title')}</h2>
      <p>{t('moderation.photos.text')}</p>
      {!waiting &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {waiting?.length === 0 && (
        <EmptyState title={t('moderation.photos.none')}>{t('moderation.photos.noneText')}</EmptyState>
      )}
      <ul>
        {waiting?.map((photo) => (
          <Row key={photo.ownerId + photo.sha256} photo={photo} />
        ))}
      </ul>
    </section>
  );
}

function Row({ photo: { sha256, kind, ownerId, takenDown, who } }: { photo: HeldPhoto }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const blob = useFile(api, sha256, 'full');
  const [asking, setAsking] = useState<'show' | 'remove'>();

  async function decide(reason: string): Promise<void> {
    await api.call(decidePhoto, { sha256, kind, ownerId, show: asking === 'show', reason });
    setAsking(undefined);
    await refresh('heldPhotos');
  }

  const date = formatDay(t, new Date(`${takenDown}T00:00`), new Date());
  return (
    <li className={styles.row}>
      <p className={styles.marks}>
        {t(`moderation.photos.in.${kind}`)} <b>{who?.name ?? t('moderation.photos.gone')}</b>
        {who?.suspended && <Badge tone="lost">{t('moderation.suspended')}</Badge>}
        <Badge tone="wait">{t('moderation.photos.takenDown', { date })}</Badge>
      </p>
      <Photo blob={blob} alt={t('moderation.photos.alt')} size="full" />
      <div className={styles.moves}>
        <Button kind="outlined" icon="check" onClick={() => setAsking('show')}>
          {t('moderation.photos.show')}
        </Button>
        <Button kind="danger" onClick={() => setAsking('remove')}>
          {t('moderation.photos.remove')}
        </Button>
      </div>
      {asking && (
        <ReasonDialog
          title={t(`moderation.photos.${asking}Title`)}
          label={t('moderation.photos.why')}
          hint={t('moderation.logHint')}
          act={t(`moderation.photos.${asking}`)}
          onClose={() => setAsking(undefined)}
          onReason={decide}
        />
      )}
    </li>
  );
}
