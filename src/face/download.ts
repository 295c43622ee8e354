/**
 * Taking what a scan without a network needs: the face pack, the people looked for, and what this person is lent. Begun by
 * a tap, it belongs to no page: it goes on wherever its user is, after a reload, and when the network is back.
 */

import { create } from 'zustand';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb } from '../store/db.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { galleryBytes, takeGallery } from './gallery-pack.ts';
import { faceIndex, type PackState, packState, takePack } from './pack.ts';
import type { Recogniser } from './protocol.ts';

/** `waiting`: for the network, or for a server in trouble; it goes on by itself. */
export type Taking =
  | { readonly kind: 'idle' }
  | { readonly kind: 'taking' | 'waiting'; readonly doneBytes: number }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

/** What the server has to give, as a whole. `none`: it has no face models. */
export type Offer = { readonly kind: 'unknown' | 'none' } | { readonly kind: 'bytes'; readonly totalBytes: number };

interface FaceDownload {
  taking: Taking;
  offer: Offer;
  /** Raised whenever a try has ended, however it did: what is on the device may be another. */
  ended: number;
}

/** The one total that the screens say, as far as it is known: what is offered, or without a network what was begun. */
export const totalOf = (offer: Offer, pack: PackState): number | undefined =>
  offer.kind === 'bytes' ? offer.totalBytes : pack.kind === 'absent' ? undefined : pack.totalBytes;

const AT_REST: FaceDownload = { taking: { kind: 'idle' }, offer: { kind: 'unknown' }, ended: 0 };

export const useFaceDownload = create<FaceDownload>(() => AT_REST);

export interface FacesHandle {
  /** Take it, or look for newer; while it is under way nothing else begins. */
  take(): void;
  /** Stop until somebody asks again. What has arrived stays. */
  pause(): void;
  /** Ask the server how much it is. */
  ask(): Promise<void>;
  /** Others use the device, or the page goes: whoever is here next goes on. */
  end(): void;
}

interface FacesDeps {
  readonly db: LocalDb;
  readonly api: Api;
  readonly fetch: typeof fetch;
  readonly recogniser: Pick<Recogniser, 'replaceGallery'>;
  /** Of several windows one takes, and the others find it done. */
  readonly locks: Pick<LockManager, 'request'>;
  readonly isOnline: () => boolean;
  /** Told each time the server can be reached again; answers how to stop. */
  readonly whenOnline: (goOn: () => void) => () => void;
  /** Ask the browser not to clear by itself what is taken. */
  readonly keepStorage: () => Promise<unknown>;
  /** What this person is lent comes with it. */
  readonly borrow: () => Promise<void>;
  /** After a try: all of it is here, or the server could not be reached. */
  readonly onEnd: () => void;
}

const LOCK = 'wapsi-faces';
/** A server that is online and still fails is asked again then. */
const AGAIN_MS = 60_000;

export function startFaces(deps: FacesDeps): FacesHandle {
  const { db, api, fetch } = deps;
  const tell = (taking: Taking) => useFaceDownload.setState({ taking });
  let stopper: AbortController | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const offer = async (): Promise<void> => {
    const index = await faceIndex(fetch);
    // Without its share the total is too small by what the people are, for as long as there is no pack of them.
    const people = index.available ? await galleryBytes(api) : 0;
    useFaceDownload.setState({
      offer: index.available ? { kind: 'bytes', totalBytes: index.wireBytes + (people ?? 0) } : { kind: 'none' },
    });
  };

  async function takeAll(signal: AbortSignal): Promise<void> {
    await offer();
    let models = 0;
    const fetching = { fetch, signal };
    const arrived = (doneBytes: number) => !signal.aborted && tell({ kind: 'taking', doneBytes });
    await takePack({
      ...fetching,
      onProgress: ({ receivedBytes }) => {
        models = receivedBytes;
        arrived(models);
      },
    });
    const onProgress = (people: number) => arrived(models + people);
    await takeGallery({ db, api, ...fetching, recogniser: deps.recogniser, onProgress });
    await deps.borrow();
  }

  async function run(): Promise<void> {
    if (stopper || isOver) return;
    clearTimeout(again);
    const mine = new AbortController();
    stopper = mine;
    const { signal } = mine;
    tell({ kind: 'taking', doneBytes: doneNow() });
    try {
      await deps.locks.request(LOCK, { signal }, () => takeAll(signal));
      if (signal.aborted) return;
      await db.meta.delete('facesWanted');
      tell({ kind: 'idle' });
    } catch (error) {
      if (!signal.aborted) await fail(error);
    } finally {
      if (stopper === mine) stopper = undefined;
      if (!isOver) {
        useFaceDownload.setState(({ ended }) => ({ ended: ended + 1 }));
        deps.onEnd();
      }
    }
  }

  async function fail(error: unknown): Promise<void> {
    if (!(error instanceof AppError)) {
      tell({ kind: 'failed', code: 'worker-lost' });
      throw error;
    }
    if (error.next === 'retry') {
      tell({ kind: 'waiting', doneBytes: doneNow() });
      again = setTimeout(goOn, AGAIN_MS);
      return;
    }
    tell({ kind: 'failed', code: error.code });
    await db.meta.delete('facesWanted');
  }

  /** What was asked for before this page was opened. */
  async function resume(): Promise<void> {
    if ((await readMeta(db, 'facesWanted')) === undefined || stopper || isOver) return;
    const here = await packState();
    if (stopper || isOver) return;
    tell({ kind: 'waiting', doneBytes: here.kind === 'partial' ? here.receivedBytes : 0 });
    if (deps.isOnline()) await run();
  }

  const goOn = (): void => {
    if (useFaceDownload.getState().taking.kind === 'waiting') void run();
  };
  const stopListening = deps.whenOnline(goOn);
  resume().catch(console.warn); // a database taken over meanwhile: another window goes on

  return {
    take() {
      void deps.keepStorage();
      // On a device that is too full for the wish, this page takes it all the same.
      void writeMeta(db, 'facesWanted', true).catch(console.warn).then(run);
    },
    pause() {
      clearTimeout(again);
      stopper?.abort();
      stopper = undefined;
      tell({ kind: 'idle' });
      db.meta.delete('facesWanted').catch(console.warn);
    },
    ask: () =>
      offer().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error; // without a network the size is not known
      }),
    end() {
      isOver = true;
      clearTimeout(again);
      stopper?.abort();
      stopListening();
      useFaceDownload.setState(AT_REST);
    },
  };
}

const doneNow = (): number => {
  const { taking } = useFaceDownload.getState();
  return 'doneBytes' in taking ? taking.doneBytes : 0;
};
