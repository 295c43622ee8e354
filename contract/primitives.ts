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

/** The name of a write and of the record it makes, both drawn on the device. */
export const Op = { opId: z.optional(Id), id: z.optional(Id) };

/** A point on the map, degrees, and how people would say it. */
export const Place = z.object({
  lat: z.number().check(z.gte(-90), z.lte(90)),
  lng: z.number().check(z.gte(-180), z.lte(180)),
  address: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});
export type Place = z.infer<typeof Place>;

/** The proof that a write was taken: it echoes the name of the op, so a stranger's 200 cannot be mistaken for ours. */
export const Receipt = z.object({
  opId: Id,
  /** What a person can read out on the phone, for example `W-7K4M-29`. */
  number: z.optional(z.string()),
  receivedAt: Instant,
});
export type Receipt = z.infer<typeof Receipt>;
