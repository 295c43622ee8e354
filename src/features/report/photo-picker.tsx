import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { choosePhotos, type PhotoTrouble } from '../../platform/choose-photos.ts';
import type { Photo } from '../../store/files.ts';
import { PhotoInput } from '../../ui/photo-input.tsx';

/** What paints over a part of one comes when it is asked for. */
const CoverPhoto = lazy(async () => ({ default: (await import('./cover-photo.tsx')).CoverPhoto }));

interface PhotoPickerProps {
  photos: readonly Photo[];
  onAdd: (photo: Photo) => Promise<void>;
  onRemove: (photo: Photo) => void;
  /** Whether parts of them can be covered: where they are here as they were chosen. */
  coverable?: boolean;
  /** What makes a good photo here. */
  hint?: string;
}

/** Up to five photos (R126, R311): shown, removable, each made small and stripped of its metadata when it is added. */
export function PhotoPicker({ photos, onAdd, onRemove, coverable = false, hint }: PhotoPickerProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PhotoTrouble>();
  const [covered, setCovered] = useState<Photo>();
  const room = MAX_IMAGES - photos.length;

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    setTrouble(await choosePhotos(files, room, onAdd));
    setBusy(false);
  }

  return (
    <>
      <PhotoInput
        legend={t('form.photos')}
        photos={photos}
        max={MAX_IMAGES}
        hint={hint ?? t('form.photosHint', { count: room })}
        trouble={trouble}
        busy={busy}
        onChoose={(files) => void add(files)}
        onRemove={(sha256) => {
          const gone = photos.find((photo) => photo.sha256 === sha256);
          if (gone) onRemove(gone);
        }}
        {...(coverable
          ? { onCover: (sha256: string) => setCovered(photos.find((photo) => photo.sha256 === sha256)) }
          : {})}
      />
      {covered && (
        <Suspense>
          <CoverPhoto
            photo={covered}
            number={photos.indexOf(covered) + 1}
            onCovered={async (photo) => {
              await onAdd(photo);
              onRemove(covered);
            }}
            onClose={() => setCovered(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
