/** The small shapes that many records are made of. */

import * as z from 'zod/mini';

/** Made on the device, in lower case. */
export const Id = z.uuid();
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const Instant = z.iso.datetime();
/** A commit-ordered position in the change feed; opaque to devices. */
export const Cursor = z.string().check(z.maxLength(80), z.regex(/^[0-9a-z.-]*$/));

/** Trimmed text of 1 to `max` characters. */
export const shortText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** Trimmed text that may be empty. */
export const optionalText = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)));

/** The proof that a write was taken: it echoes the name of the op, so a stranger's 200 cannot be mistaken for ours. */
export const Receipt = z.object({
  opId: Id,
  /** What a person can read out on the phone, for example `W-7K4M-29`. */
  number: z.optional(z.string()),
  receivedAt: Instant,
});
export type Receipt = z.infer<typeof Receipt>;
