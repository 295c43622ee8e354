import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportView } from '../../../../contract/report.ts';
import { findPlace } from '../../../../reference/places.ts';
import type { MapPlace } from '../../../ui/map/map-place.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { nameOf } from '../../../ui/report-words.ts';

/** Reports of one town stand around its middle, this many degrees from it: about two kilometres. */
const APART = 0.02;
const AROUND = 8;

/** The reports of a list on a map: at their place, else in their town. */
export function ListMap({ rows, height }: { rows: readonly ReportView[]; height: 'fill' | undefined }) {
  const { t } = useTranslation();
  const places = useMemo(() => {
    const at = new Map<string, number>();
    return rows.flatMap((view): MapPlace[] => {
      const point = view.place ?? (view.region === undefined ? undefined : findPlace(view.region));
      if (point === undefined) return [];
      const spot = `${point.lat} ${point.lng}`;
      const before = at.get(spot) ?? 0;
      at.set(spot, before + 1);
      return [
        { ...apart(point, before), id: view.id, type: view.type, title: nameOf(t, view), to: `/items/${view.id}` },
      ];
    });
  }, [rows, t]);
  return <MapView places={places} label={t('browse.mapOf')} {...(height ? { height } : {})} />;
}

/** The first stands on the point, the next ones in rings around it. */
function apart({ lat, lng }: { lat: number; lng: number }, before: number): { lat: number; lng: number } {
  if (before === 0) return { lat, lng };
  const ring = Math.ceil(before / AROUND) * APART;
  const angle = (before / AROUND) * 2 * Math.PI;
  return { lat: lat + ring * Math.cos(angle), lng: lng + ring * Math.sin(angle) };
}
