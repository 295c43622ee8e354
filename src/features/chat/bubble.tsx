import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../contract/message.ts';
import type { Place } from '../../../contract/primitives.ts';
import { useFile } from '../../api/use-file.ts';
import { formatDayAndTime } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { filesOf } from '../../store/files.ts';
import { Icon } from '../../ui/icon.tsx';
import { MapView } from '../../ui/map/map-view.tsx';
import { Photo } from '../../ui/photo.tsx';
import { SignWarning } from '../../ui/sign-warning.tsx';
import styles from './chat.module.css';
import { type Mark, type Pending, placeText } from './chat.ts';

/** A message that the server has; under an own one, what has become of it. */
export function Bubble({ message, mark }: { message: Message; mark: Mark | undefined }) {
  const { t } = useTranslation();
  const { mine, text, photo, place, signs, createdAt } = message;
  return (
    <li className={mine ? styles.mine : styles.theirs}>
      <div className={styles.bubble}>
        <span className="unseen">{t(mine ? 'chat.you' : 'chat.they')}: </span>
        {photo && <SentPhoto sha256={photo} />}
        {place && <PlaceOf place={place} />}
        {text && <p>{text}</p>}
      </div>
      {signs && <SignWarning signs={signs} of="chat" />}
      <p className={styles.mark}>
        <time dateTime={createdAt}>{formatDayAndTime(t, new Date(createdAt), new Date())}</time>
        {mark && ` · ${t(`chat.mark.${mark}`)}`}
      </p>
    </li>
  );
}

/** A message that is safe on this phone and on its way. */
export function PendingBubble({ message }: { message: Pending }) {
  const { t } = useTranslation();
  const { db } = useServices();
  const { text, photo, place } = message;
  const file = useLiveQuery(async () => (photo === undefined ? [] : filesOf(db, [photo])), [db, photo]);
  return (
    <li className={styles.mine} data-pending="">
      <div className={`${styles.bubble} ${styles.pending}`}>
        <span className="unseen">{t('chat.you')}: </span>
        {photo && <Photo blob={file?.[0]?.blob} alt={t('chat.photo')} size="full" />}
        {place && <PlaceOf place={place} />}
        {text && <p>{text}</p>}
      </div>
      <p className={styles.mark}>{t('chat.waiting')}</p>
    </li>
  );
}

function SentPhoto({ sha256 }: { sha256: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  return <Photo blob={useFile(api, sha256, 'full')} alt={t('chat.photo')} size="full" />;
}

/** A place in words; pressed, it is on the map. */
function PlaceOf({ place }: { place: Place }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { lat, lng } = place;
  return (
    <>
      <button type="button" className={styles.place} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="pin" size="small" />
        <span>
          {t('chat.place')}: {placeText(place)}
        </span>
      </button>
      {open && (
        <div className={styles.map}>
          <MapView
            places={[{ id: 'place', lat, lng, type: 'found', title: t('chat.place') }]}
            centre={{ lat, lng }}
            label={t('chat.placeMap')}
            height={220}
          />
        </div>
      )}
    </>
  );
}
