/** Runs a scan: camera frames to the face worker, one at a time; then one search here and one question to the server. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { FRAME_INTERVAL_MS, MAX_CANDIDATES, SCREENSHOT_QUALITY, SCREENSHOT_TYPE } from '../../../contract/limits.ts';
import { endpoints } from '../../../contract/protocol.ts';
import type { ReportView } from '../../../contract/report.ts';
import { endsAt } from '../../api/query.ts';
import { lookerHere, openLoan } from '../../face/loan.ts';
import type { FrameResult, Identification } from '../../face/protocol.ts';
import { type Camera, type Facing, openCamera } from '../../platform/camera.ts';
import type { Services } from '../../services.ts';
import { readMeta } from '../../store/meta.ts';
import { findRecord } from '../../store/others/records.ts';
import {
  compareInput,
  forgetScan,
  forgetSettled,
  type NewScan,
  queueScan,
  releaseScan,
  scanAnswered,
  scanPlaced,
  scanSettled,
  scanTold,
} from '../../store/own/scans.ts';
import { syncStatus } from '../../sync/status.ts';
import { knownPosition } from '../../ui/map/position.ts';
import { LONGEST_MS, type Match, type Outcome, type Scan, type ScanEvent, shownOf, step, UNNAMED } from './scan.ts';

/** Why an officer or moderator looks for somebody; without a reason they search as everybody does. */
export type Why = Pick<NewScan, 'reason' | 'detail'>;

/** Where the user sees a scan. */
export interface Screen {
  readonly video: HTMLVideoElement;
  /** Gets every frame's landmarks, and nothing when there is no frame any more. */
  draw(frame: FrameResult | undefined): void;
  /** The last picture of the camera, which stays while the face is compared. */
  readonly still: HTMLCanvasElement;
}

export interface Scanner {
  readonly store: StoreApi<Scan>;
  /** Written down with the searches that follow. */
  because(why: Why): void;
  /** Open the camera, show it on `screen`, count down and search. */
  start(screen: Screen, facing: Facing): Promise<void>;
  /** The same with a photo in the place of the camera. */
  look(photo: Blob): Promise<void>;
  stop(): void;
  /** Of several faces, the one that is meant. */
  choose(face: number): Promise<void>;
  /** The user takes the person for this record, or says that it is somebody else. */
  accept(id: string): void;
  notThem(id: string): void;
  /** What they have to say of the person is kept on this phone, and on its way. */
  told(): void;
  reset(): void;
}

/** How long a person waits for the server before the scan is theirs to go on with. */
const ASKING_MS = 6000;

type Searched = Extract<Identification, { kind: 'searched' }>;

export function createScanner({ db, api, face }: Services): Scanner {
  const store = createStore<Scan>(() => ({ kind: 'idle' }));
  let camera: Camera | undefined;
  /** Raised at each start and stop, so that what an older scan still has under way is not taken for this one's. */
  let turn = 0;
  let why: Why = {};
  /** The scan of which the user has said what they had to say, and whom they took the person for. */
  let told: { opId: string; of: string } | undefined;

  const tell = (event: ScanEvent): void => store.setState(step(store.getState(), event), true);

  function closeCamera(): void {
    camera?.close();
    camera = undefined;
  }

  async function start({ video, still, draw }: Screen, facing: Facing): Promise<void> {
    const mine = ++turn;
    const isOver = () => mine !== turn;
    tell({ kind: 'start' });
    try {
      closeCamera();
      const worker = prepareWorker();
      worker.catch(() => undefined); // what it failed of is told once the camera stands
      const opened = await openCamera(facing);
      if (isOver()) return opened.close();
      camera = opened;
      opened.onLost(() => !isOver() && tell({ kind: 'failed', code: 'camera-busy' }));
      video.srcObject = opened.stream;
      await Promise.all([video.play(), worker]);
      if (isOver()) return;
      const stopFreezing = store.subscribe(
        (scan, before) => scan.kind === 'matching' && before.kind === 'detecting' && freeze(video, still),
      );
      tell({ kind: 'ready', now: performance.now() });
      await watch(video, draw, mine).finally(stopFreezing);
      if (isOver()) return;
      draw(undefined);
      if (store.getState().kind !== 'matching') return closeCamera();
      closeCamera();
      void asPicture(still).then((photo) => photo && !isOver() && tell({ kind: 'preview', photo }));
      await search(undefined, mine);
    } catch (error) {
      if (isOver()) return;
      closeCamera();
      draw(undefined);
      fail(error);
    }
  }

  async function look(photo: Blob): Promise<void> {
    const mine = ++turn;
    const isOver = () => mine !== turn;
    tell({ kind: 'start' });
    try {
      closeCamera();
      await prepareWorker();
      if (isOver()) return;
      const began = performance.now();
      tell({ kind: 'ready', now: began });
      const { landmarks, hint, captured } = await face.frame(await createImageBitmap(photo), began);
      if (isOver()) return;
      // There is nothing more to come: the countdown is over with it.
      tell({ kind: 'frame', now: began + LONGEST_MS, hasFace: landmarks !== undefined, captured, hint });
      if (store.getState().kind !== 'matching') return;
      tell({ kind: 'preview', photo });
      await search(undefined, mine);
    } catch (error) {
      if (!isOver()) fail(error);
    }
  }

  /** It starts while the camera does: on a slow phone each takes seconds. */
  async function prepareWorker(): Promise<void> {
    await face.startScan();
    await openLoan(db, face, Date.now(), lookerHere()).catch(console.warn); // the pack for everybody is searched all the same
  }

  /** Frames go one at a time, at most one per 100 ms (R268), and only while detecting (R269). */
  async function watch(video: HTMLVideoElement, draw: (frame: FrameResult) => void, mine: number): Promise<void> {
    const clock = setInterval(() => mine === turn && tell({ kind: 'tick', now: performance.now() }), 200);
    try {
      while (mine === turn && store.getState().kind === 'detecting') {
        const began = performance.now();
        const frame = await face.frame(await createImageBitmap(video), began);
        if (mine !== turn) return;
        const before = store.getState();
        const lost = frame.landmarks === undefined && before.kind === 'detecting' && before.captured;
        if (lost) await face.startScan();
        draw(frame);
        const { hint, captured } = frame;
        tell({ kind: 'frame', now: performance.now(), hasFace: frame.landmarks !== undefined, captured, hint });
        await pause(FRAME_INTERVAL_MS - (performance.now() - began));
      }
    } finally {
      clearInterval(clock);
    }
  }

  async function search(chosen: number | undefined, mine: number): Promise<void> {
    const found = await face.identify(MAX_CANDIDATES, chosen);
    if (mine !== turn) return;
    if (found.kind === 'no-capture') return tell({ kind: 'no-capture' });
    if (found.kind === 'several-faces') return tell({ kind: 'several', faces: found.faces });
    const outcome = await describe(found);
    const now = Date.now();
    const { opId, descriptor, model, photo } = outcome;
    const asked = { opId, descriptor, model, thumb: photo, now, ...why };
    const isOffline = outcome.check === 'queued';
    const kept = queueScan(db, asked, isOffline ? 0 : now + ASKING_MS);
    if (isOffline) outcome.isKept = await kept; // the screen says whether it is saved
    if (mine === turn) tell({ kind: 'searched', outcome });
    const isKept = await kept;
    if (isKept) place(opId).catch(console.warn);
    if (mine !== turn) return releaseScan(db, opId);
    if (isOffline) return;
    if (!isKept) tell({ kind: 'not-kept', opId });
    await ask(asked, isKept);
  }

  /** Beside the question, which may be answered late, by the queue alone, and "guarded": where this is, if the device may say so. */
  async function place(opId: string): Promise<void> {
    const position = await knownPosition();
    if (position.kind === 'here') await scanPlaced(db, opId, { lat: position.lat, lng: position.lng });
  }

  /** What this device knows. A candidate whose record has not been pulled yet is still a candidate. */
  async function describe({ descriptor, model, photo, searched, candidates }: Searched): Promise<Outcome> {
    const named = candidates.filter(({ isNamed }) => isNamed);
    const matches = await Promise.all(
      named.map(
        async ({ id, band }): Promise<Match> => ({
          band,
          view: (await findRecord(db, id))?.view ?? { ...bareView(id), contact: 'guarded' },
        }),
      ),
    );
    const unnamed = candidates.find(({ isNamed }) => !isNamed);
    if (unnamed) matches.push({ band: unnamed.band, view: bareView(UNNAMED) });
    return {
      opId: crypto.randomUUID(),
      descriptor,
      model,
      photo,
      searchedHere: searched,
      galleryAt: await readMeta(db, 'galleryAt'),
      check: syncStatus.get().link === 'offline' ? 'queued' : 'asking',
      isKept: true,
      incomparable: false,
      searchedThere: undefined,
      matches,
      accepted: undefined,
      rejected: [],
    };
  }

  /**
   * One question a scan (R275). It is in the outbox already; an answer in time takes it out again. Without one the user
   * is not kept waiting: the queue asks under the same name (A12, A13), and what it learns is told by the outbox. Where
   * this phone could not keep it nobody asks later, and an answer is waited for as long as it takes.
   */
  async function ask(asked: NewScan, isKept: boolean): Promise<void> {
    const { opId } = asked;
    let late = false;
    const giveUp = () => {
      late = true;
      tell({ kind: 'queued', opId });
    };
    const patience = isKept ? setTimeout(giveUp, ASKING_MS) : undefined;
    try {
      const answer = await api.call(endpoints.compareFace, compareInput(asked), { opId });
      if (late) return;
      const matches = answer.candidates.map(
        ({ band, data, sighting }): Match => ({ band, view: data, ...(sighting ? { bySighting: true } : {}) }),
      );
      const state = store.getState();
      const isShown = state.kind === 'answered' && state.outcome.opId === opId;
      tell({ kind: 'confirmed', opId, matches, searched: answer.searched, incomparable: answer.reason !== undefined });
      if (isShown) await (asked.reason ? forgetScan(db, opId) : keepQuestion(opId, answer));
      else await releaseScan(db, opId); // the user has gone on; the answer is for the outbox
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await releaseScan(db, opId);
      tell({ kind: 'queued', opId, askAgainAt: isKept ? endsAt(error)?.getTime() : undefined });
    } finally {
      clearTimeout(patience);
    }
  }

  /**
   * The user reads the answer. A match that they leave without a word is kept, and asked about once more; but not what was
   * told because of an officer's reason: that is kept on no device.
   */
  async function keepQuestion(
    opId: string,
    { receipt, searched, candidates }: OutputOf<typeof endpoints.compareFace>,
  ): Promise<void> {
    if (!receipt || candidates.length === 0) return forgetScan(db, opId);
    await scanAnswered(db, opId, { receipt, searched, candidates }, Date.now());
    const scan = store.getState();
    const rejected = scan.kind === 'answered' && scan.outcome.opId === opId ? scan.outcome.rejected : [];
    for (const id of rejected) await scanSettled(db, opId, id);
    if (told?.opId === opId) await scanTold(db, opId, told.of);
    await forgetSettled(db, opId);
  }

  /** What the user has said of an answer; what is on its way to the server still stays until it is answered. */
  async function settle(said: (opId: string) => Promise<void>): Promise<void> {
    const scan = store.getState();
    if (scan.kind !== 'answered' || scan.outcome.check !== 'confirmed') return;
    await said(scan.outcome.opId);
    await forgetSettled(db, scan.outcome.opId);
  }

  function fail(error: unknown): void {
    if (!(error instanceof AppError)) {
      tell({ kind: 'failed', code: 'worker-lost' });
      throw error;
    }
    tell({ kind: 'failed', code: error.code });
  }

  return {
    store,
    because(given) {
      why = given;
    },
    start,
    look,
    stop() {
      turn++;
      closeCamera();
      tell({ kind: 'stop' });
    },
    async choose(chosen) {
      tell({ kind: 'chosen', face: chosen });
      try {
        await search(chosen, turn);
      } catch (error) {
        fail(error);
      }
    },
    accept(id) {
      tell({ kind: 'accept', id });
    },
    notThem(id) {
      tell({ kind: 'not-them', id });
      void settle((opId) => scanSettled(db, opId, id));
    },
    told() {
      const scan = store.getState();
      if (scan.kind !== 'answered') return;
      const shown = shownOf(scan.outcome);
      if (!shown) return;
      const of = shown.view.id;
      told = { opId: scan.outcome.opId, of };
      void settle((opId) => scanTold(db, opId, of));
    },
    reset() {
      turn++;
      closeCamera();
      tell({ kind: 'reset' });
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** At the moment at which the countdown ends: the video is black as soon as the camera is closed. */
function freeze(video: HTMLVideoElement, still: HTMLCanvasElement): void {
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  still.getContext('2d')?.drawImage(video, 0, 0);
}

/** The frozen picture (R393, R394; another type where the browser writes no WebP, A38). */
async function asPicture(still: HTMLCanvasElement): Promise<Blob | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => still.toBlob(resolve, SCREENSHOT_TYPE, SCREENSHOT_QUALITY));
  return blob ?? undefined;
}

/** A record of which this device holds the face and not the words. */
const bareView = (id: string): ReportView => ({
  id,
  _id: id,
  rev: '',
  type: 'lost',
  status: 'published',
  subject: { kind: 'person', condition: 'missing' },
  photos: [],
  contact: 'relay',
  reviewed: false,
  createdAt: new Date(0).toISOString(),
});
