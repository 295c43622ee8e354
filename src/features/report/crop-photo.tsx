import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReactCrop } from 'react-image-crop';
import { type Area, cropPhoto, type Picture, type Turns } from '../../platform/image.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Photo } from '../../ui/photo.tsx';
import { AreaButtons } from './area-buttons.tsx';
import { changed, KEYS, WHOLE } from './cover.ts';
import styles from './crop-photo.module.css';

interface CropPhotoProps {
  photo: Picture;
  number: number;
  /** What is in the frame, turned; the photo before is no longer needed. */
  onChanged: (photo: Picture) => Promise<void>;
  onClose: () => void;
}

/** CSS pixels: two thumbs' corners do not meet. */
const LEAST_PX = 48;

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

  function byKey(event: KeyboardEvent): void {
    if (event.target instanceof Element && event.target.matches('[data-ord]')) return; // a corner moves by itself
    const changes = KEYS[event.key];
    if (!changes) return;
    event.preventDefault();
    event.stopPropagation(); // its own step is one pixel
    setArea(changes.reduce(changed, area));
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

  const side = (name: string) => t('crop.corner', { name });
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
      <div className={styles.frame} onKeyDownCapture={byKey}>
        <ReactCrop
          crop={{
            unit: '%',
            x: area.left * 100,
            y: area.top * 100,
            width: area.width * 100,
            height: area.height * 100,
          }}
          onChange={(_, { x, y, width, height }) =>
            setArea({ left: x / 100, top: y / 100, width: width / 100, height: height / 100 })
          }
          minWidth={LEAST_PX}
          minHeight={LEAST_PX}
          keepSelection
          ariaLabels={{
            cropArea: t('crop.frame'),
            nwDragHandle: side('↖'),
            nDragHandle: side('↑'),
            neDragHandle: side('↗'),
            eDragHandle: side('→'),
            seDragHandle: side('↘'),
            sDragHandle: side('↓'),
            swDragHandle: side('↙'),
            wDragHandle: side('←'),
          }}
        >
          <Photo blob={shown} alt={t('form.photoOf', { number })} size="whole" />
        </ReactCrop>
      </div>
      <Button kind="outlined" icon="refresh" wide onClick={turn}>
        {t('crop.turn')}
      </Button>
      <details className={styles.byButtons}>
        <summary>{t('crop.byButtons')}</summary>
        <div className={styles.buttons}>
          <AreaButtons area={area} onChange={setArea} />
        </div>
      </details>
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
