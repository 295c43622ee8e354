import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { formatDay } from '../i18n/relative-time.ts';
import { closeDeviceNote, type DeviceNote, useDeviceNotes } from '../platform/device-notes.ts';
import { Banner } from '../ui/banner.tsx';

/** What the device has to tell, under the status line of every page. */
export function DeviceNotes() {
  const { t } = useTranslation();
  const notes = useDeviceNotes((state) => state.notes);
  const from = useLocation();
  return notes.map((note) => (
    <Banner
      key={note.kind}
      tone={TONES[note.kind]}
      icon={TONES[note.kind] === 'found' ? 'check' : 'alert'}
      line
      action={
        note.kind === 'ended' ? (
          // It leads back here; nobody is sent there against their will (A37).
          <Link to="/login" state={{ from }} onClick={() => closeDeviceNote(note.kind)}>
            {t('auth.login')}
          </Link>
        ) : RELOADS.includes(note.kind) ? (
          <button type="button" onClick={() => location.reload()}>
            {t('device.reload')}
          </button>
        ) : (
          <button type="button" onClick={() => closeDeviceNote(note.kind)}>
            {t('device.read')}
          </button>
        )
      }
    >
      {words(t, note)}
    </Banner>
  ));
}

/** What a page that is opened anew may mend. */
const RELOADS: readonly DeviceNote['kind'][] = ['replaced', 'newer-rows', 'blocked', 'no-answer'];

const TONES: Record<DeviceNote['kind'], 'wait' | 'lost' | 'found'> = {
  replaced: 'lost',
  blocked: 'lost',
  'no-answer': 'wait',
  'newer-rows': 'wait',
  cleared: 'lost',
  'left-out': 'lost',
  held: 'wait',
  'held-received': 'found',
  ended: 'wait',
  'put-back': 'wait',
};

function words(t: TFunction, note: DeviceNote) {
  switch (note.kind) {
    case 'replaced':
      return (
        <>
          <b>{t('device.replaced')}</b> {t('device.replacedText')}
        </>
      );
    case 'blocked':
      return (
        <>
          <b>{t('device.blocked')}</b> {t('device.blockedText')}
        </>
      );
    case 'no-answer':
      return (
        <>
          <b>{t('device.noAnswer')}</b> {t('device.noAnswerText')}
        </>
      );
    case 'newer-rows':
      return (
        <>
          <b>{t('device.newerRows')}</b> {t('device.newerRowsText')}
        </>
      );
    case 'cleared': {
      const date = formatDay(t, new Date(note.seenAt), new Date());
      return (
        <>
          <b>{t('device.cleared')}</b>{' '}
          {note.unsent > 0 ? t('device.clearedUnsent', { count: note.unsent, date }) : t('device.clearedNothing')}
        </>
      );
    }
    case 'held':
      return (
        <>
          <b>{t('device.held', { label: note.label })}</b> {t('device.heldText')}
        </>
      );
    case 'ended':
      return (
        <>
          <b>{t('device.ended')}</b> {t('device.endedText')}
        </>
      );
    case 'held-received':
      return <b>{note.number ? t('device.heldReceived', { number: note.number }) : t('device.heldReceivedPlain')}</b>;
    case 'put-back':
      return (
        <>
          <b>{t('device.putBack')}</b> {note.again > 0 && t('device.putBackAgain', { count: note.again })}{' '}
          {note.gone > 0 && t('device.putBackGone', { count: note.gone })}
        </>
      );
    case 'left-out': {
      const files = [
        ...note.photos.map((number) => t('device.photo', { number })),
        ...note.videos.map((number) => t('device.video', { number })),
      ];
      return (
        <>
          <b>{t('device.leftOut', { label: note.label })}</b> {t('device.leftOutText', { files: files.join(', ') })}
        </>
      );
    }
  }
}
