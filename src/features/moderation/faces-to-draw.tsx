import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { type faceQueue, leaveFace } from '../../../contract/face.ts';
import { useFile } from '../../api/use-file.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Photo } from '../../ui/photo.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { DrawFace } from './draw-face.tsx';
import styles from './moderation.module.css';
import { typeOf } from './words.ts';

type ToDraw = OutputOf<typeof faceQueue>['data'][number];

interface AboutFacesProps {
  count: number;
  onLook: () => void;
}

/**
 * How many photos of published records there are that nobody is found by. To look at them is written down, so nobody does
 * without having asked.
 */
export function AboutFaces({ count, onLook }: AboutFacesProps) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="wait"
      icon="scan"
      action={
        <Button kind="outlined" onClick={onLook}>
          {t('moderation.faceQueue.look')}
        </Button>
      }
    >
      <b>{t('moderation.faceQueue.waiting', { count })}</b> {t('moderation.faceQueue.text')}
    </Banner>
  );
}

/** These photos, in the place of the posts: what decides a post would otherwise stand below a photo of somebody else. */
export function FacesToDraw({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const read = useRead('faceQueue', {});
  const waiting = read.data?.data;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.list} aria-labelledby="faces-to-draw">
      <div className={styles.moves}>
        <Button kind="quiet" icon="back" onClick={onBack}>
          {t('moderation.faceQueue.back')}
        </Button>
      </div>
      <h2 id="faces-to-draw" ref={heading} tabIndex={-1}>
        {t('moderation.faceQueue.title')}
      </h2>
      {!waiting &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={3} />
        ))}
      {waiting?.length === 0 && <p>{t('moderation.faceQueue.none')}</p>}
      <ul>
        {waiting?.map((one) => (
          <Row key={one.report.id + one.photo} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ report, photo, face }: ToDraw) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const blob = useFile(api, photo, 'full');
  const [isDrawing, setDrawing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const name = nameOf(t, report);

  /** It stays where it is until the list is read again: a tap too many is taken back there. */
  async function leave(undo = false): Promise<void> {
    setLeaving(true);
    try {
      const opId = crypto.randomUUID();
      const { left } = await api.call(leaveFace, { id: report.id, photo, opId, ...(undo ? { undo } : {}) }, { opId });
      setLeft(left);
      await refresh('moderationQueue');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      showToast(t('moderation.failed'), 'lost');
    } finally {
      setLeaving(false);
    }
  }

  return (
    <li className={styles.row}>
      <p className={styles.marks}>
        <b>{name}</b> <Badge tone={report.type}>{typeOf(t, report)}</Badge>
      </p>
      <p>{t(`moderation.photosWithoutFace.${face}`)}</p>
      <Photo blob={blob} alt={t('browse.photoOf', { name })} size="full" />
      {report.description && <p className={styles.description}>{report.description}</p>}
      <Link className={styles.link} to={`/items/${report.id}`}>
        {t('moderation.toRecord', { name })}
      </Link>
      <p role="status">{isLeft && t('moderation.faceQueue.left')}</p>
      <div className={styles.moves}>
        {!isLeft && (
          <Button kind="outlined" icon="scan" onClick={() => setDrawing(true)}>
            {t('moderation.drawFace.open')}
          </Button>
        )}
        <Button kind="quiet" busy={isLeaving} onClick={() => void leave(isLeft)}>
          {t(isLeft ? 'moderation.undo' : 'moderation.faceQueue.leave')}
        </Button>
      </div>
      {isDrawing && <DrawFace reportId={report.id} sha256={photo} name={name} onClose={() => setDrawing(false)} />}
    </li>
  );
}
