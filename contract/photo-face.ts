/** The face of a photo as it travels. */

import * as z from 'zod/mini';
import { Sha256 } from './primitives.ts';

/** A face as numbers, in the old API's word: 128 floats of any length; the server normalises. */
export const Descriptor = z.array(z.number()).check(z.minLength(64), z.maxLength(1024));

/** The pipeline that made a descriptor; another one's are never compared. */
export const FaceModel = z.string().check(z.maxLength(80));

/** The face of one photo of a report. */
export const PhotoFace = z.object({ photo: Sha256, descriptor: Descriptor, model: FaceModel });
export type PhotoFace = z.infer<typeof PhotoFace>;
