/** A pack as the PMTiles reader wants it: bytes from an offset on, out of parts that are each checked when first read. */

import type { RangeResponse, Source } from 'pmtiles';
import { AppError } from '../../contract/errors.ts';
import type { MapPack } from '../../contract/map.ts';
import type { PartStore } from '../platform/part-store.ts';
import { sha256Of } from '../platform/sha256.ts';

/** Neighbouring tiles lie in the same part: a few stay in memory. */
const REMEMBERED = 8;

/** Fetches one part anew from our own server; fails without a network. */
export type Mend = (part: { sha256: string; bytes: number }) => Promise<Uint8Array<ArrayBuffer>>;

export class KeptSource implements Source {
  readonly #pack: MapPack;
  readonly #parts: PartStore;
  readonly #mend: Mend;
  readonly #read = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(pack: MapPack, parts: PartStore, mend: Mend) {
    this.#pack = pack;
    this.#parts = parts;
    this.#mend = mend;
  }

  getKey(): string {
    return this.#pack.file.sha256;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const end = Math.min(offset + length, this.#pack.file.bytes);
    const bytes = new Uint8Array(Math.max(0, end - offset));
    let at = 0;
    for (const part of this.#pack.file.parts) {
      const [from, to] = [Math.max(offset, at), Math.min(end, at + part.bytes)];
      if (from < to) bytes.set((await this.#part(part)).subarray(from - at, to - at), from - offset);
      at += part.bytes;
      if (at >= end) break;
    }
    return { data: bytes.buffer };
  }

  #part(part: MapPack['file']['parts'][number]): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#read.get(part.sha256);
    if (known) return known;
    const reading = this.#checked(part);
    this.#read.set(part.sha256, reading);
    // What could not be read is tried again when it is next asked for.
    reading.catch(() => this.#read.delete(part.sha256));
    for (const oldest of [...this.#read.keys()].slice(0, -REMEMBERED)) this.#read.delete(oldest);
    return reading;
  }

  /** A part that is gone or broken is fetched again, it alone, and is then here as before. */
  async #checked(part: MapPack['file']['parts'][number]): Promise<Uint8Array<ArrayBuffer>> {
    const { sha256 } = part;
    const kept = await this.#parts.read(sha256);
    if (kept && kept.length === part.bytes && (await sha256Of(kept)) === sha256) return kept;
    await this.#parts.remove([sha256]);
    const mended = await this.#mend(part).catch((cause: unknown) => {
      throw new AppError('not-readable', `the part ${sha256} of a map is broken`, { cause });
    });
    await this.#parts.write(sha256, mended);
    return mended;
  }
}
