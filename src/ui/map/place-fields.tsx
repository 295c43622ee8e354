import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TITLE } from '../../../contract/limits.ts';
import type { ReportType } from '../../../contract/report.ts';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { MapView } from './map-view.tsx';
import styles from './place-fields.module.css';
import { loadPlaces, nearestTo } from './places.ts';
import { findPosition } from './position.ts';

export interface PlaceAnswers {
  region: string;
  lat: string;
  lng: string;
}

interface PlaceFieldsProps extends PlaceAnswers {
  type: ReportType;
  label: string;
  onChange: (change: Partial<PlaceAnswers>) => void;
}

const SUGGESTIONS = 6;
/** How near the map begins: a street, a town, or the whole country when nothing is known. */
const ZOOM = { mine: 15, town: 12, nowhere: 5 } as const;

/** Where it was: the name of a district or town, suggested while it is typed; and, if wanted, a pin on the map. */
export function PlaceFields({ region, lat, lng, type, label, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const suggestions = useSuggestions(region);
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<'post.place.denied' | 'post.place.unknown'>();
  const [zoom, setZoom] = useState<number>(ZOOM.town);
  const pinned = lat !== '' && lng !== '';

  async function takePosition(): Promise<void> {
    setAsking(true);
    setTrouble(undefined);
    try {
      const found = await findPosition();
      if (found.kind !== 'here') return setTrouble(`post.place.${found.kind}`);
      setZoom(ZOOM.mine);
      const near = region.trim() ? undefined : await nearestTo(found);
      onChange({ lat: String(found.lat), lng: String(found.lng), ...(near ? { region: near } : {}) });
    } finally {
      setAsking(false);
    }
  }

  /** The pin begins where the typed name says, else in the middle of the country. */
  async function pin(): Promise<void> {
    const { findPlace, MIDDLE } = await loadPlaces();
    const town = findPlace(region);
    setZoom(town ? ZOOM.town : ZOOM.nowhere);
    const { lat, lng } = town ?? MIDDLE;
    onChange({ lat: String(lat), lng: String(lng) });
  }

  return (
    <div>
      <Field label={label} hint={t('form.regionHint')} optional>
        {(control) => (
          <input
            {...control}
            list={id}
            maxLength={MAX_TITLE}
            autoComplete="off"
            value={region}
            onChange={(event) => onChange({ region: event.target.value })}
          />
        )}
      </Field>
      <datalist id={id}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={styles.ways}>
        <Button kind="quiet" icon="pin" busy={asking} onClick={() => void takePosition()}>
          {t('post.place.mine')}
        </Button>
        {pinned ? (
          <Button kind="quiet" icon="close" onClick={() => onChange({ lat: '', lng: '' })}>
            {t('post.place.unpin')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={() => void pin()}>
            {t('post.place.pin')}
          </Button>
        )}
      </div>
      <p className={styles.trouble} aria-live="polite">
        {trouble && t(trouble)}
      </p>
      {pinned && (
        <>
          <p className={styles.hint}>{t('post.place.move')}</p>
          <MapView
            label={t('post.place.map')}
            places={[{ id: 'pin', lat: Number(lat), lng: Number(lng), type }]}
            zoom={zoom}
            interactive
            onMove={(to) => onChange({ lat: String(to.lat), lng: String(to.lng) })}
          />
        </>
      )}
    </div>
  );
}

function useSuggestions(typed: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (typed.trim().length < 2) return setNames([]);
    let here = true;
    void loadPlaces().then(({ suggestPlaces, nameOf }) => {
      if (here) setNames(suggestPlaces(typed, SUGGESTIONS).map(nameOf));
    });
    return () => {
      here = false;
    };
  }, [typed]);
  return names;
}
