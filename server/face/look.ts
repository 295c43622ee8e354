/** From a photo to the template of the person on it, as a phone makes it; a photo that is turned is turned back. */

import { fivePoints } from '../../match/align.ts';
import { decide } from '../../match/decide.ts';
import { boxOf, type Mesh } from '../../match/mesh.ts';
import { judge, measure } from '../../match/quality.ts';
import { compareTemplates, encodeTemplate } from '../../match/template.ts';
import { alignFace, type FaceEmbedder } from './embed.ts';
import type { FaceFinder } from './finder.ts';
import { type Picture, readPicture, turned } from './picture.ts';

export type Found =
  /** `clear`: as good as a frame must be before a camera. */
  | { readonly kind: 'face'; readonly code: Uint8Array; readonly clear: boolean }
  | { readonly kind: 'none' }
  /** Of which nobody says who is meant. */
  | { readonly kind: 'several' };

export interface Eyes {
  readonly finder: FaceFinder;
  readonly embedder: FaceEmbedder;
}

/** Less than what a turn makes, and more than what two looks at one face differ by. */
const SURER_BY = 4;

/**
 * `known`: the faces that the report has already; among several people they say who is meant.
 *
 * Note: Turned photos. On a photo that lies on its head the finder sees a face too, with the chin for a forehead, and its
 * template finds nobody. It is surer of the face that stands upright: of 48 photos that were turned round, in each, by 7.9 or more.
 */
export async function lookAtPhoto(eyes: Eyes, photo: Uint8Array, known: readonly Uint8Array[]): Promise<Found> {
  const upright = await readPicture(photo);
  let best = { picture: upright, ...(await eyes.finder.find(upright, false)) };
  for (const quarters of [2, 1, 3]) {
    // A face on its side is found as it lies, and better so than turned.
    if (quarters !== 2 && best.meshes.length > 0) break;
    const picture = turned(upright, quarters);
    const found = await eyes.finder.find(picture, false);
    if (found.sure > best.sure + SURER_BY) best = { picture, ...found };
  }
  const { picture, meshes } = best.meshes.length > 0 ? best : { ...best, ...(await eyes.finder.find(upright, true)) };
  return choose(eyes, picture, meshes, known);
}

async function choose(
  eyes: Eyes,
  picture: Picture,
  meshes: readonly Mesh[],
  known: readonly Uint8Array[],
): Promise<Found> {
  const [only, ...others] = meshes;
  if (!only) return { kind: 'none' };
  if (others.length === 0) return embed(eyes, picture, only);
  const like: Found[] = [];
  for (const mesh of meshes) {
    const found = await embed(eyes, picture, mesh);
    if (known.some((code) => decide(compareTemplates(code, found.code), { youngest: undefined }) === 'likely'))
      like.push(found);
  }
  const [meant, ...more] = like;
  return meant && more.length === 0 ? meant : { kind: 'several' };
}

async function embed({ embedder }: Eyes, picture: Picture, mesh: Mesh): Promise<Found & { kind: 'face' }> {
  const face = alignFace(picture, fivePoints(mesh, picture.width, picture.height));
  const code = encodeTemplate(await embedder.embedAligned(face));
  const measures = measure(mesh, boxOf(mesh), face, picture.width / picture.height);
  // A photo shows people at any distance; a small face shows that by its sharpness.
  return { kind: 'face', code, clear: judge({ ...measures, size: 1 }).usable };
}
