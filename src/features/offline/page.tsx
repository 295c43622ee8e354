import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { totalOf, useFaceDownload } from '../../face/download.ts';
import { keepStorage } from '../../platform/persist.ts';
import { type Services, useServices } from '../../services.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { List } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ReadAloud } from '../../ui/read-aloud.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TakeFaces } from '../../ui/take-faces.tsx';
import { Areas } from './areas.tsx';
import { Line } from './line.tsx';
import { Maps, useOffers } from './maps.tsx';
import styles from './page.module.css';
import { type Clock, isReady, type Readiness, readClock, readReadiness } from './readiness.ts';
import { useLines } from './use-lines.ts';
import { useTaking } from './use-taking.ts';

/** Failures that mean something else here than elsewhere. */
const OWN_WORDS = { 'not-readable': 'offline.mapNotOne', 'not-found': 'offline.gone' } as const;

/** Get ready to go offline: what this phone holds, one line each with what mends it, and one button for what a scan needs. */
export function Page() {
  const services = useServices();
  const { db } = services;
  const [ready, setReady] = useState<Readiness>();
  const look = useCallback(async () => setReady(await readReadiness(db)), [db]);
  const ended = useFaceDownload((state) => state.ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a download that has ended is the reason to look
  useEffect(() => void look(), [look, ended]);
  // The service worker finishes its work in the background of the first visit.
  useEffect(() => {
    if (!ready || ready.shell) return;
    const timer = setInterval(() => void look(), 1000);
    return () => clearInterval(timer);
  }, [ready, look]);
  if (!ready) return <Skeleton rows={6} />;
  return <Ready services={services} ready={ready} look={look} />;
}

interface ReadyProps {
  services: Services;
  ready: Readiness;
  look: () => Promise<void>;
}

function Ready({ services, ready, look }: ReadyProps) {
  const { t } = useTranslation();
  const { faces } = services;
  const { taking, run, stop } = useTaking(look);
  const { taking: face, offer } = useFaceDownload();
  const { clock, askClock } = useClock(services);
  const maps = useRef<HTMLHeadingElement>(null);
  const offers = useOffers();
  const noMaps = offers?.length === 0 && ready.maps.length === 0;
  useEffect(() => void faces.ask(), [faces]);
  const all = isReady(ready);
  const noModels = offer.kind === 'none';
  const totalBytes = totalOf(offer, ready.pack);
  const isTaking = face.kind === 'taking' || face.kind === 'waiting';

  const lines = useLines(
    ready,
    { clock, noMaps },
    {
      takeFaces: faces.take,
      chooseMap: () => maps.current?.focus(),
      askForRoom: () => void keepStorage().then(look),
      askClock,
    },
  );
  return (
    <>
      <PageTitle title={t('offline.title')} back="/">
        {t(all ? 'offline.allReady' : 'offline.lead')}
      </PageTitle>
      <ReadAloud
        text={lines.map(({ title, detail }) => t('common.sentence', { text: `${title}: ${detail}` })).join(' ')}
      />
      <List>
        {lines.map(({ key, ...line }) => (
          <Line key={key} {...line} />
        ))}
      </List>
      <div className={styles.under} aria-live="polite">
        {taking.kind === 'taking' && (
          <Progress label={taking.label} doneBytes={taking.done} totalBytes={taking.total} />
        )}
        {taking.kind === 'failed' && <Failed code={taking.code} />}
        {face.kind === 'failed' && <Failed code={face.code} />}
        {noModels && (
          <Banner tone="wait" icon="info">
            {t('offline.noModels')}
          </Banner>
        )}
      </div>
      <Maps maps={ready.maps} offers={offers} heading={maps} run={run} look={look} />
      <Areas searched={ready.gallery?.people} run={run} />
      <ActionBar>
        {!isTaking && taking.kind === 'taking' ? (
          <Button kind="outlined" wide onClick={stop}>
            {t('offline.pause')}
          </Button>
        ) : all && !isTaking ? (
          <>
            <LinkButton wide icon="scan" to="/face-recognition">
              {t('nav.scanFace')}
            </LinkButton>
            <Button kind="outlined" wide icon="refresh" onClick={faces.take}>
              {t('offline.renew')}
            </Button>
          </>
        ) : (
          <TakeFaces
            taking={face}
            totalBytes={totalBytes}
            isBegun={ready.pack.kind === 'partial'}
            isDisabled={noModels}
            onTake={faces.take}
            onPause={faces.pause}
          />
        )}
      </ActionBar>
    </>
  );
}

function Failed({ code }: { code: ErrorCode }) {
  const { t } = useTranslation();
  return (
    <Banner tone="lost" icon="alert">
      {code in OWN_WORDS ? (
        t(OWN_WORDS[code as keyof typeof OWN_WORDS])
      ) : (
        <>
          <b>{t(`errors.${code}.what`)}</b> {t(`errors.${code}.todo`)} {t('offline.resume')}
        </>
      )}
    </Banner>
  );
}

/** The clock, asked after when the page opens and whenever it is asked for. */
function useClock({ api }: Services) {
  const [clock, setClock] = useState<Clock>({ kind: 'unasked' });
  const askClock = useCallback(() => {
    readClock(api).then(setClock, (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      setClock({ kind: 'unasked' });
    });
  }, [api]);
  useEffect(askClock, [askClock]);
  return { clock, askClock };
}
