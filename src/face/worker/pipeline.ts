/** The face pack, ready for work. */

import { AppError } from '../../../contract/errors.ts';
import type { FaceFile } from '../../../contract/face-models.ts';
import type { PartedFile } from '../../../contract/file.ts';
import { CAMERA, FACE_SIZE } from '../../../contract/limits.ts';
import { TEMPLATE_VERSION } from '../../../match/template.ts';
import { readParts } from '../../platform/parts.ts';
import { FACE_CACHE, packInUse } from '../pack.ts';
import { type Embedder, startEmbedder } from './embed.ts';
import { type Landmarker, startLandmarker } from './landmarks.ts';
import { lazy } from './lazy.ts';

export interface Pipeline {
  readonly landmarker: Landmarker;
  /** Started by the first who asks, or a moment after the rest: its start holds this thread up, and with it the frames. */
  readonly embedder: () => Promise<Embedder>;
  /** For who would rather do without than hold up the frames until it is there. */
  readonly embedderIfReady: () => Embedder | undefined;
  /**
   * The larger files, which nothing waits for before a face is compared, are read and checked too.
   * @throws AppError models-missing | models-broken
   */
  readonly whole: () => Promise<void>;
}

type FileBytes = Uint8Array<ArrayBuffer>;

/** A user who taps as soon as the page stands sees the points on the first frame before the embedder is started. */
const EMBEDDER_AFTER_MS = 500;

/**
 * The finder of faces first, for the camera's first frame waits for it: while it starts, nothing else is read.
 * @throws AppError models-missing | models-broken | no-webgl
 */
export async function startPipeline(): Promise<Pipeline> {
  const index = await packInUse();
  if (!index) throw new AppError('models-missing', 'the face pack is not on this device');
  if (index.templateVersion !== TEMPLATE_VERSION) {
    throw new AppError(
      'models-missing',
      `the face pack is of ${index.templateVersion}, this app of ${TEMPLATE_VERSION}`,
    );
  }
  const readBoth = async (one: FaceFile, other: FaceFile): Promise<[FileBytes, FileBytes]> => {
    // Every broken part of both is thrown away in one go.
    const reads = [read(one, index.files[one]), read(other, index.files[other])] as const;
    await Promise.allSettled(reads);
    return Promise.all(reads);
  };
  const comparing = lazy(() => readBoth('ort', 'sface'));
  const landmarker = await readBoth('mediapipe', 'landmarker')
    .then(([wasm, model]) => findFaces(wasm, model))
    .catch(async (error: unknown) => {
      await comparing().catch(() => undefined); // what is broken of these is thrown away with it
      throw error;
    });
  let ready: Embedder | undefined;
  const embedder = lazy(async () => {
    const [ort, sface] = await comparing();
    ready = await warmUp(await startEmbedder(ort, sface));
    return ready;
  });
  const whole = async () => void (await comparing());
  const startAhead = async () => {
    await whole();
    await new Promise((resolve) => setTimeout(resolve, EMBEDDER_AFTER_MS));
    await embedder();
  };
  setTimeout(() => startAhead().catch(() => undefined)); // what it fails of is said to whoever asks for it
  return { landmarker, embedder, embedderIfReady: () => ready, whole };
}

async function read(name: FaceFile, parts: PartedFile): Promise<FileBytes> {
  const file = await readParts(parts, FACE_CACHE);
  if (file.kind === 'whole') return file.bytes;
  throw new AppError(file.kind === 'broken' ? 'models-broken' : 'models-missing', `${name} is ${file.kind}`);
}

/** One for as long as this worker lives (Note: One landmarker), also where another file of the pack was broken. */
let finder: Promise<Landmarker> | undefined;

function findFaces(wasm: Uint8Array, model: Uint8Array): Promise<Landmarker> {
  finder ??= startLandmarker(wasm, model)
    .then(async (landmarker) => {
      // The first look at a frame costs ten times a later one; it is had before anybody waits for it.
      await landmarker.follow(new OffscreenCanvas(CAMERA.width, CAMERA.height), 0);
      return landmarker;
    })
    .catch((error: unknown) => {
      finder = undefined;
      throw error;
    });
  return finder;
}

/** The first embedding costs twice a later one. */
async function warmUp(embedder: Embedder): Promise<Embedder> {
  await embedder.embed(new Uint8ClampedArray(FACE_SIZE * FACE_SIZE * 4));
  return embedder;
}
