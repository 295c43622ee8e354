import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { MAX_VIDEO_BYTES, MAX_VIDEOS } from '../../../contract/limits.ts';
import { formatBytes } from '../../i18n/bytes.ts';
import { hashFile, type Picture } from '../../platform/image.ts';
import { Button } from '../../ui/button.tsx';
import styles from './picker.module.css';

/** "Upload Relevant Files" (R122): up to three videos, kept as they are and sent last, on Wi-Fi (A25). */
export function VideoPicker({
  videos,
  onChange,
}: {
  videos: readonly Picture[];
  onChange: (videos: Picture[]) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [error, setError] = useState<'form.error.tooManyVideos' | 'form.error.videoSize' | 'form.error.video'>();

  async function add(files: readonly File[]): Promise<void> {
    const room = MAX_VIDEOS - videos.length;
    setError(files.length > room ? 'form.error.tooManyVideos' : undefined);
    const next = [...videos];
    for (const file of files.slice(0, room)) {
      if (file.size > MAX_VIDEO_BYTES) {
        setError('form.error.videoSize');
        continue;
      }
      try {
        const sha256 = await hashFile(file);
        if (!next.some((other) => other.sha256 === sha256)) next.push({ sha256, blob: file });
        onChange([...next]);
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause;
        setError('form.error.video');
      }
    }
  }

  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>
        {t('form.videos')} <span className={styles.optional}>({t('common.optional')})</span>
      </legend>
      <ul className={styles.videos}>
        {videos.map((video, index) => (
          <li key={video.sha256} className={styles.video}>
            <span>
              {t('form.video', { number: index + 1 })} · {formatBytes(video.blob.size)}
            </span>
            <Button kind="quiet" icon="trash" onClick={() => onChange(videos.filter((other) => other !== video))}>
              {t('common.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {videos.length < MAX_VIDEOS && (
        <>
          <label className={styles.choose} htmlFor={id}>
            {t('form.addVideo')}
          </label>
          <input
            id={id}
            className="unseen"
            type="file"
            accept="video/*"
            multiple
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = '';
              void add(files);
            }}
          />
        </>
      )}
      <p className={styles.hint}>{t('form.videosHint')}</p>
      <p className={styles.error} aria-live="polite">
        {error && t(error)}
      </p>
    </fieldset>
  );
}
