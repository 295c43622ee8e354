/** Photos, addressed by the SHA-256 of their bytes, and large downloads cut into parts of the same kind. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Sha256 } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/** A download in parts: each is fetched, checked and kept by itself, so a broken link loses at most one. */
export const PartedFile = z.object({
  sha256: Sha256,
  bytes: z.int(),
  parts: z.array(z.object({ sha256: Sha256, bytes: z.int() })),
});
export type PartedFile = z.infer<typeof PartedFile>;

/** How much of an upload the server holds. `complete` is said only after the hash of the whole was checked. */
export const UploadState = z.object({ sha256: Sha256, received: z.int(), complete: z.boolean() });
export type UploadState = z.infer<typeof UploadState>;

/** Where the caller goes on with their upload that was cut; of what others send nothing is said. See `putFile` for `of`. */
export const uploadState = endpoint({
  method: 'GET',
  path: '/files/:sha256/upload',
  access: PERMISSIONS.public,
  input: z.object({ sha256: Sha256, of: z.optional(Id) }),
  output: UploadState,
});

/**
 * Send the bytes from `offset` to the end of the file, or a piece of them. Only a file that a received record of the
 * caller names is taken, and only for that: whoever names a file brings its bytes, though others have. A report without
 * an account is known by the write that made it, `of`. Sending what is already there changes nothing.
 */
export const putFile = endpoint({
  method: 'PUT',
  path: '/files/:sha256',
  access: PERMISSIONS.public,
  queued: { sealed: true },
  body: 'bytes-in',
  input: z.object({ sha256: Sha256, offset: z.coerce.number(), total: z.coerce.number(), of: z.optional(Id) }),
  output: UploadState,
});

/**
 * A photo that this caller may see, made small and without its metadata. Of a report, by its id in `of`, also the small picture
 * that was sent ahead of it, while that report's own bytes are not here: answered from that report alone, whatever others show.
 */
export const getFile = endpoint({
  method: 'GET',
  path: '/files/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-out',
  input: z.object({ sha256: Sha256, size: z._default(z.enum(['thumb', 'full']), 'full'), of: z.optional(Id) }),
  output: z.unknown(),
});

/** The most that one answer holds of a video: a link that breaks loses no more. */
export const VIDEO_PIECE_BYTES = 2 * 1024 * 1024;

/**
 * A piece of a video from the byte `from` on, once all of it has arrived: its pictures and sound as they were filmed, without
 * the place, the time and the camera that were written beside them. Only those who see the whole report get it (A25).
 */
export const getVideo = endpoint({
  method: 'GET',
  path: '/files/:sha256/video',
  access: PERMISSIONS.public,
  body: 'bytes-out',
  input: z.object({ sha256: Sha256, from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0) }),
  output: z.unknown(),
});

/** The most that a small picture may weigh: two seconds of a 50 kbit/s link. */
export const MAX_THUMB_BYTES = 12 * 1024;

/**
 * A small picture of a photo that is still to come, so that a report is recognised before its photos have arrived. It is
 * shown where the photo would be, until that is whole; the photo does not count as received by it. Only the device that
 * made the report knows the name of the write, `of`, and only that may say what its photo looks like.
 */
export const putThumb = endpoint({
  method: 'PUT',
  path: '/files/:sha256/thumb',
  access: PERMISSIONS.public,
  body: 'bytes-in',
  input: z.object({ sha256: Sha256, of: Id }),
  /** False when there is a picture already. */
  output: z.object({ kept: z.boolean() }),
});
