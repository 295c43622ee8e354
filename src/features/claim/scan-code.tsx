import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { openCamera } from '../../platform/camera.ts';
import { openReader } from '../../platform/read-qr.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './claim.module.css';

const LOOK_EVERY_MS = 200;

/** The camera that looks at the other phone, until it has read a QR. */
export function ScanCode({ onRead, onClose }: { onRead: (text: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [error, setError] = useState<ErrorCode>();
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    const leave = new AbortController();
    watch(video.current, leave.signal).then(
      (text) => text !== undefined && read.current(text),
      (cause: unknown) => setError(cause instanceof AppError ? cause.code : 'no-camera'),
    );
    return () => leave.abort();
  }, []);
  return (
    <div className={styles.scan}>
      {error ? (
        <Banner tone="lost" icon="alert">
          <b>{t('common.sentence', { text: t(`errors.${error}.what`) })}</b> {t('claim.enter.typeInstead')}
        </Banner>
      ) : (
        <>
          <video ref={video} className={styles.video} autoPlay playsInline muted aria-label={t('claim.enter.camera')} />
          <p>{t('claim.enter.hold')}</p>
        </>
      )}
      <Button kind="outlined" onClick={onClose}>
        {t('claim.enter.type')}
      </Button>
    </div>
  );
}

/** The text of the first QR that comes into view; undefined when left before. Closes the camera in any case. */
async function watch(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  const camera = await openCamera('environment');
  try {
    if (!video || signal.aborted) return undefined;
    video.srcObject = camera.stream;
    const readQr = await openReader();
    while (!signal.aborted) {
      const text = video.readyState >= video.HAVE_CURRENT_DATA ? await readQr(video) : undefined;
      if (text !== undefined) return text;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return undefined;
  } finally {
    camera.close();
  }
}
