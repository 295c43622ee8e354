import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MAP } from '../../../contract/limits.ts';
import type { MapViewProps } from './map-place.ts';
import styles from './map-view.module.css';

const Leaflet = lazy(async () => ({ default: (await import('./map-leaflet.tsx')).LeafletMap }));

/** A map that needs no network; Leaflet and the outline of India come in a chunk of their own. */
export function MapView(props: MapViewProps) {
  const { t } = useTranslation();
  const { height = MAP.cardHeight, label } = props;
  return (
    <section className={`${styles.card} ${height === 'fill' ? styles.fill : styles.fixed}`} aria-label={label}>
      <Suspense fallback={<p className={styles.waiting}>{t('map.loading')}</p>}>
        <Leaflet {...props} />
      </Suspense>
    </section>
  );
}
