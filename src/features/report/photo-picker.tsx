import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { choosePhotos, type PhotoTrouble } from '../../platform/choose-photos.ts';
import type { Photo } from '../../store/files.ts';
import { PhotoInput } from '../../ui/photo-input.tsx';

/** What changes a photo comes when it is asked for. */
const CHANGES = {
  cover: lazy(async () => ({ default: (await import('./cover-photo.tsx')).CoverPhoto })),
  crop: lazy(async () => ({ default: (await import('./crop-photo.tsx')).CropPhoto })),
};

interface PhotoPickerProps {
  photos: readonly Photo[];
  onAdd: (photo: Photo) => Promise<void>;
  onRemove: (photo: Photo) => void;
  /** Parts of a photo are covered, or cut away: only where they are here as they were chosen. */
  onReplace?: (photo: Photo, by: Photo) => Promise<void>;
  /** What makes a good photo here. */
  hint?: string;
}

/** Up to five photos (R126, R311): shown, removable, each made small and stripped of its metadata when it is added. */
export function PhotoPicker({ photos, onAdd, onRemove, onReplace, hint }: PhotoPickerProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PhotoTrouble>();
  const [changed, setChanged] = useState<{ photo: Photo; how: keyof typeof CHANGES }>();
  const room = MAX_IMAGES - photos.length;
  const Change = changed && CHANGES[changed.how];

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    setTrouble(await choosePhotos(files, room, onAdd));
    setBusy(false);
  }

  const to = (how: keyof typeof CHANGES) => (sha256: string) => {
    const photo = photos.find((one) => one.sha256 === sha256);
    if (photo) setChanged({ photo, how });
  };

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
        {...(onReplace ? { onCover: to('cover'), onCrop: to('crop') } : {})}
      />
      {changed && Change && (
        <Suspense>
          <Change
            photo={changed.photo}
            number={photos.indexOf(changed.photo) + 1}
            onChanged={async (photo) => onReplace?.(changed.photo, photo)}
            onClose={() => setChanged(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
