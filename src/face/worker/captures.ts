/** The best frames of one scan. */

import type { Crop } from './align.ts';
import type { Mesh } from './landmarks.ts';

/** More frames of the same moment add time and no certainty. */
const KEPT = 3;

export interface Capture {
  readonly crop: Crop;
  readonly mesh: Mesh;
  readonly score: number;
}

export class Captures {
  #best: Capture[] = [];
  #frame: ImageBitmap | undefined;

  /** Best first. */
  get best(): readonly Capture[] {
    return this.#best;
  }

  /** The whole picture of the best capture. */
  get frame(): ImageBitmap | undefined {
    return this.#frame;
  }

  /** Take ownership of `frame`: it is kept or closed. */
  offer(capture: Capture, frame: ImageBitmap): void {
    const isBest = capture.score > (this.#best[0]?.score ?? Number.NEGATIVE_INFINITY);
    this.#best = [...this.#best, capture].sort((a, b) => b.score - a.score).slice(0, KEPT);
    if (isBest) {
      this.#frame?.close();
      this.#frame = frame;
    } else {
      frame.close();
    }
  }

  clear(): void {
    this.#best = [];
    this.#frame?.close();
    this.#frame = undefined;
  }
}
