import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS, MAX_VIDEOS } from '../../../contract/limits.ts';
import { formatBytes } from '../../i18n/bytes.ts';
import { hashFile } from '../../platform/image.ts';
import { videoSeconds } from '../../platform/video-length.ts';
import { useServices } from '../../services.ts';
import type { Photo } from '../../store/files.ts';
import { readMeta, writeMeta } from '../../store/meta.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import styles from './picker.module.css';

interface VideoPickerProps {
  videos: readonly Photo[];
  onAdd: (video: Photo) => Promise<void>;
  onRemove: (video: Photo) => void;
}

/** "Upload Relevant Files" (R122): up to three videos, kept as they are here and sent last, on Wi-Fi unless told otherwise (A25). */
export function VideoPicker({ videos, onAdd, onRemove }: VideoPickerProps) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const [error, setError] = useState<
    'form.error.tooManyVideos' | 'form.error.videoSize' | 'form.error.videoLong' | 'form.error.video'
  >();
  const onAnyLink = useLiveQuery(() => readMeta(db, 'videosOnAnyLink'), [db]) ?? false;

  async function add(files: readonly File[]): Promise<void> {
    const room = MAX_VIDEOS - videos.length;
    setError(files.length > room ? 'form.error.tooManyVideos' : undefined);
    for (const file of files.slice(0, room)) await addOne(file);
  }

  async function addOne(file: File): Promise<void> {
    if (file.size > MAX_VIDEO_BYTES) return setError('form.error.videoSize');
    try {
      const seconds = await videoSeconds(file);
      if (seconds !== undefined && seconds > MAX_VIDEO_SECONDS) return setError('form.error.videoLong');
      await onAdd({ sha256: await hashFile(file), blob: file });
    } catch (cause) {
      console.error(cause);
      setError('form.error.video');
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
            <Button kind="quiet" icon="trash" onClick={() => onRemove(video)}>
              {t('common.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {videos.length < MAX_VIDEOS && (
        <FileButton accept="video/*" multiple onFiles={(files) => void add(files)}>
          {t('form.addVideo')}
        </FileButton>
      )}
      <p className={styles.hint}>{t('form.videosHint')}</p>
      {videos.length > 0 && (
        <Checkbox
          checked={onAnyLink}
          onChange={(next) => void writeMeta(db, 'videosOnAnyLink', next).then(() => sync.wake())}
          label={t('form.videosAnyLink')}
        />
      )}
      <p className={styles.error} aria-live="polite">
        {error && t(error)}
      </p>
    </fieldset>
  );
}
