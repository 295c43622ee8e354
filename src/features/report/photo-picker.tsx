import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { shrinkPhoto } from '../../platform/image.ts';
import type { Photo } from '../../store/files.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo as PhotoView } from '../../ui/photo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './picker.module.css';

interface PhotoPickerProps {
  photos: readonly Photo[];
  onAdd: (photo: Photo) => Promise<void>;
  onRemove: (photo: Photo) => void;
}

/** Up to five photos (R126, R311): shown, removable, each made small and stripped of its metadata when it is added. */
export function PhotoPicker({ photos, onAdd, onRemove }: PhotoPickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<'form.error.tooManyPhotos' | 'form.error.photo' | 'form.error.photoTrouble'>();

  async function add(files: readonly File[]): Promise<void> {
    const room = MAX_IMAGES - photos.length;
    setError(files.length > room ? 'form.error.tooManyPhotos' : undefined);
    setBusy(true);
    try {
      for (const file of files.slice(0, room)) await addOne(file);
    } finally {
      setBusy(false);
    }
  }

  async function addOne(file: File): Promise<void> {
    try {
      await onAdd(await shrinkPhoto(file));
    } catch (cause) {
      console.error(cause);
      const unreadable = cause instanceof AppError && cause.code === 'not-readable';
      setError(unreadable ? 'form.error.photo' : 'form.error.photoTrouble');
    }
  }

  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{t('form.photos')}</legend>
      <ul className={styles.photos}>
        {photos.map((photo, index) => (
          <li key={photo.sha256} className={styles.photo}>
            <PhotoView blob={photo.blob} alt={t('form.photoOf', { number: index + 1 })} size="full" />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('form.removePhoto', { number: index + 1 })}
              onClick={() => onRemove(photo)}
            >
              <Icon name="close" size="small" />
            </button>
          </li>
        ))}
        {photos.length < MAX_IMAGES && (
          <li>
            <label className={styles.add} htmlFor={id}>
              {busy ? <Spinner size="small" label={t('form.photoBusy')} /> : <Icon name="plus" />}
              <span className="unseen">{t('form.addPhoto')}</span>
            </label>
            <input
              id={id}
              className="unseen"
              type="file"
              accept="image/*"
              multiple
              disabled={busy}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                event.target.value = '';
                void add(files);
              }}
            />
          </li>
        )}
      </ul>
      <p className={styles.hint}>{t('form.photosHint', { count: MAX_IMAGES - photos.length })}</p>
      <p className={styles.error} aria-live="polite">
        {error && t(error)}
      </p>
    </fieldset>
  );
}
