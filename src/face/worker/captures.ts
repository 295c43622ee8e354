/** The best frames of one scan. */

import type { Mesh } from '../../../match/mesh.ts';
import type { Crop } from './align.ts';

/** More frames of the same moment add time and no certainty. */
const KEPT = 3;

export interface Capture {
  readonly crop: Crop;
  readonly mesh: Mesh;
  readonly score: number;
}

/** A capture with its whole picture, and who is on it where that was looked for. */
export interface Shown extends Capture {
  readonly frame: ImageBitmap;
  readonly faces: readonly Mesh[] | undefined;
}

export class Captures {
  #best: Capture[] = [];
  #shown: Shown | undefined;

  /** Best first. */
  get best(): readonly Capture[] {
    return this.#best;
  }

  /** Those that the end of the scan compares: the one that is shown first, for the others are held against it. */
  get compared(): readonly Capture[] {
    return this.#shown ? [this.#shown, ...this.#best] : this.#best;
  }

  /**
   * The capture that is shown: the best of those of which it is known who else is on them, since to look for them costs the
   * user a wait at the end; of none of them, the best.
   */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** Take ownership of the frame: it is kept or closed. */
  offer(offered: Shown): void {
    const { crop, mesh, score, frame } = offered;
    this.#best = [...this.#best, { crop, mesh, score }].sort((a, b) => b.score - a.score).slice(0, KEPT);
    const before = this.#shown;
    const isBetter = !before || (!before.faces === !offered.faces ? score > before.score : offered.faces !== undefined);
    if (isBetter) {
      before?.frame.close();
      this.#shown = offered;
    } else {
      frame.close();
    }
  }

  clear(): void {
    this.#best = [];
    this.#shown?.frame.close();
    this.#shown = undefined;
  }
}
