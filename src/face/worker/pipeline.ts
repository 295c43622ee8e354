/** The face pack, ready for work. */

import { AppError } from '../../../contract/errors.ts';
import { FACE_FILES, type FaceFile } from '../../../contract/face-models.ts';
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
}

/** A user who taps as soon as the page stands sees the points on the first frame before the embedder is started. */
const EMBEDDER_AFTER_MS = 500;

/** All files are read and checked before anybody is told that it is ready, so that a broken pack is known at once. */
export async function startPipeline(): Promise<Pipeline> {
  const index = await packInUse();
  if (!index) throw new AppError('models-missing', 'the face pack is not on this device');
  if (index.templateVersion !== TEMPLATE_VERSION) {
    throw new AppError(
      'models-missing',
      `the face pack is of ${index.templateVersion}, this app of ${TEMPLATE_VERSION}`,
    );
  }
  const read = async (name: FaceFile): Promise<Uint8Array<ArrayBuffer>> => {
    const file = await readParts(index.files[name], FACE_CACHE);
    if (file.kind === 'whole') return file.bytes;
    throw new AppError(file.kind === 'broken' ? 'models-broken' : 'models-missing', `${name} is ${file.kind}`);
  };
  const [landmarks, mediapipe, ort, sface] = FACE_FILES.map(read);
  if (!landmarks || !mediapipe || !ort || !sface) throw new Error('a face file is not in the list');
  // The finder of faces starts while the larger files are still read and checked.
  const finding = Promise.all([mediapipe, landmarks]).then(([wasm, model]) => findFaces(wasm, model));
  const reads = await Promise.allSettled([landmarks, mediapipe, ort, sface, finding]); // every broken part is found in one go
  for (const result of reads) if (result.status === 'rejected') throw result.reason;
  const [landmarker, ortBytes, sfaceBytes] = await Promise.all([finding, ort, sface]);
  const embedder = lazy(() => startEmbedder(ortBytes, sfaceBytes).then(warmUp));
  setTimeout(() => embedder().catch(() => {}), EMBEDDER_AFTER_MS); // said to whoever waits for it
  return { landmarker, embedder };
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
