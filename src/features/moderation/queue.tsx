import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review } from '../../../contract/moderation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isRelease, KEYS, type KeyAction, keyAction, waitingOf } from './deciding.ts';
import { AboutFaces, FacesToDraw } from './faces-to-draw.tsx';
import styles from './moderation.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewCard } from './review-card.tsx';
import { useDeciding } from './use-deciding.ts';
import { isEither } from './words.ts';

/** One post after the other, by pointer, finger or key. */
export function Queue() {
  const { t } = useTranslation();
  const { read, queue, deciding, current, isAsRead, move, lookAnew, decide, undo } = useDeciding();
  /** The post as it was when its dialog was opened: what is typed there is about that one. */
  const [rejecting, setRejecting] = useState<Review>();
  const [isDrawing, setDrawing] = useState(false);
  const waiting = waitingOf(queue, deciding).length;
  const { justDecided } = deciding;
  const decidedOn = justDecided && deciding.decided.findLast(({ report }) => report.id === justDecided.id);
  const isReleased = justDecided?.action === 'approve' && !justDecided.looksAdult && decidedOn && isRelease(decidedOn);

  const review = current?.review;
  const isGone = current?.since === 'gone';
  const needsCase = review?.report.needsCase === true;
  const releases = review !== undefined && isRelease(review);
  const wordOf = (action: KeyAction) => (action === 'approve' && releases ? 'release' : action);
  const mayApprove = isAsRead && (!needsCase || releases);
  const approve = () => review && mayApprove && decide(review, { action: 'approve' });
  const press = useRef<(event: KeyboardEvent) => void>(() => undefined);
  press.current = (event) => {
    if (isDrawing) return; // no post is shown that a key could decide
    const { target } = event;
    const inField =
      rejecting !== undefined ||
      (target instanceof Element && target.closest('input, textarea, select, dialog') !== null);
    const action = keyAction({ ...keysOf(event), inField });
    if (!action) return;
    event.preventDefault();
    if (action === 'approve') approve();
    else if (action === 'reject') setRejecting(isGone ? undefined : review);
    else if (action === 'undo') undo();
    else move(action);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  if (isDrawing) return <FacesToDraw onBack={() => setDrawing(false)} />;
  return (
    <section aria-label={t('moderation.tab.queue')}>
      {justDecided && (
        <Banner
          tone={justDecided.action === 'approve' ? 'found' : 'wait'}
          icon={justDecided.action === 'approve' ? 'check' : 'close'}
          action={
            <Button kind="quiet" onClick={undo}>
              {t('moderation.undo')}
            </Button>
          }
        >
          <b>{t(`moderation.justDecided.${isReleased ? 'release' : justDecided.action}`)}</b>{' '}
          {decidedOn && nameOf(t, decidedOn.report)}
        </Banner>
      )}
      {read.data?.facesLeft !== undefined && (
        <Banner tone="wait" icon="info">
          <b>{t('moderation.facesLeft', { count: read.data.facesLeft })}</b> {t('moderation.facesLeftText')}
        </Banner>
      )}
      {read.data?.facesToDraw !== undefined && (
        <AboutFaces count={read.data.facesToDraw} onLook={() => setDrawing(true)} />
      )}
      {!read.data &&
        (read.isError || read.fetchStatus === 'paused' ? (
          <NotRead what={t('moderation.notRead')} onAgain={() => void read.refetch()} />
        ) : (
          <Skeleton rows={6} />
        ))}
      {read.data && !current && <EmptyState title={t('moderation.none')}>{t('moderation.noneText')}</EmptyState>}
      {current && (
        <>
          <div className={styles.where}>
            <p role="status">
              {!isGone &&
                t('moderation.place', {
                  number: current.index + 1,
                  total: waiting,
                  all: read.data?.total ?? waiting,
                })}
            </p>
            <span className={styles.moves}>
              <Button kind="quiet" icon="back" onClick={() => move('previous')} disabled={current.index <= 0}>
                {t('moderation.previous')}
              </Button>
              <Button kind="quiet" icon="forward" onClick={() => move('next')} disabled={current.index >= waiting - 1}>
                {t('moderation.next')}
              </Button>
            </span>
          </div>
          <ReviewCard key={`${current.review.report.id} ${current.review.mark}`} review={current.review} />
          <div className={styles.decide}>
            {current.since !== 'same' && <Since since={current.since} onAnew={lookAnew} onNext={() => move('next')} />}
            <Button icon="check" onClick={approve} disabled={!mayApprove}>
              {t(`moderation.${wordOf('approve')}`)}
            </Button>
            {isAsRead && needsCase && isEither(current.review.report) && (
              <Button
                kind="outlined"
                icon="person"
                onClick={() => decide(current.review, { action: 'approve', looksAdult: true })}
              >
                {t('moderation.approveAdult')}
              </Button>
            )}
            <Button kind="danger" icon="close" onClick={() => setRejecting(current.review)} disabled={isGone}>
              {t('moderation.reject')}
            </Button>
            <p className={styles.keys}>
              {t('moderation.keys')}{' '}
              {Object.entries(KEYS)
                .map(([key, action]) => `${key.toUpperCase()}: ${t(`moderation.${wordOf(action)}`)}`)
                .join(' · ')}
            </p>
          </div>
        </>
      )}
      {rejecting && (
        <RejectDialog
          onClose={() => setRejecting(undefined)}
          onReject={(reason, again) => {
            setRejecting(undefined);
            decide(rejecting, { action: 'reject', reason, ...(again ? { again } : {}) });
          }}
        />
      )}
    </section>
  );
}

/** What is on the screen is not what waits now: why it cannot be shown to everybody, and the way on. */
function Since({ since, onAnew, onNext }: { since: 'changed' | 'gone'; onAnew: () => void; onNext: () => void }) {
  const { t } = useTranslation();
  const isGone = since === 'gone';
  return (
    <div className={styles.since}>
      <Banner
        tone="wait"
        icon={isGone ? 'info' : 'refresh'}
        action={
          <Button kind="quiet" onClick={isGone ? onNext : onAnew}>
            {t(isGone ? 'moderation.onwards' : 'moderation.anew')}
          </Button>
        }
      >
        {t(isGone ? 'moderation.waitsNoMore' : 'moderation.lookAgain')}
      </Banner>
    </div>
  );
}

const keysOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, altKey });
