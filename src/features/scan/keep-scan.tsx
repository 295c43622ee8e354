import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { saveKeptScan } from '../../store/own/kept-scan.ts';
import { KeepScan, type KeptFace } from '../../ui/keep-scan.tsx';
import { findPosition } from '../../ui/map/position.ts';
import type { Outcome } from './scan.ts';

/** The face before the camera, kept with where this is, if the device may say so. */
export function KeepOutcome({ outcome, ...more }: { outcome: Outcome; isSought?: boolean; onKept?: () => void }) {
  const { t } = useTranslation();
  const { db, sync } = useServices();

  async function keep(): Promise<KeptFace> {
    const position = await findPosition();
    const at = new Date();
    const place = position.kind === 'here' ? { lat: position.lat, lng: position.lng } : undefined;
    const label = t('keep.label', { date: formatDate(t, at) });
    const { createdAt } = await saveKeptScan(db, outcome, { at, place, label });
    sync.wake();
    return { createdAt, hasPlace: place !== undefined };
  }
  return <KeepScan keep={keep} {...more} />;
}
