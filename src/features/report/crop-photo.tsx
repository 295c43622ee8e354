import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Turns } from '../../../match/mesh.ts';
import { cropPhoto, type Picture } from '../../platform/image.ts';
import { type Area, WHOLE } from '../../ui/area.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PhotoFrame } from '../../ui/photo-frame.tsx';
import styles from './picker.module.css';

interface CropPhotoProps {
  photo: Picture;
  number: number;
  /** What is in the frame, turned; the photo before is no longer needed. */
  onChanged: (photo: Picture) => Promise<void>;
  onClose: () => void;
}

/** Turn a photo upright and keep what of it matters: wholly on this phone, before it is kept. */
export function CropPhoto({ photo, number, onChanged, onClose }: CropPhotoProps) {
  const { t } = useTranslation();
  const [turns, setTurns] = useState<Turns>(0);
  const [area, setArea] = useState<Area>(WHOLE);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const shown = useTurned(photo, turns, () => setFailed(true));

  function turn(): void {
    setTurns(((turns + 1) % 4) as Turns);
    // The frame turns along.
    setArea({ left: 1 - area.top - area.height, top: area.left, width: area.height, height: area.width });
  }

  async function keep(): Promise<void> {
    setBusy(true);
    try {
      await onChanged(await cropPhoto(photo.blob, { turns, area }));
      onClose();
    } catch (error) {
      console.error(error);
      setFailed(true);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={t('crop.title')}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} disabled={turns === 0 && area === WHOLE} onClick={() => void keep()}>
            {t('crop.do')}
          </Button>
          <Button kind="outlined" onClick={onClose}>
            {t('cover.leave')}
          </Button>
        </>
      }
    >
      <p>{t('crop.how')}</p>
      <PhotoFrame photo={shown} alt={t('form.photoOf', { number })} area={area} onChange={setArea}>
        <Button kind="outlined" icon="refresh" wide onClick={turn}>
          {t('crop.turn')}
        </Button>
      </PhotoFrame>
      <p className={styles.error} aria-live="polite">
        {failed && t('form.error.photoTrouble')}
      </p>
    </Dialog>
  );
}

/** The photo after so many quarter turns; the one before while it is being turned. */
function useTurned(photo: Picture, turns: Turns, onFailed: () => void): Blob {
  const [shown, setShown] = useState(photo.blob);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said of a failure depends on nothing
  useEffect(() => {
    let here = true;
    const turned = turns === 0 ? Promise.resolve(photo) : cropPhoto(photo.blob, { turns, area: WHOLE });
    turned.then(
      ({ blob }) => here && setShown(blob),
      () => here && onFailed(),
    );
    return () => {
      here = false;
    };
  }, [photo, turns]);
  return shown;
}
