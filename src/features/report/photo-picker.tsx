import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { type Picture, shrinkPhoto } from '../../platform/image.ts';
import { Icon } from '../../ui/icon.tsx';
import { Photo } from '../../ui/photo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './picker.module.css';

interface PhotoPickerProps {
  photos: readonly Picture[];
  onChange: (photos: Picture[]) => void;
  /** Called with a newly added photo, whose face may serve the report. */
  onAdded?: (photo: Picture) => void;
}

/** Up to five photos (R126, R311): shown, removable, each made small and stripped of its metadata when it is added. */
export function PhotoPicker({ photos, onChange, onAdded }: PhotoPickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<'form.error.tooManyPhotos' | 'form.error.photo'>();

  async function add(files: readonly File[]): Promise<void> {
    setError(undefined);
    const room = MAX_IMAGES - photos.length;
    if (files.length > room) setError('form.error.tooManyPhotos');
    setBusy(true);
    const next = [...photos];
    for (const file of files.slice(0, room)) {
      try {
        const picture = await shrinkPhoto(file);
        if (next.some((other) => other.sha256 === picture.sha256)) continue;
        next.push(picture);
        onChange([...next]);
        onAdded?.(picture);
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause;
        setError('form.error.photo');
      }
    }
    setBusy(false);
  }

  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{t('form.photos')}</legend>
      <ul className={styles.photos}>
        {photos.map((photo, index) => (
          <li key={photo.sha256} className={styles.photo}>
            <Photo blob={photo.blob} alt={t('form.photoOf', { number: index + 1 })} size="full" />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('form.removePhoto', { number: index + 1 })}
              onClick={() => onChange(photos.filter((other) => other !== photo))}
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
