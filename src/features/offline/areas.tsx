import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { formatBytes, formatNumber } from '../../i18n/bytes.ts';
import { formatDate, formatDay } from '../../i18n/relative-time.ts';
import { useServices } from '../../services.ts';
import { AREA_KM, type AreaState, addArea, areaStates, dropArea, estimateArea } from '../../store/others/areas.ts';
import { fillArea } from '../../sync/areas.ts';
import { syncStatus } from '../../sync/status.ts';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Ring } from '../../ui/ring.tsx';
import styles from './page.module.css';
import type { TakingHandle } from './use-taking.ts';

const SUGGESTIONS = 6;
const loadPlaces = () => import('../../../reference/places.ts');

interface AreasProps {
  /** People that a scan compares with, of all India; undefined when there are none here. */
  searched: number | undefined;
  run: TakingHandle['run'];
}

/** Areas whose reports are kept with all their photos: chosen by a town, with size and until when, and dropped. */
export function Areas({ searched, run }: AreasProps) {
  const { t } = useTranslation();
  const { db, api, sync } = useServices();
  const areas = useLiveQuery(async () => areaStates(db, await loadPlaces(), Date.now()), [db]) ?? [];

  const fill = (id: string) =>
    run(async ({ signal, onProgress }) => {
      await sync.run(); // what belongs to the area, as it is now
      const area = await db.area.get(id);
      if (!area) return;
      if (syncStatus.get().link !== 'online') throw new AppError('network', 'the reports could not be asked for');
      const progress = (done: number, total: number) => onProgress(id, done, total);
      await fillArea(area, { db, api, signal, now: Date.now, onProgress: progress });
    });

  return (
    <section className={styles.section} aria-labelledby="areas">
      <h2 id="areas">{t('offline.areas')}</h2>
      <p>{t('offline.areasLead', { km: AREA_KM })}</p>
      {searched !== undefined && <p>{t('offline.areasSearch', { count: searched, people: formatNumber(searched) })}</p>}
      <List>
        {areas.map((state) => (
          <AreaRow
            key={state.area.id}
            state={state}
            onFill={() => void fill(state.area.id)}
            onDrop={() => void dropArea(db, state.area.id)}
          />
        ))}
      </List>
      <Choose
        onChoose={(area) => void addArea(db, area).then(() => fill(area.id))}
        taken={areas.map(({ area }) => area.id)}
      />
    </section>
  );
}

function AreaRow({ state, onFill, onDrop }: { state: AreaState; onFill: () => void; onDrop: () => void }) {
  const { t } = useTranslation();
  const { area, people, things, photos, photosHere, bytes, expired } = state;
  const whole = !expired && area.checkedAt !== undefined && photosHere >= photos;
  const what = t('common.sentence', {
    text: t('offline.areaWhat', { people: formatNumber(people), things: formatNumber(things) }),
  });
  const size = t('common.sentence', {
    text: t('offline.areaSize', { photos: formatNumber(photosHere), size: formatBytes(bytes) }),
  });
  const until = t('offline.areaUntil', {
    date: formatDay(t, new Date(area.checkedAt ?? 0), new Date()),
    until: formatDate(t, new Date(area.expiresAt)),
  });
  const detail = expired
    ? t('offline.areaExpired')
    : whole
      ? `${what} ${size} ${until}`
      : `${what} ${t('offline.areaPartial', { done: formatNumber(photosHere), photos: formatNumber(photos) })}`;
  return (
    <ListRow
      lead={
        whole ? (
          <Ring shape="closed" tone="found" mark="tick" size="small" />
        ) : (
          <Ring shape="dashed" tone="wait" size="small" />
        )
      }
      title={area.id}
      detail={detail}
      action={
        <span className={styles.actions}>
          <Button kind="quiet" aria-label={`${area.id}: ${t('offline.mend.renew')}`} onClick={onFill}>
            {t(whole || expired ? 'offline.mend.renew' : 'offline.mend.goOn')}
          </Button>
          <Button kind="quiet" aria-label={`${area.id}: ${t('common.remove')}`} onClick={onDrop}>
            {t('common.remove')}
          </Button>
        </span>
      }
    />
  );
}

interface Chosen {
  id: string;
  lat: number;
  lng: number;
}

/** A town by its name, and what its area would bring, before it is taken. */
function Choose({ taken, onChoose }: { taken: readonly string[]; onChoose: (area: Chosen) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { names, town } = useTown(typed);
  const { db } = useServices();
  const estimate = useLiveQuery(
    async () => town && estimateArea(db, town, await loadPlaces()),
    [db, town?.id], // a town is known by its name
  );
  const isNew = town !== undefined && !taken.includes(town.id);
  return (
    <>
      <Field label={t('offline.areaTown')}>
        {(control) => (
          <input
            {...control}
            list={id}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p aria-live="polite">
        {isNew &&
          estimate &&
          `${town.id}: ${t('offline.areaWhat', {
            people: formatNumber(estimate.people),
            things: formatNumber(estimate.things),
          })}, ${t('offline.areaEstimate', {
            photos: formatNumber(estimate.photos),
            size: formatBytes(estimate.bytes),
          })}`}
      </p>
      <Button
        kind="outlined"
        icon="plus"
        disabled={!isNew}
        onClick={() => {
          if (!town) return;
          setTyped('');
          onChoose(town);
        }}
      >
        {t('offline.areaAdd')}
      </Button>
    </>
  );
}

/** The towns that a text may become, and the one that it is. */
function useTown(typed: string): { names: readonly string[]; town: Chosen | undefined } {
  const [found, setFound] = useState<{ names: readonly string[]; town: Chosen | undefined }>({
    names: [],
    town: undefined,
  });
  useEffect(() => {
    if (typed.trim().length < 2) return setFound({ names: [], town: undefined });
    let here = true;
    void loadPlaces().then(({ suggestPlaces, findPlace }) => {
      if (!here) return;
      const nameOf = ({ name, state }: { name: string; state: string }) =>
        name === state ? name : `${name}, ${state}`;
      const place = findPlace(typed);
      setFound({
        names: suggestPlaces(typed, SUGGESTIONS).map(nameOf),
        town: place && { id: nameOf(place), lat: place.lat, lng: place.lng },
      });
    });
    return () => {
      here = false;
    };
  }, [typed]);
  return found;
}
