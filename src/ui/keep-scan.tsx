import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { formatDate } from '../i18n/relative-time.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import styles from './keep-scan.module.css';

const DAY_MS = 86_400_000;

/** `hasPlace`: the device has said where it was, and that goes with it. */
export interface KeptFace {
  /** When it was kept, in milliseconds. */
  createdAt: number;
  hasPlace: boolean;
}

interface KeepScanProps {
  /** Into the outbox. */
  keep: () => Promise<KeptFace>;
  /** Somebody looks for them: it tells where they were seen. Otherwise it waits for a report. */
  isSought?: boolean;
  onKept?: () => void;
}

/** Without a form, a face that was scanned is for who is on duty alone, with where and when that was. */
export function KeepScan({ keep, isSought = false, onKept }: KeepScanProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'asked' | 'keeping' | 'failed' | KeptFace>('asked');

  async function press(): Promise<void> {
    setState('keeping');
    try {
      setState(await keep());
      onKept?.();
    } catch (cause) {
      console.warn('The scan could not be kept', cause);
      setState('failed');
    }
  }

  if (typeof state === 'object') {
    const date = formatDate(t, new Date(state.createdAt + KEPT_DAYS.keptScans * DAY_MS));
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
        <Button kind="outlined" busy={state === 'keeping'} onClick={() => void press()}>
          {t(isSought ? 'keep.seenYes' : 'keep.yes')}
        </Button>
      </div>
      {state === 'failed' && <p className={styles.failed}>{t(isSought ? 'keep.seenFailed' : 'keep.failed')}</p>}
    </Banner>
  );
}
