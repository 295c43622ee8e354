import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReactCrop } from 'react-image-crop';
import { type Area, changed, KEYS } from './area.ts';
import { AreaButtons } from './area-buttons.tsx';
import { Photo } from './photo.tsx';
import styles from './photo-frame.module.css';

interface PhotoFrameProps {
  photo: Blob | undefined;
  alt: string;
  area: Area;
  onChange: (area: Area) => void;
  /** What else is done with the photo, between it and the buttons that move the frame. */
  children?: ReactNode;
}

/** CSS pixels: two thumbs' corners do not meet. */
const LEAST_PX = 48;

/** A photo with a frame around a part of it, which a finger, keys and buttons move. */
export function PhotoFrame({ photo, alt, area, onChange, children }: PhotoFrameProps) {
  const { t } = useTranslation();

  function byKey(event: KeyboardEvent): void {
    if (event.target instanceof Element && event.target.matches('[data-ord]')) return; // a corner moves by itself
    const changes = KEYS[event.key];
    if (!changes) return;
    event.preventDefault();
    event.stopPropagation(); // its own step is one pixel
    onChange(changes.reduce(changed, area));
  }

  const side = (name: string) => t('crop.corner', { name });
  return (
    <>
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
            onChange({ left: x / 100, top: y / 100, width: width / 100, height: height / 100 })
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
          <Photo blob={photo} alt={alt} size="whole" />
        </ReactCrop>
      </div>
      {children}
      <details className={styles.byButtons}>
        <summary>{t('crop.byButtons')}</summary>
        <div className={styles.buttons}>
          <AreaButtons area={area} onChange={onChange} />
        </div>
      </details>
    </>
  );
}
