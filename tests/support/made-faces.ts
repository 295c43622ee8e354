/** Faces of nobody: templates made by a number. */

import { seeded } from './faults.ts';

/** A template that is near no other: the same for the same number. */
export function faceOf(seed: number): number[] {
  const random = seeded(seed * 7919);
  return Array.from({ length: 128 }, () => random() + random() + random() - 1.5);
}

/** A face whose comparison score with `face` is `score`. */
export function faceAtScore(face: readonly number[], score: number): number[] {
  const other = faceOf(4711);
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, n, i) => sum + n * Number(b[i]), 0);
  const square = dot(face, face);
  const across = other.map((n, i) => n - (dot(face, other) / square) * Number(face[i]));
  const scale = Math.sqrt((square * (1 - score * score)) / dot(across, across));
  return face.map((n, i) => n * score + Number(across[i]) * scale);
}

/** Another picture of the same face. */
export const faceLike = (face: readonly number[], noise = 0.1): number[] => {
  const random = seeded(99);
  return face.map((value) => value + (random() - 0.5) * noise);
};
