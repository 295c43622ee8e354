import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/reading-note.tsx';
import { nameOf } from '../../ui/report-words.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { currentOf, KEY_NAMES, keyAction, waitingOf } from './deciding.ts';
import { AboutFaces, FacesToDraw } from './faces-to-draw.tsx';
import styles from './moderation.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewCard } from './review-card.tsx';
import { useDeciding } from './use-deciding.ts';
import { isEither } from './words.ts';

/** One post after the other, by pointer, finger or key. */
export function Queue() {
  const { t } = useTranslation();
  const { read, queue, deciding, move, decide, undo } = useDeciding();
  const [rejecting, setRejecting] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const current = currentOf(queue, deciding);
  const waiting = waitingOf(queue, deciding).length;
  const id = current?.review.report.id;
  const { justDecided } = deciding;
  const decidedName = justDecided && queue.find(({ report }) => report.id === justDecided.id)?.report;

  const report = current?.review.report;
  const mayApprove = report !== undefined && !report.needsCase;
  const mark = current?.review.mark;
  const approve = () => id !== undefined && mayApprove && decide({ id, mark, action: 'approve' });
  const press = useRef<(event: KeyboardEvent) => void>(() => undefined);
  press.current = (event) => {
    if (isDrawing) return; // no post is shown that a key could decide
    const { target } = event;
    const inField =
      rejecting || (target instanceof Element && target.closest('input, textarea, select, dialog') !== null);
    const action = keyAction({ ...keysOf(event), inField });
    if (!action) return;
    event.preventDefault();
    if (action === 'approve') approve();
    else if (action === 'reject') setRejecting(id !== undefined);
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
          <b>{t(`moderation.justDecided.${justDecided.action}`)}</b> {decidedName && nameOf(t, decidedName)}
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
              {t('moderation.place', { number: current.index + 1, total: waiting, all: read.data?.total ?? waiting })}
            </p>
            <span className={styles.moves}>
              <Button kind="quiet" icon="back" onClick={() => move('previous')} disabled={current.index === 0}>
                {t('moderation.previous')}
              </Button>
              <Button kind="quiet" icon="forward" onClick={() => move('next')} disabled={current.index >= waiting - 1}>
                {t('moderation.next')}
              </Button>
            </span>
          </div>
          <ReviewCard key={id} review={current.review} />
          <div className={styles.decide}>
            <Button icon="check" onClick={approve} disabled={!mayApprove}>
              {t('moderation.approve')}
            </Button>
            {report?.needsCase && isEither(report) && (
              <Button
                kind="outlined"
                icon="person"
                onClick={() => decide({ id: report.id, mark, action: 'approve', looksAdult: true })}
              >
                {t('moderation.approveAdult')}
              </Button>
            )}
            <Button kind="danger" icon="close" onClick={() => setRejecting(true)}>
              {t('moderation.reject')}
            </Button>
            <p className={styles.keys}>{t('moderation.keys', KEY_NAMES)}</p>
          </div>
          {rejecting && id !== undefined && (
            <RejectDialog
              onClose={() => setRejecting(false)}
              onReject={(reason, again) => {
                setRejecting(false);
                decide({ id, mark, action: 'reject', reason, ...(again ? { again } : {}) });
              }}
            />
          )}
        </>
      )}
    </section>
  );
}

const keysOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, altKey });
