import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import styles from './where.module.css';

/** A town alone is shown with its surroundings. */
const TOWN_ZOOM = 11;

/** The map card: the place as exactly as this viewer may know it, else the middle of the town it names. */
export function Where({ view }: { view: ReportView }) {
  const { t } = useTranslation();
  const town = useTown(view.place ? undefined : view.region);
  const point = view.place ?? town;
  if (!point) return null;
  return (
    <section aria-labelledby="where">
      <h2 id="where" className={styles.head}>
        {t('details.where')}
      </h2>
      {!(view.mine && view.place) && (
        <p className={styles.hint}>{t(view.place ? 'details.nearby' : 'details.townOnly')}</p>
      )}
      <MapView
        label={t('details.whereMap')}
        places={[{ id: view.id, lat: point.lat, lng: point.lng, type: view.type }]}
        {...(view.place ? {} : { zoom: TOWN_ZOOM })}
      />
    </section>
  );
}

/** The list of towns is large: it comes when a map needs it. */
function useTown(region: string | undefined): { lat: number; lng: number } | undefined {
  const [town, setTown] = useState<{ lat: number; lng: number }>();
  useEffect(() => {
    if (region === undefined) return;
    let wanted = true;
    void import('../../../../reference/places.ts').then(({ findPlace }) => {
      if (wanted) setTown(findPlace(region));
    });
    return () => {
      wanted = false;
    };
  }, [region]);
  return region === undefined ? undefined : town;
}
