import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { shrinkPhoto } from '../../platform/image.ts';
import { Banner } from '../../ui/banner.tsx';
import { FileButton } from '../../ui/button.tsx';
import { Photo as PhotoView } from '../../ui/photo.tsx';
import styles from './face-capture.module.css';
import picker from './picker.module.css';
import type { FaceMesh, PersonFormState } from './use-person-form.ts';

/**
 * A photo of the face by the phone's own camera (R159, R160). The face is looked for on the device, and its points are
 * drawn over the photo, so that the reporter sees which face others will find it by.
 */
export function FaceCapture({ person }: { person: PersonFormState }) {
  const { t } = useTranslation();
  const [trouble, setTrouble] = useState(false);
  const { mesh, looked, photos } = person;

  async function add(file: File | undefined): Promise<void> {
    if (!file) return;
    setTrouble(false);
    try {
      await person.addPhoto(await shrinkPhoto(file));
    } catch (cause) {
      console.error(cause);
      setTrouble(true);
    }
  }

  return (
    <div className={styles.capture}>
      {photos.length < MAX_IMAGES && (
        <FileButton accept="image/*" capture="environment" onFiles={([file]) => void add(file)}>
          {t('post.face.take')}
        </FileButton>
      )}
      {mesh && <FacePreview mesh={mesh} />}
      {looked === 'unclear' ? (
        <Banner tone="wait" icon="photo">
          <b>{t('post.face.unclear')}</b> {t('post.face.unclearText')}
        </Banner>
      ) : (
        <p className={picker.hint} role="status">
          {looked && t(`post.face.${looked}`)}
        </p>
      )}
      <p className={picker.error} aria-live="polite">
        {trouble && t('form.error.photo')}
      </p>
    </div>
  );
}

/** Points enough to see that it is the right face; all 478 would hide it. */
const EVERY = 3;

function FacePreview({ mesh: { photo, landmarks } }: { mesh: FaceMesh }) {
  const { t } = useTranslation();
  const points = Array.from({ length: landmarks.length / 2 }, (_, i) => [landmarks[2 * i], landmarks[2 * i + 1]]);
  const drawn = points.filter((_, i) => i % EVERY === 0).map(([x, y]) => `M${x?.toFixed(4)} ${y?.toFixed(4)}h0`);
  return (
    <figure className={styles.preview}>
      <PhotoView blob={photo.blob} alt={t('post.face.photo')} size="full" />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" data-points={points.length}>
        <path d={drawn.join('')} />
      </svg>
    </figure>
  );
}
