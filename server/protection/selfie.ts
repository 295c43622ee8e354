/** Whether a look into the camera shows the person of a report: of pixels alone, of two moments, and of no picture we have. */

import { FACE_SIZE, SELFIE_MOMENTS } from '../../contract/limits.ts';
import { decide } from '../../match/decide.ts';
import { areTwoMoments } from '../../match/moments.ts';
import { compareTemplates } from '../../match/template.ts';
import type { Embedding } from '../face/embedding.ts';

/**
 * Two templates nearer than this are of one picture, or of its copy: made small, saved anew, mirrored. Two photos of
 * one person hardly ever are; measured in docs/decisions/062.
 */
export const SAME_PICTURE = 0.9;

/** What was sent of one moment. */
export interface Moment {
  template: Uint8Array;
  mirrored: Uint8Array;
}

/** The moments as templates; undefined when they are one moment, or nothing can be made of them here. */
export async function readSelfie(sent: readonly string[], embedding: Embedding): Promise<Moment[] | undefined> {
  const pictures = sent.map((text) => Buffer.from(text, 'base64'));
  const [first, second] = pictures;
  if (!first || !second || !areTwoMoments(first, second)) return undefined;
  const faces = pictures.flatMap((rgb) => [rgbaOf(rgb, (x) => x), rgbaOf(rgb, (x) => FACE_SIZE - 1 - x)]);
  const templates = await embedding.templatesOf(faces);
  return templates && Array.from({ length: SELFIE_MOMENTS }, (_, i) => momentOf(templates.slice(2 * i, 2 * i + 2)));
}

function momentOf([template, mirrored]: readonly Uint8Array[]): Moment {
  if (!template || !mirrored) throw new Error('a face has two templates');
  return { template, mirrored };
}

/** `codes`: the report's own faces. Each moment is near to one, and is the picture of none. */
export function showsPerson(
  moments: readonly Moment[],
  { codes, youngest }: { codes: readonly Uint8Array[]; youngest: number | undefined },
): boolean {
  return moments.every(
    ({ template, mirrored }) =>
      codes.some((code) => decide(compareTemplates(template, code), { youngest }) === 'likely') &&
      codes.every((code) => [template, mirrored].every((face) => compareTemplates(face, code) < SAME_PICTURE)),
  );
}

/** `column`: from where in its line each pixel comes. */
function rgbaOf(rgb: Uint8Array, column: (x: number) => number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let i = 0; i < rgb.length / 3; i++) {
    const from = i - (i % FACE_SIZE) + column(i % FACE_SIZE);
    for (let colour = 0; colour < 3; colour++) rgba[4 * i + colour] = Number(rgb[3 * from + colour]);
  }
  return rgba;
}
