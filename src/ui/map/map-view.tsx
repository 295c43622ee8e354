import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MAP } from '../../../contract/limits.ts';
import { useInSight } from '../use-in-sight.ts';
import type { MapViewProps } from './map-place.ts';
import styles from './map-view.module.css';

const Leaflet = lazy(async () => ({ default: (await import('./map-leaflet.tsx')).LeafletMap }));

/** Half a screen of a phone: by the time it is scrolled to, the map is there. */
const NEAR_PX = 400;

/** A map that needs no network; Leaflet and the outline of India come in a chunk of their own, once it is nearly in sight. */
export function MapView(props: MapViewProps) {
  const { t } = useTranslation();
  const { height = MAP.cardHeight, label } = props;
  const card = useRef<HTMLElement>(null);
  const isNear = useInSight(card, NEAR_PX);
  const waiting = <p className={styles.waiting}>{t('map.loading')}</p>;
  return (
    <section
      ref={card}
      className={`${styles.card} ${height === 'fill' ? styles.fill : styles.fixed}`}
      aria-label={label}
    >
      <Suspense fallback={waiting}>{isNear ? <Leaflet {...props} /> : waiting}</Suspense>
    </section>
  );
}
