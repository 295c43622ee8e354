import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useFaceDownload } from '../../face/download.ts';
import { formatShare } from '../../i18n/bytes.ts';
import { leaveWords } from '../../platform/background-sync.ts';
import { storageRoom } from '../../platform/persist.ts';
import { useStorageState } from '../../platform/room.ts';
import { useServices } from '../../services.ts';
import { countNews } from '../../store/own/reports.ts';
import { askingScans } from '../../store/own/scans.ts';
import { useUnsentCount } from '../../store/own/unsent-count.ts';
import { type Link as NetworkLink, useSyncStatus } from '../../sync/status.ts';
import { Banner } from '../../ui/banner.tsx';

/** The line under the header: shown only when there is something to say about the network or what waits for it. */
export function StatusLine() {
  const { t } = useTranslation();
  const { db } = useServices();
  const { link, needs, clockAheadMs } = useSyncStatus();
  const unsent = useUnsentCount(db);
  const from = useLocation();
  const matches = useLiveQuery(async () => (await askingScans(db, Date.now())).length, [db, from.pathname]) ?? 0;
  const news = useLiveQuery(() => countNews(db), [db]) ?? 0;
  const isLittle = useLittleRoom(unsent);
  const isFull = useStorageState(({ state }) => state !== 'fine') || isLittle;
  const count = unsent ? unsent.waiting + unsent.refused : 0;
  const said = needs ? (`status.${needs}` as const) : LINK_WORDS[link];
  useWordsForWakeUp(unsent && unsent.waiting > 0);
  const see = <Link to="/outbox">{t('status.see')}</Link>;
  // It leads back here; nobody is sent there against their will (A37).
  const signIn = needs === 'sign-in' && from.pathname !== '/login' && (
    <Link to="/login" state={{ from }}>
      {t('auth.login')}
    </Link>
  );
  return (
    <>
      {matches > 0 && (
        <Banner tone="found" icon="info" line action={see}>
          <b>{t('outbox.matchWaiting', { count: matches })}</b>
        </Banner>
      )}
      {news > 0 && (
        <Banner tone="found" icon="info" line action={see}>
          <b>{t('status.ownNews')}</b>
        </Banner>
      )}
      {said && (
        <Banner tone="wait" icon={link === 'online' ? 'alert' : 'offline'} line action={signIn || (count > 0 && see)}>
          <b>{t(said)}</b> {count > 0 && t('status.safe', { count })}
        </Banner>
      )}
      {!said && clockAheadMs !== undefined && (
        <Banner tone="wait" icon="clock" line>
          <b>{t('status.clock')}</b> {t('status.clockText')}
        </Banner>
      )}
      {isFull && (
        <Banner tone="wait" icon="alert" line>
          <b>{t('status.full')}</b> {t('status.fullText')}
        </Banner>
      )}
      <FacesLine />
      {!said && unsent && unsent.refused > 0 && (
        <Banner tone="lost" icon="alert" line action={see}>
          <b>{t('outbox.needYou', { count: unsent.refused })}</b>
        </Banner>
      )}
    </>
  );
}

/** These show it themselves, larger. */
const FACES_PAGES = ['/offline', '/face-recognition'];

/** The faces on their way, wherever their user is meanwhile. */
function FacesLine() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { taking, offer } = useFaceDownload();
  if (FACES_PAGES.includes(pathname) || (taking.kind !== 'taking' && taking.kind !== 'waiting')) return null;
  const isCounted = taking.kind === 'taking' && offer.kind === 'bytes';
  return (
    <Banner tone="brand" icon="download" line action={<Link to="/offline">{t('status.see')}</Link>}>
      {isCounted ? (
        // Read out once, not with each of its hundred steps.
        <span aria-live="off">{t('status.faces', formatShare(taking.doneBytes, offer.totalBytes))}</span>
      ) : (
        t(taking.kind === 'waiting' ? 'status.facesWait' : 'offline.pack')
      )}
    </Banner>
  );
}

/** What the service worker says in our words if the network comes back while no page is open. */
function useWordsForWakeUp(waits: boolean | undefined): void {
  const { t } = useTranslation();
  const [title, body] = [t('status.back'), t('status.backText')];
  useEffect(() => {
    if (waits === undefined) return; // it is not known yet
    leaveWords(waits ? { title, body } : undefined).catch(console.warn); // no room: nothing is said
  }, [waits, title, body]);
}

/** Less room than some photos need. */
const LITTLE_BYTES = 30 * 1024 * 1024;

/** Whether the browser leaves little room; looked at again whenever `changed` is another. */
function useLittleRoom(changed: unknown): boolean {
  const [isLittle, setIsLittle] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is the reason to look, not a part of the look
  useEffect(() => {
    let isCurrent = true;
    storageRoom().then(
      (room) => isCurrent && setIsLittle(room !== undefined && room.freeBytes < LITTLE_BYTES),
      () => undefined, // a browser that does not say
    );
    return () => {
      isCurrent = false;
    };
  }, [changed]);
  return isLittle;
}

const LINK_WORDS: Record<NetworkLink, `status.${'offline' | 'captive' | 'down' | 'silent'}` | undefined> = {
  unknown: undefined,
  online: undefined,
  offline: 'status.offline',
  captive: 'status.captive',
  down: 'status.down',
  silent: 'status.silent',
};
