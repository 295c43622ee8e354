import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../contract/errors.ts';
import { type MapOffer, mapPacks } from '../../../contract/map.ts';
import { formatBytes, formatShare } from '../../i18n/bytes.ts';
import { formatDay } from '../../i18n/relative-time.ts';
import { checkMaps, dropMap, isWhole, type MapState } from '../../maps/kept.ts';
import { takeMap } from '../../maps/take.ts';
import { useServices } from '../../services.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { List, ListRow } from '../../ui/card.tsx';
import { Ring } from '../../ui/ring.tsx';
import styles from './page.module.css';
import type { TakingHandle } from './use-taking.ts';

interface MapsProps {
  maps: readonly MapState[];
  offers: readonly MapOffer[] | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
  run: TakingHandle['run'];
  /** Look anew at what the device holds. */
  look: () => Promise<void>;
}

/** Maps of regions, from our server or from a file: to take, to bring up to date, to mend and to drop. */
export function Maps({ maps, offers, heading, run, look }: MapsProps) {
  const { t, i18n } = useTranslation();
  const { db, api } = useServices();
  const broken = useCheck(look);
  const chosen = useRef<HTMLInputElement>(null);
  const nameOf = ({ name, namePa }: { name: string; namePa?: string | undefined }) =>
    (i18n.language === 'pa' && namePa) || name;

  const take = (id: string, name: string) =>
    run(({ signal, onProgress }) =>
      takeMap(id, {
        db,
        api,
        signal,
        fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
        onProgress: (done, total) => onProgress(name, done, total),
      }),
    );
  const bring = (file: File) =>
    run(async ({ signal, onProgress }) => {
      const { importMap } = await import('../../maps/import-file.ts');
      await importMap(file, { db, signal, onProgress: (done, total) => onProgress(file.name, done, total) });
    });
  const stateText = (state: MapState): string => {
    const total = formatBytes(state.totalBytes);
    if (!isWhole(state)) return t('offline.packPartial', formatShare(state.receivedBytes, state.totalBytes));
    const date = formatDay(t, new Date(state.pack.madeAt), new Date());
    return t(state.kept.from === 'file' ? 'offline.mapFromFile' : 'offline.mapKept', { size: total, date });
  };
  const newer = ({ kept, pack }: MapState): boolean => {
    const offer = offers?.find(({ id }) => id === kept.id);
    return offer !== undefined && offer.sha256 !== pack.file.sha256;
  };
  const untaken = (offers ?? []).filter(({ id }) => !maps.some(({ kept }) => kept.id === id));

  return (
    <section className={styles.section} aria-labelledby="maps">
      <h2 id="maps" ref={heading} tabIndex={-1}>
        {t('offline.maps')}
      </h2>
      <p>{t('offline.mapsLead')}</p>
      {broken > 0 && (
        <Banner tone="wait" icon="alert">
          {t('offline.mapBroken', { count: broken })}
        </Banner>
      )}
      <List>
        {maps.map((state) => (
          <ListRow
            key={state.kept.id}
            lead={
              isWhole(state) ? (
                <Ring shape="closed" tone="found" mark="tick" size="small" />
              ) : (
                <Ring shape="dashed" tone="wait" size="small" />
              )
            }
            title={nameOf(state.pack)}
            detail={stateText(state)}
            action={
              <span className={styles.actions}>
                {(!isWhole(state) || newer(state)) && (
                  <Button
                    kind="quiet"
                    aria-label={`${nameOf(state.pack)}: ${t(isWhole(state) ? 'offline.renew' : 'offline.goOn')}`}
                    onClick={() => void take(state.kept.id, nameOf(state.pack))}
                  >
                    {t(isWhole(state) ? 'offline.mend.renew' : 'offline.mend.goOn')}
                  </Button>
                )}
                <Button
                  kind="quiet"
                  aria-label={`${nameOf(state.pack)}: ${t('common.remove')}`}
                  onClick={() => void dropMap(db, state.kept.id).then(look)}
                >
                  {t('common.remove')}
                </Button>
              </span>
            }
          />
        ))}
        {untaken.map((offer) => (
          <ListRow
            key={offer.id}
            lead={<Ring shape="dashed" tone="wait" size="small" />}
            title={nameOf(offer)}
            detail={t('offline.mapOffer', {
              size: formatBytes(offer.bytes),
              date: formatDay(t, new Date(offer.madeAt), new Date()),
            })}
            action={
              <Button
                kind="quiet"
                aria-label={`${nameOf(offer)}: ${t('offline.mend.take')}`}
                onClick={() => void take(offer.id, nameOf(offer))}
              >
                {t('offline.mend.take')}
              </Button>
            }
          />
        ))}
      </List>
      {offers?.length === 0 && maps.length === 0 && <p>{t('offline.mapNoOffer')}</p>}
      <Button kind="outlined" icon="plus" onClick={() => chosen.current?.click()}>
        {t('offline.mapFile')}
      </Button>
      <input
        ref={chosen}
        hidden
        type="file"
        accept=".pmtiles"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void bring(file);
        }}
      />
    </section>
  );
}

/** What the server has; undefined while it is not known, as without a network. */
export function useOffers(): readonly MapOffer[] | undefined {
  const { api } = useServices();
  const [offers, setOffers] = useState<readonly MapOffer[]>();
  useEffect(() => {
    const leaving = new AbortController();
    api.call(mapPacks, {}, { signal: leaving.signal }).then(
      ({ packs }) => setOffers(packs),
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error; // out of reach: the page shows what is here
      },
    );
    return () => leaving.abort();
  }, [api]);
  return offers;
}

/** Read all parts once when the page is opened; answers how many were broken and will be fetched again. */
function useCheck(look: () => Promise<void>): number {
  const { db } = useServices();
  const [broken, setBroken] = useState(0);
  useEffect(() => {
    void checkMaps(db).then(async (count) => {
      if (count === 0) return;
      setBroken(count);
      await look();
    });
  }, [db, look]);
  return broken;
}
