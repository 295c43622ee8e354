/** The template of one scan: of the person on the picture that is shown, and of nobody who was in view before or after. */

import { isSameFace } from '../../../match/decide.ts';
import { meanTemplate } from '../../../match/template.ts';
import type { Crop } from './align.ts';

/**
 * Of the `kept` frames those that show the face of `shown`, taken together. A camera that goes on to the next person may
 * find that face at once, in the same place, so that no frame was without one: their mean would find either, or nobody,
 * beside the picture of one of them.
 */
export async function templateOf(
  shown: Crop,
  kept: readonly Crop[],
  embed: (crop: Crop) => Promise<Float32Array>,
): Promise<Float32Array> {
  const meant = await embed(shown);
  const embeddings: Float32Array[] = [];
  for (const crop of kept) {
    const embedding = await embed(crop);
    if (isSameFace(embedding, meant)) embeddings.push(embedding);
  }
  return meanTemplate(embeddings.length > 0 ? embeddings : [meant]);
}
