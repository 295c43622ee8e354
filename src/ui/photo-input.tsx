import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { Photo } from './photo.tsx';
import styles from './photo-input.module.css';
import { Spinner } from './spinner.tsx';

const TROUBLES = {
  'too-many': 'form.error.tooManyPhotos',
  'not-readable': 'form.error.photo',
  trouble: 'form.error.photoTrouble',
} as const;

interface PhotoInputProps {
  legend: string;
  optional?: boolean;
  photos: readonly { sha256: string; blob: Blob }[];
  max: number;
  /** What makes a good photo here, and how many more can be added. */
  hint: string;
  /** Why not every chosen photo was taken. */
  trouble?: keyof typeof TROUBLES | undefined;
  /** Chosen photos are being made small. */
  busy: boolean;
  onChoose: (files: readonly File[]) => void;
  onRemove: (sha256: string) => void;
  /** Something of a photo is to be painted over, or cut away; absent where that cannot be. */
  onCover?: (sha256: string) => void;
  onCrop?: (sha256: string) => void;
}

/** Photos as the answer to a question: shown, removable, more to be added while there is room. */
export function PhotoInput({ legend, optional = false, photos, max, hint, trouble, busy, ...on }: PhotoInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>
        {legend}
        {optional && <span className={styles.optional}> ({t('common.optional')})</span>}
      </legend>
      <ul className={styles.photos}>
        {photos.map(({ sha256, blob }, index) => (
          <li key={sha256} className={styles.photo}>
            <Photo blob={blob} alt={t('form.photoOf', { number: index + 1 })} size="full" />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('form.removePhoto', { number: index + 1 })}
              onClick={() => on.onRemove(sha256)}
            >
              <Icon name="close" size="small" />
            </button>
            {on.onCrop && (
              <button
                type="button"
                className={styles.change}
                aria-label={t('form.cropPhoto', { number: index + 1 })}
                onClick={() => on.onCrop?.(sha256)}
              >
                {t('form.crop')}
              </button>
            )}
            {on.onCover && (
              <button
                type="button"
                className={styles.change}
                aria-label={t('form.coverPhoto', { number: index + 1 })}
                onClick={() => on.onCover?.(sha256)}
              >
                {t('form.cover')}
              </button>
            )}
          </li>
        ))}
        {photos.length < max && (
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
                on.onChoose(files);
              }}
            />
          </li>
        )}
      </ul>
      <p className={styles.hint}>{hint}</p>
      <p className={styles.error} aria-live="polite">
        {trouble && t(TROUBLES[trouble])}
      </p>
    </fieldset>
  );
}
