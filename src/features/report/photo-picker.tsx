import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_IMAGES } from '../../../contract/limits.ts';
import { choosePhotos, type PhotoTrouble } from '../../platform/choose-photos.ts';
import type { Photo } from '../../store/files.ts';
import { PhotoInput } from '../../ui/photo-input.tsx';

interface PhotoPickerProps {
  photos: readonly Photo[];
  onAdd: (photo: Photo) => Promise<void>;
  onRemove: (photo: Photo) => void;
  /** What makes a good photo here. */
  hint?: string;
}

/** Up to five photos (R126, R311): shown, removable, each made small and stripped of its metadata when it is added. */
export function PhotoPicker({ photos, onAdd, onRemove, hint }: PhotoPickerProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PhotoTrouble>();
  const room = MAX_IMAGES - photos.length;

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    setTrouble(await choosePhotos(files, room, onAdd));
    setBusy(false);
  }

  return (
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
    />
  );
}
