import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReportView } from '../../../contract/report.ts';
import { sawHash } from '../../../contract/share.ts';
import { useSession } from '../../api/session.ts';
import { useServices } from '../../services.ts';
import { scansSettledBy } from '../../store/own/scans.ts';
import { queueWrite } from '../../store/own/writes.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { findPosition } from '../../ui/map/position.ts';
import { nameOf } from '../../ui/report-words.ts';

interface SeenOrHereProps {
  view: ReportView;
  /** When the face was scanned, in milliseconds. */
  at: number;
  /** They are with whoever scanned them: the form follows. */
  onHere: () => void;
  /** A sighting is in the outbox. */
  onSeen: (seen: Seen) => void;
  onClose: () => void;
}

/** A sighting that was sent by one press, and whether the device said where that was. */
export interface Seen {
  at: number;
  hasPlace: boolean;
  isSigned: boolean;
}

/** It is the same person: what is true of them now, in one step. Who has gone on is told of with where and when that was. */
export function SeenOrHere({ view, at, onHere, onSeen, onClose }: SeenOrHereProps) {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  const isSigned = useSession((session) => session.signedIn);
  const [state, setState] = useState<'asked' | 'locating' | 'sending' | 'failed'>('asked');
  const isLeft = useRef(false);
  // A second press, while the first looks for the place, is the same sighting.
  const [names] = useState(() => ({ opId: crypto.randomUUID(), id: crypto.randomUUID() }));

  async function send(): Promise<void> {
    setState('locating');
    try {
      const position = await findPosition();
      if (isLeft.current) return;
      setState('sending');
      const place = position.kind === 'here' ? { place: { lat: position.lat, lng: position.lng } } : {};
      const input = {
        ...{ ...names, reportId: view.id, text: t('note.byScan') },
        ...{ seenAt: new Date(at).toISOString(), ...place },
      };
      const of = { ...names, label: nameOf(t, view), now: Date.now() };
      await (isSigned
        ? queueWrite(db, { ...of, endpoint: 'addNote', input: { ...input, kind: 'sighting', condition: 'seen' } })
        : queueWrite(db, { ...of, endpoint: 'tellSighting', input }));
      await scansSettledBy(db, view.id);
      sync.wake();
      onSeen({ at, isSigned, hasPlace: position.kind === 'here' });
    } catch (cause) {
      console.warn('The sighting could not be kept', cause);
      setState('failed');
    }
  }

  /** Until it is being kept, another answer than the one pressed is still free: the browser may be asking them for the place. */
  const leaving = (act: () => void) => () => {
    if (state === 'sending') return;
    isLeft.current = true;
    act();
  };
  const isSending = state === 'sending';
  return (
    <Dialog
      open
      title={t('match.where')}
      onClose={leaving(onClose)}
      actions={
        <>
          <Button wide icon="person" disabled={isSending} onClick={leaving(onHere)}>
            {t('match.here')}
          </Button>
          <Button kind="outlined" wide icon="pin" busy={isSending || state === 'locating'} onClick={() => void send()}>
            {t('match.onlySaw')}
          </Button>
          <Button kind="quiet" disabled={isSending} onClick={leaving(onClose)}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(isSigned ? 'match.whereTextSigned' : 'match.whereText')}</p>
      {state === 'failed' && (
        <Banner tone="lost" icon="alert">
          {t('match.notKept')}
        </Banner>
      )}
    </Dialog>
  );
}

/** What comes of a sighting, and where more can be said with it. */
export function SeenSent({ view, seen }: { view: ReportView; seen: Seen }) {
  const { t } = useTranslation();
  return (
    <Banner tone={seen.hasPlace ? 'found' : 'wait'} icon={seen.hasPlace ? 'check' : 'pin'}>
      <p>
        <b>{t('match.sawSaved')}</b> {t(seen.isSigned ? 'match.sawNextSigned' : 'match.sawNext')}
      </p>
      {!seen.hasPlace && (
        <p>
          <b>{t('match.sawNoPlace')}</b>
        </p>
      )}
      <p>
        <Link to={`/items/${view.id}${sawHash(seen.at)}`}>{t('match.sawMore')}</Link>
      </p>
    </Banner>
  );
}
