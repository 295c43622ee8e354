/** Who else is in view while one face is followed: said during the countdown, so that nobody is surprised to be asked. */

import type { Mesh } from '../../../match/mesh.ts';
import { mainFaces } from '../../../match/stills.ts';
import type { Landmarker, Picture } from './landmarks.ts';

/** The first frames of a scan are not looked at, so that the mesh is drawn at once. */
const FIRST_MS = 500;
const PAUSE_MS = 1000;
/** A look costs as much as six frames that follow one face: on a slow phone it may take this part of the time. */
const SHARE = 0.25;

export class Company {
  #nextMs: number | undefined;
  #seen = false;
  #last: { readonly frame: Picture; readonly faces: readonly Mesh[] } | undefined;

  /** Whether several faces were in view at the last look; `frame`, taken at `timeMs`, is looked at when it is time. */
  async isSeen(landmarker: Pick<Landmarker, 'find'>, frame: Picture, timeMs: number): Promise<boolean> {
    this.#nextMs ??= timeMs + FIRST_MS;
    if (timeMs < this.#nextMs) return this.#seen;
    const began = performance.now();
    const faces = mainFaces(await landmarker.find(frame));
    this.#last = { frame, faces };
    this.#seen = faces.length > 1;
    this.#nextMs = timeMs + Math.max(PAUSE_MS, (performance.now() - began) / SHARE);
    return this.#seen;
  }

  /** Who is on this frame, if the last look was at it. */
  facesOn(frame: Picture): readonly Mesh[] | undefined {
    return this.#last?.frame === frame ? this.#last.faces : undefined;
  }

  /** A new scan. */
  forget(): void {
    this.#last = undefined;
    this.#nextMs = undefined;
    this.#seen = false;
  }
}
