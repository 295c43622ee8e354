/** Asking whether a face is known: the first of the two face calls of the specification, §7 (A9, A14). */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_TITLE } from './limits.ts';
import { OpenReason } from './moderation.ts';
import { Descriptor, FaceModel, PhotoFace } from './photo-face.ts';
import { Id, Instant, optionalText, Receipt, Sha256 } from './primitives.ts';
import { ReportView } from './report.ts';
import { PERMISSIONS } from './user.ts';

/** What a comparison says to a person. Scores never leave the matcher; a face never decides. */
export const Band = z.enum(['likely', 'possible']);
export type Band = z.infer<typeof Band>;

/** How the old API writes a face among words: as the text of a list of numbers (A10). Shorter lists are somebody's words. */
const NUMBERS = /[[{][\d\s.,:"eE+-]*[\]}]/g;
const LEAST_DIMS = 64;

/** A text with its words and the faces among them changed, each by itself. */
export function besideFaces(
  text: string,
  ofWords: (words: string) => string,
  ofFace: (numbers: string) => string,
): string {
  let [changed, end] = ['', 0];
  for (const { 0: numbers, index } of text.matchAll(NUMBERS)) {
    if ((numbers.match(/\d+(?:\.\d+)?/g)?.length ?? 0) < LEAST_DIMS) continue;
    changed += ofWords(text.slice(end, index)) + ofFace(numbers);
    end = index + numbers.length;
  }
  return changed + ofWords(text.slice(end));
}

/**
 * With a reason an officer or moderator searches whoever is looked for, and is told whom was found. Without one they search
 * as everybody does: among those whose reporter agreed.
 *
 * Of guarded people one candidate is told, always the same and the last (GUARDED_VIEW): that there is somebody, and whom
 * to call.
 */
export const compareFace = endpoint({
  method: 'POST',
  path: '/api/face/compare',
  access: PERMISSIONS.public,
  queued: {},
  input: z.object({
    opId: z.optional(Id),
    /** Accepted and never compared: geometry does not identify a person. */
    landmarks: z.optional(
      z.pipe(
        z.unknown(),
        z.transform(() => undefined),
      ),
    ),
    descriptor: z.optional(Descriptor),
    model: z.optional(FaceModel),
    scannedAt: z.optional(Instant),
    /** Written down with the search. */
    reason: z.optional(OpenReason),
    detail: optionalText(MAX_TITLE),
  }),
  output: z.object({
    receipt: z.optional(Receipt),
    found: z.boolean(),
    data: z.nullable(ReportView),
    band: z.optional(Band),
    /** `sighting`: found by a photo that somebody sent of the person, not by those of the record; for officers and moderators. */
    candidates: z.array(z.object({ band: Band, data: ReportView, sighting: z.optional(z.literal(true)) })),
    /** How many records were searched; they are as many if one of them is veiled meanwhile. */
    searched: z.int(),
    reason: z.optional(z.enum(['descriptor_required', 'other_model'])),
  }),
});

/**
 * The face of a photo of `Review.facesToDraw` or of {@link faceQueue}: a reviewer has drawn a frame around it, and their device has read it
 * there.
 */
export const drawFace = endpoint({
  method: 'POST',
  path: '/moderation/:id/face',
  access: PERMISSIONS.moderate,
  input: z.extend(PhotoFace, { opId: z.optional(Id), id: Id }),
  output: z.object({ drawn: z.literal(true) }),
});

/**
 * Photos of people who are looked for on which no machine found the one face, and that no reviewer has looked at; the oldest
 * first. To ask opens these photos, which is written down, and nothing else of their records.
 */
export const faceQueue = endpoint({
  method: 'GET',
  path: '/moderation/faces',
  access: PERMISSIONS.moderate,
  input: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), 5) }),
  output: z.object({
    data: z.array(
      z.object({ report: ReportView, photo: Sha256, face: z.enum(['none', 'several', 'unclear', 'unreadable']) }),
    ),
  }),
});

/** A reviewer has looked at a photo of {@link faceQueue} and sees no face to show: nobody is asked about it again, unless they take that back. */
export const leaveFace = endpoint({
  method: 'POST',
  path: '/moderation/:id/face/leave',
  access: PERMISSIONS.moderate,
  input: z.object({ opId: z.optional(Id), id: Id, photo: Sha256, undo: z.optional(z.literal(true)) }),
  output: z.object({ left: z.boolean() }),
});
