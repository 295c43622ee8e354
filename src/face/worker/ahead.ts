/** Embeddings of the best frames so far, made while the countdown goes on: at its end little is left to wait for. */

import type { Crop } from './align.ts';
import type { Capture } from './captures.ts';
import type { Embedder } from './embed.ts';

/** Of the time that the countdown takes: the rest is for the frames, of which a slow phone has few. */
const SHARE = 0.3;

export class Ahead {
  readonly #known = new WeakMap<Crop, Float32Array>();
  #nextMs = 0;

  async embed(embedder: Embedder, crop: Crop): Promise<Float32Array> {
    const known = this.#known.get(crop);
    if (known) return known;
    const embedding = await embedder.embed(crop);
    this.#known.set(crop, embedding);
    return embedding;
  }

  /** Embed one of these that is not embedded yet, if it is time. */
  async prepare(embedder: Embedder, captures: readonly Capture[]): Promise<void> {
    const began = performance.now();
    const next = captures.find(({ crop }) => !this.#known.has(crop));
    if (!next || began < this.#nextMs) return;
    await this.embed(embedder, next.crop);
    const ended = performance.now();
    this.#nextMs = ended + (ended - began) * (1 / SHARE - 1);
  }
}
