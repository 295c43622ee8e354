/** Start the device's database, the API client, the face worker's handle and sync, and wire what wakes sync. */

import { apiBase } from '../api/base.ts';
import { type Api, createApi, isRefusal } from '../api/client.ts';
import { sendEndings } from '../api/endings.ts';
import { accessToken, currentSession, useSession } from '../api/session.ts';
import { watchUnread } from '../api/unread.ts';
import { startFaces } from '../face/download.ts';
import { rememberGallery } from '../face/gallery-pack.ts';
import { packState } from '../face/pack.ts';
import { openRecogniser } from '../face/recogniser.ts';
import { askForWakeUp } from '../platform/background-sync.ts';
import { closeNotesOfPerson } from '../platform/device-notes.ts';
import { thumbOf } from '../platform/image.ts';
import { isOutpost, isOutpostForgotten, rememberOutpost } from '../platform/outpost.ts';
import { isMetered, keepStorage } from '../platform/persist.ts';
import { dropOldShared } from '../platform/shared-in.ts';
import type { Services } from '../services.ts';
import { LocalDb } from '../store/db.ts';
import { resumeErasing } from '../store/erase.ts';
import { readMeta } from '../store/meta.ts';
import { expireAreas } from '../store/others/areas.ts';
import { forgetSentWords } from '../store/own/put-back.ts';
import { dropOldScans } from '../store/own/scans.ts';
import { watchUnsent } from '../store/own/unsent-count.ts';
import { dropUnusedFiles } from '../store/own/unused-files.ts';
import { dropOldWrites } from '../store/own/writes.ts';
import { readAgain } from '../store/read-again.ts';
import { followAreas } from '../sync/areas.ts';
import { dropEnded } from '../sync/ended.ts';
import { useLeaving } from '../sync/leave.ts';
import type { GallerySink } from '../sync/pull.ts';
import { type Scheduler, startScheduler } from '../sync/scheduler.ts';
import { type SyncStatus, syncStatus, useSyncStatus, whenOnline } from '../sync/status.ts';
import { closeToasts } from '../ui/toasts.ts';
import { AFTER_FIRST_LOOK_MS, startDevice, tellEnded, tellHeld, tellPutBack } from './device.ts';
import { goRound, openPatiently, watchTables } from './late-start.ts';

/** Small photos fetched in one run: enough for the first page, or for comparing without a network. */
const THUMBS_TO_SHOW = 8;
const THUMBS_WHEN_READY = 100;

/** So often the time is written down that what is lent was looked at. */
const NOTE_EVERY_MS = 60_000;

/** Whoever opens a vault: the server and the face worker are the same ones. */
let lasting: Pick<Services, 'api' | 'face'> | undefined;
/** Of the services that run now. */
let lookSync: () => void = () => undefined;

export async function startServices(): Promise<Services> {
  if (await isOutpostForgotten()) {
    rememberOutpost();
    location.replace('/');
    return new Promise(() => undefined); // this page ends here
  }
  const desk = isOutpost() ? await import('../vault/desk.ts') : undefined;
  const db = (await desk?.openedDb()) ?? new LocalDb();
  db.signedIn = () => {
    const { user } = useSession.getState();
    return user && { id: user.id, name: user.name };
  };
  await openPatiently(db);
  if (!desk) await goRound(resumeErasing(db));
  watchTables(db).catch(console.warn);
  const isFirst = lasting === undefined;
  lasting ??= { api: newApi(), face: openRecogniser() };
  const { api, face } = lasting;
  const sync = startScheduler({
    db,
    api,
    now: Date.now,
    random: Math.random,
    nonce: () => crypto.randomUUID(),
    status: syncStatus,
    locks: navigator.locks,
    visible: () => document.visibilityState === 'visible',
    mayUseData: async () => !isMetered() || (await readMeta(db, 'videosOnAnyLink')) === true,
    thumbOf,
    thumbs: async () => ((await packState()).kind === 'whole' ? THUMBS_WHEN_READY : THUMBS_TO_SHOW),
    gallery: gallerySink(db, face),
    onPutBack: tellPutBack,
    onEnded: () => void dropEnded({ db, api }).then((isDropped) => isDropped && tellEnded(), console.warn),
    ...(desk ? {} : { onHeld: tellHeld }),
    loan: () => followLoanOf(db),
    areas: async () => {
      if (!isMetered()) await followAreas({ db, api, now: Date.now });
    },
  });
  lookSync = sync.look;
  const endDevice = startDevice({ db, face, sync, isShared: desk !== undefined });
  const faces = startFaces({
    db,
    api,
    fetch: (...request) => fetch(...request),
    recogniser: face,
    locks: navigator.locks,
    isOnline: () => syncStatus.get().link === 'online',
    whenOnline,
    keepStorage,
    borrow: () => followLoanOf(db, true),
    onEnd: sync.wake,
  });
  const stopTidying = tidyLater(db);
  const stopWaking = wakeOn(sync, db);
  sync.wake();
  if (isFirst) {
    beToldOnceSignedIn(api);
    // As index.html says it before the first picture: the looks that the build draws go by it.
    useSession.subscribe(({ signedIn, user }) =>
      document.documentElement.classList.toggle('signed-in', signedIn || user !== undefined),
    );
    whenOnline(() => void sendEndings(api));
  }
  desk?.whenLocked(() => {
    endDevice();
    faces.end();
    stopTidying();
    stopWaking();
    sync.stop();
    face.end();
    useLeaving.getState().question?.answer('stay');
    closeNotesOfPerson();
    closeToasts();
  });
  return { db, api, face, faces, sync };
}

const newApi = (): Api =>
  createApi({
    base: apiBase(),
    // What one person at a shared device looks at must not stay in the browser's own cache.
    fetch: (url, init) =>
      fetch(url, isOutpost() ? { ...init, cache: 'no-store' } : init).then(doubtIfForeign, (error: unknown) => {
        // Whoever met it, it may be the link: the status line asks now instead of at its next turn.
        if (syncStatus.get().link === 'online' && !(error instanceof DOMException)) lookSync();
        throw error;
      }),
    token: accessToken,
    author: () => currentSession()?.account,
    prove: async () => (await import('./prove-dialog.tsx')).askForProof(),
  });

/** One call that always fails must not have the server asked without an end. */
const DOUBT_EVERY_MS = 5000;
let doubtedAt = Number.NEGATIVE_INFINITY;

/** What a login page, a gateway or a server in trouble would answer: whether ours is there is asked at once. */
function doubtIfForeign(response: Response): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const isForeign = isPage || response.redirected || response.type === 'opaqueredirect' || response.status >= 500;
  // A session that has ended is asked about as well, whichever call met it.
  const isNo = response.status === 401 || isRefusal(response);
  const isRefused = isNo && accessToken() !== undefined;
  if (
    (isForeign || isRefused) &&
    syncStatus.get().link === 'online' &&
    performance.now() > doubtedAt + DOUBT_EVERY_MS
  ) {
    doubtedAt = performance.now();
    lookSync();
  }
  return response;
}

/** The stream of what is new is for who has an account: nobody else loads its code. */
function beToldOnceSignedIn(api: Api): void {
  let asked = false;
  const ask = ({ signedIn }: { signedIn: boolean }) => {
    if (!signedIn || asked) return;
    asked = true;
    import('../api/live.ts').then(({ startLive }) => startLive(api), console.warn);
  };
  useSession.subscribe(ask);
  ask(useSession.getState());
}

function gallerySink(db: LocalDb, face: Services['face']): GallerySink {
  return {
    cursor: () => readMeta(db, 'galleryCursor'),
    async apply(page, from) {
      if (page.reset) await face.clearGallery();
      const info = await face.applyReferences({ ...page, from: page.reset ? '' : from });
      await rememberGallery(db, info);
      return info.cursor;
    },
  };
}

/** The code of loans is for who may be lent something: nobody else loads it, but to drop what is left of one. */
async function followLoanOf(db: LocalDb, isAsked = false): Promise<void> {
  const role = useSession.getState().user?.role;
  const isFor = role === 'volunteer' || role === 'officer';
  if (!lasting || (!isFor && (await readMeta(db, 'loan')) === undefined)) return;
  const { followLoan, lookerHere } = await import('../face/loan.ts');
  await followLoan({ ...lasting, db, now: Date.now, who: lookerHere() }, isAsked);
}

/** What nobody waits for goes after what the screen reads, on a slow phone too; the next start tries again. */
function tidyLater(db: LocalDb): () => void {
  const tidy = (tidying: readonly ((db: LocalDb, now: number) => Promise<unknown>)[]): void => {
    for (const one of tidying) one(db, Date.now()).catch(console.warn);
  };
  let stop = (): void => undefined;
  let noting: ReturnType<typeof setInterval> | undefined;
  // See Note: Time of a loan: nothing is lent for longer because nobody looked at the clock.
  const note = (): void => {
    import('../store/own/loan.ts').then(({ noteTime }) => noteTime(db, Date.now())).catch(console.warn);
  };
  const later = setTimeout(() => {
    tidy([dropUnusedFiles, expireAreas, (_, now) => dropOldShared(now)]);
    note();
    noting = setInterval(note, NOTE_EVERY_MS);
    stop = onceClockIsRight(() => tidy([dropOldWrites, dropOldScans, forgetSentWords]));
  }, AFTER_FIRST_LOOK_MS);
  return () => {
    clearTimeout(later);
    clearInterval(noting);
    stop();
  };
}

/** By a clock that the server has found right: one that is years ahead would let go of every word of receipt. */
function onceClockIsRight(act: () => void): () => void {
  let isDone = false;
  const look = ({ link, clockAheadMs }: SyncStatus): void => {
    if (isDone || link !== 'online' || clockAheadMs !== undefined) return;
    isDone = true;
    act();
  };
  look(useSyncStatus.getState());
  return useSyncStatus.subscribe(look);
}

/** A new op, the network's hint, a look at the app, another session, and the service worker's own wake-up. */
function wakeOn({ wake, look }: Pick<Scheduler, 'wake' | 'look'>, db: LocalDb): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let before = 0;
  const badge = { unsent: 0, unread: 0 };
  const show = (part: Partial<typeof badge>): void => {
    Object.assign(badge, part);
    void showBadge(badge.unsent + badge.unread);
  };
  const stopReading = watchUnread((unread) => show({ unread }));
  const stopCounting = watchUnsent(db, ({ waiting, refused }) => {
    if (waiting > before) {
      wake();
      if (syncStatus.get().link !== 'online') void askForWakeUp();
    }
    before = waiting;
    show({ unsent: waiting + refused });
  });
  const stopAsking = useSession.subscribe(wake); // what waited for its maker may go
  addEventListener('online', look, { signal });
  addEventListener('offline', look, { signal }); // the status line says so now, and a scan asks nobody
  const seen = () => {
    if (document.visibilityState === 'visible') look();
  };
  document.addEventListener('visibilitychange', seen, { signal });
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    readAgain(); // see Note: A page that is put away
    look();
  };
  addEventListener('pageshow', comeBack, { signal });
  const heed = ({ data }: MessageEvent) => {
    if (data === 'sync') wake();
  };
  navigator.serviceWorker?.addEventListener('message', heed, { signal });
  return () => {
    ended.abort();
    stopCounting();
    stopReading();
    stopAsking();
  };
}

/** On the icon of an installed app: what its user has to read, and what is still on this device. */
async function showBadge(count: number): Promise<void> {
  await navigator.setAppBadge?.(count).catch(() => undefined); // not installed: nowhere to show it
}
