import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/share-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useVideo } from './use-video.ts';
import styles from './videos.module.css';

/** The videos of a report (A25), for those who may see all of it. Each is fetched only when it is wanted: it is large. */
export function Videos({ hashes }: { hashes: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('details.video.videos')} className={styles.videos}>
      {hashes.map((sha256, index) => (
        <Video key={sha256} sha256={sha256} number={index + 1} />
      ))}
    </section>
  );
}

function Video({ sha256, number }: { sha256: string; number: number }) {
  const { t } = useTranslation();
  const { video, load } = useVideo(sha256);
  const [cannotPlay, setCannotPlay] = useState(false);
  switch (video.kind) {
    case 'idle':
      return (
        <Button kind="outlined" icon="play" onClick={load}>
          {t('details.video.play', { number })}
        </Button>
      );
    case 'loading':
      return <Progress label={t('details.video.loading', { number })} doneBytes={video.bytes} />;
    case 'coming':
    case 'failed':
      return (
        <div className={styles.note} role="status">
          <p>{video.kind === 'coming' ? t('details.video.coming', { number }) : t('details.video.failed')}</p>
          <Button kind="outlined" icon="refresh" onClick={load}>
            {t('common.again')}
          </Button>
        </div>
      );
    case 'here':
      if (cannotPlay)
        return (
          <div className={styles.note} role="status">
            <p>{t('details.video.cannot', { number })}</p>
            <Button kind="outlined" icon="download" onClick={() => saveFile(video.blob, `video-${number}`)}>
              {t('details.video.save', { number })}
            </Button>
          </div>
        );
      return (
        // biome-ignore lint/a11y/useMediaCaption: what a witness filmed has no captions
        <video
          className={styles.player}
          src={video.url}
          aria-label={t('details.video.label', { number })}
          controls
          autoPlay
          playsInline
          onError={() => setCannotPlay(true)}
        />
      );
  }
}
