/** Runs a scan: camera frames to the face worker, one at a time; then one search here and one question to the server. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../../contract/errors.ts';
import { FRAME_INTERVAL_MS, MAX_CANDIDATES } from '../../../contract/limits.ts';
import { endpoints } from '../../../contract/protocol.ts';
import type { Services } from '../../app/services.ts';
import type { FrameResult, Identification } from '../../face/protocol.ts';
import { type Camera, type Facing, openCamera } from '../../platform/camera.ts';
import { readMeta } from '../../store/meta.ts';
import { findRecord } from '../../store/records.ts';
import { compareInput, queueScan } from '../../store/scans.ts';
import { syncStatus } from '../../sync/status.ts';
import { type Match, type Outcome, type Scan, type ScanEvent, step } from './scan.ts';

export interface Scanner {
  readonly store: StoreApi<Scan>;
  /** Open the camera, show it in `video`, count down and search. `draw` gets every frame's landmarks. */
  start(video: HTMLVideoElement, facing: Facing, draw: (frame: FrameResult | undefined) => void): Promise<void>;
  stop(): void;
  /** Of several faces, the one that is meant. */
  choose(face: number): Promise<void>;
  notThem(): void;
  reset(): void;
}

type Searched = Extract<Identification, { kind: 'searched' }>;

export function createScanner({ db, api, face }: Services): Scanner {
  const store = createStore<Scan>(() => ({ kind: 'idle' }));
  let camera: Camera | undefined;
  /** Raised at each start and stop, so that what an older scan still has under way is not taken for this one's. */
  let turn = 0;

  const tell = (event: ScanEvent): void => store.setState(step(store.getState(), event), true);

  function closeCamera(): void {
    camera?.close();
    camera = undefined;
  }

  async function start(
    video: HTMLVideoElement,
    facing: Facing,
    draw: (frame: FrameResult | undefined) => void,
  ): Promise<void> {
    const mine = ++turn;
    tell({ kind: 'start' });
    try {
      closeCamera();
      const opened = await openCamera(facing);
      if (mine !== turn) return opened.close();
      camera = opened;
      opened.onLost(() => mine === turn && tell({ kind: 'failed', code: 'camera-busy' }));
      video.srcObject = opened.stream;
      await Promise.all([video.play(), face.load()]);
      await face.startScan();
      tell({ kind: 'ready', now: performance.now() });
      await watch(video, draw, mine);
      if (mine !== turn) return;
      closeCamera();
      draw(undefined);
      if (store.getState().kind === 'matching') await search(undefined, mine);
    } catch (error) {
      if (mine !== turn) return;
      closeCamera();
      draw(undefined);
      fail(error);
    }
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
    tell({ kind: 'searched', outcome });
    await check(outcome);
  }

  async function describe({ descriptor, model, photo, searched, candidates }: Searched): Promise<Outcome> {
    const known = await Promise.all(
      candidates.map(async ({ id, band }) => ({ band, record: await findRecord(db, id) })),
    );
    const matches = known.flatMap(({ band, record }): Match[] => (record ? [{ band, ...record }] : []));
    const galleryAt = await readMeta(db, 'galleryAt');
    const check = syncStatus.get().link === 'offline' ? 'queued' : 'asking';
    const opId = crypto.randomUUID();
    return {
      opId,
      photo,
      descriptor,
      model,
      searchedHere: searched,
      galleryAt,
      check,
      searchedThere: undefined,
      matches,
    };
  }

  /** One question a scan (R275). Without an answer it is kept and asked later, under the same name (A12, A13). */
  async function check(outcome: Outcome): Promise<void> {
    const { opId, descriptor, model } = outcome;
    const asked = { opId, descriptor, model, thumb: outcome.photo, now: Date.now() };
    if (outcome.check === 'queued') return queueScan(db, asked);
    try {
      const answer = await api.call(endpoints.compareFace, compareInput(asked), { opId });
      const matches = await Promise.all(
        answer.candidates.map(async ({ band, data }) => ({ band, view: data, thumb: await thumbOf(data.photos[0]) })),
      );
      tell({ kind: 'confirmed', matches, searched: answer.searched });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await queueScan(db, asked);
      tell({ kind: 'queued' });
    }
  }

  async function thumbOf(sha256: string | undefined): Promise<Blob | undefined> {
    if (sha256 === undefined) return undefined;
    const kept = await db.thumb.get(sha256);
    if (kept) return kept.blob;
    return api.bytes(endpoints.getFile, { sha256, size: 'full' }).catch(() => undefined); // the card says that there is no photo
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
    start,
    stop() {
      turn++;
      closeCamera();
      tell({ kind: 'stop' });
    },
    async choose(chosen) {
      tell({ kind: 'chosen' });
      try {
        await search(chosen, turn);
      } catch (error) {
        fail(error);
      }
    },
    notThem: () => tell({ kind: 'not-them' }),
    reset() {
      turn++;
      closeCamera();
      tell({ kind: 'reset' });
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
