import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverPhoto, type Picture } from '../../platform/image.ts';
import { type Area, areaBetween, around, isStroke, middle, type Point } from '../../ui/area.ts';
import { AreaButtons } from '../../ui/area-buttons.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Photo } from '../../ui/photo.tsx';
import styles from './cover-photo.module.css';

interface CoverPhotoProps {
  photo: Picture;
  number: number;
  /** The photo with the areas in black; the one before is no longer needed. */
  onChanged: (photo: Picture) => Promise<void>;
  onClose: () => void;
}

/** Paint over what of a photo is nobody's business, a number on a card say: wholly on this phone, before it is kept. */
export function CoverPhoto({ photo, number, onChanged, onClose }: CoverPhotoProps) {
  const { t } = useTranslation();
  const [areas, setAreas] = useState<readonly Area[]>([]);
  const [from, setFrom] = useState<Point>();
  const [drawn, setDrawn] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const last = areas.at(-1);

  function draw(event: PointerEvent<SVGSVGElement>): void {
    const at = placeOf(event);
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      setFrom(at);
    } else if (from && event.type === 'pointermove') setDrawn(areaBetween(from, at));
    else if (from) {
      const area = areaBetween(from, at);
      setAreas([...areas, isStroke(area) ? area : around(at)]);
      leave();
    }
  }
  function leave(): void {
    setFrom(undefined);
    setDrawn(undefined);
  }

  async function cover(): Promise<void> {
    setBusy(true);
    try {
      await onChanged(await coverPhoto(photo.blob, areas));
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
      title={t('cover.title')}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} disabled={areas.length === 0} onClick={() => void cover()}>
            {t('cover.do')}
          </Button>
          <Button kind="outlined" onClick={onClose}>
            {t('cover.leave')}
          </Button>
        </>
      }
    >
      <p>{t('cover.how')}</p>
      <div className={styles.photo}>
        <Photo blob={photo.blob} alt={t('form.photoOf', { number })} size="whole" />
        <svg
          className={styles.areas}
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={draw}
          onPointerMove={draw}
          onPointerUp={draw}
          onPointerCancel={leave}
        >
          {[...areas, ...(drawn ? [drawn] : [])].map(({ left, top, width, height }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: only the last one ever changes or goes
            <rect key={index} x={left} y={top} width={width} height={height} />
          ))}
        </svg>
      </div>
      <p role="status">{t('cover.count', { count: areas.length })}</p>
      <div className={styles.buttons}>
        <div className={styles.whole}>
          <Button kind="outlined" icon="plus" onClick={() => setAreas([...areas, middle()])}>
            {t('cover.add')}
          </Button>
        </div>
        {last && (
          <>
            <AreaButtons area={last} onChange={(area) => setAreas([...areas.slice(0, -1), area])} />
            <div className={styles.whole}>
              <Button kind="quiet" icon="trash" onClick={() => setAreas(areas.slice(0, -1))}>
                {t('cover.remove')}
              </Button>
            </div>
          </>
        )}
      </div>
      <p className={styles.error} aria-live="polite">
        {failed && t('form.error.photoTrouble')}
      </p>
    </Dialog>
  );
}

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
