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

/** What says who is meant among several people. */
export interface Who {
  /** Faces that other photos show of them. */
  readonly known: readonly Uint8Array[];
  /** The face that their device has sent of this photo: it chooses one of those that are on it, and counts for nothing else. */
  readonly sent?: Uint8Array | undefined;
}

export async function lookAtPhoto(eyes: Eyes, photo: Uint8Array, { known, sent }: Who): Promise<Found> {
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
  const all: Face[] = [];
  for (const [i, face] of faces.entries()) all.push(faceOf(i === 0 ? embedding : await embed(picture, face)));
  const chosen = sent && nearest(all, sent);
  if (chosen && areLikely(chosen.code, sent)) return chosen;
  const [meant, ...more] = all.filter(({ code }) => known.some((other) => areLikely(code, other)));
  return meant && more.length === 0 ? meant : { kind: 'several' };
}

const nearest = (faces: readonly Face[], to: Uint8Array): Face | undefined =>
  [...faces].sort((a, b) => compareTemplates(b.code, to) - compareTemplates(a.code, to))[0];

const areLikely = (a: Uint8Array, b: Uint8Array): boolean =>
  decide(compareTemplates(a, b), { youngest: undefined }) === 'likely';

type Face = Extract<Found, { kind: 'face' }>;

const faceOf = (embedding: Float32Array): Face => ({
  kind: 'face',
  code: encodeTemplate(embedding),
  clear: isClear(embedding),
});
