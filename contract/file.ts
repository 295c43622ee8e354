/** Photos, addressed by the SHA-256 of their bytes, and large downloads cut into parts of the same kind. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Sha256 } from './primitives.ts';
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

/** Where to go on with an upload that was cut. */
export const uploadState = endpoint({
  method: 'GET',
  path: '/files/:sha256/upload',
  access: PERMISSIONS.public,
  input: z.object({ sha256: Sha256 }),
  output: UploadState,
});

/**
 * Send the bytes from `offset` to the end of the file, or a piece of them. Only a photo that a received report
 * names is taken. Sending what is already there changes nothing.
 */
export const putFile = endpoint({
  method: 'PUT',
  path: '/files/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-in',
  input: z.object({ sha256: Sha256, offset: z.coerce.number(), total: z.coerce.number() }),
  output: UploadState,
});

/** A photo that this caller may see, made small and without its metadata. */
export const getFile = endpoint({
  method: 'GET',
  path: '/files/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-out',
  input: z.object({ sha256: Sha256, size: z._default(z.enum(['thumb', 'full']), 'full') }),
  output: z.unknown(),
});
