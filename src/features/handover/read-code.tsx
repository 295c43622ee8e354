import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { openCamera } from '../../platform/camera.ts';
import { type Catcher, fromQrText, openCatcher } from '../../platform/fountain.ts';
import { openReader } from '../../platform/read-qr.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './handover.module.css';

const LOOK_EVERY_MS = 60;

/** The camera that looks at the other phone's moving code, until it has the whole of it. */
export function ReadCode({ onFile, onClose }: { onFile: (bytes: Uint8Array) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [progress, setProgress] = useState({ doneBytes: 0, totalBytes: 0 });
  const [error, setError] = useState<ErrorCode>();
  const done = useRef(onFile);
  done.current = onFile;
  useEffect(() => {
    const leave = new AbortController();
    watch(video.current, leave.signal, setProgress).then(
      (bytes) => bytes && done.current(bytes),
      (cause: unknown) => setError(cause instanceof AppError ? cause.code : 'no-camera'),
    );
    return () => leave.abort();
  }, []);
  return (
    <>
      {error ? (
        <Banner tone="lost" icon="alert">
          <b>{t('common.sentence', { text: t(`errors.${error}.what`) })}</b> {t('handOver.useFile')}
        </Banner>
      ) : (
        <>
          <video ref={video} className={styles.video} autoPlay playsInline muted aria-label={t('handOver.camera')} />
          {progress.totalBytes > 0 && <Progress label={t('handOver.reading')} {...progress} />}
        </>
      )}
      <Button kind="outlined" onClick={onClose}>
        {t('handOver.stop')}
      </Button>
    </>
  );
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  tell: (progress: ReturnType<Catcher['progress']>) => void,
): Promise<Uint8Array | undefined> {
  const camera = await openCamera('environment');
  try {
    if (!video || signal.aborted) return undefined;
    video.srcObject = camera.stream;
    const readQr = await openReader();
    const catcher = openCatcher();
    while (!signal.aborted) {
      const text = video.readyState >= video.HAVE_CURRENT_DATA ? await readQr(video) : undefined;
      const piece = text === undefined ? undefined : fromQrText(text);
      const file = piece && catcher.take(piece);
      if (file) return file;
      if (piece) tell(catcher.progress());
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return undefined;
  } finally {
    camera.close();
  }
}
