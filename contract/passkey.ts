/** Passkeys (WebAuthn, Level 3): a key on a device, opened by its lock, in place of a password. */

import * as z from 'zod/mini';
import { Code, Session, User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { MAX_DEVICE_TOKENS, MAX_NAME, MAX_PASSWORD } from './limits.ts';
import { Id, Instant, optionalText } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/** Bytes as base64url; 16 KB hold the longest of what an authenticator says. */
const Bytes = z.string().check(z.maxLength(16_384), z.regex(/^[A-Za-z0-9_-]+$/));
const CredentialId = z.string().check(z.maxLength(1400), z.regex(/^[A-Za-z0-9_-]+$/));
const Transports = z.array(z.string().check(z.maxLength(20), z.regex(/^[a-z-]+$/))).check(z.maxLength(8));
const Descriptor = z.object({ id: CredentialId, type: z.literal('public-key'), transports: z.optional(Transports) });

/** What `navigator.credentials.create` is to make, in the JSON of the standard. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: Bytes, name: z.string(), displayName: z.string() }),
  challenge: Bytes,
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** What `navigator.credentials.get` is to look for: whichever passkey of ours its owner chooses. */
export const RequestOptions = z.object({
  challenge: Bytes,
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

const signed = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') };
export const Created = z.object({
  ...signed,
  response: z.object({ clientDataJSON: Bytes, attestationObject: Bytes, transports: z.optional(Transports) }),
});
export type Created = z.infer<typeof Created>;
export const Shown = z.object({
  ...signed,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    /** The account's id, as bytes. */
    userHandle: z.optional(Bytes),
  }),
});
export type Shown = z.infer<typeof Shown>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  addedAt: Instant,
  /** The day, as its beginning in UTC; absent of one that has signed nobody in yet. */
  usedAt: z.optional(Instant),
  /** Its owner's other devices have it too. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/auth/passkeys',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({ data: z.array(Passkey) }),
});

/** Adding and removing want a proof that is no older than PROOF_MINUTES: the sign-in, or `proveOneself`. */
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/begin',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: CreationOptions,
});

/** The session that adds it is one by passkey from then on. The owner hears of it by mail. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  access: PERMISSIONS.user,
  /** Without a name it is called by the device that made it. */
  input: z.object({ name: optionalText(MAX_NAME), made: Created }),
  output: z.object({ passkey: Passkey, user: User }),
});

/** Other sessions that it opened end with it. */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: PERMISSIONS.user,
  input: z.object({ id: Id }),
  output: z.object({ removed: z.literal(true) }),
});

/** For signing in, and for proving oneself. */
export const beginSignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey/begin',
  access: PERMISSIONS.guest,
  input: z.object({}),
  output: RequestOptions,
});

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: PERMISSIONS.guest,
  input: z.object({
    shown: Shown,
    devices: z._default(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_DEVICE_TOKENS)), []),
  }),
  output: Session,
});

/** Who is signed in shows once more that it is them; with a passkey the session is one by passkey from then on. */
export const proveOneself = endpoint({
  method: 'POST',
  path: '/auth/prove',
  access: PERMISSIONS.user,
  input: z.object({
    password: z.optional(z.string().check(z.maxLength(MAX_PASSWORD))),
    /** That was mailed for `login`. */
    otp: z.optional(Code),
    devices: z._default(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_DEVICE_TOKENS)), []),
    shown: z.optional(Shown),
  }),
  output: z.object({ user: User }),
});
