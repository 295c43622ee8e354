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

/** All files are read and checked before any runs, so that a broken pack is known at once. */
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
  const reads = await Promise.allSettled(FACE_FILES.map(read)); // every broken part is found in one go
  const [landmarks, mediapipe, ort, sface] = reads.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  if (!landmarks || !mediapipe || !ort || !sface) throw new Error('a face file is not in the list');
  const landmarker = await startLandmarker(mediapipe, landmarks);
  // The first look at a frame costs ten times a later one; it is had before anybody waits for it.
  await landmarker.follow(new OffscreenCanvas(CAMERA.width, CAMERA.height), 0);
  const embedder = lazy(() => startEmbedder(ort, sface).then(warmUp));
  setTimeout(() => embedder().catch(() => {}), EMBEDDER_AFTER_MS); // said to whoever waits for it
  return { landmarker, embedder };
}

/** The first embedding costs twice a later one. */
async function warmUp(embedder: Embedder): Promise<Embedder> {
  await embedder.embed(new Uint8ClampedArray(FACE_SIZE * FACE_SIZE * 4));
  return embedder;
}
