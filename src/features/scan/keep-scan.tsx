import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { KEPT_DAYS } from '../../../contract/kept.ts';
import { formatDate } from '../../i18n/relative-time.ts';
import { dayOf, timeOf } from '../../platform/day.ts';
import { useServices } from '../../services.ts';
import { saveWhatFits } from '../../store/own/fitting.ts';
import type { OwnReport } from '../../store/rows.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { findPosition } from '../../ui/map/position.ts';
import styles from './add-person.module.css';
import type { Outcome } from './scan.ts';
import { scannedFace } from './use-start-from.ts';

const DAY_MS = 86_400_000;

/** `hasPlace`: the device has said where it is, and that goes with it. */
interface Kept {
  report: OwnReport;
  hasPlace: boolean;
}

interface KeepScanProps {
  outcome: Outcome;
  /** Somebody looks for them: it tells where they were seen. Otherwise it waits for a report. */
  isSought?: boolean;
  onKept?: () => void;
}

/** Without a form, a face that was scanned is for who is on duty alone, with where and when that was. */
export function KeepScan({ outcome, isSought = false, onKept }: KeepScanProps) {
  const { t } = useTranslation();
  const services = useServices();
  const [state, setState] = useState<'asked' | 'keeping' | 'failed' | Kept>('asked');

  async function keep(): Promise<void> {
    setState('keeping');
    try {
      setState(await keepScan(services, outcome, (date) => t('keep.label', { date: formatDate(t, date) })));
      onKept?.();
    } catch (cause) {
      console.warn('The scan could not be kept', cause);
      setState('failed');
    }
  }

  if (typeof state === 'object') {
    const date = formatDate(t, new Date(state.report.createdAt + KEPT_DAYS.keptScans * DAY_MS));
    return (
      <Banner tone={state.hasPlace ? 'found' : 'wait'} icon={state.hasPlace ? 'check' : 'pin'}>
        <p>
          <b>{t(isSought ? 'keep.seenDone' : 'keep.done', { date })}</b> {t('keep.doneText')}{' '}
          <Link to="/outbox">{t('nav.outbox')}</Link>
        </p>
        {!state.hasPlace && (
          <p>
            <b>{t(isSought ? 'keep.seenNoPlace' : 'keep.noPlace')}</b>
          </p>
        )}
      </Banner>
    );
  }
  return (
    <Banner tone="brand" icon={isSought ? 'pin' : 'clock'}>
      <p>
        <b>{isSought ? t('keep.seenTitle') : t('keep.title', { count: KEPT_DAYS.keptScans })}</b>{' '}
        {t(isSought ? 'keep.seenText' : 'keep.text')}
      </p>
      <div className={styles.keep}>
        <Button kind="outlined" busy={state === 'keeping'} onClick={() => void keep()}>
          {t(isSought ? 'keep.seenYes' : 'keep.yes')}
        </Button>
      </div>
      {state === 'failed' && <p className={styles.failed}>{t(isSought ? 'keep.seenFailed' : 'keep.failed')}</p>}
    </Banner>
  );
}

/** Where this is, if the device may say so: without it the report that comes still says where to look. */
async function keepScan(
  { db, sync }: Pick<ReturnType<typeof useServices>, 'db' | 'sync'>,
  outcome: Outcome,
  labelOf: (date: Date) => string,
): Promise<Kept> {
  const [position, { picture, face }] = await Promise.all([findPosition(), scannedFace(outcome)]);
  const now = new Date();
  const label = labelOf(now);
  const names = { id: crypto.randomUUID(), opId: crypto.randomUUID() };
  const upload = {
    ...{ type: 'found' as const, keptScan: true as const, title: label, nameUnknown: true },
    timeOfLossDate: dayOf(now),
    timeOfLossTime: timeOf(now),
    ...(position.kind === 'here' ? { place: { lat: position.lat, lng: position.lng } } : {}),
    faces: [{ photo: face.sha256, descriptor: face.descriptor, model: face.model }],
  };
  const report = await saveWhatFits(
    db,
    { photos: [picture], videos: [] },
    {
      call: 'uploadLostFoundPerson',
      make: (files) => ({ ...names, label, upload, values: {}, now: now.getTime(), face, ...files }),
    },
  );
  sync.wake();
  return { report, hasPlace: position.kind === 'here' };
}
