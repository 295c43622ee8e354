/** The one error table: what can go wrong between a device and the server, and what the device does next. */

import * as z from 'zod/mini';

/**
 * What the caller does with a failed call.
 * - `retry`: nothing is wrong with the call; send the same again later.
 * - `wait`: the call can succeed once the user has done something (signed in, updated).
 * - `refuse`: the same call will never succeed; set it aside for the user to mend.
 */
export type Next = 'retry' | 'wait' | 'refuse';

export const ERRORS = {
  network: { status: 0, next: 'retry' },
  'not-our-server': { status: 0, next: 'retry' },
  'bad-answer': { status: 0, next: 'retry' },
  /** Faces to take along that the server this device knows has not signed. */
  'other-signer': { status: 0, next: 'wait' },
  cancelled: { status: 0, next: 'retry' },
  // On the device alone; never on the wire.
  'no-camera': { status: 0, next: 'wait' },
  'camera-denied': { status: 0, next: 'wait' },
  'camera-busy': { status: 0, next: 'wait' },
  'no-webgl': { status: 0, next: 'wait' },
  'models-missing': { status: 0, next: 'wait' },
  'models-broken': { status: 0, next: 'wait' },
  'worker-lost': { status: 0, next: 'retry' },
  'no-face': { status: 0, next: 'refuse' },
  'no-space': { status: 0, next: 'wait' },
  'bad-input': { status: 400, next: 'refuse' },
  'sign-in-needed': { status: 401, next: 'wait' },
  /** The account was erased: what it queued is for the user to export, mend or drop. */
  'account-gone': { status: 401, next: 'refuse' },
  'wrong-password': { status: 401, next: 'refuse' },
  'wrong-code': { status: 401, next: 'refuse' },
  'wrong-passkey': { status: 401, next: 'refuse' },
  'not-allowed': { status: 403, next: 'refuse' },
  'guardian-needed': { status: 403, next: 'wait' },
  suspended: { status: 403, next: 'wait' },
  /** The office wants a session that was opened with a passkey. */
  'passkey-needed': { status: 403, next: 'wait' },
  /** Who is signed in has to show again that it is them. */
  'proof-needed': { status: 403, next: 'wait' },
  'not-found': { status: 404, next: 'refuse' },
  conflict: { status: 409, next: 'refuse' },
  /** A child is published only under a case of the police or of a Child Welfare Committee. */
  'case-needed': { status: 409, next: 'refuse' },
  'other-version': { status: 409, next: 'refuse' },
  /** Another device has changed the same answers: its owner compares, and sends the change again. */
  'changed-meanwhile': { status: 409, next: 'refuse' },
  'too-large': { status: 413, next: 'refuse' },
  'not-readable': { status: 422, next: 'refuse' },
  'update-needed': { status: 426, next: 'wait' },
  'too-many': { status: 429, next: 'retry' },
  server: { status: 500, next: 'retry' },
  unavailable: { status: 503, next: 'retry' },
  'storage-full': { status: 507, next: 'retry' },
} as const satisfies Record<string, { status: number; next: Next }>;

export type ErrorCode = keyof typeof ERRORS;

/** The one error shape on the wire. `fields` maps an input field to the reason it was refused. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * Note: Refusals as answers. A browser writes every answer of 400 and more into its console as an error, however ordinary it
 * is. A reader that names this type in `accept` gets an ordinary "no" as 200 in this type, with the same body.
 */
export const REFUSAL_TYPE = 'application/vnd.wapsi.refusal+json';

/** What anybody may hear on any day: it is not there, it is not for them, their session has ended. */
export const ORDINARY: ReadonlySet<ErrorCode> = new Set([
  'bad-input',
  'sign-in-needed',
  'account-gone',
  'not-allowed',
  'not-found',
]);

/** A failure of the world (never a bug): it carries its code, and the code says what to do next. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;
  /** Milliseconds the server asked to wait before the next try, when it did. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    detail: { fields?: Record<string, string>; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = detail.fields ?? {};
    this.retryAfterMs = detail.retryAfterMs;
  }

  get next(): Next {
    return ERRORS[this.code].next;
  }
}

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
