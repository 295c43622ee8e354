/** What the process beside the server does with files, and what it answers. The whole boundary is these two types. */

import type { Card } from './card.ts';
import type { FileKind, Refusal } from './kinds.ts';

/** What makes a file of another. */
export type Making =
  /**
   * Make of the bytes at `from` what is kept of them, on disk for good. `sha256` is what they must hash to, when somebody
   * says so; `kinds` is what they may be.
   */
  | { kind: 'clean'; from: string; sha256?: string; kinds: readonly FileKind[] }
  /** The same of a kept file that is as it came. */
  | { kind: 'renew'; from: string; sha256: string }
  /** A WebP of the photo at `from`, no larger than `edge`. `sha256` is its name when it is a kept one. */
  | { kind: 'draw'; from: string; edge: number; sha256?: string }
  /** A card with the kept photo `sha256` at `from`; without both, with words alone. `fonts` are files of letters. */
  | { kind: 'card'; card: Card; fonts: string[]; from?: string; sha256?: string };

export type Task =
  | (Making & { to: string })
  /** Whether a kept file is what it was. */
  | { kind: 'verify'; from: string; sha256: string }
  /** What a kept photo looks like. */
  | { kind: 'look'; from: string; sha256: string };

export type Outcome =
  /**
   * `bytes` are those on disk; `body` is the SHA-256 of what was kept; `look` is what it looks like (look.ts), of a photo that
   * was not here before.
   */
  | { kind: 'made'; of: FileKind; bytes: number; body: string; look?: string | undefined }
  | { kind: 'looked'; look: string | undefined }
  | { kind: 'verified'; sound: boolean; bytes: number; asItCame: boolean }
  /** The bytes are not those of that name. */
  | { kind: 'others' }
  /** There is nothing at `from`. */
  | { kind: 'missing' }
  | { kind: 'refused'; why: Refusal; of: FileKind; detail: string }
  /** The world failed: a full disk, say. `code` is the system's. */
  | { kind: 'failed'; code: string | undefined; message: string };

/** Sent for each task. */
export interface Answer {
  outcome: Outcome;
  /** It is the last: the process holds too much, or has been told to do too much. The next task is another's. */
  last: boolean;
}

/** Processor time of one task. A photo of the app takes a thirtieth of it; of 49 megapixels, opened whole by a slow machine, 1.5 s. */
export const MAX_CPU_MS = 1700;
/** What the process may grow by, for one task. */
export const MAX_GROWTH_BYTES = 280_000_000;
/** What it may hold between two. */
export const MAX_RESTING_BYTES = 150_000_000;
