/** What the face pack is made of: the files a device takes once, so that it can find and compare faces by itself. */

import * as z from 'zod/mini';
import { PartedFile } from './file.ts';

/** In the order they are taken: what the camera screen needs first comes first. */
export const FACE_FILES = ['landmarker', 'mediapipe', 'ort', 'sface'] as const;
export type FaceFile = (typeof FACE_FILES)[number];

export const WholeFacePackIndex = z.object({
  available: z.literal(true),
  /** The pipeline these files are; a template of one version is never compared with another's. */
  templateVersion: z.string(),
  /** What travels when all of it is taken, compressed; the parts' own sizes are those after unpacking. */
  wireBytes: z.int(),
  files: z.object({ landmarker: PartedFile, mediapipe: PartedFile, ort: PartedFile, sface: PartedFile }),
});
export type WholeFacePackIndex = z.infer<typeof WholeFacePackIndex>;

/** `available: false`: this server was built without the face models; the app shows the manual form. */
export const FacePackIndex = z.discriminatedUnion('available', [
  WholeFacePackIndex,
  z.object({ available: z.literal(false), templateVersion: z.string() }),
]);
export type FacePackIndex = z.infer<typeof FacePackIndex>;

export const FACE_INDEX_URL = '/models/index.json';
export const facePartUrl = (sha256: string): string => `/models/parts/${sha256}`;
