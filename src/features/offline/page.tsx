import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import type { FacePackIndex } from '../../../contract/face-models.ts';
import { useServices } from '../../app/services.ts';
import { takeGallery } from '../../face/gallery-pack.ts';
import { faceIndex, takePack } from '../../face/pack.ts';
import { formatBytes, formatNumber } from '../../i18n/bytes.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { keepStorage } from '../../platform/persist.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Ring } from '../../ui/ring.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './page.module.css';
import { isReady, type Readiness, readReadiness } from './readiness.ts';

type Taking =
  | { kind: 'idle' }
  | { kind: 'taking'; label: 'face' | 'gallery'; done: number; total: number }
  | { kind: 'failed'; code: ErrorCode };

/** Get ready to go offline: what this phone holds, one line each, and one button that takes what is missing. */
export function Page() {
  const { t } = useTranslation();
  const { db, api, face, sync } = useServices();
  const [ready, setReady] = useState<Readiness>();
  const [offer, setOffer] = useState<FacePackIndex>();
  const [taking, setTaking] = useState<Taking>({ kind: 'idle' });
  const abort = useRef<AbortController>(undefined);

  const look = useCallback(async () => setReady(await readReadiness(db)), [db]);
  useEffect(() => {
    void look();
    faceIndex(fetch).then(setOffer, () => undefined); // without a network the size is not known, and nothing can be taken
    return () => abort.current?.abort();
  }, [look]);
  // The service worker finishes its work in the background of the first visit.
  useEffect(() => {
    if (!ready || ready.shell) return;
    const timer = setInterval(() => void look(), 1000);
    return () => clearInterval(timer);
  }, [ready, look]);

  async function take(): Promise<void> {
    const stopper = new AbortController();
    abort.current = stopper;
    const { signal } = stopper;
    const scale = offer?.available ? offer.wireBytes : undefined;
    try {
      void keepStorage();
      await takePack({
        fetch: (...request) => fetch(...request),
        signal,
        // Shown as what travels, which is what a data plan counts; the parts are larger once unpacked.
        onProgress: ({ receivedBytes, totalBytes }) => {
          const total = scale ?? totalBytes;
          setTaking({ kind: 'taking', label: 'face', done: (receivedBytes / totalBytes) * total, total });
        },
      });
      await takeGallery({
        db,
        api,
        fetch: (...request) => fetch(...request),
        recogniser: face,
        signal,
        onProgress: (done, total) => setTaking({ kind: 'taking', label: 'gallery', done, total }),
      });
      setTaking({ kind: 'idle' });
      sync.wake();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setTaking(error.code === 'cancelled' ? { kind: 'idle' } : { kind: 'failed', code: error.code });
    }
    await look();
  }

  if (!ready) return <Skeleton rows={4} />;
  const all = isReady(ready);
  const { pack, gallery, room } = ready;
  const size = offer?.available ? formatBytes(offer.wireBytes) : undefined;
  return (
    <>
      <PageTitle title={t('offline.title')} back="/">
        {t(all ? 'offline.allReady' : 'offline.lead')}
      </PageTitle>
      <List>
        <Line
          done={ready.shell}
          title={t('offline.shell')}
          detail={t(ready.shell ? 'offline.shellReady' : 'offline.shellWaits')}
        />
        <Line
          done={pack.kind === 'whole'}
          title={t('offline.pack')}
          detail={
            pack.kind === 'whole'
              ? t('offline.packReady', { size: formatBytes(pack.totalBytes) })
              : pack.kind === 'partial'
                ? t('offline.packPartial', {
                    done: formatBytes(pack.receivedBytes),
                    total: formatBytes(pack.totalBytes),
                  })
                : t('offline.packAbsent', { size: size ?? '…' })
          }
        />
        <Line
          done={gallery !== undefined}
          title={t('offline.gallery')}
          detail={
            gallery
              ? t('offline.galleryReady', {
                  count: gallery.people,
                  people: formatNumber(gallery.people),
                  date: formatDay(t, new Date(gallery.at), new Date()),
                })
              : t('offline.galleryAbsent')
          }
        />
        <Line
          done={room === undefined || room.freeBytes > 100_000_000}
          title={t('offline.room')}
          detail={
            room
              ? t('offline.roomText', { free: formatBytes(room.freeBytes), used: formatBytes(room.usedBytes) })
              : t('offline.roomUnknown')
          }
        />
      </List>
      <div className={styles.under} aria-live="polite">
        {taking.kind === 'taking' && (
          <Progress
            label={t(taking.label === 'face' ? 'offline.takingPack' : 'offline.takingGallery')}
            doneBytes={taking.done}
            totalBytes={taking.total}
          />
        )}
        {taking.kind === 'failed' && (
          <Banner tone="lost" icon="alert">
            <b>{t(`errors.${taking.code}.what`)}</b> {t(`errors.${taking.code}.todo`)} {t('offline.resume')}
          </Banner>
        )}
        {offer && !offer.available && (
          <Banner tone="wait" icon="info">
            {t('offline.noModels')}
          </Banner>
        )}
      </div>
      <ActionBar>
        {taking.kind === 'taking' ? (
          <Button kind="outlined" wide onClick={() => abort.current?.abort()}>
            {t('offline.pause')}
          </Button>
        ) : all ? (
          <>
            <LinkButton wide icon="scan" to="/face-recognition">
              {t('nav.scanFace')}
            </LinkButton>
            <Button kind="outlined" wide icon="refresh" onClick={() => void take()}>
              {t('offline.renew')}
            </Button>
          </>
        ) : (
          <Button wide icon="download" disabled={offer !== undefined && !offer.available} onClick={() => void take()}>
            {pack.kind === 'partial' ? t('offline.goOn') : size ? t('offline.take', { size }) : t('offline.takePlain')}
          </Button>
        )}
      </ActionBar>
    </>
  );
}

/** One thing the phone needs: a closed green ring when it is there. */
function Line({ done, title, detail }: { done: boolean; title: string; detail: string }) {
  return (
    <ListRow
      lead={
        done ? (
          <Ring shape="closed" tone="found" mark="tick" size="small" />
        ) : (
          <Ring shape="dashed" tone="wait" size="small" />
        )
      }
      title={title}
      detail={detail}
    />
  );
}
