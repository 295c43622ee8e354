/** From a photo to the template of the person on it, as a phone makes it; a photo that is turned is turned back. */

import { fivePoints } from '../../match/align.ts';
import { decide } from '../../match/decide.ts';
import type { Mesh } from '../../match/mesh.ts';
import { isClear, lookAround } from '../../match/stills.ts';
import { compareTemplates, encodeTemplate } from '../../match/template.ts';
import { alignFace, type FaceEmbedder } from './embed.ts';
import type { FaceFinder } from './finder.ts';
import { type Picture, readPicture, turned } from './picture.ts';

export type Found =
  /** `clear`: others will find them by it. */
  | { readonly kind: 'face'; readonly code: Uint8Array; readonly clear: boolean }
  | { readonly kind: 'none' }
  /** Of which nobody says who is meant. */
  | { readonly kind: 'several' };

export interface Eyes {
  readonly finder: FaceFinder;
  readonly embedder: FaceEmbedder;
}

/** `known`: the faces that the report has already; among several people they say who is meant. */
export async function lookAtPhoto(eyes: Eyes, photo: Uint8Array, known: readonly Uint8Array[]): Promise<Found> {
  const upright = await readPicture(photo);
  const embed = (picture: Picture, face: Mesh) =>
    eyes.embedder.embedAligned(alignFace(picture, fivePoints(face, picture.width, picture.height)));
  const { picture, faces, embedding } = await lookAround<Picture>({
    turned: (turns) => (turns === 0 ? upright : turned(upright, turns)),
    faces: (seen, small) => eyes.finder.find(seen, small),
    embed,
  });
  if (!embedding) return { kind: 'none' };
  if (faces.length === 1) return faceOf(embedding);
  const like: Found[] = [];
  for (const [i, face] of faces.entries()) {
    const found = faceOf(i === 0 ? embedding : await embed(picture, face));
    if (known.some((code) => decide(compareTemplates(code, found.code), { youngest: undefined }) === 'likely'))
      like.push(found);
  }
  const [meant, ...more] = like;
  return meant && more.length === 0 ? meant : { kind: 'several' };
}

const faceOf = (embedding: Float32Array) =>
  ({ kind: 'face', code: encodeTemplate(embedding), clear: isClear(embedding) }) as const;
